"""The shape that all dialects share, and the dispatch of events to their handlers."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from reflow.v1 import events_pb2

from services.gateway.json_mapper.values import Json

State = TypeVar("State")
Message = TypeVar("Message")
Handler = TypeVar("Handler")

# Payloads that hold a further oneof, and its name.
_NESTED_ONEOFS = {
    "step_activity": "activity",
    "step_finished": "result",
    "component_shown": "widget",
    "work_delivered": "result",
}


class Dialect(Protocol[State, Message]):
    """One protocol's form of a run's events: a pure fold of the events, and the stream's own messages."""

    @property
    def initial(self) -> State:
        """The state before the first event."""
        ...

    @property
    def after_sequence(self) -> int:
        """The sequence number after which the fold starts."""
        ...

    def render(self, state: State, event: events_pb2.RunEvent) -> tuple[State, Sequence[Message]]:
        """Return the state after *event*, and the messages for the client. Pure."""
        ...

    def is_finished(self, state: State) -> bool:
        """Whether the last message has been rendered."""
        ...

    def to_sse(self, message: Message) -> bytes:
        """Return *message* as a server-sent event."""
        ...

    def render_opening(self) -> bytes:
        """Return what is sent before the first event."""
        ...

    def render_stop(self) -> bytes:
        """Return what is sent when the gateway stops."""
        ...

    def render_error(self, state: State, error: Json) -> bytes:
        """Return what is sent when the run cannot be watched any longer; *error* is the error object."""
        ...

    def render_end(self, state: State) -> bytes:
        """Return what is sent after the last event. Raises ReflowError where the stream may not end here."""
        ...


def event_name(event: events_pb2.RunEvent) -> str:
    """Return the name of an event's payload, with the kind of its activity, result or widget: step_finished.brief."""
    payload = event.WhichOneof("payload") or ""
    oneof = _NESTED_ONEOFS.get(payload)
    kind = getattr(event, payload).WhichOneof(oneof) if oneof else None
    return f"{payload}.{kind}" if kind else payload


def find_handler(handlers: Mapping[str, Handler], event: events_pb2.RunEvent) -> Handler | None:
    """Return the handler of *event*: that of its full name, or of its payload; None for an unknown event."""
    name = event_name(event)
    return handlers.get(name) or handlers.get(name.partition(".")[0])
