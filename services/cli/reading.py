"""Files that people name on the command line."""

import sys
from pathlib import Path

from services.cli.failing import bad_input
from services.common.errors import ReflowError

STDIN = "-"
_WHY: dict[type[OSError], str] = {
    FileNotFoundError: "没有这个文件",
    IsADirectoryError: "是文件夹",
    PermissionError: "没有权限",
}


def read_bytes(path: Path, most: int) -> bytes:
    """Return the bytes of *path*, one more than *most* at the most: whoever takes them in tells that it is too large.

    Raises INVALID_INPUT_FORMAT naming the file.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise _unreadable(path, error) from None


def read_text(path: Path) -> str:
    """Return the text of *path*, of stdin for '-'. Raises INVALID_INPUT_FORMAT naming the file."""
    try:
        return read_stdin() if str(path) == STDIN else path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise _unreadable(path, error) from None
    except UnicodeError:
        raise bad_input(f"{path} 不是 UTF-8 文字。", f"{path} is not UTF-8 text.") from None


def read_stdin() -> str:
    """Return what stands on stdin. Raises UnicodeError for what is not UTF-8."""
    text = sys.stdin.read()
    text.encode()  # undecodable bytes come as surrogates
    return text


def _unreadable(path: Path, error: OSError) -> ReflowError:
    why = _WHY.get(type(error), str(error.strerror))
    return bad_input(f"打不开 {path}（{why}）。", f"Cannot read {path} ({error.strerror}).")
