"""Files named on the command line."""

import sys
from pathlib import Path

from services.cli.errors import bad_input
from services.common.errors import ReflowError
from services.common.text.file_errors import describe_file_error

STDIN = "-"


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the first *limit* + 1 bytes of *path*: the import rejects a file that exceeds the limit.

    Raises INVALID_INPUT_FORMAT naming the file.
    """
    try:
        with path.open("rb") as file:
            return file.read(limit + 1)
    except OSError as error:
        raise unreadable_file(path, error) from None


def read_text(path: Path) -> str:
    """Return the text of *path*, of stdin for '-'. Raises INVALID_INPUT_FORMAT naming the file."""
    try:
        return read_stdin() if str(path) == STDIN else path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise unreadable_file(path, error) from None
    except UnicodeError:
        raise bad_input(f"{path} 不是 UTF-8 文字。", f"{path} is not UTF-8 text.") from None


def read_stdin() -> str:
    """Return the text on stdin. Raises UnicodeError if it is not UTF-8."""
    text = sys.stdin.read()
    text.encode()  # undecodable bytes are surrogates
    return text


def unreadable_file(path: Path, error: OSError) -> ReflowError:
    """Return the error for a file or folder that cannot be read."""
    reason = describe_file_error(error)
    return bad_input(f"无法打开 {path}（{reason.zh}）。", f"Cannot read {path} ({reason.en}).")
