"""The events of AG-UI in the groups in which they make sense: what is opened here is closed here."""

from dataclasses import dataclass

from ag_ui.core import (
    ActivityDeltaEvent,
    ActivitySnapshotEvent,
    BaseEvent,
    ReasoningEndEvent,
    ReasoningMessageContentEvent,
    ReasoningMessageEndEvent,
    ReasoningMessageStartEvent,
    ReasoningStartEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)

from services.gateway import spelling
from services.gateway.ag_ui.patch import difference
from services.gateway.spelling import Json

Spoken = list[BaseEvent]


@dataclass(frozen=True, slots=True)
class Source:
    """Whose the events are, and when (milliseconds since 1970)."""

    at: int
    agent: str = ""
    step: str = ""
    attempt: int = 0

    @property
    def metadata(self) -> Json:
        """What travels with everything that is said: it merges into the message at the client."""
        return {"reflow": {"agent": self.agent or None, "step": self.step or None, "attempt": self.attempt or None}}


def said(message_id: str, text: str, source: Source) -> Spoken:
    """Return *text* as a message of the assistant. A message that was closed is gone on with."""
    return [
        TextMessageStartEvent(
            message_id=message_id,
            role="assistant",
            name=source.agent or None,
            timestamp=source.at,
            metadata=source.metadata,
        ),
        TextMessageContentEvent(message_id=message_id, delta=text, timestamp=source.at),
        TextMessageEndEvent(message_id=message_id, timestamp=source.at),
    ]


def taken_back(message_id: str, note: str, source: Source) -> Spoken:
    """Return what marks a message that was said before as void, for people (*note*) and for programs."""
    start, content, end = said(message_id, f"\n\n{note}", source)
    end.metadata = {"reflow": {**source.metadata["reflow"], "superseded": True}}
    return [start, content, end]


def thought(message_id: str, text: str, source: Source) -> Spoken:
    """Return *text* as reasoning: a span with one message of the same id."""
    return [
        ReasoningStartEvent(message_id=message_id, timestamp=source.at),
        ReasoningMessageStartEvent(
            message_id=message_id, role="reasoning", timestamp=source.at, metadata=source.metadata
        ),
        ReasoningMessageContentEvent(message_id=message_id, delta=text, timestamp=source.at),
        ReasoningMessageEndEvent(message_id=message_id, timestamp=source.at),
        ReasoningEndEvent(message_id=message_id, timestamp=source.at),
    ]


def called(call_id: str, tool: str, given: Json, source: Source) -> Spoken:
    """Return a call of a tool with all its arguments."""
    return [
        ToolCallStartEvent(tool_call_id=call_id, tool_call_name=tool, timestamp=source.at, metadata=source.metadata),
        ToolCallArgsEvent(tool_call_id=call_id, delta=spelling.dump(given).decode(), timestamp=source.at),
        ToolCallEndEvent(tool_call_id=call_id, timestamp=source.at),
    ]


def answered(call_id: str, content: str, source: Source) -> Spoken:
    """Return the result of a call. A call without one would be the client's to carry out."""
    return [
        ToolCallResultEvent(
            message_id=f"{call_id}-result",
            tool_call_id=call_id,
            content=content,
            role="tool",
            timestamp=source.at,
            metadata=source.metadata,
        )
    ]


def shown(activity_id: str, kind: str, content: Json, source: Source, before: Json | None = None) -> Spoken:
    """Return an activity: whole the first time, and what has changed since *before* later on."""
    if before is None:
        return [ActivitySnapshotEvent(message_id=activity_id, activity_type=kind, content=content, timestamp=source.at)]
    patch = difference(before, content)
    if not patch:
        return []
    # Validated: the types of operations are not among the package's public names.
    delta = {"message_id": activity_id, "activity_type": kind, "patch": patch, "timestamp": source.at}
    return [ActivityDeltaEvent.model_validate(delta)]
