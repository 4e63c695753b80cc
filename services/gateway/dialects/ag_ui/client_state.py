"""The shared state of an AG-UI client: a fold of the events of a run."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from reflow.v1 import events_pb2, executor_pb2, questions_pb2

from services.gateway.dialects.ag_ui.notes import note_image_to_json, plans_to_json
from services.gateway.dialects.dialect import find_handler
from services.gateway.json_mapper import image_chat
from services.gateway.json_mapper.proto_json import message_to_json
from services.gateway.json_mapper.questions import question_to_json
from services.gateway.json_mapper.runs import status_name
from services.gateway.json_mapper.values import Json, struct_to_json

RunEvent: TypeAlias = events_pb2.RunEvent
Handler = Callable[[Json, RunEvent], Json]

NOTE = "note"
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
    return common | {"intent": None, "prompt": None, "result": None, "components": {}}


def evolve(state: Json, event: RunEvent) -> Json:
    """Return the state after *event*. Pure; *state* is not modified."""
    handler = find_handler(_HANDLERS, event)
    return state if handler is None else handler(state, event)


def _step_started(state: Json, event: RunEvent) -> Json:
    return state | {"status": "running", "currentAgent": event.agent}


def _run_reflowed(state: Json, event: RunEvent) -> Json:
    return state | {"iteration": event.run_reflowed.round}


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
    "run_reflowed": _run_reflowed,
    "component_shown": _component_shown,
    "component_shown.image_result": _image_shown,
    "question_asked": _question_asked,
    "question_answered": _question_answered,
    "work_delivered.note": _note_delivered,
    "run_ended": _run_ended,
    "step_finished.intent": _result("intent", "intent", image_chat.intent_to_json),
    "step_finished.prompt": _result("prompt", "prompt", image_chat.enhanced_prompt_to_json),
    "step_finished.image": _result("image", "result", image_chat.execution_result_to_json),
    "step_finished.verdict": _result("verdict", "quality", image_chat.verdict_to_json),
    "step_finished.brief": _result("brief", "brief", message_to_json),
    "step_finished.content": _result("content", "content", message_to_json),
    "step_finished.layout": _result("layout", "layout", message_to_json),
    "step_finished.plans": _images_planned,
    "step_finished.note_image": _image_finished,
}
