"""One, two and four orchestrators on one database: runs per second at 50 at once, and latency of runs.

    uv run --group bench python -m benchmarks.orchestrators [--runs 800] [--rounds 5] [--alone 40] [--json FILE]

The orchestrators run as in a deployment, one process each; the roles, which return immediately, in another, the clients
in this one. Each run is started and watched by one call, as the gateway does: what it sends at once goes to one
orchestrator, the next message to the next one. One orchestrator on its own database
(`local`) is compared with several that share the work (`dbos`).

LangGraph runs the same four steps in process, with its fastest known setup (ten savers), after each of our
configurations and while none of our processes runs, on the same PostgreSQL. Two cores serve clients, roles, database
and all orchestrators. Several orchestrators are for several machines and for the loss of one; here they only add the
cost of polling.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.figures import Bound, Figure, percentile_95, run
from benchmarks.systems.caller import Caller
from benchmarks.systems.deployment import create_database, open_folder, read_durability, role_services
from benchmarks.systems.langgraph_baseline import Setup, open_langgraph
from benchmarks.systems.replicas import DBOS, LOCAL, replicas
from services.common.database.embedded import embedded_postgres

AT_ONCE = 50
WARM_UP = 100
CONFIGURATIONS = ((LOCAL, 1), (DBOS, 1), (DBOS, 2), (DBOS, 4))
BASELINE = "LangGraph, 10 savers"
# Limits of the costs of the shared queue: a single run takes 1.5 times as long, a fifth less throughput.
ALONE_RATIO, THROUGHPUT_RATIO, REPLICAS_RATIO = 1 / 1.5, 0.8, 1.0

Latencies = tuple[float, float]
"""Seconds from the request to the first event and to the end."""
RunMany = Callable[[int, int], Awaitable[Sequence[Latencies]]]


@dataclass(slots=True)
class Timings:
    """Runs per second of each round; latencies of runs at 50 at once, and one at a time."""

    rates: list[float] = field(default_factory=list)
    together: list[Latencies] = field(default_factory=list)
    alone: list[Latencies] = field(default_factory=list)


async def measure_timings(run_many: RunMany, arguments: argparse.Namespace) -> Timings:
    """Return the timings of one side, warmed up before."""
    await run_many(WARM_UP, AT_ONCE)
    timings = Timings(alone=list(await run_many(arguments.alone, 1)))
    for _ in range(arguments.rounds):
        started = time.perf_counter()
        timings.together += await run_many(arguments.runs, AT_ONCE)
        timings.rates.append(arguments.runs / (time.perf_counter() - started))
    return timings


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of all configurations."""
    figures: list[Figure] = []
    measured: dict[tuple[str, int], Timings] = {}
    with open_folder() as folder:
        async with embedded_postgres(folder / "postgres") as server_url, role_services() as roles:
            durability = await asyncio.to_thread(read_durability, server_url)
            note = f"PostgreSQL {', '.join(f'{name} {value}' for name, value in durability.items())}"
            for scheduler, count in CONFIGURATIONS:
                ours = await measure_orchestrators(folder, server_url, roles, scheduler, count, arguments)
                measured[scheduler, count] = ours
                theirs = await measure_baseline(server_url, f"langgraph_{scheduler}_{count}", arguments)
                print(
                    f"{_configuration_name(scheduler, count)}: {_rates(ours)}; {BASELINE}: {_rates(theirs)} runs/s",
                    flush=True,
                )
                figures += [*_figures(scheduler, count, ours, theirs, note)]
    return figures + _compare(measured)


async def measure_orchestrators(
    folder: Path, server_url: str, roles: str, scheduler: str, count: int, arguments: argparse.Namespace
) -> Timings:
    """Return the timings of *count* orchestrators."""
    name = f"reflow_{scheduler}_{count}"
    async with replicas(folder, server_url, roles, name=name, scheduler=scheduler, count=count) as running:
        return await measure_timings(_client_runs(await running.open_caller()), arguments)


async def measure_baseline(server_url: str, name: str, arguments: argparse.Namespace) -> Timings:
    """Return the timings of LangGraph."""
    database = await asyncio.to_thread(create_database, server_url, name)
    async with open_langgraph(database, Setup.SEVERAL) as baseline:
        return await measure_timings(baseline.run_many, arguments)


def _client_runs(caller: Caller) -> RunMany:
    async def run_many(runs: int, at_once: int) -> Sequence[Latencies]:
        return [(timing.first_event, timing.ended) for timing in await caller.run_many(runs, at_once)]

    return run_many


def _compare(measured: Mapping[tuple[str, int], Timings]) -> list[Figure]:
    """Return the costs of the shared queue: compared with the local scheduler, and with more replicas."""
    local, one = measured[LOCAL, 1], measured[DBOS, 1]
    alone = Figure(
        key="orchestrators_alone_against_local",
        what=f"{_configuration_name(DBOS, 1)} against local: whole run, one at a time (median)",
        unit="ms",
        ours=statistics.median(_column(one.alone, 1)) * 1_000,
        bound=Bound.RATIO_AT_LEAST,
        limit=ALONE_RATIO,
        baseline=statistics.median(_column(local.alone, 1)) * 1_000,
        baseline_name="local",
    )
    rates = [_compare_rates(DBOS, 1, one, LOCAL, local, THROUGHPUT_RATIO)]
    rates += [_compare_rates(DBOS, count, measured[DBOS, count], "1 replica", one, REPLICAS_RATIO) for count in (2, 4)]
    return [alone, *rates]


def _compare_rates(
    scheduler: str, count: int, ours: Timings, baseline_name: str, baseline: Timings, ratio: float
) -> Figure:
    return Figure(
        key=f"orchestrators_{scheduler}_{count}_against_{baseline_name.replace(' ', '_')}",
        what=f"{_configuration_name(scheduler, count)} against {baseline_name}: {AT_ONCE} at once",
        unit="runs/s",
        ours=statistics.median(ours.rates),
        bound=Bound.RATIO_AT_LEAST,
        limit=ratio,
        baseline=statistics.median(baseline.rates),
        baseline_name=baseline_name,
        more_is_better=True,
    )


def _figures(scheduler: str, count: int, ours: Timings, theirs: Timings, note: str) -> list[Figure]:
    key, name = f"orchestrators_{scheduler}_{count}", _configuration_name(scheduler, count)
    rate = Figure(
        key=key,
        what=f"{name}: {AT_ONCE} at once",
        unit="runs/s",
        ours=statistics.median(ours.rates),
        baseline=statistics.median(theirs.rates),
        baseline_name=BASELINE,
        more_is_better=True,
        note=note,
        samples={"reflow": ours.rates, BASELINE: theirs.rates},
    )
    sides = (("alone", "one at a time", ours.alone, theirs.alone),
             ("together", f"{AT_ONCE} at once", ours.together, theirs.together))  # fmt: skip
    parts = ((0, "first_event", "first event"), (1, "run", "whole run"))
    return [rate] + [
        _latency(
            f"{key}_{part}_{when}",
            f"{name}: {part_name}, {load} (median)",
            _column(mine, at),
            _column(theirs_at_load, at),
        )
        for when, load, mine, theirs_at_load in sides
        for at, part, part_name in parts
    ]


def _latency(key: str, what: str, ours: Sequence[float], theirs: Sequence[float]) -> Figure:
    return Figure(
        key=key,
        what=what,
        unit="ms",
        ours=statistics.median(ours) * 1_000,
        ours_95th=percentile_95(ours) * 1_000,
        baseline=statistics.median(theirs) * 1_000,
        baseline_95th=percentile_95(theirs) * 1_000,
        baseline_name=BASELINE,
    )


def _column(rows: Sequence[Latencies], at: int) -> list[float]:
    return [row[at] for row in rows]


def _configuration_name(scheduler: str, count: int) -> str:
    return f"{count} orchestrator{'s' if count > 1 else ''} ({scheduler})"


def _rates(timings: Timings) -> str:
    return ", ".join(f"{rate:.0f}" for rate in timings.rates)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=800, help="in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--alone", type=int, default=40, help="runs one at a time")
    run(measure, parser)
