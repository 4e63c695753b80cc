"""Files and directories as values."""

import stat
from dataclasses import dataclass

from services.common.files.errors import DIRECTORIES, FILES, WorkspaceError, archive_invalid, show, too_large, too_many
from services.common.files.limits import WorkspaceLimits
from services.common.files.paths import parse_path


@dataclass(frozen=True, slots=True)
class TreeFile:
    """A file of a tree; *path* is relative."""

    path: str
    content: bytes
    executable: bool = False


@dataclass(frozen=True, slots=True)
class Tree:
    """Contents of a folder: files, and directories that hold none."""

    files: tuple[TreeFile, ...]
    directories: tuple[str, ...] = ()


def check_tree(tree: Tree, limits: WorkspaceLimits) -> None:
    """Raise WorkspaceError where *tree* is not a folder within *limits*: unsafe, repeated or contradictory paths."""
    if len(tree.files) > limits.files:
        raise too_many(FILES, limits.files)
    total = sum(len(file.content) for file in tree.files)
    if total > limits.total_bytes:
        raise too_large("", total, limits.total_bytes)
    names: set[tuple[str, ...]] = set()
    parents: set[tuple[str, ...]] = set()
    for file in tree.files:
        if len(file.content) > limits.file_bytes:
            raise too_large(file.path, len(file.content), limits.file_bytes)
        parts = parse_path(file.path, limits)
        if parts in names:
            raise _repeated(file.path)
        names.add(parts)
        parents.update(parts[:length] for length in range(1, len(parts)))
    for path in tree.directories:
        parts = parse_path(path, limits)
        parents.update(parts[:length] for length in range(1, len(parts) + 1))
    for both in sorted(names & parents):
        raise _repeated("/".join(both))
    if len(parents) > limits.directories:
        raise too_many(DIRECTORIES, limits.directories)


def _repeated(path: str) -> WorkspaceError:
    return archive_invalid(
        f"{show(path)} 出现两次，或既是文件又是目录。请重新打包。",
        f"{show(path)} occurs twice, or is both a file and a directory. Pack it again.",
        path,
    )


def is_safe_mode(mode: int) -> bool:
    """Whether a Unix mode of an archive's entry is that of a regular file or directory, or unspecified."""
    return stat.S_IFMT(mode) in (0, stat.S_IFREG, stat.S_IFDIR)
