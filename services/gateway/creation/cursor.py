"""Where a reader of a note's stream is: SEQUENCE.INDEX, since one fact may be several events."""

import re
from dataclasses import dataclass

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.gateway.refusing import field_refused

# Sequences are unsigned 64 bit numbers; 19 digits always fit.
_FORM = re.compile(r"([0-9]{1,19})\.([0-9]{1,6})")
_FIELD = "Last-Event-ID"


@dataclass(frozen=True, slots=True, order=True)
class Cursor:
    """The event *index* (from 1) of the fact *sequence* (from 1); index 0 lies before the fact's first event."""

    sequence: int = 0
    index: int = 0

    def __str__(self) -> str:
        return f"{self.sequence}.{self.index}"


START = Cursor()


def read_cursor(given: str | None, last_sequence: int) -> Cursor:
    """Return the event *given* names, the start for None.

    Raises INVALID_INPUT_FORMAT for what is no id of an event, or lies behind the run's *last_sequence*.
    """
    if given is None:
        return START
    form = _FORM.fullmatch(given)
    if form is None:
        raise field_refused(
            _FIELD,
            f"Last-Event-ID 应为收到的最后一个事件的 id（例如 17.2），收到“{given[:40]}”。",
            f'Last-Event-ID must be the id of the last event received, such as 17.2; got "{given[:40]}".',
        )
    cursor = Cursor(int(form[1]), int(form[2]))
    if cursor.sequence > last_sequence:
        text = Text(f"这次运行到目前没有 id 为 {given} 的事件。", f"This run has no event with the id {given} so far.")
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field=_FIELD)
    return cursor
