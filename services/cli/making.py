"""What a note's run has made so far: a pure fold of its events."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message
from reflow.v1 import creations_pb2, creatives_pb2, events_pb2, executor_pb2, questions_pb2

M = TypeVar("M", bound=Message)


@dataclass(frozen=True, slots=True)
class Making:
    """A note on its way. *purposes* says of each picture that was made, by its asset id, what it is for."""

    content: creations_pb2.NoteContent | None = None
    plans: creations_pb2.ImagePlanSet = field(default_factory=creations_pb2.ImagePlanSet)
    purposes: Mapping[str, str] = field(default_factory=dict)
    note: creatives_pb2.ComposedNote | None = None

    @property
    def standing(self) -> creatives_pb2.ComposedNote | None:
        """The note that was delivered, else what there is of its text; None where there is nothing."""
        if self.note is not None or self.content is None:
            return self.note
        return creatives_pb2.ComposedNote(content=self.content)


def made(making: Making, event: events_pb2.RunEvent, question: questions_pb2.Question | None) -> Making:
    """Return what is made after *event*; *question* is what the run waited for before it."""
    match event.WhichOneof("fact"):
        case "step_finished":
            return _finished(making, event.step_finished)
        case "question_answered" if question is not None:
            return _answered(making, question.kind, event.question_answered.answer)
        case "work_delivered":
            return replace(making, note=event.work_delivered.note)
        case _:
            return making


def planned(making: Making, plan_id: str) -> tuple[int, creations_pb2.ImagePlan]:
    """Return the picture *plan_id* and its number from 1; 0 and an empty plan for one that is not planned."""
    for number, plan in enumerate(making.plans.plans, start=1):
        if plan.plan_id == plan_id:
            return number, plan
    return 0, creations_pb2.ImagePlan()


def _finished(making: Making, finished: events_pb2.StepFinished) -> Making:
    match finished.WhichOneof("result"):
        case "content":
            return replace(making, content=finished.content)
        case "plans":
            return replace(making, plans=finished.plans)
        case "note_image":
            return _painted(making, finished.note_image)
        case _:
            return making


def _painted(making: Making, image: executor_pb2.NoteImage) -> Making:
    _, plan = planned(making, image.plan_id)
    return replace(making, purposes={**making.purposes, image.image.asset.asset_id: plan.purpose or plan.subject})


def _answered(making: Making, kind: str, answer: questions_pb2.Answer) -> Making:
    """Return what is made once a person has put their own content in the place of an agent's."""
    if answer.decision != questions_pb2.DECISION_MODIFY:
        return making
    theirs = MessageToDict(answer.content)
    if kind == "content":
        return replace(making, content=_parsed(theirs, creations_pb2.NoteContent()))
    if kind == "image_plans":
        plans = {"plans": theirs.get("imagePlans", [])}
        return replace(making, plans=_parsed(plans, creations_pb2.ImagePlanSet()))
    return making


def _parsed(theirs: dict[str, Any], message: M) -> M:
    return ParseDict(theirs, message, ignore_unknown_fields=True)
