"""View of a run: a pure fold of its events, from which every renderer draws."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from google.protobuf.json_format import MessageToDict
from reflow.v1 import (
    components_pb2,
    errors_pb2,
    events_pb2,
    graph_execution_pb2,
    graphs_pb2,
    questions_pb2,
    steps_pb2,
    team_pb2,
    team_run_pb2,
)

from services.cli.rendering import agent_order
from services.cli.rendering.lines import AdviceLine, AnswerLine, Line, Phase, ReturnLine, StepLine, WarningLine
from services.cli.rendering.note_progress import NoteProgress, evolve_note, find_plan
from services.common.contract.tools import ToolName
from services.common.errors.retry_advice import remove_notice
from services.common.text.sanitization import to_one_line

# Tools that report a failure by their status and a message. The output of any other tool is data of its own.
_TOOLS_WITH_STATUS = frozenset(name.value for name in ToolName)


@dataclass(frozen=True, slots=True)
class DeliveredImage:
    """The delivered image; *score* is None if it was not reviewed."""

    asset_id: str
    width: int
    height: int
    score: float | None


@dataclass(frozen=True, slots=True)
class RunView:
    """A run after some of its events. *status* stays RUN_STATUS_RUNNING until the last event, or a question.

    *agents* are those of the run, *remaining* those that have not worked yet, *pending* is the open question,
    *progress* the state of a note, *plan* that of a task.
    """

    prompt: str = ""
    lines: tuple[Line, ...] = ()
    agents: agent_order.Agents = ()
    remaining: agent_order.Agents = ()
    message: str = ""
    suggestions: tuple[str, ...] = ()
    usage: tuple[steps_pb2.Usage, ...] = ()
    image: DeliveredImage | None = None
    revision: graphs_pb2.GraphRevision | None = None
    outputs: graph_execution_pb2.GraphOutputs | None = None
    plan: team_pb2.TeamPlan | None = None
    team_result: team_run_pb2.TeamResult | None = None
    status: events_pb2.RunStatus.ValueType = events_pb2.RUN_STATUS_RUNNING
    error: errors_pb2.Error | None = None
    pending: questions_pb2.Question | None = None
    progress: NoteProgress = field(default_factory=NoteProgress)

    @property
    def question(self) -> str:
        """The text of the open question, "" if there is none."""
        return to_one_line(self.pending.text) if self.pending is not None else ""

    @property
    def ended(self) -> bool:
        """Whether the run has ended."""
        return self.status not in (events_pb2.RUN_STATUS_RUNNING, events_pb2.RUN_STATUS_PAUSED)


def evolve(view: RunView, event: events_pb2.RunEvent) -> RunView:
    """Return *view* after *event*; an unknown event changes nothing."""
    view = replace(view, progress=evolve_note(view.progress, event, view.pending))
    match event.WhichOneof("payload"):
        case "run_started":
            return _start_run(view, event.run_started)
        case "step_activity" if event.step_activity.HasField("usage"):
            return replace(view, usage=(*view.usage, event.step_activity.usage))
        case "step_started":
            view = replace(view, remaining=agent_order.agents_after(view.remaining, event.agent))
            return _put_step(view, _start_step(view, event))
        case "step_activity":
            return _update_step(view, event, lambda step: _apply_activity(step, event.step_activity))
        case "step_finished":
            return _update_step(_keep_plan(view, event), event, lambda step: _finish_step(step, event))
        case "step_failed":
            return _update_step(view, event, lambda step: _fail_step(step, event))
        case "run_reflowed":
            return _add_return(view, event.run_reflowed)
        case "route_decided" if event.route_decided.ignored:
            return _add_line(view, AdviceLine(to_one_line(event.route_decided.reason)))
        case "warning_recorded":
            return _add_warning(view, to_one_line(event.warning_recorded.error.message))
        case "budget_reached":
            return _add_line(view, WarningLine(to_one_line(event.budget_reached.message)))
        case "component_shown":
            return _apply_component(view, event.component_shown)
        case "question_asked":
            return replace(view, status=events_pb2.RUN_STATUS_PAUSED, pending=event.question_asked.question)
        case "question_answered":
            return _add_answer(view, event.question_answered)
        case "work_delivered" if event.work_delivered.HasField("graph_revision"):
            return replace(view, revision=event.work_delivered.graph_revision)
        case "work_delivered" if event.work_delivered.HasField("graph_outputs"):
            return replace(view, outputs=event.work_delivered.graph_outputs)
        case "work_delivered" if event.work_delivered.HasField("team_result"):
            return replace(view, team_result=event.work_delivered.team_result)
        case "run_ended":
            return _end_run(view, event)
        case _:
            return view


def find_step(view: RunView, name: str) -> StepLine | None:
    """Return the line of the step *name*."""
    return next((line for line in view.lines if isinstance(line, StepLine) and line.step == name), None)


def find_failure(view: RunView, agent: str) -> str:
    """Return the reason why the last failed step of *agent* failed, "" if there is none."""
    failed = (
        line.detail
        for line in reversed(view.lines)
        if isinstance(line, StepLine) and line.agent == agent and line.phase is Phase.FAILED
    )
    return next(failed, "")


def _event_time(event: events_pb2.RunEvent) -> datetime:
    return event.time.ToDatetime(UTC)


def _start_run(view: RunView, started: events_pb2.RunStarted) -> RunView:
    name = started.WhichOneof("input")
    prompt = getattr(getattr(started, name), "text", "") if name else ""
    agents = agent_order.agents_at_start(started)
    return replace(view, prompt=prompt, agents=agents, remaining=agents)


def _keep_plan(view: RunView, event: events_pb2.RunEvent) -> RunView:
    """Return *view* with the plan of a task. A rejected plan is followed by another one."""
    finished = event.step_finished
    return replace(view, plan=finished.team_plan) if finished.HasField("team_plan") else view


def _start_step(view: RunView, event: events_pb2.RunEvent) -> StepLine:
    """Return the line of a step that starts; "image_agent-ROUND-PLAN" names the image that the step generates."""
    part = event.step.removeprefix(f"{event.agent}-").partition("-")[2]
    number, plan = find_plan(view.progress, part)
    about = to_one_line(plan.subject or plan.purpose)
    return StepLine(event.step, event.agent, _event_time(event), event.attempt, number, about)


def _add_return(view: RunView, reflowed: events_pb2.RunReflowed) -> RunView:
    line = ReturnLine(reflowed.round, reflowed.score, to_one_line(reflowed.feedback), reflowed.return_to)
    return replace(_add_line(view, line), remaining=agent_order.agents_after_return(view.remaining, reflowed.return_to))


def _add_warning(view: RunView, message: str) -> RunView:
    """Return *view* with the warning, unless the line of a failed step has the same text."""
    reported = any(
        isinstance(line, StepLine) and line.phase is Phase.FAILED and line.detail == message for line in view.lines
    )
    return view if reported else _add_line(view, WarningLine(message))


def _add_answer(view: RunView, answered: questions_pb2.QuestionAnswered) -> RunView:
    question, answer = view.pending or questions_pb2.Question(), answered.answer
    chosen = [option.label for option in question.options if option.id in answer.chosen]
    text = to_one_line(" · ".join(part for part in (*chosen, answer.feedback) if part))
    view = _add_line(view, AnswerLine(answer.decision, text, answered.expired))
    remaining = agent_order.agents_after_answer(view.remaining, question, answer)
    return replace(view, status=events_pb2.RUN_STATUS_RUNNING, pending=None, remaining=remaining)


def _add_line(view: RunView, line: Line) -> RunView:
    return replace(view, lines=(*view.lines, line))


def _put_step(view: RunView, step: StepLine) -> RunView:
    """Return *view* with *step*; another attempt of a step replaces the one before."""
    if find_step(view, step.step) is None:
        return _add_line(view, step)
    lines = (step if isinstance(line, StepLine) and line.step == step.step else line for line in view.lines)
    return replace(view, lines=tuple(lines))


def _update_step(view: RunView, event: events_pb2.RunEvent, change: Callable[[StepLine], StepLine]) -> RunView:
    step = find_step(view, event.step)
    return view if step is None else _put_step(view, change(step))


def _apply_activity(step: StepLine, activity: steps_pb2.Activity) -> StepLine:
    match activity.WhichOneof("activity"):
        case "thought":
            return replace(step, detail=to_one_line(activity.thought.text), phase=Phase.RUNNING)
        case "message":
            reply = step.reply + activity.message.text
            return replace(step, reply=reply, detail=to_one_line(reply), phase=Phase.RUNNING)
        case "progress":
            is_queued = activity.progress.phase == steps_pb2.Progress.PHASE_WAITING
            note = to_one_line(activity.progress.text) or step.detail
            phase = Phase.QUEUED if is_queued else Phase.RUNNING
            return replace(step, phase=phase, detail=note, fraction=activity.progress.fraction)
        case "tool_call":
            return replace(step, detail=to_one_line(activity.tool_call.tool))
        case "tool_result" if reason := find_call_failure(activity.tool_result):
            return replace(step, detail=f"{to_one_line(activity.tool_result.tool)}: {reason}")
        case _:
            return step


def find_call_failure(result: steps_pb2.ToolResult) -> str:
    """Return the reason why the call of *result* failed, "" if it did not."""
    output = MessageToDict(result.output)
    if output.get("failed") is True:
        return to_one_line(str(output.get("error") or output.get("message") or "?"))
    if result.tool in _TOOLS_WITH_STATUS and output.get("status") == "failed":
        return to_one_line(str(output.get("message") or ""))
    return ""


def _finish_step(step: StepLine, event: events_pb2.RunEvent) -> StepLine:
    result = event.step_finished
    seconds = (_event_time(event) - step.started_at).total_seconds()
    note = to_one_line(result.verdict.feedback) if result.HasField("verdict") else step.detail
    return replace(step, phase=Phase.DONE, seconds=seconds, detail=note, result=result)


def _fail_step(step: StepLine, event: events_pb2.RunEvent) -> StepLine:
    failed = event.step_failed
    again = failed.HasField("retry_in")
    delay = failed.retry_in.ToNanoseconds() / 1e9 if again else 0.0
    return replace(
        step,
        phase=Phase.PAUSED if again else Phase.FAILED,
        # Displayed with the remaining time.
        detail=to_one_line(remove_notice(failed.error.message, delay)),
        retry_delay=delay,
        seconds=(_event_time(event) - step.started_at).total_seconds(),
    )


def _apply_component(view: RunView, component: components_pb2.UiComponent) -> RunView:
    match component.WhichOneof("widget"):
        case "agent_message":
            return replace(view, message=to_one_line(component.agent_message.text))
        case "suggestion_chips":
            return replace(view, suggestions=tuple(map(to_one_line, component.suggestion_chips.suggestions)))
        case "image_result":
            card = component.image_result
            asset = card.result.asset
            score = card.score if card.HasField("score") else None
            return replace(view, image=DeliveredImage(asset.asset_id, asset.width, asset.height, score))
        case _:
            return view


def _end_run(view: RunView, event: events_pb2.RunEvent) -> RunView:
    ended = event.run_ended
    phase = Phase.CANCELLED if ended.status == events_pb2.RUN_STATUS_CANCELLED else Phase.FAILED
    lines = tuple(
        replace(line, phase=phase, seconds=(_event_time(event) - line.started_at).total_seconds())
        if isinstance(line, StepLine) and not line.phase.is_final
        else line
        for line in view.lines
    )
    return replace(view, lines=lines, status=ended.status, error=ended.error if ended.HasField("error") else None)
