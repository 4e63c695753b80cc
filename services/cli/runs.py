"""`reflow runs list`: what was run, newest first."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from google.protobuf.json_format import MessageToDict
from reflow.v1 import events_pb2, orchestrator_pb2
from rich.cells import set_cell_size
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from services.cli.display import Waiting
from services.cli.failing import one_line
from services.cli.interrupting import interruption
from services.cli.moments import clock, short_clock
from services.cli.opening import data_folder, open_client
from services.cli.statuses import STATUS_WIDTH, status_colour, status_name, typed_status
from services.common.errors import Code, ReflowError
from services.common.language import Language, Text

if TYPE_CHECKING:
    from services.cli.client import Client

# Runs of one page, and how many of them are asked at once what was wished of them.
PAGE, AT_ONCE = 200, 16
# A UUID, month and day with the time, the workflow: these are never cut, the wish gives way.
ID_WIDTH, TIME_WIDTH, WORKFLOW_WIDTH = 36, 11, 10
# From here on there is room for the workflow; below the other one the wish gets a line of its own.
WIDE, NARROW = 100, 75
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
            told = (run.run_id, typed_status(run.status), clock(run.created_at), run.workflow, run.session_id)
            print("\t".join((*told, _wish(run))))


def table(runs: Sequence[orchestrator_pb2.Run], language: Language, width: int) -> RenderableType:
    """Return *runs* as a table for *width* columns; where these are few, each wish stands below its run."""
    if width < NARROW:
        return Group(*(line for run in runs for line in _narrow(run, language)))
    grid = Table(box=None, pad_edge=False, show_header=False)
    columns = [("dim", ID_WIDTH), ("", STATUS_WIDTH), ("dim", TIME_WIDTH)]
    for style, least in [*columns, ("dim", WORKFLOW_WIDTH)] if width >= WIDE else columns:
        grid.add_column(style=style, no_wrap=True, min_width=least)
    # The column that may be broken is the one that rich makes narrower; its texts say that they are cut instead.
    grid.add_column()
    for run in runs:
        status = Styled(status_name(run.status).pick(language), status_colour(run.status))
        kind = [run.workflow] if width >= WIDE else []
        grid.add_row(
            run.run_id,
            status,
            short_clock(run.created_at),
            *kind,
            Styled(_wish(run), no_wrap=True, overflow="ellipsis"),
        )
    return grid


def _narrow(run: orchestrator_pb2.Run, language: Language) -> Iterator[Styled]:
    status = set_cell_size(status_name(run.status).pick(language), STATUS_WIDTH)
    known = ((run.run_id, "dim"), " ", (status, status_colour(run.status)), " ", (short_clock(run.created_at), "dim"))
    for line in (Styled.assemble(*known), Styled(f"  {_wish(run)}")):
        line.no_wrap, line.overflow = True, "ellipsis"
        yield line


def _status(name: str) -> events_pb2.RunStatus.ValueType:
    return events_pb2.RunStatus.Value(f"RUN_STATUS_{name.upper()}")


def _wish(run: orchestrator_pb2.Run) -> str:
    asked = run.note.input if run.HasField("note") else run.image_chat.input
    return one_line(asked.text)
