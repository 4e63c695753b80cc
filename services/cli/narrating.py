"""A run told line by line."""

from reflow.v1 import events_pb2

from services.cli import wording
from services.cli.failing import one_line
from services.cli.lines import AdviceLine, AnswerLine, ReturnLine, StepLine
from services.cli.outcomes import outcome
from services.cli.view import RunView, step_of
from services.common.language import Language

# What they think is their verdict, which is told once it is whole.
JUDGES = ("critic", "review_agent")


def narrate(view: RunView, event: events_pb2.RunEvent, language: Language) -> tuple[str, ...]:
    """Return the lines that tell *event*; *view* is the run after it."""
    match event.WhichOneof("fact"):
        case "run_reflowed" | "route_decided" | "question_answered":
            return _of_run(view, event, language)
        case "warning_recorded":
            warning = event.warning_recorded.error
            return (_line(event.agent or warning.node, one_line(warning.message), language),)
        case "question_asked":
            return (wording.asked(view.question, language),)
        case "budget_reached":
            return (one_line(event.budget_reached.message),)
        case _:
            step = step_of(view, event.step)
            said = _of_step(step, event, language) if step else ""
            return (_line(event.agent, said, language, step.number if step else 0),) if said else ()


def _of_run(view: RunView, event: events_pb2.RunEvent, language: Language) -> tuple[str, ...]:
    """Return what is told of the whole run: the last line of *view*, where *event* has made one."""
    last = view.lines[-1] if view.lines else None
    match last:
        case ReturnLine() if event.HasField("run_reflowed"):
            said = wording.returned(last, language)
            return (_line(event.agent or ("critic" if last.score else ""), said, language),)
        case AdviceLine() if event.HasField("route_decided") and event.route_decided.ignored:
            return (last.message,)
        case AnswerLine() if event.HasField("question_answered"):
            return (wording.answered(last, language),)
        case _:
            return ()


def _of_step(step: StepLine, event: events_pb2.RunEvent, language: Language) -> str:
    match event.WhichOneof("fact"):
        case "step_started" if step.attempt > 1:
            return wording.attempt(step.attempt, language)
        case "step_activity":
            return _activity(step, event, language)
        case "step_finished":
            said = outcome(step, language) or one_line(step.reply)
            return wording.with_seconds(said, step.seconds, language) if said else ""
        case "step_failed" if step.paused_for:
            return wording.retry(step.note, step.paused_for, language)
        case _:
            return ""


def _activity(step: StepLine, event: events_pb2.RunEvent, language: Language) -> str:
    activity = event.step_activity
    match activity.WhichOneof("activity"):
        case "thought" if event.agent not in JUDGES:
            return step.note
        case "tool_call" if event.agent not in JUDGES and not step.number:
            return step.note
        case "progress" if activity.progress.phase == activity.progress.PHASE_WAITING and not step.number:
            return one_line(activity.progress.text) or wording.QUEUED.pick(language)
        case _:
            # How far a step is would be noise, and that steps side by side wait for each other; a reply is told whole.
            return ""


def _line(agent: str, said: str, language: Language, number: int = 0) -> str:
    return f"{wording.agent_name(agent, language, number)}  {said}" if agent else said
