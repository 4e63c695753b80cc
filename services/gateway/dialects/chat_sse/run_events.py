"""Renders the events of a run as a whole: start, routing, questions, warnings, end."""

from collections.abc import Callable, Mapping

from reflow.v1 import events_pb2

from services.gateway import texts
from services.gateway.dialects.agents import ORCHESTRATOR
from services.gateway.dialects.chat_sse.context import EventContext, Rendered
from services.gateway.graphs.json_text import describe_revision
from services.gateway.json_mapper import graph_execution, graphs, image_chat, team
from services.gateway.json_mapper.notes import (
    composed_note_to_json,
    note_input_to_json,
)
from services.gateway.json_mapper.questions import answer_to_json, question_to_json
from services.gateway.json_mapper.runs import budget_to_json, status_name
from services.gateway.json_mapper.values import Json

_INPUTS: Mapping[str, Callable[[events_pb2.RunStarted], Json]] = {
    "image_chat": lambda started: image_chat.input_to_json(started.image_chat),
    "note": lambda started: note_input_to_json(started.note),
    "graph": lambda started: graphs.input_to_json(started.graph),
    "graph_execution": lambda started: graph_execution.execution_input_to_json(started.graph_execution),
    "team": lambda started: team.input_to_json(started.team),
}


def run_started(context: EventContext) -> Rendered:
    """Render the start of a run."""
    started, run_url = context.event.run_started, f"/api/runs/{context.event.run_id}"
    workflow = started.WhichOneof("input")
    return "connection", {
        "status": "connected",
        "workflow": workflow,
        "userInput": _INPUTS[workflow](started) if workflow else None,
        "locale": started.locale,
        "eventsUrl": f"{run_url}/events",
        "runUrl": run_url,
        "cancelUrl": f"{run_url}/cancel",
    }


def session_recalled(context: EventContext) -> Rendered:
    """Render the number of messages that were loaded."""
    message = texts.RECALLED.pick(context.language).format(count=len(context.event.session_recalled.messages))
    return "thought_log", {"node": ORCHESTRATOR, "message": message}


def run_resumed(context: EventContext) -> Rendered:
    """Render that an interrupted run resumes."""
    return "thought_log", {"node": ORCHESTRATOR, "message": texts.RESUMED.pick(context.language)}


def run_reflowed(context: EventContext) -> Rendered:
    """Render that work is sent back."""
    reflow = context.event.run_reflowed
    step = context.step("reflowed", 0.0, texts.format_reflowed(reflow, context.language))
    more = {"round": reflow.round, "returnTo": reflow.return_to, "score": reflow.score, "feedback": reflow.feedback}
    return "progress", step | {"node": context.event.agent or ORCHESTRATOR} | more


def warning_recorded(context: EventContext) -> Rendered:
    """Render a warning."""
    warning = context.error(context.event.warning_recorded.error)
    node = context.event.warning_recorded.error.node or context.event.agent or ORCHESTRATOR
    return "thought_log", {"node": node, "message": warning["message"], "level": "warning", "error": warning}


def error_raised(context: EventContext) -> Rendered:
    """Render the error that fails a run."""
    return "error", context.error(context.event.error_raised)


def budget_reached(context: EventContext) -> Rendered:
    """Render that a budget is used up."""
    reached = context.event.budget_reached
    data = {"node": ORCHESTRATOR, "message": reached.message, "level": "warning", "kind": "budget"}
    return "thought_log", data | {"budget": budget_to_json(reached)}


def question_asked(context: EventContext) -> Rendered:
    """Render a pause: the stream ends here, and is resumed after the answer."""
    question = question_to_json(context.event.question_asked)
    step = context.step("paused", 0.0, texts.PAUSED.pick(context.language).format(text=question["text"]))
    return "progress", step | {
        "node": ORCHESTRATOR,
        "question": question,
        "answerUrl": f"/api/runs/{context.event.run_id}/answer",
    }


def question_answered(context: EventContext) -> Rendered:
    """Render an answer."""
    answered = context.event.question_answered
    text = texts.EXPIRED if answered.expired else texts.ANSWERED
    step = context.step("answered", 0.0, text.pick(context.language))
    more = {"key": answered.key, "answer": answer_to_json(answered.answer), "expired": answered.expired}
    return "progress", step | {"node": ORCHESTRATOR} | more


def route_decided(context: EventContext) -> Rendered:
    """Render which agent works next, or which advice was ignored."""
    route = context.event.route_decided
    template = texts.ADVICE_IGNORED if route.ignored else texts.DECIDED
    message = texts.format_text(template, context.language, agent=route.agent, reason=route.reason)
    more = {"kind": "decision", "decision": route.agent, "reason": route.reason, "ignored": route.ignored}
    return "thought_log", {"node": context.event.agent or ORCHESTRATOR, "message": message} | more


def work_delivered(context: EventContext) -> Rendered:
    """Render a delivered note."""
    note = context.event.work_delivered.note
    message = texts.DELIVERED.pick(context.language).format(title=note.content.title)
    return "thought_log", {
        "node": ORCHESTRATOR,
        "message": message,
        "kind": "work",
        "note": composed_note_to_json(note),
    }


def graph_delivered(context: EventContext) -> Rendered:
    """Render a stored change of a graph. The graph itself arrives with the events of the graph."""
    revision = context.event.work_delivered.graph_revision
    more = {"kind": "work", "graphRevision": describe_revision(revision)}
    return "thought_log", {"node": ORCHESTRATOR, "message": revision.summary} | more


def graph_executed(context: EventContext) -> Rendered:
    """Render the results of an executed graph."""
    outputs = graph_execution.outputs_to_json(context.event.work_delivered.graph_outputs)
    message = texts.GRAPH_OUTPUTS.pick(context.language).format(count=len(outputs))
    return "thought_log", {"node": ORCHESTRATOR, "message": message, "kind": "work", "graphOutputs": outputs}


def team_delivered(context: EventContext) -> Rendered:
    """Render the result of a task."""
    result = context.event.work_delivered.team_result
    more = {"kind": "work", "teamResult": team.result_to_json(result, context.event.run_id)}
    return "thought_log", {"node": ORCHESTRATOR, "message": result.verdict.feedback} | more


def component_shown(context: EventContext) -> Rendered:
    """Render a user interface component."""
    return "gen_ui_component", image_chat.component_to_json(
        context.event.component_shown, context.event.time.ToMilliseconds()
    )


def run_ended(context: EventContext) -> Rendered:
    """Render the end of a run."""
    ended = context.event.run_ended
    error = context.error(ended.error) if ended.HasField("error") else None
    return "stream_end", {
        "status": status_name(ended.status),
        "error": error,
        "runUrl": f"/api/runs/{context.event.run_id}",
    }
