"""A run told line by line."""

from reflow.v1 import events_pb2

from services.cli import wording
from services.cli.failing import one_line
from services.cli.view import RunView, StepLine, step_of
from services.common.language import Language


def narrate(view: RunView, event: events_pb2.RunEvent, language: Language) -> tuple[str, ...]:
    """Return the lines that tell *event*; *view* is the run after it."""
    match event.WhichOneof("fact"):
        case "run_reflowed":
            back = event.run_reflowed
            said = wording.returned(back.round, back.score, one_line(back.feedback), language)
            return (_line(event.agent or "critic", said, language),)
        case "warning_recorded":
            warning = event.warning_recorded.error
            return (_line(event.agent or warning.node, one_line(warning.message), language),)
        case "question_asked":
            return (wording.asked(view.question, language),)
        case "question_answered":
            return (wording.ANSWERED.pick(language),)
        case "budget_reached":
            return (one_line(event.budget_reached.message),)
        case _:
            step = step_of(view, event.step)
            said = _of_step(step, event, language) if step else ""
            return (_line(event.agent, said, language),) if said else ()


def outcome(step: StepLine, language: Language) -> str:
    """Return what came of a finished *step*, "" when its last thought has said it."""
    if step.image is not None:
        asset = step.image.asset
        return wording.made(asset.width, asset.height, step.image.model, step.image.seed, language)
    if step.verdict is not None:
        judged = step.verdict.judged
        return wording.judged(step.verdict.score, step.note, language) if judged else wording.NOT_JUDGED.pick(language)
    return ""


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
        case "thought" | "tool_call" if event.agent != "critic":
            return step.note
        case "progress" if activity.progress.phase == activity.progress.PHASE_WAITING:
            return one_line(activity.progress.text) or wording.QUEUED.pick(language)
        case _:
            return ""  # how far a step is would be noise, a reply is told once it is whole, a verdict by the critic


def _line(agent: str, said: str, language: Language) -> str:
    return f"{wording.agent_name(agent, language)}  {said}" if agent else said
