"""Costs of a run, a list, a watch and retention with 1,000 and with 1,000,000 stored runs.

    uv run python -m benchmarks.load.stored_runs [--stored 1000000] [--rounds 20] [--scheduler local] [--json FILE]

Two databases on one PostgreSQL, an orchestrator on each, in short alternating rounds. The figures are CPU milliseconds
of PostgreSQL and the orchestrator together, means of all rounds, as other work on the machine affects both sides. The
target: with many stored runs each costs at most 1.15 times as much as with few.

The notes have the size of a stored run, and the pages that each statement of the log reads, by EXPLAIN (ANALYZE,
BUFFERS).
"""

import argparse
import asyncio
import statistics
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from reflow.v1 import orchestrator_pb2

from benchmarks.cpu_time import find_postgres, read_exact_seconds
from benchmarks.figures import Bound, Figure, read_load, run
from benchmarks.systems.caller import Caller, open_caller
from benchmarks.systems.deployment import create_database, open_folder, orchestrator, role_services
from benchmarks.systems.stored_history import DAYS, RARE_WORKFLOW, fill, middle, sample, silence_autovacuum
from benchmarks.systems.stored_statements import read_buffers
from services.common.database.embedded import embedded_postgres
from services.common.database.pool import Pool, open_pool
from services.orchestrator.adapters.postgres_log import PostgresLog

FEW = 1_000
TEMPLATES = 10
AT_ONCE = 50
WARM_UP = 100
RUNS, CALLS, DELETED = 50, 60, 20
MOST = 1.15
# Only the measured calls delete runs.
SETTINGS = {"REFLOW_KEEP_RUNS_DAYS": str(DAYS * 10)}

Operation = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Side:
    """A database with stored runs, and its orchestrator."""

    stored: int
    sizes: str
    caller: Caller
    pool: Pool
    processes: Sequence[psutil.Process]
    runs: Sequence[tuple[str, str]]

    def operations(self) -> dict[str, tuple[int, Operation]]:
        """Return the measured operations by name, each with its number of calls."""
        return {
            "start, append and watch a run": (RUNS, self._run),
            "list the newest runs": (CALLS, lambda: self._list(orchestrator_pb2.ListRunsRequest())),
            "list the runs of a rare workflow": (
                CALLS,
                lambda: self._list(orchestrator_pb2.ListRunsRequest(workflow=RARE_WORKFLOW, page_size=1)),
            ),
            "list the runs of a session": (CALLS, self._list_sessions),
            "watch a run that has ended": (CALLS, self._watch),
            "retention, a run deleted": (DELETED, self._delete),
        }

    async def cpu_ms(self, calls: int, operation: Operation) -> float:
        """Return the CPU milliseconds of one call of *operation*."""
        before = read_exact_seconds(self.processes)
        await operation()
        return (read_exact_seconds(self.processes) - before) * 1_000 / calls

    async def _run(self) -> None:
        await self.caller.run_many(RUNS, AT_ONCE)

    async def _list(self, request: orchestrator_pb2.ListRunsRequest) -> None:
        for _ in range(CALLS):
            assert (await self.caller.stub.ListRuns(request)).runs

    async def _list_sessions(self) -> None:
        for number in range(CALLS):
            session_id = self.runs[number % len(self.runs)][1]
            assert (await self.caller.stub.ListRuns(orchestrator_pb2.ListRunsRequest(session_id=session_id))).runs

    async def _watch(self) -> None:
        for number in range(CALLS):
            assert [event async for event in self.caller.watch(self.runs[number % len(self.runs)][0])]

    async def _delete(self) -> None:
        assert await PostgresLog(self.pool).delete_old_runs(middle(), DELETED)


@asynccontextmanager
async def open_side(folder: Path, server_url: str, roles: str, stored: int, scheduler: str) -> AsyncIterator[Side]:
    """Fill a new database with *stored* runs and run an orchestrator on it."""
    url = await asyncio.to_thread(create_database, server_url, f"stored_{stored}")
    settings = {**SETTINGS, "REFLOW_SCHEDULER": scheduler}
    async with orchestrator(folder, url, roles, settings) as running, open_caller(running.address) as caller:
        await caller.run_many(TEMPLATES, TEMPLATES)
    sizes = await asyncio.to_thread(fill, url, stored)
    print(sizes, flush=True)
    async with (
        orchestrator(folder, url, roles, settings) as running,
        open_caller(running.address) as caller,
        await open_pool(url, min_size=1, max_size=1, name="bench", statement_timeout=600) as pool,
    ):
        await caller.run_many(WARM_UP, AT_ONCE)
        processes = (find_postgres(url), psutil.Process(running.process.pid))
        yield Side(stored, sizes, caller, pool, processes, await asyncio.to_thread(sample, url))


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of each operation."""
    with open_folder() as folder:
        async with (
            embedded_postgres(folder / "postgres") as server_url,
            role_services() as roles,
            AsyncExitStack() as stack,
        ):
            await asyncio.to_thread(silence_autovacuum, server_url)
            few, many = [
                await stack.enter_async_context(open_side(folder, server_url, roles, stored, arguments.scheduler))
                for stored in (FEW, arguments.stored)
            ]
            costs = await measure_in_rotation((few, many), arguments.rounds)
            buffers = [await read_buffers(side.pool, side.runs, middle()) for side in (few, many)]
            load = read_load()
    pages = "; ".join(f"{name} {buffers[0][name]} and {buffers[1][name]}" for name in buffers[0])
    note = f"{few.sizes}; {many.sizes}; pages read by statement: {pages}; {load}"
    return [_figure(name, few, many, values, note) for name, values in costs.items()]


async def measure_in_rotation(sides: Sequence[Side], rounds: int) -> dict[str, list[tuple[float, ...]]]:
    """Return for each operation the CPU milliseconds of one call on each side, in each round."""
    costs: dict[str, list[tuple[float, ...]]] = {}
    for number in range(rounds + 1):
        order = sides if number % 2 else sides[::-1]
        for name in sides[0].operations():
            values = {side.stored: await side.cpu_ms(*side.operations()[name]) for side in order}
            if number:  # the first round fills caches
                costs.setdefault(name, []).append(tuple(values[side.stored] for side in sides))
    for name, rows in costs.items():
        print(name, *(f"{statistics.mean(column):.2f}" for column in zip(*rows, strict=True)), "ms", flush=True)
    return costs


def _figure(name: str, few: Side, many: Side, values: list[tuple[float, ...]], note: str) -> Figure:
    baseline, ours = ([row[place] for row in values] for place in (0, 1))
    baseline_name = f"{few.stored:,} stored"
    return Figure(
        key=f"stored_runs_{name.replace(',', '').replace(' ', '_')}",
        what=f"{name}, {many.stored:,} stored runs: CPU of PostgreSQL and orchestrator",
        unit="ms",
        ours=statistics.mean(ours),
        bound=Bound.RATIO_AT_LEAST,
        limit=1 / MOST,
        baseline=statistics.mean(baseline),
        baseline_name=baseline_name,
        note=note,
        samples={"reflow": ours, baseline_name: baseline},
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stored", type=int, default=1_000_000, help="the many stored runs")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--scheduler", default="local", choices=("local", "dbos"))
    run(measure, parser)
