"""How the command line fails: one line for people, one exit status for programs."""

import signal
from typing import TYPE_CHECKING

from services.common.errors import CATALOGUE, Category, Code, Level, ReflowError
from services.common.language import Language, Text

if TYPE_CHECKING:
    from services.common.settings import SettingsInvalid

DONE = 0
FAILED = 1
BAD_INPUT = 2
# What a shell reports of a command that a signal ended.
SIGNALLED = 128

_TRACE = Text("（追踪号 {trace}）", " (trace {trace})")
_CANCELLED = Text("已取消。", "Cancelled.")


class CommandFailed(Exception):
    """The command cannot do its job; *text* says why and what to do, *status* is the exit status."""

    def __init__(self, text: Text, status: int = FAILED) -> None:
        super().__init__(text.en)
        self.text = text
        self.status = status


class Interrupted(Exception):
    """A person (or a supervisor) ended the command with *number*."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__(number.name)
        self.number = number


Failure = ReflowError | CommandFailed | Interrupted


def bad_input(zh: str, en: str, *, field: str | None = None) -> ReflowError:
    """Return the error for input that only the command line sees."""
    return ReflowError(Code.INVALID_INPUT_FORMAT, Text(zh, en), field=field)


def wrong_settings(error: "SettingsInvalid") -> CommandFailed:
    """Return the failure that names every wrong setting."""
    problems = "; ".join(str(error).splitlines())
    return CommandFailed(Text(f"设置有误：{problems}", f"Wrong settings: {problems}"), BAD_INPUT)


def exit_status(code: Code) -> int:
    """Return 2 for what the person can mend by asking differently, 1 for everything else."""
    kind = CATALOGUE[code]
    asked_wrongly = kind.category is Category.VALIDATION or (
        kind.category is Category.BUSINESS and kind.level is Level.WARNING
    )
    return BAD_INPUT if asked_wrongly else FAILED


def told(failure: Failure, language: Language) -> tuple[str, int]:
    """Return the line to print for *failure*, and the exit status."""
    match failure:
        case Interrupted(number=number):
            return _CANCELLED.pick(language), SIGNALLED + number
        case CommandFailed():
            return one_line(failure.text.pick(language)), failure.status
        case ReflowError():
            status = exit_status(failure.code)
            trace = failure.trace_id if status == FAILED else ""
            after = _TRACE.pick(language).format(trace=trace) if trace else ""
            return one_line(failure.message(language)) + after, status


def one_line(text: str) -> str:
    """Return *text* on one line, without control characters that could reach the terminal."""
    return "".join(character if character.isprintable() else " " for character in " ".join(text.split()))
