"""The position in a note's stream: SEQUENCE.INDEX, since one event of a run may become several messages."""

import re
from dataclasses import dataclass

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.gateway.rejections import reject_field

# Sequences are unsigned 64 bit numbers; 19 digits always fit.
_PATTERN = re.compile(r"([0-9]{1,19})\.([0-9]{1,6})")
_FIELD = "Last-Event-ID"


@dataclass(frozen=True, slots=True, order=True)
class Cursor:
    """Message *index* (from 1) of the event *sequence* (from 1); index 0 is before the event's first message."""

    sequence: int = 0
    index: int = 0

    def __str__(self) -> str:
        return f"{self.sequence}.{self.index}"


START = Cursor()


def parse_cursor(header: str | None, last_sequence: int) -> Cursor:
    """Return the cursor of a Last-Event-ID *header*, the start for None.

    Raises INVALID_INPUT_FORMAT for an invalid id, or one after the run's *last_sequence*.
    """
    if header is None:
        return START
    parts = _PATTERN.fullmatch(header)
    if parts is None:
        raise reject_field(
            _FIELD,
            f"Last-Event-ID 应为收到的最后一个事件的 id（例如 17.2），收到“{header[:40]}”。",
            f'Last-Event-ID must be the id of the last event received, such as 17.2; got "{header[:40]}".',
        )
    cursor = Cursor(int(parts[1]), int(parts[2]))
    if cursor.sequence > last_sequence:
        text = Text(
            f"这次运行到目前没有 id 为 {header} 的事件。", f"This run has no event with the id {header} so far."
        )
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field=_FIELD)
    return cursor
