"""`reflow runs list`: the runs, newest first."""

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

from services.cli.rendering.display import Spinner
from services.cli.rendering.statuses import STATUS_WIDTH, status_color, status_keyword, status_name
from services.cli.rendering.times import format_short_time, format_time
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import handle_signals
from services.common.contract.proto_values.enums import enum_number
from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

if TYPE_CHECKING:
    from services.cli.session.client import Client

# Number of runs of one page, and of concurrent calls that load their inputs.
PAGE_SIZE, MAX_CONCURRENT_CALLS = 200, 16
# A UUID, month and day with the time, the workflow: these are never truncated, the prompt is.
ID_WIDTH, TIME_WIDTH, WORKFLOW_WIDTH = 36, 11, 10
# Widths in columns: from WIDE on the workflow is displayed; below NARROW the prompt has a separate line.
WIDE, NARROW = 100, 75
_NO_RUNS = Text("没有符合的运行。", "No run matches.")


@dataclass(frozen=True, slots=True)
class RunQuery:
    """Criteria: at most *count* runs of a session and a workflow ("" is any) in one of *statuses* (none is any)."""

    count: int
    session_id: str = ""
    workflow: str = ""
    statuses: frozenset[str] = frozenset()


async def list_runs(folder: Path | None, query: RunQuery, language: Language, *, as_json: bool) -> None:
    """Print runs, newest first: a table, plain lines if stdout is not a terminal, or JSON, one per line."""
    spinner, printed = Spinner(language), 0
    with handle_signals(), spinner:
        async with open_client(find_data_folder(folder), spinner.show_startup, language) as client:
            async for runs in _load_pages(client, query):
                spinner.finish()
                _print_runs(runs, language, as_json=as_json)
                printed += len(runs)
    if not printed and sys.stdout.isatty() and not as_json:
        print(_NO_RUNS.pick(language))


async def _load_pages(client: "Client", query: RunQuery) -> AsyncIterator[list[orchestrator_pb2.Run]]:
    """Yield the runs that meet *query* with their inputs, a page at a time."""
    remaining = query.count
    statuses = {enum_number(events_pb2.RunStatus.DESCRIPTOR, name) for name in query.statuses}
    size = PAGE_SIZE if statuses else min(PAGE_SIZE, remaining)
    async for page in client.list_run_pages(query.session_id, query.workflow, size):
        runs = [run for run in page if not statuses or run.status in statuses][:remaining]
        remaining -= len(runs)
        if runs:
            yield await _load_inputs(client, runs)
        if remaining <= 0:
            return


async def _load_inputs(client: "Client", runs: list[orchestrator_pb2.Run]) -> list[orchestrator_pb2.Run]:
    """Return *runs* with their inputs: a list contains no inputs, but the state after the first event does."""
    semaphore = asyncio.Semaphore(MAX_CONCURRENT_CALLS)

    async def load(run: orchestrator_pb2.Run) -> orchestrator_pb2.Run:
        async with semaphore:
            try:
                first = await client.get_run(run.run_id, 1)
            except ReflowError as error:
                if error.code is not Code.RUN_UNKNOWN:  # deleted meanwhile
                    raise
                return run
        copy_input(first, run)
        return run

    return list(await asyncio.gather(*map(load, runs)))


def copy_input(source: orchestrator_pb2.Run, target: orchestrator_pb2.Run) -> None:
    """Copy the input of the run, of whatever workflow, from the state of *source* to that of *target*."""
    if name := source.WhichOneof("state"):
        getattr(target, name).input.CopyFrom(getattr(source, name).input)


def _print_runs(runs: Sequence[orchestrator_pb2.Run], language: Language, *, as_json: bool) -> None:
    if as_json:
        for run in runs:
            print(json.dumps(MessageToDict(run), ensure_ascii=False))
    elif sys.stdout.isatty():
        console = Console()
        console.print(run_table(runs, language, console.width))
    else:
        for run in runs:
            fields = (run.run_id, status_keyword(run.status), format_time(run.created_at), run.workflow, run.session_id)
            print("\t".join((*fields, _prompt(run))))


def run_table(runs: Sequence[orchestrator_pb2.Run], language: Language, width: int) -> RenderableType:
    """Return *runs* as a table for *width* columns; in a narrow one each prompt is below its run."""
    if width < NARROW:
        return Group(*(line for run in runs for line in _narrow_rows(run, language)))
    grid = Table(box=None, pad_edge=False, show_header=False)
    columns = [("dim", ID_WIDTH), ("", STATUS_WIDTH), ("dim", TIME_WIDTH)]
    for style, min_width in [*columns, ("dim", WORKFLOW_WIDTH)] if width >= WIDE else columns:
        grid.add_column(style=style, no_wrap=True, min_width=min_width)
    # rich narrows the column that may wrap; its texts are set to be truncated instead.
    grid.add_column()
    for run in runs:
        status = Styled(status_name(run.status).pick(language), status_color(run.status))
        kind = [run.workflow] if width >= WIDE else []
        grid.add_row(
            run.run_id,
            status,
            format_short_time(run.created_at),
            *kind,
            Styled(_prompt(run), no_wrap=True, overflow="ellipsis"),
        )
    return grid


def _narrow_rows(run: orchestrator_pb2.Run, language: Language) -> Iterator[Styled]:
    status = set_cell_size(status_name(run.status).pick(language), STATUS_WIDTH)
    cells = (
        (run.run_id, "dim"),
        " ",
        (status, status_color(run.status)),
        " ",
        (format_short_time(run.created_at), "dim"),
    )
    for line in (Styled.assemble(*cells), Styled(f"  {_prompt(run)}")):
        line.no_wrap, line.overflow = True, "ellipsis"
        yield line


def _prompt(run: orchestrator_pb2.Run) -> str:
    name = run.WhichOneof("state")
    return to_one_line(getattr(getattr(run, name).input, "text", "")) if name else ""
