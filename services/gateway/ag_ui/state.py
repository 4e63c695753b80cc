"""The shared state that a client of AG-UI holds: a small fold over the facts of a run."""

from collections.abc import Callable, Mapping
from typing import Any

from reflow.v1 import components_pb2, creatives_pb2, events_pb2, questions_pb2

from services.gateway import spelling
from services.gateway.ag_ui import works
from services.gateway.creation.products import product
from services.gateway.spelling import Json

IMAGE_CHAT, NOTE = "image_chat", "note"

_KEPT: Mapping[str, tuple[str, Callable[[Any], Json]]] = {
    "intent": ("intent", spelling.intent),
    "prompt": ("prompt", spelling.enhanced_prompt),
    "image": ("result", spelling.execution_result),
    "verdict": ("quality", spelling.quality_check),
    "brief": ("brief", product),
    "content": ("content", product),
    "layout": ("layout", product),
    "plans": ("plans", works.plans),
}
"""Under which name the result of a step is kept, and how it is spelled."""

# What a person's own content takes the place of, by the kind of the question.
_REPLACED = {"content": "content", "image_plans": "plans"}


def blank(workflow: str, run_id: str, thread_id: str) -> Json:
    """Return the state of a run that has just been accepted: every member is there from the start."""
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


def evolve(state: Json, event: events_pb2.RunEvent) -> Json:
    """Return the state after *event*. Pure; *state* stays as it is."""
    match event.WhichOneof("fact"):
        case "step_started":
            return state | {"status": "running", "currentAgent": event.agent}
        case "step_finished":
            return _finished(state, event.step_finished)
        case "run_reflowed":
            return state | {"iteration": event.run_reflowed.round}
        case "component_shown" if "components" in state:
            return _shown(state, event.component_shown, event.time.ToMilliseconds())
        case "question_asked":
            asked = spelling.question(event.question_asked)
            return state | {"status": "paused", "currentAgent": None, "question": asked}
        case "question_answered":
            return _answered(state, event.question_answered)
        case "work_delivered" if event.work_delivered.HasField("note"):
            return _delivered(state, event.work_delivered.note)
        case "run_ended":
            ended = spelling.status(event.run_ended.status)
            return state | {"status": ended, "currentAgent": None, "question": None}
        case _:
            return state


def picture(card: components_pb2.ImageCard) -> Json:
    """Return the picture that an image chat delivers: the best it has made."""
    return spelling.execution_result(card.result) | {"score": card.score if card.HasField("score") else None}


def _shown(state: Json, component: components_pb2.UiComponent, at: int) -> Json:
    held = state | {"components": state["components"] | {component.id: spelling.component(component, at)}}
    return held | {"result": picture(component.image_result)} if component.HasField("image_result") else held


def _finished(state: Json, finished: events_pb2.StepFinished) -> Json:
    kind = finished.WhichOneof("result") or ""
    if kind == "note_image":
        return state | {"images": _with_image(state.get("images", []), works.note_image(finished.note_image))}
    if kind not in _KEPT:
        return state
    name, spelled = _KEPT[kind]
    # New plans have no pictures yet.
    anew: Json = {"images": []} if kind == "plans" else {}
    return state | {name: spelled(getattr(finished, kind))} | anew


def _with_image(images: list[Json], made: Json) -> list[Json]:
    """Return *images* with *made*, in place of an earlier one of the same plan."""
    if any(image["planId"] == made["planId"] for image in images):
        return [made if image["planId"] == made["planId"] else image for image in images]
    return [*images, made]


def _answered(state: Json, given: questions_pb2.QuestionAnswered) -> Json:
    asked, own = state["question"] or {}, given.answer.decision == questions_pb2.DECISION_MODIFY
    answered = state | {"status": "running", "question": None}
    name = _REPLACED.get(asked.get("kind", ""), "")
    if own and state.get(name) is not None:
        answered[name] = state[name] | spelling.struct(given.answer.content) | {"engine": "person"}
    return answered


def _delivered(state: Json, note: creatives_pb2.ComposedNote) -> Json:
    kept: Json = {"images": [works.note_image(image) for image in note.images]}
    if note.HasField("content"):
        kept["content"] = product(note.content)
    if note.HasField("layout"):
        kept["layout"] = product(note.layout)
    if note.HasField("verdict"):
        kept["quality"] = spelling.quality_check(note.verdict)
    return state | kept
