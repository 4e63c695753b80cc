"""A run on one page: its facts, its steps and its state. Pure."""

from collections.abc import Iterator
from typing import assert_never

from reflow.v1 import orchestrator_pb2, steps_pb2
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from services.cli.given_options import GivenOptions
from services.cli.rendering import texts
from services.cli.rendering.history import RunHistory
from services.cli.rendering.lines import AdviceLine, AnswerLine, Line, Phase, ReturnLine, StepLine, WarningLine
from services.cli.rendering.live import SYMBOLS
from services.cli.rendering.question_subject import format_subject
from services.cli.rendering.run_state import describe_intermediate, describe_usage, state_lines
from services.cli.rendering.statuses import FINAL_STATUSES, status_color, status_name
from services.cli.rendering.step_results import describe_result
from services.cli.rendering.timeline_entries import format_error
from services.cli.rendering.times import format_duration, format_time, to_datetime
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

_RUN, _PROMPT, _WORKFLOW = Text("运行", "run"), Text("要求", "prompt"), Text("流程", "workflow")
_SESSION, _STARTED, _ENDED = Text("会话", "session"), Text("开始", "started"), Text("结束", "ended")
_CHANGED, _EVENTS = Text("最近变化", "last change"), Text("事件", "events")
_ERROR, _QUESTION = Text("错误", "error"), Text("待回答", "question")
_UNTIL = Text("{question}（到 {time} 为止）", "{question} (until {time})")
_MODELS = Text("用量", "usage")
_REQUEST, _REQUESTS = Text("1 次请求", "1 request"), Text("{count} 次请求", "{count} requests")
_AFTER = Text("{time}（用时 {took}）", "{time} (after {took})")
_AT = Text("第 {sequence} 个，共 {last} 个", "{sequence} of {last}")
_ATTEMPTS = Text("{attempts} 次尝试", "{attempts} attempts")
_STEPS, _STATE = Text("步骤", "Steps"), Text("状态", "State")
_IN_PROGRESS = Text("进行中", "running")
_TIME_WIDTH = 9


def run_page(
    run: orchestrator_pb2.Run, history: RunHistory, last: int, language: Language, *, cut: bool
) -> RenderableType:
    """Return *run* after the last event of *history*, of *last* events in all; steps *cut* to one line each."""
    parts: list[RenderableType] = [_grid(list(_about_rows(run, history, last, language)))]
    if history.view.lines:
        parts += ["", Styled(_STEPS.pick(language), "bold"), _step_table(history, language, cut=cut)]
    state_rows = [(label, Styled(text)) for label, text in state_lines(run, language)]
    if state_rows:
        parts += ["", Styled(_STATE.pick(language), "bold"), _grid(state_rows)]
    return Group(*parts)


def _about_rows(
    run: orchestrator_pb2.Run, history: RunHistory, last: int, language: Language
) -> Iterator[tuple[str, Styled]]:
    view, seconds = history.view, (to_datetime(run.updated_at) - to_datetime(run.created_at)).total_seconds()
    status = Styled(status_name(run.status).pick(language), f"bold {status_color(run.status)}")
    yield _RUN.pick(language), Styled.assemble(run.run_id, "  ", status)
    if view.prompt:
        yield _PROMPT.pick(language), Styled(to_one_line(view.prompt))
    yield _WORKFLOW.pick(language), Styled(run.workflow)
    yield _SESSION.pick(language), Styled(run.session_id)
    yield _STARTED.pick(language), Styled(format_time(run.created_at))
    ended = _ENDED if run.status in FINAL_STATUSES else _CHANGED
    after = _AFTER.pick(language).format(time=format_time(run.updated_at), took=format_duration(seconds, language))
    yield ended.pick(language), Styled(after)
    at = str(last) if history.sequence == last else _AT.pick(language).format(sequence=history.sequence, last=last)
    yield _EVENTS.pick(language), Styled(at)
    if run.HasField("error"):
        yield _ERROR.pick(language), Styled(format_error(run.error), "red")
    if run.HasField("pending"):
        yield _QUESTION.pick(language), Styled(_describe_question(run, language), "magenta")
    for number, usage in enumerate(run.usage):
        yield "" if number else _MODELS.pick(language), Styled(_describe_usage(usage, language))


def _describe_question(run: orchestrator_pb2.Run, language: Language) -> str:
    question = to_one_line(run.pending.question.text)
    if not run.pending.HasField("expires_at"):
        return question
    return _UNTIL.pick(language).format(question=question, time=format_time(run.pending.expires_at))


def _describe_usage(usage: steps_pb2.Usage, language: Language) -> str:
    requests = (_REQUEST if usage.requests == 1 else _REQUESTS).pick(language).format(count=usage.requests)
    return describe_usage(usage, language, requests)


def format_answer_hint(run: orchestrator_pb2.Run, given: GivenOptions, language: Language) -> str:
    """Return what the pending question of *run* asks about, its options, and the commands that answer it."""
    question = run.pending.question
    first, *others = texts.list_answer_commands(run.run_id, question, given)
    commands = [f"{texts.HOW_TO_ANSWER.pick(language)}{first}"]
    commands += [f"{texts.OR.pick(language)}{command}" for command in others]
    return "\n".join([*format_subject(question, language), *texts.format_options(question), *commands])


def _grid(rows: list[tuple[str, Styled]]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True, min_width=max(cell_len(label) for label, _ in rows))
    grid.add_column(overflow="fold")
    for label, text in rows:
        grid.add_row(label, text)
    return grid


def _step_table(history: RunHistory, language: Language, *, cut: bool) -> Table:
    rows = [_line_row(line, history, language) for line in history.view.lines]
    grid = Table.grid(padding=(0, 1))
    # The names of the steps are never truncated: their results are.
    grid.add_column(no_wrap=True, min_width=1)
    grid.add_column(no_wrap=True, min_width=max(row[1].cell_len for row in rows))
    grid.add_column(no_wrap=True, justify="right", style="dim", min_width=_TIME_WIDTH)
    # rich narrows the column that may wrap; its texts are set to be truncated instead.
    grid.add_column(overflow="fold")
    for *others, text in rows:
        text.no_wrap, text.overflow = (True, "ellipsis") if cut else (None, None)
        grid.add_row(*others, text)
    return grid


def _line_row(line: Line, history: RunHistory, language: Language) -> tuple[Styled, ...]:
    match line:
        case StepLine():
            return _step_row(line, history, language)
        case ReturnLine():
            return _remark_row("↩", texts.format_return(line, language), "yellow")
        case AnswerLine():
            return _remark_row("«", texts.format_answer(line, language), "magenta")
        case WarningLine() | AdviceLine():
            return _remark_row("!", line.message, "yellow")
        case _:
            assert_never(line)


def _remark_row(symbol: str, text: str, color: str) -> tuple[Styled, ...]:
    """Return the row of a remark between steps."""
    return Styled(symbol, color), Styled(), Styled(), Styled(text, color)


def _step_row(step: StepLine, history: RunHistory, language: Language) -> tuple[Styled, ...]:
    symbol, color = SYMBOLS.get(step.phase, ("▸", "cyan"))
    seconds = history.step_seconds(step)
    time = format_duration(seconds, language) if seconds is not None else _IN_PROGRESS.pick(language)
    text = (
        Styled(_ATTEMPTS.pick(language).format(attempts=step.attempt) + "  ", "yellow")
        if step.attempt > 1
        else Styled()
    )
    text.append(_describe_step(step, language), "red" if step.phase is Phase.FAILED else "")
    return Styled(symbol, color), Styled(texts.agent_name(step.agent, language, step.number)), Styled(time), text


def _describe_step(step: StepLine, language: Language) -> str:
    result = describe_intermediate(step.result, language) if step.result is not None else ""
    return result or describe_result(step, language) or to_one_line(step.reply) or step.detail
