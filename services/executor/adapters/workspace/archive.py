"""A folder as one deterministic archive: equal folders give equal bytes."""

import io
import tarfile
from pathlib import Path

from services.common.files.errors import archive_invalid, show, too_large
from services.common.files.limits import DEFAULT_LIMITS, WorkspaceLimits
from services.common.files.tree import Tree, TreeFile
from services.executor.adapters.workspace.tree import tree_of, write_tree
from services.executor.adapters.workspace.workspace import Workspace

_BLOCK = 512
# Headers of an entry with a long name: an extended header, its content, the header itself, the padding.
_ENTRY_BYTES = 6 * _BLOCK


def pack(root: Path, limits: WorkspaceLimits = DEFAULT_LIMITS) -> bytes:
    """Return the folder *root* as a tar archive, without times, owners, links and special files."""
    with Workspace.open(root, limits) as workspace:
        return pack_tree(tree_of(workspace.read_entries()))


def pack_tree(tree: Tree) -> bytes:
    """Return *tree* as a tar archive."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(tree.directories):
            info = tarfile.TarInfo(path)
            info.type, info.mode = tarfile.DIRTYPE, 0o755
            archive.addfile(info)
        for file in sorted(tree.files, key=lambda file: file.path):
            info = tarfile.TarInfo(file.path)
            info.size, info.mode = len(file.content), 0o755 if file.executable else 0o644
            archive.addfile(info, io.BytesIO(file.content))
    return buffer.getvalue()


def unpack(data: bytes, root: Path, limits: WorkspaceLimits = DEFAULT_LIMITS) -> None:
    """Unpack an archive of `pack` into *root*, which must not exist or must be empty. Raises WorkspaceError."""
    most = limits.total_bytes + (limits.files + limits.directories) * (_ENTRY_BYTES + _BLOCK) + 20 * _BLOCK
    if len(data) > most:
        raise too_large("", len(data), most)
    write_tree(_read_tree(data, limits), root, limits)


def _read_tree(data: bytes, limits: WorkspaceLimits) -> Tree:
    files: list[TreeFile] = []
    directories: list[str] = []
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for info in archive:
                if info.isdir():
                    directories.append(info.name)
                elif info.type == tarfile.REGTYPE and not info.issparse():
                    files.append(TreeFile(info.name, _content(archive, info, limits), bool(info.mode & 0o100)))
                else:
                    name = show(info.name)
                    raise archive_invalid(f"{name} 不是普通文件。", f"{name} is not a regular file.", info.name)
    except (tarfile.TarError, ValueError, OverflowError) as error:
        raise archive_invalid("不是完整的 tar。", "it is not a complete tar archive.") from error
    return Tree(tuple(files), tuple(directories))


def _content(archive: tarfile.TarFile, info: tarfile.TarInfo, limits: WorkspaceLimits) -> bytes:
    if info.size > limits.file_bytes:
        raise too_large(info.name, info.size, limits.file_bytes)
    file = archive.extractfile(info)
    content = file.read() if file else b""
    if len(content) != info.size:
        raise archive_invalid("内容不完整。", "it is cut off.", info.name)
    return content
