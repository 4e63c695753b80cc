"""Writes trees to folders: all of their files, or none."""

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from services.common.files.errors import Reason, WorkspaceError, show
from services.common.files.limits import WorkspaceLimits
from services.common.files.paths import parse_path
from services.common.files.tree import Tree, TreeFile, check_tree
from services.executor.adapters.workspace import directory


def write_tree(tree: Tree, root: Path, limits: WorkspaceLimits) -> None:
    """Write exactly *tree* to *root*, which must not exist or must be empty. A failure leaves nothing behind."""
    check_tree(tree, limits)
    root.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=".reflow-", dir=root.parent))
    try:
        _fill(tree, temporary, limits)
        temporary.chmod(0o755)
        try:
            temporary.rename(root)  # replaces only an empty directory
        except OSError as error:
            raise WorkspaceError(
                Reason.NOT_EMPTY,
                f"{show(root.name)} 不是空目录。请恢复到新的目录。",
                f"{show(root.name)} is not an empty directory. Restore into a new one.",
            ) from error
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _fill(tree: Tree, folder: Path, limits: WorkspaceLimits) -> None:
    root = directory.open_root(folder)
    try:
        for path in tree.directories:
            with directory.open_parent(root, (*parse_path(path, limits), "."), create=True):
                pass
        for file in tree.files:
            directory.write_file(root, parse_path(file.path, limits), file.content, executable=file.executable)
    finally:
        os.close(root)


def tree_of(entries: Iterable[tuple[directory.Entry, bytes]]) -> Tree:
    """Return the tree of a folder's entries; only empty directories are listed."""
    files: list[TreeFile] = []
    directories: set[str] = set()
    for entry, content in entries:
        parent = entry.path.rpartition("/")[0]
        directories.discard(parent)
        if entry.kind == "directory":
            directories.add(entry.path)
        else:
            files.append(TreeFile(entry.path, content, entry.executable))
    return Tree(tuple(files), tuple(sorted(directories)))
