"""Latency of events: one run with 200 watchers, and 200 runs with one watcher each.

    uv run python -m benchmarks.fanout [--watchers 200] [--runs 200] [--every 0.05] [--json FILE]

Two orchestrators on one database; the roles emit thoughts at an interval for some seconds. The latency of an event is
the time from its timestamp, which the executing orchestrator sets before it stores the event, to its arrival here. All
processes are on one machine, so there is one clock. Measured at the orchestrator that executes the run, and at the
other one, which reads the event from the log. Only thoughts count that were emitted after all watchers had connected:
earlier ones are read from the log.

The single run emits a thought every 50 ms, which is 4,000 events a second to 200 watchers. Each of the 200 runs emits
one every 500 ms, like agents that stream the text of a model by sentences: 400 appends a second, each to its watcher.
Clients, roles, database and both orchestrators share the cores of this machine, so a missed target on two cores may be
due to the clients. LangGraph cannot watch runs of another process, so there is no baseline.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.figures import Bound, Figure, percentile_95, run
from benchmarks.systems.caller import Caller
from benchmarks.systems.deployment import open_folder, role_services
from benchmarks.systems.replicas import DBOS, Replicas, replicas
from services.common.database.embedded import embedded_postgres

STEP_SECONDS = 2.0
MANY_EVERY = 0.5
LIMIT_MS = 150.0
WATCH_SECONDS = 90.0
HERE, ELSEWHERE = "at the executing orchestrator", "at another orchestrator"


@dataclass(slots=True)
class Watcher:
    """Watches a run to its end; `seen` has the wall-clock times of each thought: emitted and arrived."""

    caller: Caller
    run_id: str
    connected: asyncio.Event = field(default_factory=asyncio.Event)
    seen: list[tuple[float, float]] = field(default_factory=list)

    async def watch(self) -> None:
        """Return once the run has ended."""
        async for event in self.caller.watch(self.run_id):
            self.connected.set()
            if event.HasField("step_activity"):
                self.seen.append((event.time.ToNanoseconds() / 1e9, time.time()))

    def latencies(self, since: float) -> list[float]:
        """Return the latencies, in seconds, of the thoughts emitted after *since*."""
        return [arrived - emitted for emitted, arrived in self.seen if emitted > since]


async def watch_all(watchers: Sequence[Watcher]) -> list[list[float]]:
    """Run the watchers; return for each the latencies of the thoughts emitted after all had connected."""
    async with asyncio.timeout(WATCH_SECONDS), asyncio.TaskGroup() as group:
        for watcher in watchers:
            group.create_task(watcher.watch())
        for watcher in watchers:
            await watcher.connected.wait()
        since = time.time()
    return [watcher.latencies(since) for watcher in watchers]


async def measure_one_run(running: Replicas, watchers: int) -> dict[str, list[float]]:
    """Return the latencies of the events of one run: all watchers at its orchestrator, then all at the other one."""
    latencies: dict[str, list[float]] = {}
    for place, where in enumerate((HERE, ELSEWHERE)):
        run_id = await running.all[0].caller.start()
        await running.wait_until_executing([run_id])
        replica = (await running.replicas_by_run())[run_id][place]
        latencies[where] = _flatten(await watch_all([Watcher(replica.caller, run_id) for _ in range(watchers)]))
    return latencies


async def measure_many_runs(running: Replicas, runs: int) -> dict[str, list[float]]:
    """Return the latencies of *runs* runs, alternately watched at the executing orchestrator and at the other one."""
    callers = [running.all[number % 2].caller for number in range(runs)]
    run_ids = await asyncio.gather(*(caller.start() for caller in callers))
    await running.wait_until_executing(run_ids)
    by_run = await running.replicas_by_run()
    chosen = [by_run[run_id][number % 2] for number, run_id in enumerate(run_ids)]
    rows = await watch_all([Watcher(replica.caller, run_id) for replica, run_id in zip(chosen, run_ids, strict=True)])
    return {HERE: _flatten(rows[0::2]), ELSEWHERE: _flatten(rows[1::2])}


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of both loads."""
    with open_folder() as folder:
        async with embedded_postgres(folder / "postgres") as server_url:
            async with AsyncExitStack() as stack:
                running = await _two(stack, folder, server_url, "one_run", arguments.every, arguments.runs)
                one = await measure_one_run(running, arguments.watchers)
            async with AsyncExitStack() as stack:
                running = await _two(stack, folder, server_url, "many_runs", MANY_EVERY, arguments.runs)
                many = await measure_many_runs(running, arguments.runs)
    interval = f"an event every {arguments.every * 1_000:.0f} ms"
    interval_each = f"an event every {MANY_EVERY * 1_000:.0f} ms each"
    return [
        *_figures("one_run", f"1 run, {interval}, {arguments.watchers} watchers", one),
        *_figures("many_runs", f"{arguments.runs} runs, {interval_each}, one watcher each", many),
    ]


async def _two(stack: AsyncExitStack, folder: Path, server_url: str, name: str, every: float, runs: int) -> Replicas:
    """Start two orchestrators that execute up to *runs* runs at once, with roles that emit thoughts every *every* s."""
    roles = await stack.enter_async_context(role_services(STEP_SECONDS, every))
    settings = {"REFLOW_LIMITS__RUNNING": str(runs)}
    return await stack.enter_async_context(
        replicas(folder, server_url, roles, name=name, scheduler=DBOS, count=2, settings=settings)
    )


def _figures(key: str, what: str, latencies: dict[str, list[float]]) -> list[Figure]:
    return [
        Figure(
            key=f"fanout_{key}_{'here' if where == HERE else 'elsewhere'}",
            what=f"{what}: an event is seen {where} (95th)",
            unit="ms",
            ours=percentile_95(seconds) * 1_000,
            bound=Bound.AT_MOST,
            limit=LIMIT_MS,
            note=f"{what}, {where}: median {statistics.median(seconds) * 1_000:.0f} ms, "
            f"worst {max(seconds) * 1_000:.0f} ms of {len(seconds):,} events seen",
        )
        for where, seconds in latencies.items()
    ]


def _flatten(rows: Sequence[Sequence[float]]) -> list[float]:
    return [value for row in rows for value in row]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watchers", type=int, default=200, help="of the one run")
    parser.add_argument("--runs", type=int, default=200, help="with one watcher each")
    parser.add_argument("--every", type=float, default=0.05, help="seconds between two events of the one run")
    run(measure, parser)
