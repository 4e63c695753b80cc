"""Plain renderer of a run: its events as lines of text."""

from reflow.v1 import events_pb2

from services.cli.rendering import texts
from services.cli.rendering.lines import AdviceLine, AnswerLine, ReturnLine, StepLine
from services.cli.rendering.question_subject import format_subject
from services.cli.rendering.step_results import describe_result
from services.cli.rendering.view import RunView, find_failure, find_step
from services.common.text.language import Language
from services.common.text.sanitization import to_one_line

# Their thoughts are their verdict, which is printed once it is complete.
JUDGES = ("critic", "review_agent", "graph_critic")


def render_event(view: RunView, event: events_pb2.RunEvent, language: Language) -> tuple[str, ...]:
    """Return the lines about *event*; *view* is the run after it."""
    match event.WhichOneof("payload"):
        case "run_reflowed" | "route_decided" | "question_answered":
            return _render_run_event(view, event, language)
        case "warning_recorded":
            warning = event.warning_recorded.error
            agent = event.agent or warning.node
            text = texts.format_warning(to_one_line(warning.message), find_failure(view, agent), language)
            return (_format_line(agent, text, language),)
        case "question_asked":
            question = event.question_asked.question
            subject = (*format_subject(question, language), *texts.format_options(question))
            return (texts.format_question(view.question, language), *subject)
        case "budget_reached":
            return (to_one_line(event.budget_reached.message),)
        case _:
            step = find_step(view, event.step)
            text = _render_step_event(step, event, language) if step else ""
            return (_format_line(event.agent, text, language, step.number if step else 0),) if text else ()


def _render_run_event(view: RunView, event: events_pb2.RunEvent, language: Language) -> tuple[str, ...]:
    """Return the lines about the run: the last line of *view*, if *event* has added one."""
    last = view.lines[-1] if view.lines else None
    match last:
        case ReturnLine() if event.HasField("run_reflowed"):
            text = texts.format_return(last, language)
            return (_format_line(event.agent or ("critic" if last.score else ""), text, language),)
        case AdviceLine() if event.HasField("route_decided") and event.route_decided.ignored:
            return (last.message,)
        case AnswerLine() if event.HasField("question_answered"):
            return (texts.format_answer(last, language),)
        case _:
            return ()


def _render_step_event(step: StepLine, event: events_pb2.RunEvent, language: Language) -> str:
    match event.WhichOneof("payload"):
        case "step_started" if step.attempt > 1:
            return texts.format_attempt(step.attempt, language)
        case "step_activity":
            return _render_activity(step, event, language)
        case "step_finished":
            text = describe_result(step, language) or to_one_line(step.reply)
            return texts.append_seconds(text, step.seconds, language) if text else ""
        case "step_failed" if step.retry_delay:
            return texts.format_retry(step.detail, step.retry_delay, language)
        case _:
            return ""


def _render_activity(step: StepLine, event: events_pb2.RunEvent, language: Language) -> str:
    activity = event.step_activity
    match activity.WhichOneof("activity"):
        case "thought" if event.agent not in JUDGES:
            return step.detail
        case "tool_call" if event.agent not in JUDGES and not step.number:
            return texts.format_call(activity.tool_call.tool, language)
        case "tool_result" if event.agent not in JUDGES and not step.number:
            return texts.format_failed_call(activity.tool_result, language)
        case "progress" if activity.progress.phase == activity.progress.PHASE_WAITING and not step.number:
            return to_one_line(activity.progress.text) or texts.QUEUED.pick(language)
        case _:
            # Progress, and waits of concurrent steps, would be noise; a reply is printed once it is complete.
            return ""


def _format_line(agent: str, text: str, language: Language, number: int = 0) -> str:
    return f"{texts.agent_name(agent, language, number)}  {text}" if agent else text
