"""What a terminal shows of a run: a pure fold of its events, the same for the live display and for plain lines."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from reflow.v1 import components_pb2, errors_pb2, events_pb2, questions_pb2, steps_pb2

from services.cli import course
from services.cli.failing import one_line
from services.cli.lines import AdviceLine, AnswerLine, Line, Phase, ReturnLine, StepLine, WarningLine
from services.cli.making import Making, made, planned


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

    *wish* is what was asked of it, *agents* who works in it, *to_come* who still has to, *pending* what it asks a
    person, *making* what there is of a note.
    """

    wish: str = ""
    lines: tuple[Line, ...] = ()
    agents: course.Agents = ()
    to_come: course.Agents = ()
    message: str = ""
    suggestions: tuple[str, ...] = ()
    usage: tuple[steps_pb2.Usage, ...] = ()
    picture: Picture | None = None
    status: events_pb2.RunStatus.ValueType = events_pb2.RUN_STATUS_RUNNING
    error: errors_pb2.Error | None = None
    pending: questions_pb2.Question | None = None
    making: Making = field(default_factory=Making)

    @property
    def question(self) -> str:
        """What it asks a person, "" when it does not."""
        return one_line(self.pending.text) if self.pending is not None else ""

    @property
    def ended(self) -> bool:
        """Whether the last event was seen."""
        return self.status not in (events_pb2.RUN_STATUS_RUNNING, events_pb2.RUN_STATUS_PAUSED)


def follow(view: RunView, event: events_pb2.RunEvent) -> RunView:
    """Return *view* after *event*; an event of a later version changes nothing."""
    view = replace(view, making=made(view.making, event, view.pending))
    match event.WhichOneof("fact"):
        case "run_started":
            return _started(view, event.run_started)
        case "step_activity" if event.step_activity.HasField("usage"):
            return replace(view, usage=(*view.usage, event.step_activity.usage))
        case "step_started" | "step_activity" | "step_finished" | "step_failed":
            return _worked(view, event)
        case "run_reflowed":
            return _reflowed(view, event.run_reflowed)
        case "route_decided" if event.route_decided.ignored:
            return _with_line(view, AdviceLine(one_line(event.route_decided.reason)))
        case "warning_recorded":
            return _warned(view, one_line(event.warning_recorded.error.message))
        case "budget_reached":
            return _with_line(view, WarningLine(one_line(event.budget_reached.message)))
        case "component_shown":
            return _shown(view, event.component_shown)
        case "question_asked":
            return replace(view, status=events_pb2.RUN_STATUS_PAUSED, pending=event.question_asked.question)
        case "question_answered":
            return _answered(view, event.question_answered)
        case "run_ended":
            return _ended(view, event)
        case _:
            return view


def step_of(view: RunView, name: str) -> StepLine | None:
    """Return the line of the step *name*."""
    return next((line for line in view.lines if isinstance(line, StepLine) and line.step == name), None)


def _time(event: events_pb2.RunEvent) -> datetime:
    return event.time.ToDatetime(UTC)


def _started(view: RunView, started: events_pb2.RunStarted) -> RunView:
    asked = started.note.text if started.HasField("note") else started.image_chat.text
    agents = course.at_start(started)
    return replace(view, wish=asked, agents=agents, to_come=agents)


def _worked(view: RunView, event: events_pb2.RunEvent) -> RunView:
    match event.WhichOneof("fact"):
        case "step_started":
            view = replace(view, to_come=course.after_begun(view.to_come, event.agent))
            return _with_step(view, _begun(view, event))
        case "step_activity":
            return _changed(view, event, lambda step: _acted(step, event.step_activity))
        case "step_finished":
            return _changed(view, event, lambda step: _finished(step, event))
        case _:
            return _changed(view, event, lambda step: _failed(step, event))


def _begun(view: RunView, event: events_pb2.RunEvent) -> StepLine:
    """Return the line of a step that begins; the picture that "image_agent-ROUND-PLAN" paints is in its name."""
    part = event.step.removeprefix(f"{event.agent}-").partition("-")[2]
    number, plan = planned(view.making, part)
    about = one_line(plan.subject or plan.purpose)
    return StepLine(event.step, event.agent, _time(event), event.attempt, number, about)


def _reflowed(view: RunView, back: events_pb2.RunReflowed) -> RunView:
    line = ReturnLine(back.round, back.score, one_line(back.feedback), back.return_to)
    return replace(_with_line(view, line), to_come=course.after_return(view.to_come, back.return_to))


def _warned(view: RunView, message: str) -> RunView:
    """Return *view* with the warning, unless the step that failed for good says the same already."""
    told = any(
        isinstance(line, StepLine) and line.phase is Phase.FAILED and line.note == message for line in view.lines
    )
    return view if told else _with_line(view, WarningLine(message))


def _answered(view: RunView, answered: questions_pb2.QuestionAnswered) -> RunView:
    question, answer = view.pending or questions_pb2.Question(), answered.answer
    chosen = [option.label for option in question.options if option.id in answer.chosen]
    words = one_line(" · ".join(part for part in (*chosen, answer.feedback) if part))
    view = _with_line(view, AnswerLine(answer.decision, words, answered.expired))
    to_come = course.after_answer(view.to_come, question, answer)
    return replace(view, status=events_pb2.RUN_STATUS_RUNNING, pending=None, to_come=to_come)


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
    note = one_line(result.verdict.feedback) if result.HasField("verdict") else step.note
    return replace(step, phase=Phase.DONE, seconds=seconds, note=note, result=result)


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
