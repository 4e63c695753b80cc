"""Errors of the file tools: a reason for code, a text that states what to do."""

from enum import StrEnum

from services.common.text.language import Text


class Reason(StrEnum):
    """Reason why a file tool rejects a call."""

    PATH_INVALID = "path_invalid"
    NOT_FOUND = "not_found"
    NOT_A_FILE = "not_a_file"
    NOT_TEXT = "not_text"
    LINK = "link"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    PATTERN_INVALID = "pattern_invalid"
    TEXT_NOT_FOUND = "text_not_found"
    TEXT_AMBIGUOUS = "text_ambiguous"
    ARCHIVE_INVALID = "archive_invalid"
    NOT_EMPTY = "not_empty"


class WorkspaceError(Exception):
    """A call that a working folder rejects. Nothing was changed.

    Attributes:
        reason: Why, for code.
        text: What is wrong and what to do, in both languages.
        path: The path concerned, shortened; "" where there is none.

    """

    def __init__(self, reason: Reason, zh: str, en: str, path: str = "") -> None:
        self.reason = reason
        self.text = Text(zh, en)
        self.path = show(path)
        super().__init__(en)


def show(path: str, limit: int = 120) -> str:
    """Return *path* truncated and printable, as it may be hostile."""
    short = path if len(path) <= limit else f"{path[:limit]}…"
    return "".join(character if character.isprintable() else "�" for character in short)


def link_found(path: str) -> WorkspaceError:
    """Reject a path that leads over a link or to something that is neither a file nor a directory."""
    name = show(path)
    return WorkspaceError(
        Reason.LINK,
        f"{name} 是链接、设备或其他特殊文件，工具只处理普通文件。请使用工作目录内普通文件的路径。",
        f"{name} is a link, a device or another special file; the tools work on regular files only. "
        "Use the path of a regular file in the working folder.",
        path,
    )


def not_found(path: str) -> WorkspaceError:
    """Reject a path where nothing exists."""
    name = show(path)
    return WorkspaceError(
        Reason.NOT_FOUND,
        f"找不到 {name}。请先用 glob 查看有哪些文件。",
        f"{name} does not exist. List the files with glob first.",
        path,
    )


def not_a_file(path: str) -> WorkspaceError:
    """Reject a directory where a file is required, or the reverse."""
    name = show(path)
    return WorkspaceError(
        Reason.NOT_A_FILE,
        f"{name} 不是文件，或其上级不是目录。请先用 glob 查看有哪些文件。",
        f"{name} is not a file, or one of its parents is not a directory. List the files with glob first.",
        path,
    )


def too_large(path: str, size: int, limit: int) -> WorkspaceError:
    """Reject content of *size* bytes where *limit* are allowed."""
    name = show(path) or "content"
    return WorkspaceError(
        Reason.TOO_LARGE,
        f"{name} 有 {size} 字节，上限为 {limit} 字节。请缩小或拆分。",
        f"{name} has {size} bytes; the limit is {limit} bytes. Make it smaller or split it.",
        path,
    )


def too_many(what: Text, limit: int) -> WorkspaceError:
    """Reject the entry that would exceed *limit* entries of a kind."""
    return WorkspaceError(
        Reason.TOO_MANY,
        f"工作目录中{what.zh}过多，上限为 {limit}。请减少数量。",
        f"The working folder has too many {what.en}; the limit is {limit}. Use fewer.",
    )


FILES = Text("文件", "files")
DIRECTORIES = Text("目录", "directories")


def archive_invalid(zh: str, en: str, path: str = "") -> WorkspaceError:
    """Reject an archive as a whole."""
    return WorkspaceError(Reason.ARCHIVE_INVALID, f"压缩包不可用：{zh}", f"The archive cannot be used: {en}", path)
