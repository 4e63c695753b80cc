"""The dialect of /api/agent/stream: `data: {JSON}` for each event of a note, and `data: [DONE]` at the regular end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from fastapi.sse import format_sse_event
from reflow.v1 import events_pb2

from services.gateway import texts
from services.gateway.dialects.agents import SUPERVISOR
from services.gateway.dialects.dialect import find_handler
from services.gateway.dialects.note_sse import question_events, run_events, step_events
from services.gateway.dialects.note_sse.cursor import START, Cursor
from services.gateway.dialects.note_sse.events import ErrorEvent, NoteEvent
from services.gateway.dialects.note_sse.state import StreamState, evolve
from services.gateway.dialects.note_sse.transition import NoteEvents, Transition
from services.gateway.json_mapper.values import Json, encode_json

DONE = b"data: [DONE]\n\n"

PositionedEvent = tuple[Cursor, NoteEvent]


@dataclass(frozen=True, slots=True)
class NoteSse:
    """Renders the events of a note after the cursor *after*, in the language of the run."""

    after: Cursor = START
    expose_details: bool = False

    # Always from the first event on: later events are rendered with the state that earlier ones leave.
    after_sequence: ClassVar[int] = START.sequence
    initial: ClassVar[StreamState] = StreamState()

    def render(self, state: StreamState, event: events_pb2.RunEvent) -> tuple[StreamState, list[PositionedEvent]]:
        """Return the state after *event*, and its note events after the cursor."""
        state, note_events = render(state, event, expose_details=self.expose_details)
        positioned = [(Cursor(event.sequence, index), item) for index, item in enumerate(note_events, start=1)]
        return state, [(at, item) for at, item in positioned if at > self.after]

    def is_finished(self, state: StreamState) -> bool:
        """Return False: the stream ends with its events."""
        return False

    def to_sse(self, message: PositionedEvent) -> bytes:
        """Return *message* as a server-sent event with its id."""
        at, event = message
        return to_sse(event, at)

    def render_opening(self) -> bytes:
        """Return nothing: the first event opens the stream."""
        return b""

    def render_stop(self) -> bytes:
        """Return a comment. Without DONE the client knows that it should resume."""
        return format_sse_event(comment=texts.STOPPING)

    def render_error(self, state: StreamState, error: Json) -> bytes:
        """Return an error event without an id, and DONE."""
        lost = ErrorEvent(timestamp=error["timestamp"], code=error["code"], message=error["message"], error=error)
        return to_sse(lost) + DONE

    def render_end(self, state: StreamState) -> bytes:
        """Return DONE."""
        return DONE


def render(state: StreamState, event: events_pb2.RunEvent, *, expose_details: bool) -> tuple[StreamState, NoteEvents]:
    """Return the state after *event*, and its note events in order. Pure: the same events give the same result."""
    change = Transition(state, evolve(state, event), event, expose_details)
    handler = find_handler(_HANDLERS, event)
    rendered = [] if handler is None else handler(change)
    agent = event.agent or _asking_agent(change) or SUPERVISOR
    origin = {"timestamp": event.time.ToMilliseconds(), "step": event.step or None, "attempt": event.attempt or None}
    return change.after, [item.model_copy(update=origin | {"agent": item.agent or agent}) for item in rendered]


def to_sse(event: NoteEvent, at: Cursor | None = None) -> bytes:
    """Return *event* as a server-sent event; one of the gateway itself has no id (WHATWG HTML, 9.2.6)."""
    name = b"" if at is None else f"id: {at}\n".encode()
    return b"%bdata: %b\n\n" % (name, encode_json(event.to_json()))


def _asking_agent(change: Transition) -> str:
    """Return the agent of a question or of its answer, "" for other events."""
    if change.event.HasField("question_asked"):
        return change.after.asking_agent
    return change.before.asking_agent if change.event.HasField("question_answered") else ""


_HANDLERS: Mapping[str, Callable[[Transition], NoteEvents]] = {
    "run_started": run_events.run_started,
    "session_recalled": run_events.session_recalled,
    "run_resumed": run_events.run_resumed,
    "route_decided": run_events.route_decided,
    "run_reflowed": run_events.run_reflowed,
    "component_shown.agent_message": run_events.agent_message_shown,
    "warning_recorded": run_events.warning_recorded,
    "error_raised": run_events.error_raised,
    "budget_reached": run_events.budget_reached,
    "run_ended": run_events.run_ended,
    "question_asked": question_events.question_asked,
    "question_answered": question_events.question_answered,
    "step_started": step_events.step_started,
    "step_failed": step_events.step_failed,
    "step_activity.thought": step_events.thought,
    "step_activity.message": step_events.message,
    "step_activity.progress": step_events.progress,
    "step_activity.tool_call": step_events.tool_call,
    "step_activity.tool_result": step_events.tool_result,
    "step_activity.usage": step_events.usage,
    "step_finished": step_events.step_finished(step_events.nothing),
    "step_finished.brief": step_events.step_finished(step_events.brief),
    "step_finished.evidence": step_events.step_finished(step_events.evidence),
    "step_finished.references": step_events.step_finished(step_events.references),
    "step_finished.content": step_events.step_finished(step_events.content),
    "step_finished.layout": step_events.step_finished(step_events.layout),
    "step_finished.plans": step_events.step_finished(step_events.plans),
    "step_finished.note_image": step_events.step_finished(step_events.note_image),
    "step_finished.verdict": step_events.step_finished(step_events.verdict),
    "step_finished.advice": step_events.step_finished(step_events.advice),
}
