"""The events of a run as lines of a timeline: when, which, who, what. Pure."""

from dataclasses import dataclass

from reflow.v1 import events_pb2
from rich.cells import cell_len
from rich.text import Text as Styled

from services.cli import wording
from services.cli.chronicle import Chronicle
from services.cli.happenings import happening
from services.cli.moments import offset
from services.cli.view import step_of
from services.common.language import Language

# "+123.456 s"; a run that lasts longer takes the room it needs.
OFFSET_WIDTH = 11
SEQUENCE_WIDTH = 4
GAP = "  "
# An event that let so many seconds pass stands out.
LONG_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Timeline:
    """Lines in one *language*, cut to *width* columns, None for whole lines; the run has *lasted* so many seconds."""

    language: Language
    width: int | None = None
    lasted: float = 0.0

    def line(self, before: Chronicle, after: Chronicle, event: events_pb2.RunEvent) -> Styled:
        """Return the line of *event*, that made *after* of *before*."""
        told = happening(after, event, self.language)
        waited = after.seconds() - before.seconds() >= LONG_SECONDS
        line = Styled.assemble(
            (offset(after.seconds()).rjust(max(OFFSET_WIDTH, len(offset(self.lasted)))), "yellow" if waited else "dim"),
            (str(event.sequence).rjust(SEQUENCE_WIDTH + 1), "cyan"),
            GAP,
            (_padded(self._agent(after, event), _agent_width(self.language)), "" if not told.faint else "dim"),
            GAP,
            (told.mark, told.colour),
            " ",
            (told.text, "dim" if told.faint else ""),
        )
        if self.width is not None:
            line.truncate(self.width, overflow="ellipsis")
        return line

    def _agent(self, after: Chronicle, event: events_pb2.RunEvent) -> str:
        if not event.agent:
            return ""
        step = step_of(after.view, event.step)
        return wording.agent_name(event.agent, self.language, step.number if step is not None else 0)


def _agent_width(language: Language) -> int:
    """Return the columns of the longest name that an agent has."""
    return max(cell_len(name.pick(language)) for name in wording.AGENTS.values())


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
