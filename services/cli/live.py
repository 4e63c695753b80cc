"""A run in a terminal: one line a step, changing in place."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Self, assert_never

from reflow.v1 import critic_pb2, events_pb2
from rich.console import Console, ConsoleRenderable, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text as Styled

from services.cli import wording
from services.cli.course import PAINTER
from services.cli.lines import AdviceLine, AnswerLine, Line, Phase, ReturnLine, StepLine, WarningLine
from services.cli.outcomes import outcome
from services.cli.view import RunView
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
TIME_WIDTH = 8
FIGURE_WIDTH = 4


class Below(Live):
    """What changes in place, with room above it for what stands for good."""

    def leave_above(self, lines: ConsoleRenderable) -> None:
        """Write *lines* above, in one go with the rest: between the two, the refreshing thread would misplace it."""
        with self._lock:
            self.console.print(lines)


class LiveRun:
    """Keeps the picture of a run in the terminal up to date until it is finished. A context.

    Lines to which nothing more can happen are written once and scroll away; the rest changes in place below them.
    """

    def __init__(self, console: Console, language: Language) -> None:
        self.console = console
        self.language = language
        self._starting = ""
        self._view: RunView | None = None
        self._settled = 0  # how many lines of the view are written for good
        self._live: Below | None = None

    def __enter__(self) -> Self:
        self._go_live()
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()

    def starting(self, text: Text) -> None:
        """Show what happens before the run."""
        self._starting = text.pick(self.language)

    def recalled(self, view: RunView) -> None:
        """Take up a run whose lines so far were shown before."""
        self._view, self._settled = view, len(view.lines)

    def show(self, view: RunView, event: events_pb2.RunEvent) -> None:
        """Show the run after *event*."""
        self._view = view
        live = self._go_live()
        settled = view.lines[self._settled : settled_lines(view)]
        if settled:
            self._settled += len(settled)
            lines = render_lines(settled, view, datetime.now(UTC), self.language, _row_width(self.console))
            live.leave_above(lines)

    def finish(self) -> None:
        """Leave what is shown as it stands, until there is more to show."""
        self._starting = ""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def __rich__(self) -> ConsoleRenderable:
        """Return what changes in place, as it is at this moment."""
        now = datetime.now(UTC)
        if self._view is not None and not self._starting:
            return render_run(self._view, now, self.language, _row_width(self.console), self._settled)
        if not self._starting:
            return Group()
        return Styled.assemble((_frame(now), "cyan"), " ", (self._starting, "dim"))

    def _go_live(self) -> Below:
        self._starting = "" if self._view is not None else self._starting
        if self._live is None:
            self._live = Below(
                self, console=self.console, refresh_per_second=FRAMES_PER_SECOND, vertical_overflow="visible"
            )
            self._live.start()
        return self._live


def _row_width(console: Console) -> int:
    # Beside a full line the terminal's echo of Ctrl-C would wrap, and what is shown would be shown twice.
    return min(console.width - ECHO_WIDTH, WIDEST)


def settled_lines(view: RunView) -> int:
    """Return how many lines of *view* stand for good: all before the first step that is not over."""
    running = (n for n, line in enumerate(view.lines) if isinstance(line, StepLine) and not line.phase.over)
    return next(running, len(view.lines))


def render_run(view: RunView, now: datetime, language: Language, width: int, since: int = 0) -> Group:
    """Return the lines of *view* from *since* on, and dim below them who is still to work."""
    to_come = () if view.ended or view.pending is not None else view.to_come
    lines = view.lines[since:]
    parts: list[ConsoleRenderable] = [render_lines(lines, view, now, language, width)] if lines else []
    if to_come:
        rows = _grid(view, language, width)
        for agent in to_come:
            rows.add_row(Styled("·", "dim"), _name(agent, "dim", language), "", "")
        parts.append(rows)
    return Group(*parts)


def render_lines(lines: Sequence[Line], view: RunView, now: datetime, language: Language, width: int) -> Group:
    """Return *lines* as rows: mark, agent, what it says, how long it took; what is no step runs on to the right."""
    room = width - 1 - _name_width(view, language) - TIME_WIDTH - 3
    parts = list[ConsoleRenderable]()
    rows: Table | None = None
    for line in lines:
        if isinstance(line, StepLine):
            if rows is None:
                rows = _grid(view, language, width)
                parts.append(rows)
            rows.add_row(*_step_row(line, now, language, room))
        else:
            rows = None
            parts.append(_remark(line, language, width))
    return Group(*parts)


def _grid(view: RunView, language: Language, width: int) -> Table:
    rows = Table.grid(padding=(0, 1))
    rows.width = width
    rows.add_column(width=1)
    rows.add_column(no_wrap=True, width=_name_width(view, language))
    rows.add_column(ratio=1)
    rows.add_column(justify="right", no_wrap=True, width=TIME_WIDTH)
    return rows


def _name_width(view: RunView, language: Language) -> int:
    """Return the width of the widest name of the run: the same in every row, whenever it is written."""
    steps = [(line.agent, line.number) for line in view.lines if isinstance(line, StepLine)]
    names = [*((agent, int(agent == PAINTER)) for agent in view.agents), *steps]
    return max((_name(agent, "", language, number).cell_len for agent, number in names), default=0)


def _remark(line: ReturnLine | WarningLine | AdviceLine | AnswerLine, language: Language, width: int) -> Table:
    match line:
        case ReturnLine():
            mark, colour, said = "↺", "yellow", wording.returned(line, language)
        case WarningLine():
            mark, colour, said = "!", "yellow", line.message
        case AdviceLine():
            mark, colour, said = "⊘", "bright_black", line.message
        case AnswerLine():
            mark, colour, said = "›", "cyan", wording.answered(line, language)
        case _:
            assert_never(line)
    row = Table.grid(padding=(0, 1))
    row.width = width
    row.add_column(width=1)
    row.add_column(ratio=1)
    row.add_row(Styled(mark, colour), Styled(said, colour))
    return row


def _step_row(step: StepLine, now: datetime, language: Language, room: int) -> tuple[ConsoleRenderable, ...]:
    mark, colour = MARKS.get(step.phase, (_frame(now), "cyan"))
    taken = step.seconds if step.phase.over else max(0.0, (now - step.began).total_seconds())
    name = _name(step.agent, "" if step.phase.over else "bold", language, step.number)
    said = _said(step, now, language, room)
    return Styled(mark, colour), name, said, Styled(wording.seconds(taken, language), "dim")


def _name(agent: str, style: str, language: Language, number: int = 0) -> Styled:
    """Return the agent as people call it, with its English name beside it."""
    name, english = wording.agent_name(agent, language, number), wording.agent_name(agent, Language.ENGLISH)
    return (
        Styled(name, style) if language is Language.ENGLISH else Styled.assemble((name, style), " ", (english, "dim"))
    )


def _said(step: StepLine, now: datetime, language: Language, room: int) -> ConsoleRenderable:
    match step.phase:
        case Phase.QUEUED:
            return _at_work(step, wording.QUEUED.pick(language), language)
        case Phase.PAUSED:
            left = step.paused_for + step.seconds - (now - step.began).total_seconds()
            return Styled(wording.retry(step.note, max(0.0, left), language), "yellow")
        case Phase.FAILED:
            return Styled(step.note, "red")
        case Phase.CANCELLED:
            return Styled(wording.STOPPED.pick(language), "yellow")
        case Phase.DONE:
            return _outcome(step, language, room)
        case Phase.RUNNING:
            return _at_work(step, step.about or step.note, language)


def _outcome(step: StepLine, language: Language, room: int) -> ConsoleRenderable:
    verdict = step.verdict
    if verdict is None or not verdict.judged:
        return Styled(outcome(step, language) or step.note, no_wrap=True, overflow="ellipsis")
    score, said = Styled(f"{verdict.score:4.0%}", "bold"), Styled(step.note)
    bar = _bar(verdict.score, _colour_of(verdict))
    if said.cell_len <= room - BAR_WIDTH - FIGURE_WIDTH - 2:
        return _beside(bar, score, said)
    return Group(_beside(bar, score, Styled()), said)


def _at_work(step: StepLine, said: str, language: Language) -> ConsoleRenderable:
    """Return what a step is at, beside a bar where it tells how far it is or is one of several side by side."""
    note = f"{wording.attempt(step.attempt, language)} · {said}" if step.attempt > 1 else said
    if 0 < step.fraction < 1 or step.number:
        return _beside(_bar(step.fraction, "cyan"), Styled(f"{step.fraction:4.0%}"), Styled(note, "dim"))
    return Styled(note, "dim")


def _beside(bar: ConsoleRenderable, figure: Styled, said: Styled) -> Table:
    row = Table.grid(padding=(0, 1), expand=True)
    row.add_column(width=BAR_WIDTH)
    row.add_column(width=FIGURE_WIDTH)
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
