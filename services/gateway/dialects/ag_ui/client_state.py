"""The shared state of an AG-UI client: a fold of the events of a run. That of a graph is inserted by the renderer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from reflow.v1 import events_pb2, executor_pb2, questions_pb2

from services.gateway.dialects.ag_ui.notes import note_image_to_json, plans_to_json
from services.gateway.dialects.dialect import find_handler
from services.gateway.json_mapper import graphs, image_chat, team
from services.gateway.json_mapper.proto_json import message_to_json
from services.gateway.json_mapper.questions import question_to_json
from services.gateway.json_mapper.runs import status_name
from services.gateway.json_mapper.values import Json, struct_to_json

RunEvent: TypeAlias = events_pb2.RunEvent
Handler = Callable[[Json, RunEvent], Json]

NOTE, GRAPH, TEAM = "note", "graph", "team"
# Status of a stage that has ended.
ENDED = ("done", "skipped", "failed")
# The member that a user's own content replaces, by the kind of the question.
_EDITABLE = {"content": "content", "image_plans": "plans"}


def create_state(workflow: str, run_id: str, thread_id: str) -> Json:
    """Return the state of a run before its first event. Every member exists from the start."""
    common: Json = {
        "workflow": workflow,
        "runId": run_id,
        "threadId": thread_id,
        "status": "waiting",
        "currentAgent": None,
        "iteration": 0,
        "question": None,
        "quality": None,
    }
    if workflow == NOTE:
        return common | {"brief": None, "content": None, "layout": None, "plans": None, "images": []}
    if workflow == GRAPH:
        return common | {"graphId": None, "revision": None, "graph": None, "plan": None, "change": None}
    if workflow == TEAM:
        return common | {"plan": None, "stages": {}, "verdict": None}
    return common | {"intent": None, "prompt": None, "result": None, "components": {}}


def evolve(state: Json, event: RunEvent) -> Json:
    """Return the state after *event*. Pure; *state* is not modified."""
    handler = find_handler(_HANDLERS, event)
    return state if handler is None else handler(state, event)


def _step_started(state: Json, event: RunEvent) -> Json:
    return _with_activity(state | {"status": "running", "currentAgent": event.agent}, event, "")


def _run_ended(state: Json, event: RunEvent) -> Json:
    return state | {"status": status_name(event.run_ended.status), "currentAgent": None, "question": None}


def _component_shown(state: Json, event: RunEvent) -> Json:
    if "components" not in state:
        return state
    component = event.component_shown
    value = image_chat.component_to_json(component, event.time.ToMilliseconds())
    return state | {"components": state["components"] | {component.id: value}}


def _image_shown(state: Json, event: RunEvent) -> Json:
    if "components" not in state:
        return state
    result = image_chat.image_card_to_json(event.component_shown.image_result)
    return _component_shown(state, event) | {"result": result}


def _result(kind: str, member: str, to_json: Callable[[Any], Json]) -> Handler:
    """Return the handler that stores the result *kind* of a step as *member*."""
    return lambda state, event: state | {member: to_json(getattr(event.step_finished, kind))}


def _images_planned(state: Json, event: RunEvent) -> Json:
    # New plans have no images yet.
    return state | {"plans": plans_to_json(event.step_finished.plans), "images": []}


def _image_finished(state: Json, event: RunEvent) -> Json:
    return state | {"images": _with_image(state.get("images", []), event.step_finished.note_image)}


def _with_image(images: list[Json], message: executor_pb2.NoteImage) -> list[Json]:
    """Return *images* with the image, which replaces an earlier one of the same plan."""
    image = note_image_to_json(message)
    if any(other["planId"] == image["planId"] for other in images):
        return [image if other["planId"] == image["planId"] else other for other in images]
    return [*images, image]


def _question_asked(state: Json, event: RunEvent) -> Json:
    return state | {"status": "paused", "currentAgent": None, "question": question_to_json(event.question_asked)}


def _question_answered(state: Json, event: RunEvent) -> Json:
    question, answer = state["question"] or {}, event.question_answered.answer
    answered = state | {"status": "running", "question": None}
    member = _EDITABLE.get(question.get("kind", ""), "")
    if answer.decision == questions_pb2.DECISION_MODIFY and state.get(member) is not None:
        answered[member] = state[member] | struct_to_json(answer.content) | {"engine": "person"}
    return answered


def _team_planned(state: Json, event: RunEvent) -> Json:
    plan = team.plan_to_json(event.step_finished.team_plan)
    stages = {
        stage["id"]: {"agent": stage["agent"], "description": stage["description"], "status": "pending"}
        for stage in plan["subtasks"]
    }
    return state | {"plan": plan, "stages": stages}


def with_stages(state: Json, ended: Sequence[Json]) -> Json:
    """Return the state of a task with the results of its stages so far."""
    stages = {
        stage["stageId"]: state["stages"].get(stage["stageId"], {}) | stage | {"activity": None}
        for stage in ended
        if stage["status"] in ENDED
    }
    return state | {"stages": state["stages"] | stages}


def _with_activity(state: Json, event: RunEvent, text: str) -> Json:
    """Return the state with the current activity *text* of a stage of a task."""
    stages = state.get("stages", {})
    stage_id = event.step.partition("-")[0]
    if stage_id not in stages or stages[stage_id]["status"] in ENDED:
        return state
    stage = stages[stage_id] | {"status": "running", "activity": text or None}
    return state | {"stages": stages | {stage_id: stage}}


def _stage_thought(state: Json, event: RunEvent) -> Json:
    return _with_activity(state, event, event.step_activity.thought.text)


def _stage_tool_call(state: Json, event: RunEvent) -> Json:
    return _with_activity(state, event, event.step_activity.tool_call.tool)


def _stage_returned(state: Json, event: RunEvent) -> Json:
    """Return the state after a reflow: the stages that are executed again are known by their next steps."""
    state = state | {"iteration": event.run_reflowed.round}
    stages = {
        stage_id: stage | {"status": "pending"} if stage_id == event.run_reflowed.return_to else stage
        for stage_id, stage in state.get("stages", {}).items()
    }
    return state | {"stages": stages} if stages else state


def _team_delivered(state: Json, event: RunEvent) -> Json:
    result = team.result_to_json(event.work_delivered.team_result, event.run_id)
    return with_stages(state, result["stages"]) | {"verdict": result["verdict"]}


def _graph_delivered(state: Json, event: RunEvent) -> Json:
    change = event.work_delivered.graph_revision
    return state | {"revision": change.revision, "change": graphs.change_to_json(change)}


def _note_delivered(state: Json, event: RunEvent) -> Json:
    note = event.work_delivered.note
    delivered: Json = {"images": [note_image_to_json(image) for image in note.images]}
    if note.HasField("content"):
        delivered["content"] = message_to_json(note.content)
    if note.HasField("layout"):
        delivered["layout"] = message_to_json(note.layout)
    if note.HasField("verdict"):
        delivered["quality"] = image_chat.verdict_to_json(note.verdict)
    return state | delivered


_HANDLERS: Mapping[str, Handler] = {
    "step_started": _step_started,
    "run_reflowed": _stage_returned,
    "component_shown": _component_shown,
    "component_shown.image_result": _image_shown,
    "question_asked": _question_asked,
    "question_answered": _question_answered,
    "work_delivered.note": _note_delivered,
    "work_delivered.graph_revision": _graph_delivered,
    "work_delivered.team_result": _team_delivered,
    "run_ended": _run_ended,
    "step_activity.thought": _stage_thought,
    "step_activity.tool_call": _stage_tool_call,
    "step_finished.team_plan": _team_planned,
    "step_finished.intent": _result("intent", "intent", image_chat.intent_to_json),
    "step_finished.prompt": _result("prompt", "prompt", image_chat.enhanced_prompt_to_json),
    "step_finished.image": _result("image", "result", image_chat.execution_result_to_json),
    "step_finished.verdict": _result("verdict", "quality", image_chat.verdict_to_json),
    "step_finished.brief": _result("brief", "brief", message_to_json),
    "step_finished.content": _result("content", "content", message_to_json),
    "step_finished.layout": _result("layout", "layout", message_to_json),
    "step_finished.patch_plan": _result("patch_plan", "plan", graphs.plan_to_json),
    "step_finished.plans": _images_planned,
    "step_finished.note_image": _image_finished,
}
