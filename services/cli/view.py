"""What a terminal shows of a run: a pure fold of its events, the same for the live display and for plain lines."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum, auto

from reflow.v1 import components_pb2, critic_pb2, errors_pb2, events_pb2, executor_pb2, steps_pb2

from services.cli.failing import one_line


class Phase(Enum):
    """Where a step is."""

    RUNNING = auto()
    QUEUED = auto()
    PAUSED = auto()
    DONE = auto()
    FAILED = auto()
    CANCELLED = auto()

    @property
    def over(self) -> bool:
        """Whether nothing more will come of it."""
        return self in (Phase.DONE, Phase.FAILED, Phase.CANCELLED)


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step. Times in seconds; *fraction* is 0 where the step does not tell how far it is.

    *note* is the last thing it said, *reply* what it wrote to the person so far, *paused_for* how long until the next
    try, *image* and *verdict* its result.
    """

    step: str
    agent: str
    began: datetime
    attempt: int = 1
    phase: Phase = Phase.RUNNING
    note: str = ""
    reply: str = ""
    fraction: float = 0.0
    paused_for: float = 0.0
    seconds: float = 0.0
    image: executor_pb2.ImageResult | None = None
    verdict: critic_pb2.Verdict | None = None


@dataclass(frozen=True, slots=True)
class ReturnLine:
    """The critic sent the work back."""

    round: int
    score: float
    feedback: str


@dataclass(frozen=True, slots=True)
class WarningLine:
    """Something failed, and the run goes on without it."""

    message: str


Line = StepLine | ReturnLine | WarningLine


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture that is delivered; *score* is None when it was not judged."""

    asset_id: str
    width: int
    height: int
    score: float | None


@dataclass(frozen=True, slots=True)
class RunView:
    """A run as far as it is known. *status* stays RUN_STATUS_RUNNING until the last event, or a question.

    *question* is what it asks a person, "" when it does not.
    """

    lines: tuple[Line, ...] = ()
    message: str = ""
    suggestions: tuple[str, ...] = ()
    usage: tuple[steps_pb2.Usage, ...] = ()
    picture: Picture | None = None
    status: events_pb2.RunStatus.ValueType = events_pb2.RUN_STATUS_RUNNING
    error: errors_pb2.Error | None = None
    question: str = ""

    @property
    def ended(self) -> bool:
        """Whether the last event was seen."""
        return self.status not in (events_pb2.RUN_STATUS_RUNNING, events_pb2.RUN_STATUS_PAUSED)


def follow(view: RunView, event: events_pb2.RunEvent) -> RunView:
    """Return *view* after *event*; an event of a later version changes nothing."""
    match event.WhichOneof("fact"):
        case "step_started":
            return _with_step(view, StepLine(event.step, event.agent, _time(event), event.attempt))
        case "step_activity" if event.step_activity.HasField("usage"):
            return replace(view, usage=(*view.usage, event.step_activity.usage))
        case "step_activity":
            return _changed(view, event, lambda step: _acted(step, event.step_activity))
        case "step_finished":
            return _changed(view, event, lambda step: _finished(step, event))
        case "step_failed":
            return _changed(view, event, lambda step: _failed(step, event))
        case "run_reflowed":
            back = event.run_reflowed
            return _with_line(view, ReturnLine(back.round, back.score, one_line(back.feedback)))
        case "warning_recorded":
            return _with_line(view, WarningLine(one_line(event.warning_recorded.error.message)))
        case "budget_reached":
            return _with_line(view, WarningLine(one_line(event.budget_reached.message)))
        case "component_shown":
            return _shown(view, event.component_shown)
        case "question_asked":
            text = one_line(event.question_asked.question.text)
            return replace(view, status=events_pb2.RUN_STATUS_PAUSED, question=text)
        case "question_answered":
            return replace(view, status=events_pb2.RUN_STATUS_RUNNING, question="")
        case "run_ended":
            return _ended(view, event)
        case _:
            return view


def step_of(view: RunView, name: str) -> StepLine | None:
    """Return the line of the step *name*."""
    return next((line for line in view.lines if isinstance(line, StepLine) and line.step == name), None)


def _time(event: events_pb2.RunEvent) -> datetime:
    return event.time.ToDatetime(UTC)


def _with_line(view: RunView, line: Line) -> RunView:
    return replace(view, lines=(*view.lines, line))


def _with_step(view: RunView, begun: StepLine) -> RunView:
    """Return *view* with *begun*; another try of a step takes the place of the one before."""
    if step_of(view, begun.step) is None:
        return _with_line(view, begun)
    kept = (begun if isinstance(line, StepLine) and line.step == begun.step else line for line in view.lines)
    return replace(view, lines=tuple(kept))


def _changed(view: RunView, event: events_pb2.RunEvent, change: Callable[[StepLine], StepLine]) -> RunView:
    step = step_of(view, event.step)
    return view if step is None else _with_step(view, change(step))


def _acted(step: StepLine, activity: steps_pb2.Activity) -> StepLine:
    match activity.WhichOneof("activity"):
        case "thought":
            return replace(step, note=one_line(activity.thought.text), phase=Phase.RUNNING)
        case "message":
            reply = step.reply + activity.message.text
            return replace(step, reply=reply, note=one_line(reply), phase=Phase.RUNNING)
        case "progress":
            waits = activity.progress.phase == steps_pb2.Progress.PHASE_WAITING
            note = one_line(activity.progress.text) or step.note
            phase = Phase.QUEUED if waits else Phase.RUNNING
            return replace(step, phase=phase, note=note, fraction=activity.progress.fraction)
        case "tool_call":
            return replace(step, note=one_line(activity.tool_call.tool))
        case _:
            return step


def _finished(step: StepLine, event: events_pb2.RunEvent) -> StepLine:
    result = event.step_finished
    seconds = (_time(event) - step.began).total_seconds()
    done = replace(step, phase=Phase.DONE, seconds=seconds)
    match result.WhichOneof("result"):
        case "image":
            return replace(done, image=result.image)
        case "verdict":
            return replace(done, verdict=result.verdict, note=one_line(result.verdict.feedback))
        case _:
            return done


def _failed(step: StepLine, event: events_pb2.RunEvent) -> StepLine:
    failed = event.step_failed
    again = failed.HasField("retry_in")
    return replace(
        step,
        phase=Phase.PAUSED if again else Phase.FAILED,
        note=one_line(failed.error.message),
        paused_for=failed.retry_in.ToNanoseconds() / 1e9 if again else 0.0,
        seconds=(_time(event) - step.began).total_seconds(),
    )


def _shown(view: RunView, component: components_pb2.UiComponent) -> RunView:
    match component.WhichOneof("widget"):
        case "agent_message":
            return replace(view, message=one_line(component.agent_message.text))
        case "suggestion_chips":
            return replace(view, suggestions=tuple(map(one_line, component.suggestion_chips.suggestions)))
        case "image_result":
            card = component.image_result
            asset = card.result.asset
            score = card.score if card.HasField("score") else None
            return replace(view, picture=Picture(asset.asset_id, asset.width, asset.height, score))
        case _:
            return view


def _ended(view: RunView, event: events_pb2.RunEvent) -> RunView:
    ended = event.run_ended
    left = Phase.CANCELLED if ended.status == events_pb2.RUN_STATUS_CANCELLED else Phase.FAILED
    lines = tuple(
        replace(line, phase=left, seconds=(_time(event) - line.began).total_seconds())
        if isinstance(line, StepLine) and not line.phase.over
        else line
        for line in view.lines
    )
    return replace(view, lines=lines, status=ended.status, error=ended.error if ended.HasField("error") else None)
