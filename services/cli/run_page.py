"""A run on one page: what it is, its steps, what it knows and has made. Pure."""

from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from reflow.v1 import orchestrator_pb2, steps_pb2
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from services.cli import wording
from services.cli.chronicle import Chronicle
from services.cli.failing import one_line
from services.cli.happenings import error_line
from services.cli.lines import AdviceLine, AnswerLine, Line, Phase, ReturnLine, StepLine, WarningLine
from services.cli.live import MARKS
from services.cli.moments import clock, moment, took
from services.cli.outcomes import outcome
from services.cli.standing import made_by, standing_lines, used
from services.cli.statuses import ENDED, status_colour, status_name
from services.common.language import Language, Text

_RUN, _WISH, _WORKFLOW = Text("运行", "run"), Text("要求", "wish"), Text("流程", "workflow")
_SESSION, _STARTED, _ENDED = Text("会话", "session"), Text("开始", "started"), Text("结束", "ended")
_CHANGED, _EVENTS = Text("最近变化", "last change"), Text("事件", "events")
_ERROR, _WAITS = Text("错误", "error"), Text("等回答", "asks")
_UNTIL = Text("{question}（到 {time} 为止）", "{question} (until {time})")
_MODELS = Text("用量", "usage")
_REQUEST, _REQUESTS = Text("1 次请求", "1 request"), Text("{count} 次请求", "{count} requests")
_AFTER = Text("{time}（用时 {took}）", "{time} (after {took})")
_AT = Text("第 {sequence} 个，共 {last} 个", "{sequence} of {last}")
_TRIES = Text("{tries} 次尝试", "{tries} tries")
_STEPS, _STANDS = Text("步骤", "Steps"), Text("状态", "State")
_UNDER_WAY = Text("进行中", "under way")
_TIME_WIDTH = 9


def run_page(
    run: orchestrator_pb2.Run, chronicle: Chronicle, last: int, language: Language, *, cut: bool
) -> RenderableType:
    """Return *run* as it was after the last event of *chronicle*, of *last* events in all; steps *cut* to a line."""
    parts: list[RenderableType] = [_facts(list(_about(run, chronicle, last, language)))]
    if chronicle.view.lines:
        parts += ["", Styled(_STEPS.pick(language), "bold"), _steps(chronicle, language, cut=cut)]
    stands = [(label, Styled(said)) for label, said in standing_lines(run, language)]
    if stands:
        parts += ["", Styled(_STANDS.pick(language), "bold"), _facts(stands)]
    return Group(*parts)


def _about(
    run: orchestrator_pb2.Run, chronicle: Chronicle, last: int, language: Language
) -> Iterator[tuple[str, Styled]]:
    view, seconds = chronicle.view, (moment(run.updated_at) - moment(run.created_at)).total_seconds()
    status = Styled(status_name(run.status).pick(language), f"bold {status_colour(run.status)}")
    yield _RUN.pick(language), Styled.assemble(run.run_id, "  ", status)
    if view.wish:
        yield _WISH.pick(language), Styled(one_line(view.wish))
    yield _WORKFLOW.pick(language), Styled(run.workflow)
    yield _SESSION.pick(language), Styled(run.session_id)
    yield _STARTED.pick(language), Styled(clock(run.created_at))
    ended = _ENDED if run.status in ENDED else _CHANGED
    after = _AFTER.pick(language).format(time=clock(run.updated_at), took=took(seconds, language))
    yield ended.pick(language), Styled(after)
    at = str(last) if chronicle.sequence == last else _AT.pick(language).format(sequence=chronicle.sequence, last=last)
    yield _EVENTS.pick(language), Styled(at)
    if run.HasField("error"):
        yield _ERROR.pick(language), Styled(error_line(run.error), "red")
    if run.HasField("pending"):
        yield _WAITS.pick(language), Styled(_question(run, language), "magenta")
    for number, use in enumerate(run.usage):
        yield "" if number else _MODELS.pick(language), Styled(_used(use, language))


def _question(run: orchestrator_pb2.Run, language: Language) -> str:
    question = one_line(run.pending.question.text)
    if not run.pending.HasField("expires_at"):
        return question
    return _UNTIL.pick(language).format(question=question, time=clock(run.pending.expires_at))


def _used(use: steps_pb2.Usage, language: Language) -> str:
    requests = (_REQUEST if use.requests == 1 else _REQUESTS).pick(language).format(count=use.requests)
    return used(use, language, requests)


def answer_line(run: orchestrator_pb2.Run, data: Path | None, language: Language) -> str:
    """Return how to answer what *run* waits for; *data* is the folder the person named."""
    return f"{wording.HOW_TO_ANSWER.pick(language)}{wording.answering(run.run_id, data)}"


def _facts(rows: list[tuple[str, Styled]]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True, min_width=max(cell_len(label) for label, _ in rows))
    grid.add_column(overflow="fold")
    for label, said in rows:
        grid.add_row(label, said)
    return grid


def _steps(chronicle: Chronicle, language: Language, *, cut: bool) -> Table:
    rows = [_row(line, chronicle, language) for line in chronicle.view.lines]
    grid = Table.grid(padding=(0, 1))
    # What tells the steps apart is never cut: what came of them gives way.
    grid.add_column(no_wrap=True, min_width=1)
    grid.add_column(no_wrap=True, min_width=max(row[1].cell_len for row in rows))
    grid.add_column(no_wrap=True, justify="right", style="dim", min_width=_TIME_WIDTH)
    # A column that may be broken is the one that rich makes narrower; that it is cut instead is said of its texts.
    grid.add_column(overflow="fold")
    for *others, said in rows:
        said.no_wrap, said.overflow = (True, "ellipsis") if cut else (None, None)
        grid.add_row(*others, said)
    return grid


def _row(line: Line, chronicle: Chronicle, language: Language) -> tuple[Styled, ...]:
    match line:
        case StepLine():
            return _step(line, chronicle, language)
        case ReturnLine():
            return _between("↩", wording.returned(line, language), "yellow")
        case AnswerLine():
            return _between("«", wording.answered(line, language), "magenta")
        case WarningLine() | AdviceLine():
            return _between("!", line.message, "yellow")
        case _:
            assert_never(line)


def _between(mark: str, said: str, colour: str) -> tuple[Styled, ...]:
    """Return the row of what happened between steps."""
    return Styled(mark, colour), Styled(), Styled(), Styled(said, colour)


def _step(step: StepLine, chronicle: Chronicle, language: Language) -> tuple[Styled, ...]:
    mark, colour = MARKS.get(step.phase, ("▸", "cyan"))
    seconds = chronicle.seconds_of(step)
    time = took(seconds, language) if seconds is not None else _UNDER_WAY.pick(language)
    said = Styled(_TRIES.pick(language).format(tries=step.attempt) + "  ", "yellow") if step.attempt > 1 else Styled()
    said.append(_made(step, language), "red" if step.phase is Phase.FAILED else "")
    return Styled(mark, colour), Styled(wording.agent_name(step.agent, language, step.number)), Styled(time), said


def _made(step: StepLine, language: Language) -> str:
    made = made_by(step.result, language) if step.result is not None else ""
    return made or outcome(step, language) or one_line(step.reply) or step.note
