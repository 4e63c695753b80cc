"""What a stream has told so far: the fold of the facts that later ones are spelled with."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reflow.v1 import creations_pb2, creatives_pb2, errors_pb2, events_pb2, executor_pb2, questions_pb2

from services.common.language import Language
from services.gateway import spelling
from services.gateway.creation.progress import IMAGE_PLANNER, IMAGES, STAGES, WRITER, marks_redone_with

CONTENT = "content"
# Whose work an approval is about. A clarification says who would like to know.
_ASKERS: Mapping[str, str] = {CONTENT: WRITER, "image_plans": IMAGE_PLANNER}
_ACCEPTED = (questions_pb2.DECISION_APPROVE, questions_pb2.DECISION_MODIFY)


@dataclass(frozen=True, slots=True)
class Telling:
    """What is known behind a fact: `marks` are the names of what is complete, `images` assets by plan."""

    language: Language = Language.CHINESE
    approves_content: bool = True
    marks: frozenset[str] = frozenset()
    content: creations_pb2.NoteContent | None = None
    plans: creations_pb2.ImagePlanSet = field(default_factory=creations_pb2.ImagePlanSet)
    images: Mapping[str, executor_pb2.NoteImage] = field(default_factory=dict)
    given_up: frozenset[str] = frozenset()
    question: questions_pb2.QuestionAsked | None = None
    asker: str = ""
    # A run that goes on after an answer was not interrupted.
    just_answered: bool = False
    error: errors_pb2.Error | None = None
    delivered: creatives_pb2.ComposedNote | None = None

    @property
    def plan_ids(self) -> tuple[str, ...]:
        """The pictures that are planned, in the order of the note."""
        return tuple(plan.plan_id for plan in self.plans.plans)

    @property
    def settled(self) -> int:
        """How many planned pictures are made, or given up."""
        return sum(plan_id in self.images or plan_id in self.given_up for plan_id in self.plan_ids)

    def marked(self, *marks: str) -> "Telling":
        """Return it with *marks* set."""
        return replace(self, marks=self.marks.union(marks))


def evolve(telling: Telling, fact: events_pb2.RunEvent) -> Telling:
    """Return what is known behind *fact*. Pure, so that a stream taken up again is spelled as the first one was."""
    telling = replace(telling, just_answered=False)
    match fact.WhichOneof("fact"):
        case "run_started":
            return _started(fact.run_started)
        case "step_started":
            return _step_started(telling, fact)
        case "step_finished":
            return _step_finished(telling, fact)
        case "step_failed" if fact.agent == IMAGES and not fact.step_failed.HasField("retry_in"):
            return _settled(replace(telling, given_up=telling.given_up | {plan_of(fact.step)}))
        case "question_asked":
            return replace(
                telling, question=fact.question_asked, asker=fact.agent or _asker(fact.question_asked.question)
            )
        case "question_answered":
            return replace(_answered(telling, fact.question_answered), just_answered=True)
        case "run_reflowed":
            return replace(telling, marks=telling.marks - marks_redone_with(fact.run_reflowed.return_to))
        case "error_raised":
            return replace(telling, error=fact.error_raised)
        case "work_delivered" if fact.work_delivered.WhichOneof("work") == "note":
            return replace(telling, delivered=fact.work_delivered.note)
        case _:
            return telling


def plan_of(step: str) -> str:
    """Return the id of the plan whose picture *step* makes: "image_agent-2-image-1" makes "image-1"."""
    return step.split("-", 2)[-1]


def is_picture(fact: events_pb2.RunEvent) -> bool:
    """Whether *fact* is about the making of one picture."""
    return fact.agent == IMAGES and fact.step.count("-") > 1


def _started(started: events_pb2.RunStarted) -> Telling:
    language = Language.ENGLISH if started.locale == Language.ENGLISH else Language.CHINESE
    telling = Telling(language, not started.note.skip_content_approval)
    # What needs no doing is done.
    return telling if started.note.reference_asset_ids else telling.marked("reference_intelligence_complete")


def _step_started(telling: Telling, fact: events_pb2.RunEvent) -> Telling:
    """Take back what the step is about to make anew."""
    stage = STAGES.get(fact.agent)
    if stage is None:
        return telling
    begun = replace(telling, marks=telling.marks - {stage.mark})
    if not is_picture(fact):
        return begun
    plan = plan_of(fact.step)
    others = {made: image for made, image in telling.images.items() if made != plan}
    return replace(begun, images=others, given_up=telling.given_up - {plan})


def _step_finished(telling: Telling, fact: events_pb2.RunEvent) -> Telling:
    made = fact.step_finished
    match made.WhichOneof("result"):
        case "brief" | "evidence" | "references" | "layout":
            return telling.marked(*(stage.mark for stage in [STAGES.get(fact.agent)] if stage is not None))
        case "content":
            written = replace(telling, content=made.content)
            return written if telling.approves_content else written.marked("content_complete")
        case "plans":
            begun = telling.marks - {STAGES[IMAGES].mark}
            return replace(telling, plans=made.plans, images={}, given_up=frozenset(), marks=begun)
        case "note_image":
            return _settled(replace(telling, images={**telling.images, made.note_image.plan_id: made.note_image}))
        case _:
            return telling


def _settled(telling: Telling) -> Telling:
    planned = telling.plan_ids
    return telling.marked("images_complete") if planned and telling.settled == len(planned) else telling


def _asker(question: questions_pb2.Question) -> str:
    """Return the agent whose work *question* is about; "" where that is not said."""
    shown = question.shown.fields["agent"].string_value if "agent" in question.shown.fields else ""
    return _ASKERS.get(question.kind, shown if shown in STAGES else "")


def _answered(telling: Telling, given: questions_pb2.QuestionAnswered) -> Telling:
    asked = telling.question
    answered = replace(telling, question=None, asker="")
    if asked is None or asked.question.kind != CONTENT or given.answer.decision not in _ACCEPTED:
        return answered
    if given.answer.decision == questions_pb2.DECISION_MODIFY:
        answered = replace(answered, content=_edited(telling.content, spelling.struct(given.answer.content)))
    return answered.marked("content_complete")


def _edited(content: creations_pb2.NoteContent | None, edit: Mapping[str, Any]) -> creations_pb2.NoteContent:
    """Return *content* with what a person wrote in its place; what they left out stays."""
    edited = creations_pb2.NoteContent()
    if content is not None:
        edited.CopyFrom(content)
    edited.engine, edited.draft = "person", False
    if isinstance(title := edit.get("title"), str):
        edited.title = title
    if isinstance(body := edit.get("body"), str):
        edited.body = body
    if isinstance(tags := edit.get("tags"), list):
        edited.ClearField("tags")
        edited.tags.extend(str(tag).removeprefix("#") for tag in tags)
    return edited
