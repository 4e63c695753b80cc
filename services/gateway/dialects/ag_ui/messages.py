"""AG-UI events in complete groups: each group closes what it opens."""

from dataclasses import dataclass
from typing import TypeAlias

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

from services.gateway.dialects.ag_ui.json_patch import make_patch
from services.gateway.json_mapper.values import Json, encode_json

Events: TypeAlias = list[BaseEvent]


@dataclass(frozen=True, slots=True)
class Source:
    """The origin of events, and their time (milliseconds since 1970)."""

    at: int
    agent: str = ""
    step: str = ""
    attempt: int = 0

    @property
    def metadata(self) -> Json:
        """The metadata of messages and calls: clients merge it into the message."""
        return {"reflow": {"agent": self.agent or None, "step": self.step or None, "attempt": self.attempt or None}}


def text_message(message_id: str, text: str, source: Source) -> Events:
    """Return *text* as a message of the assistant. An id that was used before continues that message."""
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


def superseded_message(message_id: str, note: str, source: Source) -> Events:
    """Return the continuation of an invalidated message: *note* for users, metadata for programs."""
    start, content, end = text_message(message_id, f"\n\n{note}", source)
    end.metadata = {"reflow": {**source.metadata["reflow"], "superseded": True}}
    return [start, content, end]


def reasoning(message_id: str, text: str, source: Source) -> Events:
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


def tool_call(call_id: str, tool: str, arguments: Json, source: Source) -> Events:
    """Return a call of a tool with all its arguments."""
    start, _, end = text_message(call_id, "", source)
    return [
        start,  # the message that has the call: one that the client makes by itself names no agent
        end,
        ToolCallStartEvent(
            tool_call_id=call_id,
            tool_call_name=tool,
            parent_message_id=call_id,
            timestamp=source.at,
            metadata=source.metadata,
        ),
        ToolCallArgsEvent(tool_call_id=call_id, delta=encode_json(arguments).decode(), timestamp=source.at),
        ToolCallEndEvent(tool_call_id=call_id, timestamp=source.at),
    ]


def tool_result(call_id: str, content: str, source: Source) -> Events:
    """Return the result of a call. The client would execute a call without a result."""
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


def activity(activity_id: str, kind: str, content: Json, source: Source, before: Json | None = None) -> Events:
    """Return an activity: a snapshot the first time, the changes since *before* afterwards."""
    if before is None:
        return [
            ActivitySnapshotEvent(
                message_id=activity_id,
                activity_type=kind,
                content=content,
                timestamp=source.at,
                metadata=source.metadata,
            )
        ]
    patch = make_patch(before, content)
    if not patch:
        return []
    # Validated: the types of operations are not among the package's public names.
    delta = {"message_id": activity_id, "activity_type": kind, "patch": patch, "timestamp": source.at}
    return [ActivityDeltaEvent.model_validate(delta)]
