"""How late events are seen: one run with 200 watchers, and 200 runs with one watcher each.

    uv run python -m benchmarks.fanout [--watchers 200] [--runs 200] [--every 0.05] [--json FILE]

Two orchestrators on one database; the roles tell a thought now and then for some seconds. How late an event is seen:
from the time in the event, which its driver gave it before it made it durable, to its arrival here; all on one machine,
so by one clock. Seen at the orchestrator that drives the run, and at the one that does not and finds it in the log.
Only thoughts count that were told once all watchers were there: what came before is read, not waited for.

The one run tells a thought every 50 ms, which is 4,000 events a second to 200 watchers; each of the 200 runs every
500 ms, as agents do that stream what a model says by sentences: 400 appends a second, each to its watcher. Callers,
roles, database and both orchestrators share the cores of this machine, so a figure that is missed on two of them may be
the callers'. LangGraph cannot watch from another process what one runs, so there is nothing to compare with.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.caller import Caller
from benchmarks.deployment import passable_folder, role_services
from benchmarks.figures import Bound, Figure, percentile_95, run
from benchmarks.replicas import DBOS, Replicas, replicas
from services.common.database.embedded import embedded_postgres

STEP_SECONDS = 2.0
MANY_EVERY = 0.5
LIMIT_MS = 150.0
WITHIN = 90.0
HERE, ELSEWHERE = "at the driver", "at another orchestrator"


@dataclass(slots=True)
class Watcher:
    """Watches a run to its end; `seen` holds when each thought was told and when it arrived, by the clock."""

    caller: Caller
    run_id: str
    there: asyncio.Event = field(default_factory=asyncio.Event)
    seen: list[tuple[float, float]] = field(default_factory=list)

    async def watch(self) -> None:
        """Return once the run has ended."""
        async for event in self.caller.watch(self.run_id):
            self.there.set()
            if event.HasField("step_activity"):
                self.seen.append((event.time.ToNanoseconds() / 1e9, time.time()))

    def late(self, since: float) -> list[float]:
        """Return how late, in seconds, the thoughts told after *since* arrived."""
        return [arrived - told for told, arrived in self.seen if told > since]


async def watched(watchers: Sequence[Watcher]) -> list[list[float]]:
    """Have them watch; return for each how late it saw what was told once all were there."""
    async with asyncio.timeout(WITHIN), asyncio.TaskGroup() as group:
        for watcher in watchers:
            group.create_task(watcher.watch())
        for watcher in watchers:
            await watcher.there.wait()
        since = time.time()
    return [watcher.late(since) for watcher in watchers]


async def one_run(running: Replicas, watchers: int) -> dict[str, list[float]]:
    """Return how late the events of one run were: first with all watchers at its driver, then with all elsewhere."""
    late: dict[str, list[float]] = {}
    for place, where in enumerate((HERE, ELSEWHERE)):
        run_id = await running.all[0].caller.start()
        await running.begun([run_id])
        door = (await running.apart())[run_id][place]
        late[where] = _flat(await watched([Watcher(door.caller, run_id) for _ in range(watchers)]))
    return late


async def many_runs(running: Replicas, runs: int) -> dict[str, list[float]]:
    """Return how late the events of *runs* runs were, every other one watched at its driver, the others elsewhere."""
    callers = [running.all[number % 2].caller for number in range(runs)]
    run_ids = await asyncio.gather(*(caller.start() for caller in callers))
    await running.begun(run_ids)
    apart = await running.apart()
    doors = [apart[run_id][number % 2] for number, run_id in enumerate(run_ids)]
    rows = await watched([Watcher(door.caller, run_id) for door, run_id in zip(doors, run_ids, strict=True)])
    return {HERE: _flat(rows[0::2]), ELSEWHERE: _flat(rows[1::2])}


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of both loads."""
    with passable_folder() as folder:
        async with embedded_postgres(folder / "postgres") as server_url:
            async with AsyncExitStack() as stack:
                running = await _two(stack, folder, server_url, "one_run", arguments.every, arguments.runs)
                one = await one_run(running, arguments.watchers)
            async with AsyncExitStack() as stack:
                running = await _two(stack, folder, server_url, "many_runs", MANY_EVERY, arguments.runs)
                many = await many_runs(running, arguments.runs)
    told = f"an event every {arguments.every * 1_000:.0f} ms"
    told_each = f"an event every {MANY_EVERY * 1_000:.0f} ms each"
    return [
        *_figures("one_run", f"1 run, {told}, {arguments.watchers} watchers", one),
        *_figures("many_runs", f"{arguments.runs} runs, {told_each}, one watcher each", many),
    ]


async def _two(stack: AsyncExitStack, folder: Path, server_url: str, name: str, every: float, runs: int) -> Replicas:
    """Start two orchestrators that drive so many runs at once, before roles that tell something *every* so often."""
    roles = await stack.enter_async_context(role_services(STEP_SECONDS, every))
    settings = {"REFLOW_LIMITS__RUNNING": str(runs)}
    return await stack.enter_async_context(
        replicas(folder, server_url, roles, name=name, driving=DBOS, count=2, settings=settings)
    )


def _figures(key: str, what: str, late: dict[str, list[float]]) -> list[Figure]:
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
        for where, seconds in late.items()
    ]


def _flat(rows: Sequence[Sequence[float]]) -> list[float]:
    return [value for row in rows for value in row]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watchers", type=int, default=200, help="of the one run")
    parser.add_argument("--runs", type=int, default=200, help="with one watcher each")
    parser.add_argument("--every", type=float, default=0.05, help="seconds between two events of the one run")
    run(measure, parser)
