"""What happened in an event of a run, on one line. Pure."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from google.protobuf.json_format import MessageToDict
from reflow.v1 import components_pb2, errors_pb2, events_pb2, steps_pb2

from services.cli import standing, wording
from services.cli.chronicle import Chronicle
from services.cli.failing import one_line
from services.cli.lines import AnswerLine, ReturnLine
from services.cli.moments import took
from services.cli.outcomes import JOINED, outcome
from services.cli.statuses import status_colour, status_name
from services.cli.view import step_of
from services.common.language import Language, Text

_BEGUN, _BEGUN_BY = Text("运行开始", "the run begins"), Text("运行开始：{wish}", "the run begins: {wish}")
_NOTHING_RECALLED = Text("会话里还没有什么", "the session remembers nothing")
_RECALLED = Text("想起会话里的 {said}", "the session remembers: {said}")
_PICTURE_TOO = Text("和上一张图", "and the last picture")
_RESUMED, _GOES_ON = Text("中断之后接着做", "taken up again"), Text("接着做", "goes on")
_ASKS = Text("提问：{question}", "asks: {question}")
_STARTED, _TRY = Text("开始", "begins"), Text("第 {attempt} 次尝试", "try {attempt}")
_PERCENT, _WAITS = Text("完成 {fraction:.0%}", "{fraction:.0%} done"), Text("排队", "waits for a worker")
_WORKS = Text("在做", "at work")
_CALLS, _TOLD = Text("调用 {tool}", "calls {tool}"), Text("{tool} 回答", "{tool} answers")
_FINISHED = Text("做完", "done")
_AFTER = Text("{text}（{took}）", "{text} ({took})")
_WIDGETS = {
    "agent_message": Text("消息", "message"),
    "image_result": Text("图片", "picture"),
    "parameter_panel": Text("参数面板", "parameters"),
    "suggestion_chips": Text("建议", "suggestions"),
    "mask_request": Text("请标出要改的地方", "a request to mark an area"),
}
_AGAIN = Text("{wait}后重试", "again in {wait}")
_SHOWN, _SHOWN_SAYING = Text("显示{widget}", "shows {widget}"), Text("显示{widget}：{said}", "shows {widget}: {said}")
_NEXT = Text("接着：{agent}", "next: {agent}")
_NOT_TAKEN = Text("没有采纳建议", "advice not taken")
_DELIVERED = Text("交付《{title}》，{count} 张图", "delivers “{title}”, pictures: {count}")
_UNKNOWN = Text("这个版本不认识的事件", "an event that this version does not know")
_ENDED = Text("运行{status}，用时 {took}", "the run ends: {status}, after {took}")


@dataclass(frozen=True, slots=True)
class Happening:
    """One line: a *mark* to look for in its *colour*, and *text*; a *faint* one is a step's talk on the way."""

    mark: str
    colour: str
    text: str
    faint: bool = False


def happening(after: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    """Return what *event* says; *after* is the run after it."""
    fact = event.WhichOneof("fact") or ""
    tell = _TELL.get(fact)
    return tell(after, event, language) if tell else Happening("?", "yellow", _UNKNOWN.pick(language))


def _begun(after: Chronicle, _: events_pb2.RunEvent, language: Language) -> Happening:
    wish = one_line(after.view.wish)
    return Happening("▶", "cyan", _BEGUN_BY.pick(language).format(wish=wish) if wish else _BEGUN.pick(language))


def _recalled(_: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    recalled = event.session_recalled
    spoken = standing.messages(len(recalled.messages), language)
    said = [_RECALLED.pick(language).format(said=spoken)] if recalled.messages else []
    said += [_PICTURE_TOO.pick(language)] if recalled.HasField("last_result") else []
    return Happening("·", "dim", " ".join(said) or _NOTHING_RECALLED.pick(language), faint=True)


def _resumed(after: Chronicle, _: events_pb2.RunEvent, language: Language) -> Happening:
    """Return that the run goes on: as it should behind an answer, else because who drove it was lost."""
    if after.view.lines and isinstance(after.view.lines[-1], AnswerLine):
        return Happening("↻", "cyan", _GOES_ON.pick(language))
    return Happening("↻", "yellow", _RESUMED.pick(language))


def _started(after: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    step = step_of(after.view, event.step)
    begins = _TRY.pick(language).format(attempt=event.attempt) if event.attempt > 1 else _STARTED.pick(language)
    about = step.about if step is not None else ""
    return Happening("▸", "cyan", JOINED.join(filter(None, (begins, about, event.step))))


def _acted(_: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    activity = event.step_activity
    match activity.WhichOneof("activity"):
        case "thought":
            return Happening("·", "dim", one_line(activity.thought.text), faint=True)
        case "message":
            return Happening("»", "green", one_line(activity.message.text))
        case "progress":
            return Happening("·", "dim", _progress(activity.progress, language), faint=True)
        case "tool_call":
            tool = _CALLS.pick(language).format(tool=activity.tool_call.tool)
            return Happening("⇢", "blue", _with(tool, MessageToDict(activity.tool_call.input)), faint=True)
        case "tool_result":
            tool = _TOLD.pick(language).format(tool=activity.tool_result.tool)
            return Happening("⇠", "blue", _with(tool, MessageToDict(activity.tool_result.output)), faint=True)
        case "usage":
            return Happening("$", "magenta", standing.used(activity.usage, language))
        case _:
            return Happening("?", "yellow", _UNKNOWN.pick(language))


def _progress(progress: steps_pb2.Progress, language: Language) -> str:
    if progress.phase == steps_pb2.Progress.PHASE_WAITING:
        return one_line(progress.text) or _WAITS.pick(language)
    done = _PERCENT.pick(language).format(fraction=progress.fraction) if progress.fraction else ""
    return JOINED.join(filter(None, (done, one_line(progress.text)))) or _WORKS.pick(language)


def _with(what: str, given: Mapping[str, object]) -> str:
    spelled = (
        f"{name}={json.dumps(_number(value), ensure_ascii=False, sort_keys=True)}"
        for name, value in sorted(given.items())
    )
    return one_line(" ".join([what, *spelled]))


def _number(value: object) -> object:
    """Return *value*, a whole number as such: a Struct knows only fractions."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _finished(after: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    step = step_of(after.view, event.step)
    made = standing.made_by(event.step_finished, language)
    if step is None:
        return Happening("✓", "green", made or _FINISHED.pick(language))
    said = made or outcome(step, language) or one_line(step.reply) or _FINISHED.pick(language)
    time = took(after.seconds_of(step) or step.seconds, language)
    return Happening("✓", "green", _AFTER.pick(language).format(text=said, took=time))


def _failed(_: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    failed = event.step_failed
    said = error_line(failed.error)
    if not failed.HasField("retry_in"):
        return Happening("✗", "red", said)
    again = _AGAIN.pick(language).format(wait=took(failed.retry_in.ToNanoseconds() / 1e9, language))
    return Happening("↻", "yellow", JOINED.join((again, said)))


def _reflowed(after: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    last = after.view.lines[-1]
    return Happening("↩", "yellow", wording.returned(last, language) if isinstance(last, ReturnLine) else "")


def _shown(_: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    shown: components_pb2.UiComponent = event.component_shown
    widget = shown.WhichOneof("widget") or shown.id
    match widget:
        case "agent_message":
            said = one_line(shown.agent_message.text)
        case "suggestion_chips":
            said = JOINED.join(map(one_line, shown.suggestion_chips.suggestions))
        case "image_result":
            said = standing.picture(shown.image_result.result, language)
        case _:
            said = ""
    called = _WIDGETS.get(widget, Text(widget, widget)).pick(language)
    form = (_SHOWN_SAYING if said else _SHOWN).pick(language)
    return Happening("▫", "blue", form.format(widget=called, said=said))


def _warned(_: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    return Happening("!", "yellow", error_line(event.warning_recorded.error))


def _raised(_: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    return Happening("✗", "red", error_line(event.error_raised))


def _ended(after: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    status = event.run_ended.status
    text = _ENDED.pick(language).format(status=status_name(status).pick(language), took=took(after.seconds(), language))
    return Happening("■", status_colour(status), text)


def _reached(_: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    return Happening("!", "yellow", one_line(event.budget_reached.message))


def _asked(_: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    return Happening("?", "magenta", _ASKS.pick(language).format(question=one_line(event.question_asked.question.text)))


def _answered(after: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    last = after.view.lines[-1]
    return Happening("«", "magenta", wording.answered(last, language) if isinstance(last, AnswerLine) else "")


def _decided(_: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    decided = event.route_decided
    agent = wording.agent_name(decided.agent, language) if decided.agent else ""
    form = _NOT_TAKEN if decided.ignored else _NEXT
    said = [form.pick(language).format(agent=agent), one_line(decided.reason)]
    return Happening("→", "yellow" if decided.ignored else "cyan", JOINED.join(filter(None, said)))


def _delivered(_: Chronicle, event: events_pb2.RunEvent, language: Language) -> Happening:
    note = event.work_delivered.note
    title = one_line(note.content.title)
    return Happening("★", "green", _DELIVERED.pick(language).format(title=title, count=len(note.images)))


def error_line(error: errors_pb2.Error) -> str:
    """Return an error with its code."""
    return f"{error.code}: {one_line(error.message)}"


_TELL: Mapping[str, Callable[[Chronicle, events_pb2.RunEvent, Language], Happening]] = MappingProxyType(
    {
        "run_started": _begun,
        "session_recalled": _recalled,
        "run_resumed": _resumed,
        "step_started": _started,
        "step_activity": _acted,
        "step_finished": _finished,
        "step_failed": _failed,
        "run_reflowed": _reflowed,
        "component_shown": _shown,
        "warning_recorded": _warned,
        "error_raised": _raised,
        "run_ended": _ended,
        "budget_reached": _reached,
        "question_asked": _asked,
        "question_answered": _answered,
        "route_decided": _decided,
        "work_delivered": _delivered,
    }
)
