"""The messages of a thread from before the first step of a run, for a client that has none."""

from dataclasses import replace

from ag_ui.core import AssistantMessage, Message, MessagesSnapshotEvent, UserMessage
from reflow.v1 import events_pb2

from services.gateway.dialects.ag_ui.messages import Events, Source
from services.gateway.dialects.ag_ui.stream_state import StreamState
from services.gateway.dialects.agents import find_agent

# Events before the first step: more messages may follow.
_PREAMBLE = ("run_started", "session_recalled", "run_resumed")


def render_history(state: StreamState, event: events_pb2.RunEvent, source: Source) -> tuple[StreamState, Events]:
    """Return *state* after *event*, and the messages before the first step: once, since a client appends new ones."""
    if state.history is None:
        return state, []
    if event.WhichOneof("payload") in _PREAMBLE:
        return replace(state, history=(*_recalled(event, state), *state.history, *_prompt(event))), []
    snapshot = MessagesSnapshotEvent(messages=list(state.history), timestamp=source.at)
    return replace(state, history=None), [snapshot]


def _prompt(event: events_pb2.RunEvent) -> list[Message]:
    """Return the prompt that the run of *event* starts with."""
    kind = event.run_started.WhichOneof("input")
    text = getattr(getattr(event.run_started, kind), "text", "") if kind else ""
    return [UserMessage(id=f"{event.run_id}-prompt", role="user", content=text)] if text else []


def _recalled(event: events_pb2.RunEvent, state: StreamState) -> list[Message]:
    """Return the messages of earlier runs, which *event* recalls."""
    messages = list[Message]()
    for number, message in enumerate(event.session_recalled.messages, start=1):
        message_id = f"{event.run_id}-earlier-{number}"
        if message.role == "user":
            messages.append(UserMessage(id=message_id, role="user", content=message.content))
        else:
            name = find_agent(event, state.context.workflow)
            messages.append(AssistantMessage(id=message_id, role="assistant", name=name, content=message.content))
    return messages
