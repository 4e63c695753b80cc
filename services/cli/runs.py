"""`reflow runs`: what was run, and what happened in it."""

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC
from pathlib import Path

from reflow.v1 import events_pb2, orchestrator_pb2
from rich.console import Console
from rich.table import Table
from rich.text import Text as Styled

from services.cli import note_markdown, wording
from services.cli.display import JsonDisplay, PlainDisplay, Waiting
from services.cli.failing import one_line
from services.cli.interrupting import interruption
from services.cli.opening import data_folder, open_client
from services.cli.view import RunView, follow
from services.common.language import Language, Text

STATUSES = {
    events_pb2.RUN_STATUS_WAITING: (Text("排队", "waiting"), "yellow"),
    events_pb2.RUN_STATUS_RUNNING: (Text("进行中", "running"), "cyan"),
    events_pb2.RUN_STATUS_PAUSED: (Text("待回答", "paused"), "magenta"),
    events_pb2.RUN_STATUS_SUCCEEDED: (Text("完成", "done"), "green"),
    events_pb2.RUN_STATUS_FAILED: (Text("失败", "failed"), "red"),
    events_pb2.RUN_STATUS_CANCELLED: (Text("已取消", "cancelled"), "yellow"),
}
_UNTOLD = (Text("未知", "unknown"), "dim")

# A UUID, the longest status, month and day with the time: these are never cut, the wish gives way.
ID_WIDTH, STATUS_WIDTH, TIME_WIDTH = 36, 9, 11


async def list_runs(folder: Path | None, count: int, language: Language) -> None:
    """Print the last *count* runs, newest first: a table, or plain lines where stdout is no terminal."""
    waiting = Waiting(language)
    with interruption(), waiting:
        async with open_client(data_folder(folder), waiting.starting, language) as client:
            runs = await client.list_runs(count)
    if sys.stdout.isatty():
        Console().print(_table(runs, language))
    else:
        for run in runs:
            print("\t".join((run.run_id, _time(run), _status(run)[0].pick(language), run.session_id, _wish(run))))


async def show_run(folder: Path | None, run_id: str, language: Language, *, as_json: bool) -> None:
    """Print what happened in a run, to its end. Raises RUN_UNKNOWN."""
    display = JsonDisplay(language) if as_json else PlainDisplay(language)
    view = RunView()
    with interruption(), display:
        async with open_client(data_folder(folder), display.starting, language) as client:
            async for event in client.watch_run(run_id):
                view = follow(view, event)
                display.show(view, event)
    if not as_json:
        for line in _end(view, run_id, folder, language):
            print(line)


def _end(view: RunView, run_id: str, folder: Path | None, language: Language) -> Iterator[str]:
    """Yield what is said of a run after its events: what came of it, its note, or how to answer it."""
    note = view.making.standing
    if note is not None and view.ended:
        yield ""
        yield note_markdown.markdown(note, {}, view.making.purposes, language)
    if view.message and view.ended:
        yield view.message
    if view.pending is not None:
        yield f"{wording.HOW_TO_ANSWER.pick(language)} {wording.answering(run_id, folder)}"


def _table(runs: Sequence[orchestrator_pb2.Run], language: Language) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for style, width in (("dim", ID_WIDTH), ("", STATUS_WIDTH), ("dim", TIME_WIDTH)):
        table.add_column(style=style, no_wrap=True, min_width=width)
    table.add_column(no_wrap=True, overflow="ellipsis")
    for run in runs:
        text, colour = _status(run)
        table.add_row(run.run_id, Styled(text.pick(language), colour), _time(run), Styled(_wish(run)))
    return table


def _status(run: orchestrator_pb2.Run) -> tuple[Text, str]:
    return STATUSES.get(run.status, _UNTOLD)


def _time(run: orchestrator_pb2.Run) -> str:
    return f"{run.created_at.ToDatetime(UTC).astimezone():%m-%d %H:%M}"


def status_name(status: events_pb2.RunStatus.ValueType) -> Text:
    """Return what a status is called."""
    return STATUSES.get(status, _UNTOLD)[0]


def _wish(run: orchestrator_pb2.Run) -> str:
    asked = run.note.input if run.HasField("note") else run.image_chat.input
    return one_line(asked.text)
