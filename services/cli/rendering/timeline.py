"""Timeline of a run: time, sequence, agent and text of each event. Pure."""

from dataclasses import dataclass

from reflow.v1 import events_pb2
from rich.cells import cell_len
from rich.text import Text as Styled

from services.cli.rendering import texts
from services.cli.rendering.history import RunHistory
from services.cli.rendering.timeline_entries import build_entry
from services.cli.rendering.times import format_offset
from services.cli.rendering.view import find_step
from services.common.text.agent_names import AGENT_NAMES
from services.common.text.language import Language

# "+123.456 s"; a longer run takes the space that it needs.
OFFSET_WIDTH = 11
SEQUENCE_WIDTH = 4
GAP = "  "
# The offset of an event this many seconds after the one before is highlighted.
LONG_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Timeline:
    """Lines in one *language*, truncated to *width* columns unless that is None; *duration* of the run in seconds."""

    language: Language
    width: int | None = None
    duration: float = 0.0

    def line(self, before: RunHistory, after: RunHistory, event: events_pb2.RunEvent) -> Styled:
        """Return the line of *event*; *before* and *after* are the run before and after it."""
        entry = build_entry(after, event, self.language)
        is_late = after.elapsed_seconds() - before.elapsed_seconds() >= LONG_SECONDS
        line = Styled.assemble(
            (
                format_offset(after.elapsed_seconds()).rjust(max(OFFSET_WIDTH, len(format_offset(self.duration)))),
                "yellow" if is_late else "dim",
            ),
            (str(event.sequence).rjust(SEQUENCE_WIDTH + 1), "cyan"),
            GAP,
            (_pad(self._agent(after, event), _agent_width(self.language)), "" if not entry.dimmed else "dim"),
            GAP,
            (entry.symbol, entry.color),
            " ",
            (entry.text, "dim" if entry.dimmed else ""),
        )
        if self.width is not None:
            line.truncate(self.width, overflow="ellipsis")
        return line

    def _agent(self, after: RunHistory, event: events_pb2.RunEvent) -> str:
        if not event.agent:
            return ""
        step = find_step(after.view, event.step)
        return texts.agent_name(event.agent, self.language, step.number if step is not None else 0)


def _agent_width(language: Language) -> int:
    """Return the width of the longest name of an agent."""
    return max(cell_len(name.pick(language)) for name in AGENT_NAMES.values())


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
