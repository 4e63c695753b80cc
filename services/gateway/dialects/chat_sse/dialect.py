"""The dialect of /api/agent/chat: each event of a run is at most one server-sent event, with its sequence as id."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from fastapi.sse import format_sse_event
from reflow.v1 import events_pb2

from services.common.text.language import Language
from services.gateway import texts
from services.gateway.dialects.chat_sse import run_events, step_events
from services.gateway.dialects.chat_sse.context import EventContext, Handler
from services.gateway.dialects.dialect import find_handler
from services.gateway.json_mapper.values import Json, encode_json


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event of the stream. *timestamp* in milliseconds; an event of the gateway itself has no sequence."""

    type: str
    sequence: int | None
    timestamp: int
    session_id: str
    run_id: str
    data: Json

    def to_sse(self) -> bytes:
        """Return the event as a server-sent event (WHATWG HTML, 9.2.6)."""
        body = {
            "type": self.type,
            "timestamp": self.timestamp,
            "sessionId": self.session_id,
            "runId": self.run_id,
            "data": self.data,
        }
        name = None if self.sequence is None else str(self.sequence)
        return format_sse_event(event=self.type, id=name, data_str=encode_json(body).decode())


@dataclass(frozen=True, slots=True)
class ChatSse:
    """Renders the events of a run after *after_sequence*, with the gateway's own texts in *language*."""

    run_id: str
    session_id: str
    language: Language
    expose_details: bool = False
    after_sequence: int = 0
    initial: ClassVar[Language | None] = None

    def render(self, state: Language | None, event: events_pb2.RunEvent) -> tuple[Language | None, list[ServerEvent]]:
        """Return the server-sent event of *event*; none for an event that this version does not know.

        The state is the language of the run, once its start was rendered.
        """
        if event.run_started.locale in tuple(Language):
            state = Language(event.run_started.locale)
        handler = find_handler(_HANDLERS, event)
        if handler is None:
            return state, []
        kind, data = handler(EventContext(event, state or self.language, self.expose_details))
        at = event.time.ToMilliseconds()
        return state, [ServerEvent(kind, event.sequence, at, event.session_id, event.run_id, data)]

    def is_finished(self, state: Language | None) -> bool:
        """Return False: the stream ends with its events."""
        return False

    def to_sse(self, message: ServerEvent) -> bytes:
        """Return *message* as a server-sent event."""
        return message.to_sse()

    def render_opening(self) -> bytes:
        """Return nothing: the first event opens the stream."""
        return b""

    def render_stop(self) -> bytes:
        """Return a comment."""
        return format_sse_event(comment=texts.STOPPING)

    def render_error(self, state: Language | None, error: Json) -> bytes:
        """Return an error event without an id."""
        return ServerEvent("error", None, error["timestamp"], self.session_id, self.run_id, error).to_sse()

    def render_end(self, state: Language | None) -> bytes:
        """Return nothing: the last event ends the stream."""
        return b""


_HANDLERS: Mapping[str, Handler] = {
    "run_started": run_events.run_started,
    "session_recalled": run_events.session_recalled,
    "run_resumed": run_events.run_resumed,
    "run_reflowed": run_events.run_reflowed,
    "warning_recorded": run_events.warning_recorded,
    "error_raised": run_events.error_raised,
    "budget_reached": run_events.budget_reached,
    "question_asked": run_events.question_asked,
    "question_answered": run_events.question_answered,
    "route_decided": run_events.route_decided,
    "work_delivered": run_events.work_delivered,
    "work_delivered.graph_revision": run_events.graph_delivered,
    "work_delivered.graph_outputs": run_events.graph_executed,
    "work_delivered.team_result": run_events.team_delivered,
    "component_shown": run_events.component_shown,
    "run_ended": run_events.run_ended,
    "step_started": step_events.step_started,
    "step_failed": step_events.step_failed,
    "step_activity.thought": step_events.thought,
    "step_activity.message": step_events.message,
    "step_activity.progress": step_events.progress,
    "step_activity.tool_call": step_events.tool_call,
    "step_activity.tool_result": step_events.tool_result,
    "step_activity.usage": step_events.usage,
    "step_finished": step_events.step_finished(lambda _: {}),
    "step_finished.verdict": step_events.verdict,
    **{f"step_finished.{name}": step_events.step_finished(to_json) for name, to_json in step_events.RESULTS.items()},
}
