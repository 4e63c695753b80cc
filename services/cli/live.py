"""A run in a terminal: one line a step, changing in place."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Self

from reflow.v1 import critic_pb2, events_pb2
from rich.console import Console, ConsoleRenderable, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text as Styled

from services.cli import wording
from services.cli.narrating import outcome
from services.cli.view import Line, Phase, ReturnLine, RunView, StepLine, WarningLine
from services.common.language import Language, Text

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
FRAMES_PER_SECOND = 12.5
BAR_WIDTH = 24
ECHO_WIDTH = 4
WIDEST = 100
MARKS = {
    Phase.QUEUED: ("◌", "yellow"),
    Phase.PAUSED: ("↻", "yellow"),
    Phase.DONE: ("✓", "green"),
    Phase.FAILED: ("✗", "red"),
    Phase.CANCELLED: ("■", "yellow"),
}
ROUND = ("planner", "rag", "executor", "critic")


class LiveRun:
    """Keeps the picture of a run in the terminal up to date until it is finished. A context."""

    def __init__(self, console: Console, language: Language) -> None:
        self.console = console
        self.language = language
        self._starting = ""
        self._view: RunView | None = None
        self._live = Live(
            console=console,
            get_renderable=self._render,
            refresh_per_second=FRAMES_PER_SECOND,
            vertical_overflow="visible",
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()

    def starting(self, text: Text) -> None:
        """Show what happens before the run."""
        self._starting = text.pick(self.language)

    def show(self, view: RunView, event: events_pb2.RunEvent) -> None:
        """Show the run after *event*."""
        self._view = view

    def finish(self) -> None:
        """Leave what is shown as it stands."""
        self._starting = ""
        self._live.stop()

    def _render(self) -> ConsoleRenderable:
        now = datetime.now(UTC)
        if self._view is not None:
            return render_run(self._view, now, self.language, _row_width(self.console))
        if not self._starting:
            return Group()
        return Styled.assemble((_frame(now), "cyan"), " ", (self._starting, "dim"))


def _row_width(console: Console) -> int:
    # Beside a full line the terminal's echo of Ctrl-C would wrap, and what is shown would be shown twice.
    return min(console.width - ECHO_WIDTH, WIDEST)


def render_run(view: RunView, now: datetime, language: Language, width: int) -> Table:
    """Return *view* as rows: mark, agent, what it says, how long it took; what is still to come stays dim."""
    rows = Table.grid(padding=(0, 1))
    rows.width = width
    rows.add_column(width=1)
    rows.add_column(no_wrap=True)
    rows.add_column(ratio=1)
    rows.add_column(justify="right", no_wrap=True)
    for line in view.lines:
        rows.add_row(*_row(line, now, language))
    if not view.ended:
        for agent in _to_come(view):
            rows.add_row(Styled("·", "dim"), _name(agent, "dim", language), "", "")
    return rows


def _to_come(view: RunView) -> Iterator[str]:
    """Yield the agents whose turn comes after the last line."""
    last = view.lines[-1] if view.lines else None
    match last:
        case StepLine() if last.agent in ROUND:
            yield from ROUND[ROUND.index(last.agent) + 1 :]
        case ReturnLine():
            yield from ROUND[1:]
        case None:
            yield from ROUND


def _row(line: Line, now: datetime, language: Language) -> tuple[ConsoleRenderable, ...]:
    match line:
        case StepLine():
            return _step_row(line, now, language)
        case ReturnLine():
            said = wording.returned(line.round, line.score, line.feedback, language)
            return Styled("↺", "yellow"), Styled(), Styled(said, "yellow"), Styled()
        case WarningLine():
            return Styled("!", "yellow"), Styled(), Styled(line.message, "yellow"), Styled()


def _step_row(step: StepLine, now: datetime, language: Language) -> tuple[ConsoleRenderable, ...]:
    mark, colour = MARKS.get(step.phase, (_frame(now), "cyan"))
    taken = step.seconds if step.phase.over else max(0.0, (now - step.began).total_seconds())
    name = _name(step.agent, "" if step.phase.over else "bold", language)
    return Styled(mark, colour), name, _said(step, now, language), Styled(wording.seconds(taken, language), "dim")


def _name(agent: str, style: str, language: Language) -> Styled:
    """Return the agent as people call it, with the name of its service beside it."""
    name = wording.agent_name(agent, language)
    return Styled(name, style) if name == agent else Styled.assemble((name, style), " ", (agent, "dim"))


def _said(step: StepLine, now: datetime, language: Language) -> ConsoleRenderable:
    match step.phase:
        case Phase.QUEUED:
            return Styled(wording.QUEUED.pick(language), "dim")
        case Phase.PAUSED:
            left = step.paused_for + step.seconds - (now - step.began).total_seconds()
            return Styled(wording.retry(step.note, max(0.0, left), language), "yellow")
        case Phase.FAILED:
            return Styled(step.note, "red")
        case Phase.CANCELLED:
            return Styled(wording.STOPPED.pick(language), "yellow")
        case Phase.DONE:
            return _outcome(step, language)
        case Phase.RUNNING:
            return _at_work(step, language)


def _outcome(step: StepLine, language: Language) -> ConsoleRenderable:
    verdict = step.verdict
    if verdict is not None and verdict.judged:
        score = Styled(f"{verdict.score:4.0%}", "bold")
        return _beside(_bar(verdict.score, _colour_of(verdict)), score, Styled(step.note))
    return Styled(outcome(step, language) or step.note)


def _at_work(step: StepLine, language: Language) -> ConsoleRenderable:
    note = f"{wording.attempt(step.attempt, language)} · {step.note}" if step.attempt > 1 else step.note
    if 0 < step.fraction < 1:
        return _beside(_bar(step.fraction, "cyan"), Styled(f"{step.fraction:4.0%}"), Styled(note, "dim"))
    return Styled(note, "dim")


def _beside(bar: ConsoleRenderable, figure: Styled, said: Styled) -> Table:
    row = Table.grid(padding=(0, 1), expand=True)
    row.add_column(width=BAR_WIDTH)
    row.add_column(width=4)
    row.add_column(ratio=1)
    row.add_row(bar, figure, said)
    return row


def _bar(fraction: float, colour: str) -> ProgressBar:
    return ProgressBar(
        total=1.0,
        completed=fraction,
        width=BAR_WIDTH,
        complete_style=colour,
        finished_style=colour,
        style="bright_black",
    )


def _colour_of(verdict: critic_pb2.Verdict) -> str:
    if verdict.passed:
        return "green"
    return "red" if verdict.return_to else "yellow"


def _frame(now: datetime) -> str:
    return FRAMES[int(now.timestamp() * FRAMES_PER_SECOND) % len(FRAMES)]
