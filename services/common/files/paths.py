"""Paths in a working folder: relative, without links upwards, bounded."""

import unicodedata

from services.common.files.errors import Reason, WorkspaceError, show
from services.common.files.limits import WorkspaceLimits

_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
# They reverse how a name is displayed: a reviewer would approve another file than the one that is written.
_BIDIRECTIONAL = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def parse_path(path: str, limits: WorkspaceLimits) -> tuple[str, ...]:
    """Return the components of a relative *path*. Raises PATH_INVALID.

    "." and doubled slashes are dropped, so "./a//b" is "a/b". Everything that could lead out of the folder is rejected,
    not resolved.
    """
    if not isinstance(path, str) or not path.strip():
        raise _invalid("", "路径为空", "the path is empty")
    if len(path) > limits.path_bytes or len(path.encode("utf-8", "surrogatepass")) > limits.path_bytes:
        raise _invalid(path, f"路径超过 {limits.path_bytes} 字节", f"it has more than {limits.path_bytes} bytes")
    if path.startswith(("/", "~")) or "\\" in path or (path[1:2] == ":" and path[0].isalpha()):
        raise _invalid(path, "必须是用 / 分隔的相对路径", "it must be relative, with / between names")
    if any(unicodedata.category(one) in _CATEGORIES or one in _BIDIRECTIONAL for one in path):
        raise _invalid(path, "含有控制字符", "it contains control characters")
    parts = tuple(part for part in path.split("/") if part not in ("", "."))
    if not parts:
        raise _invalid(path, "没有文件名", "it names no file")
    if ".." in parts:
        raise _invalid(path, "不能包含 ..", "it must not contain ..")
    if not all(part.strip() for part in parts):
        # A directory " " would be a path of its own in an archive, and an empty one there.
        raise _invalid(path, "有一个名称只有空白", "a name in it is blank")
    if len(parts) > limits.depth:
        raise _invalid(path, f"超过 {limits.depth} 层", f"it is deeper than {limits.depth} levels")
    if any(len(part.encode()) > limits.name_bytes for part in parts):
        raise _invalid(path, f"名称超过 {limits.name_bytes} 字节", f"a name has more than {limits.name_bytes} bytes")
    return parts


def _invalid(path: str, zh: str, en: str) -> WorkspaceError:
    name = show(path)
    return WorkspaceError(
        Reason.PATH_INVALID,
        f"路径 {name!r} 无效：{zh}。请使用工作目录内的相对路径，例如 src/main.py。",
        f"The path {name!r} is invalid: {en}. Use a path relative to the working folder, such as src/main.py.",
        path,
    )
