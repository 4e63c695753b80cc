"""`reflow runs list`: what was run, newest first."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING

from google.protobuf.json_format import MessageToDict
from reflow.v1 import events_pb2, orchestrator_pb2
from rich.console import Console
from rich.table import Table
from rich.text import Text as Styled

from services.cli.display import Waiting
from services.cli.failing import one_line
from services.cli.interrupting import interruption
from services.cli.opening import data_folder, open_client
from services.cli.statuses import STATUS_WIDTH, status_colour, status_name
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text

if TYPE_CHECKING:
    from services.cli.client import Client

# Runs of one page, and how many of them are asked at once what was wished of them.
PAGE, AT_ONCE = 200, 16
# A UUID, month and day with the time, the workflow: these are never cut, the wish gives way.
ID_WIDTH, TIME_WIDTH, WORKFLOW_WIDTH = 36, 11, 10
# From here on there is room for the workflow.
WIDE = 100
_NOTHING = Text("没有符合的运行。", "No run fits.")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which runs: at most *count*, of a session, a workflow ("" is any), of one of *statuses* (none is any)."""

    count: int
    session_id: str = ""
    workflow: str = ""
    statuses: frozenset[str] = frozenset()


async def list_runs(folder: Path | None, wanted: Wanted, language: Language, *, as_json: bool) -> None:
    """Print runs, newest first: a table, plain lines where stdout is no terminal, or JSON, one a line."""
    waiting, printed = Waiting(language), 0
    with interruption(), waiting:
        async with open_client(data_folder(folder), waiting.starting, language) as client:
            async for runs in _pages(client, wanted):
                waiting.finish()
                _print(runs, language, as_json=as_json)
                printed += len(runs)
    if not printed and sys.stdout.isatty() and not as_json:
        print(_NOTHING.pick(language))


async def _pages(client: "Client", wanted: Wanted) -> AsyncIterator[list[orchestrator_pb2.Run]]:
    """Yield the wanted runs with what was asked of them, a page at a time."""
    left, statuses = wanted.count, {_status(name) for name in wanted.statuses}
    size = PAGE if statuses else min(PAGE, left)
    async for page in client.run_pages(wanted.session_id, wanted.workflow, size):
        runs = [run for run in page if not statuses or run.status in statuses][:left]
        left -= len(runs)
        if runs:
            yield await _with_wishes(client, runs)
        if left <= 0:
            return


async def _with_wishes(client: "Client", runs: list[orchestrator_pb2.Run]) -> list[orchestrator_pb2.Run]:
    """Return *runs* with what was asked of each: a list tells no state, and the first event is enough for that."""
    room = asyncio.Semaphore(AT_ONCE)

    async def wished(run: orchestrator_pb2.Run) -> orchestrator_pb2.Run:
        async with room:
            try:
                begun = await client.get_run(run.run_id, 1)
            except ReflowError as error:
                if error.code is not Code.RUN_UNKNOWN:  # deleted meanwhile
                    raise
                return run
        if begun.HasField("note"):
            run.note.input.CopyFrom(begun.note.input)
        elif begun.HasField("image_chat"):
            run.image_chat.input.CopyFrom(begun.image_chat.input)
        return run

    return list(await asyncio.gather(*map(wished, runs)))


def _print(runs: Sequence[orchestrator_pb2.Run], language: Language, *, as_json: bool) -> None:
    if as_json:
        for run in runs:
            print(json.dumps(MessageToDict(run), ensure_ascii=False))
    elif sys.stdout.isatty():
        console = Console()
        console.print(table(runs, language, console.width))
    else:
        for run in runs:
            status = status_name(run.status).pick(language)
            print("\t".join((run.run_id, _time(run), status, run.session_id, _wish(run))))


def table(runs: Sequence[orchestrator_pb2.Run], language: Language, width: int) -> Table:
    """Return *runs* as a table for *width* columns."""
    grid = Table(box=None, pad_edge=False, show_header=False)
    columns = [("dim", ID_WIDTH), ("", STATUS_WIDTH), ("dim", TIME_WIDTH)]
    for style, least in [*columns, ("dim", WORKFLOW_WIDTH)] if width >= WIDE else columns:
        grid.add_column(style=style, no_wrap=True, min_width=least)
    # The column that may be broken is the one that rich makes narrower; its texts say that they are cut instead.
    grid.add_column()
    for run in runs:
        status = Styled(status_name(run.status).pick(language), status_colour(run.status))
        kind = [run.workflow] if width >= WIDE else []
        grid.add_row(run.run_id, status, _time(run), *kind, Styled(_wish(run), no_wrap=True, overflow="ellipsis"))
    return grid


def _status(name: str) -> events_pb2.RunStatus.ValueType:
    return events_pb2.RunStatus.Value(f"RUN_STATUS_{name.upper()}")


def _time(run: orchestrator_pb2.Run) -> str:
    return f"{run.created_at.ToDatetime(UTC).astimezone():%m-%d %H:%M}"


def _wish(run: orchestrator_pb2.Run) -> str:
    asked = run.note.input if run.HasField("note") else run.image_chat.input
    return one_line(asked.text)
