"""Failures of the command line: one line for the user, one exit status for programs."""

import signal
from collections.abc import Sequence
from typing import TYPE_CHECKING

from services.common.errors import CATALOG, Category, Code, Level, ReflowError
from services.common.text.file_errors import describe_file_error
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

if TYPE_CHECKING:
    from services.common.settings import SettingsInvalid

DONE = 0
FAILED = 1
BAD_INPUT = 2
# A shell adds the number of the signal that ended a command.
SIGNALLED = 128

_TRACE = Text("（追踪号 {trace}）", " (trace {trace})")
_CANCELLED = Text("已取消。", "Cancelled.")


class CommandFailed(Exception):
    """The command failed; *text* states the reason and what to do, *status* is the exit status.

    *alternatives* are further lines: what can be done instead.
    """

    def __init__(self, text: Text, status: int = FAILED, alternatives: Sequence[Text] = ()) -> None:
        super().__init__(text.en)
        self.text = text
        self.status = status
        self.alternatives = tuple(alternatives)


class Interrupted(Exception):
    """The user (or a supervisor) ended the command with the signal *number*."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__(number.name)
        self.number = number


Failure = ReflowError | CommandFailed | Interrupted


def bad_input(zh: str, en: str, *, field: str | None = None) -> ReflowError:
    """Return the error for invalid input that only the command line validates."""
    return ReflowError(Code.INVALID_INPUT_FORMAT, Text(zh, en), field=field)


def invalid_settings(error: "SettingsInvalid") -> CommandFailed:
    """Return the failure that names every invalid setting."""
    zh, en = ("; ".join(text.splitlines()) for text in (error.text.zh, error.text.en))
    return CommandFailed(Text(f"设置有误：{zh}", f"Wrong settings: {en}"), BAD_INPUT)


def cannot_start(error: OSError) -> CommandFailed:
    """Return the failure of a system whose folder or address cannot be used."""
    why, place = describe_file_error(error), f"{error.filename}: " if error.filename else ""
    return CommandFailed(Text(f"无法启动：{place}{why.zh}", f"Cannot start: {place}{why.en}"))


def exit_status(code: Code) -> int:
    """Return 2 for an error in the user's request, 1 for any other."""
    kind = CATALOG[code]
    invalid_request = kind.category is Category.VALIDATION or (
        kind.category is Category.BUSINESS and kind.level is Level.WARNING
    )
    return BAD_INPUT if invalid_request else FAILED


def describe_failure(failure: Failure, language: Language) -> tuple[str, int]:
    """Return the line to print for *failure*, and the exit status."""
    match failure:
        case Interrupted(number=number):
            return _CANCELLED.pick(language), SIGNALLED + number
        case CommandFailed():
            return to_one_line(failure.text.pick(language)), failure.status
        case ReflowError():
            status = exit_status(failure.code)
            trace = failure.trace_id if status == FAILED else ""
            suffix = _TRACE.pick(language).format(trace=trace) if trace else ""
            return to_one_line(failure.message(language)) + suffix, status
