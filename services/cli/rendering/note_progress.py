"""Progress of a note: a pure fold of the events of its run."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message
from reflow.v1 import creatives_pb2, events_pb2, executor_pb2, note_workflow_pb2, questions_pb2

M = TypeVar("M", bound=Message)


@dataclass(frozen=True, slots=True)
class NoteProgress:
    """The parts of a note so far. *descriptions* are those of the content of the generated images, by asset id."""

    content: note_workflow_pb2.NoteContent | None = None
    plans: note_workflow_pb2.ImagePlanSet = field(default_factory=note_workflow_pb2.ImagePlanSet)
    descriptions: Mapping[str, str] = field(default_factory=dict)
    note: creatives_pb2.ComposedNote | None = None

    @property
    def current_note(self) -> creatives_pb2.ComposedNote | None:
        """The delivered note, else its text so far; None if there is none."""
        if self.note is not None or self.content is None:
            return self.note
        return creatives_pb2.ComposedNote(content=self.content)


def evolve_note(
    progress: NoteProgress, event: events_pb2.RunEvent, question: questions_pb2.Question | None
) -> NoteProgress:
    """Return the progress after *event*; *question* is the one that was open before it."""
    match event.WhichOneof("payload"):
        case "step_finished":
            return _apply_result(progress, event.step_finished)
        case "question_answered" if question is not None:
            return _apply_answer(progress, question.kind, event.question_answered.answer)
        case "work_delivered" if event.work_delivered.HasField("note"):
            return replace(progress, note=event.work_delivered.note)
        case _:
            return progress


def find_plan(progress: NoteProgress, plan_id: str) -> tuple[int, note_workflow_pb2.ImagePlan]:
    """Return the plan *plan_id* and its number from 1; 0 and an empty plan for an unknown one."""
    for number, plan in enumerate(progress.plans.plans, start=1):
        if plan.plan_id == plan_id:
            return number, plan
    return 0, note_workflow_pb2.ImagePlan()


def _apply_result(progress: NoteProgress, finished: events_pb2.StepFinished) -> NoteProgress:
    match finished.WhichOneof("result"):
        case "content":
            return replace(progress, content=finished.content)
        case "plans":
            return replace(progress, plans=finished.plans)
        case "note_image":
            return _add_image(progress, finished.note_image)
        case _:
            return progress


def _add_image(progress: NoteProgress, image: executor_pb2.NoteImage) -> NoteProgress:
    _, plan = find_plan(progress, image.plan_id)
    description = plan.subject or plan.purpose
    return replace(progress, descriptions={**progress.descriptions, image.image.asset.asset_id: description})


def _apply_answer(progress: NoteProgress, kind: str, answer: questions_pb2.Answer) -> NoteProgress:
    """Return the progress after an answer that replaces an agent's product by the user's."""
    if answer.decision != questions_pb2.DECISION_MODIFY:
        return progress
    content = MessageToDict(answer.content)
    if kind == "content":
        return replace(progress, content=_parse(content, note_workflow_pb2.NoteContent()))
    if kind == "image_plans":
        plans = {"plans": content.get("imagePlans", [])}
        return replace(progress, plans=_parse(plans, note_workflow_pb2.ImagePlanSet()))
    return progress


def _parse(content: dict[str, Any], message: M) -> M:
    return ParseDict(content, message, ignore_unknown_fields=True)
