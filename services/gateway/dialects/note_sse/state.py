"""The state of a note's stream: the fold of the events that later events are rendered with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from reflow.v1 import creatives_pb2, errors_pb2, events_pb2, executor_pb2, note_workflow_pb2, questions_pb2

from services.common.text.language import Language
from services.gateway.dialects.agents import find_asking_agent
from services.gateway.dialects.dialect import find_handler
from services.gateway.dialects.note_sse.progress import IMAGES, STAGES, reopened_flags
from services.gateway.json_mapper.values import clamp, struct_to_json

RunEvent: TypeAlias = events_pb2.RunEvent

CONTENT = "content"
_ACCEPTED = (questions_pb2.DECISION_APPROVE, questions_pb2.DECISION_MODIFY)


@dataclass(frozen=True, slots=True)
class StreamState:
    """The state after an event: `flags` are the names of complete stages, `images` the finished images by plan."""

    language: Language = Language.CHINESE
    approves_content: bool = True
    flags: frozenset[str] = frozenset()
    content: note_workflow_pb2.NoteContent | None = None
    plans: note_workflow_pb2.ImagePlanSet = field(default_factory=note_workflow_pb2.ImagePlanSet)
    images: Mapping[str, executor_pb2.NoteImage] = field(default_factory=dict)
    failed_plans: frozenset[str] = frozenset()
    # The highest progress of each step that generates an image: a later attempt begins below it.
    image_progress: Mapping[str, float] = field(default_factory=dict)
    question: questions_pb2.QuestionAsked | None = None
    asking_agent: str = ""
    # A run that resumes after an answer was not interrupted.
    just_answered: bool = False
    error: errors_pb2.Error | None = None
    delivered: creatives_pb2.ComposedNote | None = None

    @property
    def plan_ids(self) -> tuple[str, ...]:
        """The planned images, in the order of the note."""
        return tuple(plan.plan_id for plan in self.plans.plans)

    @property
    def processed_count(self) -> int:
        """The number of planned images that are finished or have failed."""
        return sum(plan_id in self.images or plan_id in self.failed_plans for plan_id in self.plan_ids)

    def with_flags(self, *flags: str) -> "StreamState":
        """Return the state with *flags* set."""
        return replace(self, flags=self.flags.union(flags))


def evolve(state: StreamState, event: RunEvent) -> StreamState:
    """Return the state after *event*. Pure, so that a resumed stream equals the first one."""
    state = replace(state, just_answered=False)
    handler = find_handler(_HANDLERS, event)
    return state if handler is None else handler(state, event)


def plan_id_of(step: str) -> str:
    """Return the plan of the image that *step* generates: "image_agent-2-image-1" generates "image-1"."""
    return step.split("-", 2)[-1]


def task_id_of(step: str) -> str:
    """Return the id under which clients follow the image that *step* generates: of its plan, and of its round.

    "image_agent-1-image-1" has the id of the plan itself. After a return the plan is a new task, "image-1@2": its
    progress starts again.
    """
    visit = step.split("-", 2)[1:2]
    return plan_id_of(step) if visit in ([], ["1"]) else f"{plan_id_of(step)}@{visit[0]}"


def is_image_step(event: RunEvent) -> bool:
    """Whether *event* belongs to a step that generates one image."""
    return event.agent == IMAGES and event.step.count("-") > 1


def _run_started(_: StreamState, event: RunEvent) -> StreamState:
    started = event.run_started
    language = Language.ENGLISH if started.locale == Language.ENGLISH else Language.CHINESE
    state = StreamState(language, not started.note.skip_content_approval)
    # Without references there is nothing to analyze.
    return state if started.note.reference_asset_ids else state.with_flags("reference_intelligence_complete")


def _step_started(state: StreamState, event: RunEvent) -> StreamState:
    """Clear what the step is about to produce again."""
    stage = STAGES.get(event.agent)
    if stage is None:
        return state
    cleared = replace(state, flags=state.flags - {stage.flag})
    if not is_image_step(event):
        return cleared
    plan_id = plan_id_of(event.step)
    others = {other: image for other, image in state.images.items() if other != plan_id}
    return replace(cleared, images=others, failed_plans=state.failed_plans - {plan_id})


def _stage_finished(state: StreamState, event: RunEvent) -> StreamState:
    stage = STAGES.get(event.agent)
    return state if stage is None else state.with_flags(stage.flag)


def _content_written(state: StreamState, event: RunEvent) -> StreamState:
    written = replace(state, content=event.step_finished.content)
    return written if state.approves_content else written.with_flags("content_complete")


def _images_planned(state: StreamState, event: RunEvent) -> StreamState:
    flags = state.flags - {STAGES[IMAGES].flag}
    return replace(state, plans=event.step_finished.plans, images={}, failed_plans=frozenset(), flags=flags)


def _image_progressed(state: StreamState, event: RunEvent) -> StreamState:
    if not is_image_step(event):
        return state
    return _advance_image(state, event.step, event.step_activity.progress.fraction)


def _advance_image(state: StreamState, step: str, fraction: float) -> StreamState:
    share = max(clamp(fraction), state.image_progress.get(step, 0.0))
    return replace(state, image_progress={**state.image_progress, step: share})


def _image_finished(state: StreamState, event: RunEvent) -> StreamState:
    image = event.step_finished.note_image
    state = _advance_image(state, event.step, 1.0)
    return _complete_images(replace(state, images={**state.images, image.plan_id: image}))


def _step_failed(state: StreamState, event: RunEvent) -> StreamState:
    if event.agent != IMAGES or event.step_failed.HasField("retry_in"):
        return state
    return _complete_images(replace(state, failed_plans=state.failed_plans | {plan_id_of(event.step)}))


def _complete_images(state: StreamState) -> StreamState:
    is_complete = state.plan_ids and state.processed_count == len(state.plan_ids)
    return state.with_flags("images_complete") if is_complete else state


def _question_asked(state: StreamState, event: RunEvent) -> StreamState:
    asking = find_asking_agent(event.question_asked.question)
    agent = event.agent or (asking if asking in STAGES else "")
    return replace(state, question=event.question_asked, asking_agent=agent)


def _question_answered(state: StreamState, event: RunEvent) -> StreamState:
    question, answer = state.question, event.question_answered.answer
    answered = replace(state, question=None, asking_agent="", just_answered=True)
    if question is None or question.question.kind != CONTENT or answer.decision not in _ACCEPTED:
        return answered
    if answer.decision == questions_pb2.DECISION_MODIFY:
        answered = replace(answered, content=_edit(state.content, struct_to_json(answer.content)))
    return answered.with_flags("content_complete")


def _edit(content: note_workflow_pb2.NoteContent | None, edit: Mapping[str, Any]) -> note_workflow_pb2.NoteContent:
    """Return *content* with the fields that the user edited; the other fields stay."""
    edited = note_workflow_pb2.NoteContent()
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


def _run_reflowed(state: StreamState, event: RunEvent) -> StreamState:
    return replace(state, flags=state.flags - reopened_flags(event.run_reflowed.return_to))


def _error_raised(state: StreamState, event: RunEvent) -> StreamState:
    return replace(state, error=event.error_raised)


def _note_delivered(state: StreamState, event: RunEvent) -> StreamState:
    return replace(state, delivered=event.work_delivered.note)


_HANDLERS: Mapping[str, Callable[[StreamState, RunEvent], StreamState]] = {
    "run_started": _run_started,
    "step_started": _step_started,
    "step_activity.progress": _image_progressed,
    "step_finished.brief": _stage_finished,
    "step_finished.evidence": _stage_finished,
    "step_finished.references": _stage_finished,
    "step_finished.layout": _stage_finished,
    "step_finished.content": _content_written,
    "step_finished.plans": _images_planned,
    "step_finished.note_image": _image_finished,
    "step_failed": _step_failed,
    "question_asked": _question_asked,
    "question_answered": _question_answered,
    "run_reflowed": _run_reflowed,
    "error_raised": _error_raised,
    "work_delivered.note": _note_delivered,
}
