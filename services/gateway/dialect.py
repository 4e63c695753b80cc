"""The SSE dialect: each fact of a run is at most one server-sent event, under its sequence."""

from dataclasses import dataclass

from fastapi.sse import format_sse_event
from reflow.v1 import errors_pb2, events_pb2, steps_pb2

from services.common.language import Language
from services.gateway import spelling, wording
from services.gateway.creation.products import alignment_map, composed_note, note_images, note_input, product
from services.gateway.errors import told_error
from services.gateway.spelling import Json

# The gateway speaks for the run where no agent does.
RUN_NODE = "orchestrator"

_PHASES = {steps_pb2.Progress.PHASE_WAITING: "waiting", steps_pb2.Progress.PHASE_WORKING: "working"}


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event of the stream. *timestamp* in milliseconds; an event of the gateway's own has no sequence."""

    type: str
    sequence: int | None
    timestamp: int
    session_id: str
    run_id: str
    data: Json

    def encode(self) -> bytes:
        """Return the event as it goes over the wire (WHATWG HTML, 9.2.6)."""
        body = {
            "type": self.type,
            "timestamp": self.timestamp,
            "sessionId": self.session_id,
            "runId": self.run_id,
            "data": self.data,
        }
        name = None if self.sequence is None else str(self.sequence)
        return format_sse_event(event=self.type, id=name, data_str=spelling.dump(body).decode())


def spell(event: events_pb2.RunEvent, language: Language, *, expose_details: bool) -> ServerEvent | None:
    """Return *event* in the dialect, texts of the gateway's own in *language*; None for a fact it does not know."""
    told = _told(event, language, expose_details)
    if told is None:
        return None
    kind, data = told
    return ServerEvent(kind, event.sequence, event.time.ToMilliseconds(), event.session_id, event.run_id, data)


def _told(event: events_pb2.RunEvent, language: Language, expose: bool) -> tuple[str, Json] | None:
    match event.WhichOneof("fact"):
        case "run_started":
            return "connection", _connection(event)
        case "session_recalled":
            remembered = wording.RECALLED.pick(language).format(count=len(event.session_recalled.messages))
            return "thought_log", {"node": RUN_NODE, "message": remembered}
        case "run_resumed":
            return "thought_log", {"node": RUN_NODE, "message": wording.RESUMED.pick(language)}
        case "step_started":
            return "progress", _step(event, "started", 0.0, wording.started(event.agent, event.attempt, language))
        case "step_activity":
            return _activity(event, language)
        case "step_finished":
            return _finished(event, language)
        case "step_failed":
            return "progress", _failed(event, language, expose)
        case "run_reflowed":
            return "progress", _reflowed(event, language)
        case "component_shown":
            return "gen_ui_component", spelling.component(event.component_shown, event.time.ToMilliseconds())
        case "warning_recorded":
            warning = _error(event, event.warning_recorded.error, expose)
            node = event.warning_recorded.error.node or event.agent or RUN_NODE
            return "thought_log", {"node": node, "message": warning["message"], "level": "warning", "error": warning}
        case "error_raised":
            return "error", _error(event, event.error_raised, expose)
        case "budget_reached":
            return "thought_log", _budget(event.budget_reached)
        case "question_asked":
            return "progress", _asked(event, language)
        case "question_answered":
            return "progress", _answered(event, language)
        case "route_decided":
            return "thought_log", _decided(event, language)
        case "work_delivered":
            return "thought_log", _delivered(event.work_delivered, language)
        case "run_ended":
            return "stream_end", _ended(event, expose)
        case None:
            return None


def _connection(event: events_pb2.RunEvent) -> Json:
    started, here = event.run_started, f"/api/runs/{event.run_id}"
    asked = note_input(started.note) if started.HasField("note") else spelling.user_input(started.image_chat)
    return {
        "status": "connected",
        "workflow": started.WhichOneof("input"),
        "userInput": asked,
        "locale": started.locale,
        "eventsUrl": f"{here}/events",
        "runUrl": here,
        "cancelUrl": f"{here}/cancel",
    }


def _step(event: events_pb2.RunEvent, phase: str, fraction: float, message: str) -> Json:
    return {
        "node": event.agent,
        "step": event.step,
        "attempt": event.attempt,
        "phase": phase,
        "fraction": fraction,
        "message": message,
    }


def _activity(event: events_pb2.RunEvent, language: Language) -> tuple[str, Json] | None:
    activity = event.step_activity
    thought: Json = {"node": event.agent, "step": event.step, "attempt": event.attempt}
    match activity.WhichOneof("activity"):
        case "thought":
            return "thought_log", thought | {"message": activity.thought.text}
        case "message":
            return "thought_log", thought | {"message": activity.message.text, "kind": "message"}
        case "progress":
            told = activity.progress
            return "progress", _step(event, _PHASES.get(told.phase, "working"), told.fraction, told.text)
        case "tool_call":
            call = activity.tool_call
            used = {"toolCallId": call.tool_call_id, "tool": call.tool, "input": spelling.struct(call.input)}
            return "thought_log", thought | {"message": call.tool, "kind": "tool_call"} | used
        case "tool_result":
            answer = activity.tool_result
            gave = {"toolCallId": answer.tool_call_id, "tool": answer.tool, "output": spelling.struct(answer.output)}
            return "thought_log", thought | {"message": answer.tool, "kind": "tool_result"} | gave
        case "usage":
            used = {"kind": "usage", "usage": spelling.usage(activity.usage)}
            return "thought_log", thought | {"message": wording.used(activity.usage, language)} | used
        case None:
            return None


def _budget(reached: events_pb2.BudgetReached) -> Json:
    told = {"node": RUN_NODE, "message": reached.message, "level": "warning", "kind": "budget"}
    return told | {"budget": spelling.budget(reached)}


def _finished(event: events_pb2.RunEvent, language: Language) -> tuple[str, Json]:
    finished = event.step_finished
    told = _step(event, "finished", 1.0, wording.finished(event.agent, language))
    match finished.WhichOneof("result"):
        case "verdict":
            step = {"node": event.agent, "step": event.step, "attempt": event.attempt}
            return "quality_check", spelling.quality_check(finished.verdict) | step
        case "intent":
            return "progress", told | {"intent": spelling.intent(finished.intent)}
        case "prompt":
            return "progress", told | {"enhancedPrompt": spelling.enhanced_prompt(finished.prompt)}
        case "image":
            return "progress", told | {"executionResult": spelling.execution_result(finished.image)}
        case _:
            return "progress", told | _note_product(finished)


def _note_product(finished: events_pb2.StepFinished) -> Json:
    """Return what an agent of a note made, under its name in the state of the run."""
    match finished.WhichOneof("result"):
        case "brief":
            return {"creativeBrief": product(finished.brief)}
        case "evidence":
            return {"evidencePack": product(finished.evidence)}
        case "references":
            return {"referenceAnalyses": [product(seen) for seen in finished.references.references]}
        case "content":
            return {"generatedContent": product(finished.content)}
        case "layout":
            return {"layoutSpec": product(finished.layout)}
        case "plans":
            return dict(alignment_map(finished.plans))
        case "note_image":
            return {"generatedImages": note_images([finished.note_image], [])}
        case "advice":
            return {"advice": product(finished.advice)}
        case _:
            return {}


def _decided(event: events_pb2.RunEvent, language: Language) -> Json:
    """Tell who works next, or which advice was not taken."""
    route = event.route_decided
    template = wording.NOT_TAKEN if route.ignored else wording.DECIDED
    message = template.pick(language).format(agent=route.agent, reason=route.reason).strip()
    more = {"kind": "decision", "decision": route.agent, "reason": route.reason, "ignored": route.ignored}
    return {"node": event.agent or RUN_NODE, "message": message} | more


def _delivered(delivered: events_pb2.WorkDelivered, language: Language) -> Json:
    message = wording.DELIVERED.pick(language).format(title=delivered.note.content.title)
    return {"node": RUN_NODE, "message": message, "kind": "work", "note": composed_note(delivered.note)}


def _failed(event: events_pb2.RunEvent, language: Language, expose: bool) -> Json:
    """Tell a try that failed: everything it streamed is void."""
    failed = event.step_failed
    retry_in = failed.retry_in.ToNanoseconds() / 1e9 if failed.HasField("retry_in") else None
    message = wording.failed(failed.error.message, retry_in, language)
    told = _step(event, "failed", 0.0, message)
    return told | {"superseded": True, "retryIn": retry_in, "error": _error(event, failed.error, expose)}


def _reflowed(event: events_pb2.RunEvent, language: Language) -> Json:
    back = event.run_reflowed
    step = _step(event, "reflowed", 0.0, wording.reflowed(back, language))
    more = {"round": back.round, "returnTo": back.return_to, "score": back.score, "feedback": back.feedback}
    return step | {"node": event.agent or RUN_NODE} | more


def _asked(event: events_pb2.RunEvent, language: Language) -> Json:
    """Tell that the run waits for a person: the stream ends here, and is taken up again after the answer."""
    question = spelling.question(event.question_asked)
    told = _step(event, "paused", 0.0, wording.PAUSED.pick(language).format(text=question["text"]))
    return told | {"node": RUN_NODE, "question": question, "answerUrl": f"/api/runs/{event.run_id}/answer"}


def _answered(event: events_pb2.RunEvent, language: Language) -> Json:
    given = event.question_answered
    text = wording.EXPIRED if given.expired else wording.ANSWERED
    told = _step(event, "answered", 0.0, text.pick(language))
    more = {"key": given.key, "answer": spelling.answer(given.answer), "expired": given.expired}
    return told | {"node": RUN_NODE} | more


def _ended(event: events_pb2.RunEvent, expose: bool) -> Json:
    ended = event.run_ended
    error = _error(event, ended.error, expose) if ended.HasField("error") else None
    return {"status": spelling.status(ended.status), "error": error, "runUrl": f"/api/runs/{event.run_id}"}


def _error(event: events_pb2.RunEvent, error: errors_pb2.Error, expose: bool) -> Json:
    at = event.time.ToMilliseconds()
    return told_error(error, at_ms=at, session_id=event.session_id, run_id=event.run_id, expose_details=expose)
