"""The dialect of /ag-ui: a run of the protocol from RUN_STARTED to its one last event."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from ag_ui.core import BaseEvent, CustomEvent, RunErrorEvent
from ag_ui.encoder import EventEncoder
from reflow.v1 import events_pb2

from services.common.errors import Code, ReflowError
from services.gateway.dialects.ag_ui import texts
from services.gateway.dialects.ag_ui.lifecycle import open_run
from services.gateway.dialects.ag_ui.messages import Events
from services.gateway.dialects.ag_ui.renderer import render
from services.gateway.dialects.ag_ui.stream_state import StreamContext, StreamState, initial_state, restart
from services.gateway.json_mapper.values import Json

WARNING = "reflow.warning"

_ENCODER = EventEncoder()


@dataclass(frozen=True, slots=True)
class AgUi:
    """Renders the events of a run after its question *after_key* ("": from the start), until the end or a question."""

    context: StreamContext
    after_key: str = ""
    warnings: tuple[str, ...] = ()

    # Always from the first event on: the client's state is folded from all of them.
    after_sequence: ClassVar[int] = 0

    @property
    def initial(self) -> StreamState:
        """The state before the first event."""
        return replace(initial_state(self.context), is_started=not self.after_key)

    def render(self, state: StreamState, event: events_pb2.RunEvent) -> tuple[StreamState, Events]:
        """Return the state after *event*, and its events; none before the question *after_key*."""
        was_started = state.is_started
        state, events = render(state, event)
        if was_started:
            return state, events
        state = restart(state)
        if event.question_asked.question.key != self.after_key:
            return state, []
        return replace(state, is_started=True), self._open(state)

    def is_finished(self, state: StreamState) -> bool:
        """Whether the last event of the run has been rendered."""
        return state.is_started and state.is_finished

    def to_sse(self, message: BaseEvent) -> bytes:
        """Return *message* as a server-sent event."""
        return _ENCODER.encode(message).encode()

    def render_opening(self) -> bytes:
        """Return the first events, unless the stream starts after a question."""
        return self._encode(self._open(self.initial)) if self.initial.is_started else b""

    def render_stop(self) -> bytes:
        """Return an error that makes the client reconnect."""
        message = texts.STOPPING.pick(self.context.language)
        return self.to_sse(RunErrorEvent(message=message, code=Code.SSE_CONNECTION_ERROR.value))

    def render_error(self, state: StreamState, error: Json) -> bytes:
        """Return the error, after the first events where they are missing."""
        is_lost = error["code"] == Code.SSE_CONNECTION_ERROR
        message = texts.BROKEN.pick(self.context.language) if is_lost else error["message"]
        failed = RunErrorEvent(message=message, code=error["code"], metadata={"reflow": {"error": error}})
        return self._encode([*([] if state.is_started else self._open(state)), failed])

    def render_end(self, state: StreamState) -> bytes:
        """Raise QUESTION_UNKNOWN: the run has ended without the question *after_key*."""
        raise ReflowError(Code.QUESTION_UNKNOWN, texts.NOT_AN_INTERRUPT)

    def _open(self, state: StreamState) -> Events:
        return [*open_run(state), *(CustomEvent(name=WARNING, value=text) for text in self.warnings)]

    def _encode(self, events: Iterable[BaseEvent]) -> bytes:
        return b"".join(self.to_sse(event) for event in events)
