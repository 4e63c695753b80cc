"""Timeline entries: each event of a run on one line. Pure."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from google.protobuf.json_format import MessageToDict
from reflow.v1 import components_pb2, errors_pb2, events_pb2, steps_pb2

from services.cli.rendering import run_state, texts
from services.cli.rendering.history import RunHistory
from services.cli.rendering.lines import AnswerLine, ReturnLine
from services.cli.rendering.statuses import status_color, status_name
from services.cli.rendering.step_results import SEPARATOR, describe_result
from services.cli.rendering.times import format_duration
from services.cli.rendering.view import find_step
from services.common.contract.proto_values.struct_numbers import restore_integers
from services.common.errors.retry_advice import remove_notice
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

_STARTED_RUN, _STARTED_RUN_FOR = (
    Text("运行开始", "the run starts"),
    Text("运行开始：{prompt}", "the run starts: {prompt}"),
)
_EMPTY_SESSION = Text("会话里还没有内容", "the session is empty")
_LOADED_SESSION = Text("已载入会话中的 {text}", "loaded from the session: {text}")
_AND_IMAGE = Text("和上一张图", "and the last image")
_RESUMED, _CONTINUES = Text("中断之后继续", "resumed"), Text("继续", "continues")
_QUESTION = Text("提问：{question}", "asks: {question}")
_STARTED, _ATTEMPT = Text("开始", "begins"), Text("第 {attempt} 次尝试", "attempt {attempt}")
_PERCENT, _QUEUED = Text("完成 {fraction:.0%}", "{fraction:.0%} done"), Text("排队", "waits for a worker")
_WORKING = Text("进行中", "at work")
_ANSWERS = Text("{tool} 返回", "{tool} answers")
_FINISHED = Text("完成", "done")
_AFTER = Text("{text}（{took}）", "{text} ({took})")
_WIDGETS = {
    "agent_message": Text("消息", "message"),
    "image_result": Text("图片", "image"),
    "parameter_panel": Text("参数面板", "parameters"),
    "suggestion_chips": Text("建议", "suggestions"),
    "mask_request": Text("请标出要改的地方", "a request to mark an area"),
}
_AGAIN = Text("{wait}后重试", "retry in {wait}")
_SHOWS, _SHOWS_TEXT = Text("显示{widget}", "shows {widget}"), Text("显示{widget}：{text}", "shows {widget}: {text}")
_NEXT = Text("下一步：{agent}", "next: {agent}")
_NOT_TAKEN = Text("没有采纳建议", "advice ignored")
_DELIVERED = Text("交付《{title}》，{count} 张图", "delivers “{title}”, images: {count}")
_UNKNOWN = Text("当前版本无法识别的事件", "an event that this version does not know")
_ENDED = Text("运行{status}，用时 {took}", "the run ends: {status}, after {took}")


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One line: a *symbol* in its *color*, and *text*; activity of a step is *dimmed*."""

    symbol: str
    color: str
    text: str
    dimmed: bool = False


def build_entry(after: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    """Return the entry of *event*; *after* is the run after it."""
    payload = event.WhichOneof("payload") or ""
    build = _BUILDERS.get(payload)
    return build(after, event, language) if build else TimelineEntry("?", "yellow", _UNKNOWN.pick(language))


def _run_started(after: RunHistory, _: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    prompt = to_one_line(after.view.prompt)
    return TimelineEntry(
        "▶", "cyan", _STARTED_RUN_FOR.pick(language).format(prompt=prompt) if prompt else _STARTED_RUN.pick(language)
    )


def _session_recalled(_: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    session = event.session_recalled
    count = run_state.describe_messages(len(session.messages), language)
    parts = [_LOADED_SESSION.pick(language).format(text=count)] if session.messages else []
    parts += [_AND_IMAGE.pick(language)] if session.HasField("last_result") else []
    return TimelineEntry("·", "dim", " ".join(parts) or _EMPTY_SESSION.pick(language), dimmed=True)


def _run_resumed(after: RunHistory, _: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    """Return the entry of a resumed run: as expected after an answer, else because its executor was lost."""
    if after.view.lines and isinstance(after.view.lines[-1], AnswerLine):
        return TimelineEntry("↻", "cyan", _CONTINUES.pick(language))
    return TimelineEntry("↻", "yellow", _RESUMED.pick(language))


def _step_started(after: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    step = find_step(after.view, event.step)
    begins = _ATTEMPT.pick(language).format(attempt=event.attempt) if event.attempt > 1 else _STARTED.pick(language)
    about = step.subject if step is not None else ""
    return TimelineEntry("▸", "cyan", SEPARATOR.join(filter(None, (begins, about, event.step))))


def _step_activity(_: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    activity = event.step_activity
    match activity.WhichOneof("activity"):
        case "thought":
            return TimelineEntry("·", "dim", to_one_line(activity.thought.text), dimmed=True)
        case "message":
            return TimelineEntry("»", "green", to_one_line(activity.message.text))
        case "progress":
            return TimelineEntry("·", "dim", _format_progress(activity.progress, language), dimmed=True)
        case "tool_call":
            tool = texts.format_call(activity.tool_call.tool, language)
            return TimelineEntry("⇢", "blue", _format_call(tool, MessageToDict(activity.tool_call.input)), dimmed=True)
        case "tool_result" if failed := texts.format_failed_call(activity.tool_result, language):
            return TimelineEntry("⇠", "red", failed)
        case "tool_result":
            tool = _ANSWERS.pick(language).format(tool=activity.tool_result.tool)
            return TimelineEntry(
                "⇠", "blue", _format_call(tool, MessageToDict(activity.tool_result.output)), dimmed=True
            )
        case "usage":
            return TimelineEntry("$", "magenta", run_state.describe_usage(activity.usage, language))
        case _:
            return TimelineEntry("?", "yellow", _UNKNOWN.pick(language))


def _format_progress(progress: steps_pb2.Progress, language: Language) -> str:
    if progress.phase == steps_pb2.Progress.PHASE_WAITING:
        return to_one_line(progress.text) or _QUEUED.pick(language)
    done = _PERCENT.pick(language).format(fraction=progress.fraction) if progress.fraction else ""
    return SEPARATOR.join(filter(None, (done, to_one_line(progress.text)))) or _WORKING.pick(language)


def _format_call(what: str, fields: Mapping[str, object]) -> str:
    arguments = (
        f"{name}={json.dumps(restore_integers(value), ensure_ascii=False, sort_keys=True)}"
        for name, value in sorted(fields.items())
    )
    return to_one_line(" ".join([what, *arguments]))


def _step_finished(after: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    step = find_step(after.view, event.step)
    result = run_state.describe_intermediate(event.step_finished, language)
    if step is None:
        return TimelineEntry("✓", "green", result or _FINISHED.pick(language))
    text = result or describe_result(step, language) or to_one_line(step.reply) or _FINISHED.pick(language)
    time = format_duration(after.step_seconds(step) or step.seconds, language)
    return TimelineEntry("✓", "green", _AFTER.pick(language).format(text=text, took=time))


def _step_failed(_: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    failed = event.step_failed
    if not failed.HasField("retry_in"):
        return TimelineEntry("✗", "red", format_error(failed.error))
    delay = failed.retry_in.ToNanoseconds() / 1e9
    text = remove_notice(format_error(failed.error), delay)
    retry = _AGAIN.pick(language).format(wait=format_duration(delay, language))
    return TimelineEntry("↻", "yellow", SEPARATOR.join((retry, text)))


def _run_reflowed(after: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    last = after.view.lines[-1]
    return TimelineEntry("↩", "yellow", texts.format_return(last, language) if isinstance(last, ReturnLine) else "")


def _component_shown(_: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    component: components_pb2.UiComponent = event.component_shown
    widget = component.WhichOneof("widget") or component.id
    match widget:
        case "agent_message":
            text = to_one_line(component.agent_message.text)
        case "suggestion_chips":
            text = SEPARATOR.join(map(to_one_line, component.suggestion_chips.suggestions))
        case "image_result":
            text = run_state.describe_image(component.image_result.result, language)
        case _:
            text = ""
    label = _WIDGETS.get(widget, Text(widget, widget)).pick(language)
    form = (_SHOWS_TEXT if text else _SHOWS).pick(language)
    return TimelineEntry("▫", "blue", form.format(widget=label, text=text))


def _warning_recorded(_: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    return TimelineEntry("!", "yellow", format_error(event.warning_recorded.error))


def _error_raised(_: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    return TimelineEntry("✗", "red", format_error(event.error_raised))


def _run_ended(after: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    status = event.run_ended.status
    text = _ENDED.pick(language).format(
        status=status_name(status).pick(language), took=format_duration(after.elapsed_seconds(), language)
    )
    return TimelineEntry("■", status_color(status), text)


def _budget_reached(_: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    return TimelineEntry("!", "yellow", to_one_line(event.budget_reached.message))


def _question_asked(_: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    return TimelineEntry(
        "?", "magenta", _QUESTION.pick(language).format(question=to_one_line(event.question_asked.question.text))
    )


def _question_answered(after: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    last = after.view.lines[-1]
    return TimelineEntry("«", "magenta", texts.format_answer(last, language) if isinstance(last, AnswerLine) else "")


def _route_decided(_: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    decision = event.route_decided
    agent = texts.agent_name(decision.agent, language) if decision.agent else ""
    form = _NOT_TAKEN if decision.ignored else _NEXT
    parts = [form.pick(language).format(agent=agent), to_one_line(decision.reason)]
    return TimelineEntry("→", "yellow" if decision.ignored else "cyan", SEPARATOR.join(filter(None, parts)))


def _work_delivered(_: RunHistory, event: events_pb2.RunEvent, language: Language) -> TimelineEntry:
    if event.work_delivered.HasField("graph_revision"):
        return TimelineEntry("★", "green", to_one_line(event.work_delivered.graph_revision.summary))
    if event.work_delivered.HasField("graph_outputs"):
        names = (to_one_line(output.name) for output in event.work_delivered.graph_outputs.outputs)
        return TimelineEntry("★", "green", ", ".join(names))
    if event.work_delivered.HasField("team_result"):
        return TimelineEntry("★", "green", to_one_line(event.work_delivered.team_result.verdict.feedback))
    note = event.work_delivered.note
    title = to_one_line(note.content.title)
    return TimelineEntry("★", "green", _DELIVERED.pick(language).format(title=title, count=len(note.images)))


def format_error(error: errors_pb2.Error) -> str:
    """Return an error with its code."""
    return f"{error.code}: {to_one_line(error.message)}"


_BUILDERS: Mapping[str, Callable[[RunHistory, events_pb2.RunEvent, Language], TimelineEntry]] = MappingProxyType(
    {
        "run_started": _run_started,
        "session_recalled": _session_recalled,
        "run_resumed": _run_resumed,
        "step_started": _step_started,
        "step_activity": _step_activity,
        "step_finished": _step_finished,
        "step_failed": _step_failed,
        "run_reflowed": _run_reflowed,
        "component_shown": _component_shown,
        "warning_recorded": _warning_recorded,
        "error_raised": _error_raised,
        "run_ended": _run_ended,
        "budget_reached": _budget_reached,
        "question_asked": _question_asked,
        "question_answered": _question_answered,
        "route_decided": _route_decided,
        "work_delivered": _work_delivered,
    }
)
