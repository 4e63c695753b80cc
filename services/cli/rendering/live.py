"""Live renderer of a run: one line per step, updated in place."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Self, assert_never

from reflow.v1 import critic_pb2, events_pb2
from rich.console import Console, ConsoleRenderable, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text as Styled

from services.cli.rendering import texts
from services.cli.rendering.agent_order import IMAGE_AGENT
from services.cli.rendering.lines import AdviceLine, AnswerLine, Line, Phase, ReturnLine, StepLine, WarningLine
from services.cli.rendering.stage_tree import StageNode, list_nodes, stage_of
from services.cli.rendering.step_results import describe_result
from services.cli.rendering.view import RunView
from services.common.text.language import Language, Text

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
FRAMES_PER_SECOND = 12.5
BAR_WIDTH = 24
ECHO_WIDTH = 4
MAX_WIDTH = 100
SYMBOLS = {
    Phase.QUEUED: ("◌", "yellow"),
    Phase.PAUSED: ("↻", "yellow"),
    Phase.DONE: ("✓", "green"),
    Phase.FAILED: ("✗", "red"),
    Phase.CANCELLED: ("■", "yellow"),
}
TIME_WIDTH = 8
PERCENT_WIDTH = 4


class LiveArea(Live):
    """Area that is updated in place, with final lines printed above it."""

    def print_above(self, lines: ConsoleRenderable) -> None:
        """Print *lines* above, under the lock of the refresh thread, which would otherwise misplace the area."""
        with self._lock:
            self.console.print(lines)


class LiveRun:
    """Displays a run in the terminal until it is finished. A context manager.

    Final lines are printed once and scroll away; the others are updated in place below them.
    """

    def __init__(self, console: Console, language: Language) -> None:
        self.console = console
        self.language = language
        self._starting = ""
        self._view: RunView | None = None
        self._final_lines = 0  # number of lines of the view that are printed
        self._live: LiveArea | None = None

    def __enter__(self) -> Self:
        self._go_live()
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()

    def show_startup(self, text: Text) -> None:
        """Display the progress of the startup."""
        self._starting = text.pick(self.language)

    def resume(self, view: RunView) -> None:
        """Resume a run whose lines so far were displayed before."""
        self._view, self._final_lines = view, len(view.lines)

    def show(self, view: RunView, event: events_pb2.RunEvent) -> None:
        """Display the run after *event*."""
        self._view = view
        live = self._go_live()
        final = view.lines[self._final_lines : count_final_lines(view)]
        if final:
            self._final_lines += len(final)
            lines = render_lines(final, view, datetime.now(UTC), self.language, _row_width(self.console))
            live.print_above(lines)

    def finish(self) -> None:
        """Stop the updates until there is more to display."""
        self._starting = ""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def __rich__(self) -> ConsoleRenderable:
        """Return the area that is updated in place."""
        now = datetime.now(UTC)
        if self._view is not None and not self._starting:
            return render_run(self._view, now, self.language, _row_width(self.console), self._final_lines)
        if not self._starting:
            return Group()
        return Styled.assemble((_frame(now), "cyan"), " ", (self._starting, "dim"))

    def _go_live(self) -> LiveArea:
        self._starting = "" if self._view is not None else self._starting
        if self._live is None:
            self._live = LiveArea(
                self, console=self.console, refresh_per_second=FRAMES_PER_SECOND, vertical_overflow="visible"
            )
            self._live.start()
        return self._live


def _row_width(console: Console) -> int:
    # After a full line the terminal's echo of Ctrl-C would wrap, and the area would be displayed twice.
    return min(console.width - ECHO_WIDTH, MAX_WIDTH)


def count_final_lines(view: RunView) -> int:
    """Return the number of final lines of *view*: all before the first unfinished step.

    A step of a stage never is: the tree of the stages is updated as a whole.
    """

    def is_final(line: StepLine) -> bool:
        return line.phase.is_final and not (view.plan is not None and stage_of(line))

    running = (n for n, line in enumerate(view.lines) if isinstance(line, StepLine) and not is_final(line))
    return next(running, len(view.lines))


def render_run(view: RunView, now: datetime, language: Language, width: int, since: int = 0) -> Group:
    """Return the lines of *view* from *since* on, and dimmed below them the remaining agents."""
    remaining = () if view.ended or view.pending is not None else view.remaining
    lines = view.lines[since:]
    parts: list[ConsoleRenderable] = []
    if view.plan is not None:
        first = next((n for n, line in enumerate(lines) if _is_of_stage(line)), len(lines))
        before, lines = lines[:first], tuple(line for line in lines[first:] if not _is_of_stage(line))
        parts += [render_lines(before, view, now, language, width)] if before else []
        parts.append(render_tree(view, now, language, width))
    parts += [render_lines(lines, view, now, language, width)] if lines else []
    if remaining:
        rows = _grid(view, language, width)
        for agent in remaining:
            rows.add_row(Styled("·", "dim"), _name(agent, "dim", language), "", "")
        parts.append(rows)
    return Group(*parts)


def render_lines(lines: Sequence[Line], view: RunView, now: datetime, language: Language, width: int) -> Group:
    """Return *lines* as rows of symbol, agent, detail and time; remarks between steps take the whole width."""
    space = width - 1 - _name_width(view, language) - TIME_WIDTH - 3
    parts = list[ConsoleRenderable]()
    rows: Table | None = None
    for line in lines:
        if isinstance(line, StepLine):
            if rows is None:
                rows = _grid(view, language, width)
                parts.append(rows)
            rows.add_row(*_step_row(line, now, language, space))
        else:
            rows = None
            parts.append(_remark_row(line, language, width))
    return Group(*parts)


def render_tree(view: RunView, now: datetime, language: Language, width: int) -> Table:
    """Return the stages of a task as a tree, one row each, with the running executions below their stage."""
    nodes = list_nodes(view, now, language)
    names = [_node_name(node, language) for node in nodes]
    rows = Table.grid(padding=(0, 1))
    rows.width = width
    # The branches of a stage take three columns, those of an execution six; then the symbol and a space.
    names_width = max(3 * node.depth + 5 + name.cell_len for node, name in zip(nodes, names, strict=True))
    rows.add_column(no_wrap=True, width=names_width)
    rows.add_column(ratio=1)
    rows.add_column(justify="right", no_wrap=True, width=TIME_WIDTH)
    is_inside_last = False
    for node, name in zip(nodes, names, strict=True):
        is_inside_last = node.is_last if node.depth == 0 else is_inside_last
        branch = Styled(_draw_branch(node, is_inside_last), "dim")
        time = "" if node.phase is None else texts.format_seconds(node.seconds, language)
        rows.add_row(
            Styled.assemble(branch, _node_symbol(node, now), " ", name), _node_detail(node), Styled(time, "dim")
        )
    return rows


def _is_of_stage(line: Line) -> bool:
    return isinstance(line, StepLine) and bool(stage_of(line))


def _draw_branch(node: StageNode, is_inside_last: bool) -> str:
    corner = "└─ " if node.is_last else "├─ "
    return corner if node.depth == 0 else ("   " if is_inside_last else "│  ") + corner


def _node_symbol(node: StageNode, now: datetime) -> Styled:
    if node.phase is None:
        return Styled("–" if node.is_skipped else "·", "dim")
    symbol, color = SYMBOLS.get(node.phase, (_frame(now), "cyan"))
    return Styled(symbol, color)


def _node_name(node: StageNode, language: Language) -> Styled:
    """Return the name of a stage and of its agent, dimmed before it starts."""
    style = "dim" if node.phase is None else "" if node.phase.is_final else "bold"
    return Styled.assemble((node.name, style), " ", (texts.agent_name(node.agent, language), "dim"))


def _node_detail(node: StageNode) -> ConsoleRenderable:
    style = "red" if node.phase is Phase.FAILED else "" if node.phase is Phase.DONE else "dim"
    text = Styled(node.detail, style, no_wrap=True, overflow="ellipsis")
    if node.phase is Phase.RUNNING and 0 < node.fraction < 1:
        return _bar_row(_bar(node.fraction, "cyan"), Styled(f"{node.fraction:4.0%}"), text)
    return text


def _grid(view: RunView, language: Language, width: int) -> Table:
    rows = Table.grid(padding=(0, 1))
    rows.width = width
    rows.add_column(width=1)
    rows.add_column(no_wrap=True, width=_name_width(view, language))
    rows.add_column(ratio=1)
    rows.add_column(justify="right", no_wrap=True, width=TIME_WIDTH)
    return rows


def _name_width(view: RunView, language: Language) -> int:
    """Return the width of the widest name of the run, the same for every row."""
    steps = [(line.agent, line.number) for line in view.lines if isinstance(line, StepLine)]
    names = [*((agent, int(agent == IMAGE_AGENT)) for agent in view.agents), *steps]
    return max((_name(agent, "", language, number).cell_len for agent, number in names), default=0)


def _remark_row(line: ReturnLine | WarningLine | AdviceLine | AnswerLine, language: Language, width: int) -> Table:
    match line:
        case ReturnLine():
            symbol, color, text = "↺", "yellow", texts.format_return(line, language)
        case WarningLine():
            symbol, color, text = "!", "yellow", line.message
        case AdviceLine():
            symbol, color, text = "⊘", "bright_black", line.message
        case AnswerLine():
            symbol, color, text = "›", "cyan", texts.format_answer(line, language)
        case _:
            assert_never(line)
    row = Table.grid(padding=(0, 1))
    row.width = width
    row.add_column(width=1)
    row.add_column(ratio=1)
    row.add_row(Styled(symbol, color), Styled(text, color))
    return row


def _step_row(step: StepLine, now: datetime, language: Language, space: int) -> tuple[ConsoleRenderable, ...]:
    symbol, color = SYMBOLS.get(step.phase, (_frame(now), "cyan"))
    elapsed = step.seconds if step.phase.is_final else max(0.0, (now - step.started_at).total_seconds())
    name = _name(step.agent, "" if step.phase.is_final else "bold", language, step.number)
    text = _render_detail(step, now, language, space)
    return Styled(symbol, color), name, text, Styled(texts.format_seconds(elapsed, language), "dim")


def _name(agent: str, style: str, language: Language, number: int = 0) -> Styled:
    """Return the localized name of the agent, followed by its English name."""
    name, english = texts.agent_name(agent, language, number), texts.agent_name(agent, Language.ENGLISH)
    return (
        Styled(name, style) if language is Language.ENGLISH else Styled.assemble((name, style), " ", (english, "dim"))
    )


def _render_detail(step: StepLine, now: datetime, language: Language, space: int) -> ConsoleRenderable:
    match step.phase:
        case Phase.QUEUED:
            return _render_progress(step, texts.QUEUED.pick(language), language)
        case Phase.PAUSED:
            remaining_seconds = step.retry_delay + step.seconds - (now - step.started_at).total_seconds()
            return Styled(texts.format_retry(step.detail, max(0.0, remaining_seconds), language), "yellow")
        case Phase.FAILED:
            return Styled(step.detail, "red")
        case Phase.CANCELLED:
            return Styled(texts.STOPPED.pick(language), "yellow")
        case Phase.DONE:
            return _render_result(step, language, space)
        case Phase.RUNNING:
            return _render_progress(step, step.subject or step.detail, language)


def _render_result(step: StepLine, language: Language, space: int) -> ConsoleRenderable:
    verdict = step.verdict
    if verdict is None or not verdict.judged:
        return Styled(describe_result(step, language) or step.detail, no_wrap=True, overflow="ellipsis")
    score, text = Styled(f"{verdict.score:4.0%}", "bold"), Styled(step.detail)
    bar = _bar(verdict.score, _verdict_color(verdict))
    if text.cell_len <= space - BAR_WIDTH - PERCENT_WIDTH - 2:
        return _bar_row(bar, score, text)
    return Group(_bar_row(bar, score, Styled()), text)


def _render_progress(step: StepLine, text: str, language: Language) -> ConsoleRenderable:
    """Return the detail of a running step, after a bar if it reports progress or runs concurrently with others."""
    note = f"{texts.format_attempt(step.attempt, language)} · {text}" if step.attempt > 1 else text
    if 0 < step.fraction < 1 or step.number:
        return _bar_row(_bar(step.fraction, "cyan"), Styled(f"{step.fraction:4.0%}"), Styled(note, "dim"))
    return Styled(note, "dim")


def _bar_row(bar: ConsoleRenderable, figure: Styled, text: Styled) -> Table:
    row = Table.grid(padding=(0, 1), expand=True)
    row.add_column(width=BAR_WIDTH)
    row.add_column(width=PERCENT_WIDTH)
    row.add_column(ratio=1)
    row.add_row(bar, figure, text)
    return row


def _bar(fraction: float, color: str) -> ProgressBar:
    return ProgressBar(
        total=1.0,
        completed=fraction,
        width=BAR_WIDTH,
        complete_style=color,
        finished_style=color,
        style="bright_black",
    )


def _verdict_color(verdict: critic_pb2.Verdict) -> str:
    if verdict.passed:
        return "green"
    return "red" if verdict.return_to else "yellow"


def _frame(now: datetime) -> str:
    return FRAMES[int(now.timestamp() * FRAMES_PER_SECOND) % len(FRAMES)]
