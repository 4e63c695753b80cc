"""Runs per second, four instant steps, 50 at once: reflow, LangGraph with AsyncPostgresSaver, and Restate.

    uv run --group bench python -m benchmarks.orchestration [--runs 1000] [--rounds 5] [--json FILE]

reflow runs as in a deployment: the orchestrator in its process, the roles in another, the client in this one, every
call and every event over gRPC on TCP. LangGraph runs its nodes in this process, without RPC, and streams its updates:
once with the fastest of its documented setups, and once with several savers, which is undocumented and faster. Both
write to one PostgreSQL with fsync on, each to its own database. Restate is distributed as reflow is: a server that
writes its own log with fsync, a process with a service that makes four service calls, and one with those services; its
caller gets no events. All run in rotation, so that other load on the machine affects all. A round of reflow takes a
second or more: shorter ones mostly measured processes that had been idle while the other sides ran.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from benchmarks.figures import Bound, Figure, read_load, run
from benchmarks.systems.caller import open_caller
from benchmarks.systems.deployment import create_database, open_deployment, open_folder, read_durability
from benchmarks.systems.langgraph_baseline import DOCUMENTED, Setup, open_langgraph
from benchmarks.systems.restate_baseline import PARTITIONS, open_restate

AT_ONCE = 50
WARM_UP = 200
DOCUMENTED_RATIO, SEVERAL_RATIO, RESTATE_RATIO = 3.0, 2.0, 5.0
OURS, DOCUMENTED_BASELINE, SEVERAL_BASELINE = "reflow", "LangGraph", "LangGraph, 10 savers"
RESTATE_BASELINE = "Restate, 4 service calls"

RunMany = Callable[[int, int], Awaitable[Sequence[object]]]


async def rate(run_many: RunMany, runs: int) -> float:
    """Return the runs per second of one round."""
    started = time.perf_counter()
    await run_many(runs, AT_ONCE)
    return runs / (time.perf_counter() - started)


async def fastest_documented(url: str, runs: int) -> Setup:
    """Return the documented setup of LangGraph with the most runs per second here, each on its own database."""
    rates: dict[Setup, float] = {}
    for number, setup in enumerate(DOCUMENTED):
        database = await asyncio.to_thread(create_database, url, f"langgraph_try_{number}")
        async with open_langgraph(database, setup) as baseline:
            await rate(baseline.run_many, WARM_UP)
            rates[setup] = await rate(baseline.run_many, runs)
        print(f"LangGraph, {setup}: {rates[setup]:.0f} runs/s", flush=True)
    return max(rates, key=lambda setup: rates[setup])


async def fastest_restate(folder: Path, runs: int) -> int:
    """Return the number of partitions with the most runs per second here, each on its own server."""
    rates: dict[int, float] = {}
    for partitions in PARTITIONS:
        data = folder / str(partitions)
        data.mkdir()
        async with open_restate(data, partitions) as baseline:
            await rate(baseline.run_many, WARM_UP)
            rates[partitions] = await rate(baseline.run_many, runs)
        print(f"Restate, {partitions} partitions: {rates[partitions]:.0f} runs/s", flush=True)
    return max(rates, key=lambda partitions: rates[partitions])


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures against both setups of LangGraph and against Restate."""
    async with (
        open_deployment() as deployment,
        open_caller(deployment.orchestrator) as caller,
        AsyncExitStack() as stack,
    ):
        durability = await asyncio.to_thread(read_durability, deployment.database_url)
        setup = await fastest_documented(deployment.database_url, arguments.runs // 2)
        folder = stack.enter_context(open_folder())
        partitions = await fastest_restate(folder, arguments.runs // 2)
        sides: dict[str, RunMany] = {OURS: caller.run_many}
        for name, chosen in ((DOCUMENTED_BASELINE, setup), (SEVERAL_BASELINE, Setup.SEVERAL)):
            database = await asyncio.to_thread(create_database, deployment.database_url, name)
            sides[name] = (await stack.enter_async_context(open_langgraph(database, chosen))).run_many
        restate = await stack.enter_async_context(open_restate(folder, partitions))
        sides[RESTATE_BASELINE] = restate.run_many
        rates = await measure_in_rotation(sides, arguments.runs, arguments.rounds)
    note = (
        f"documented setup: {setup}; Restate with {partitions} partitions; "
        f"PostgreSQL {', '.join(f'{name} {value}' for name, value in durability.items())}; {read_load()}"
    )
    return [
        _figure("orchestration", DOCUMENTED_BASELINE, DOCUMENTED_RATIO, rates, note),
        _figure("several_savers", SEVERAL_BASELINE, SEVERAL_RATIO, rates, note),
        _figure("restate", RESTATE_BASELINE, RESTATE_RATIO, rates, note),
    ]


async def measure_in_rotation(sides: Mapping[str, RunMany], runs: int, rounds: int) -> dict[str, list[float]]:
    """Return the runs per second of each side in each round, all sides in every round, warmed up before."""
    rates: dict[str, list[float]] = {name: [] for name in sides}
    for run_many in sides.values():
        await rate(run_many, WARM_UP)
    for _ in range(rounds):
        for name, run_many in sides.items():
            rates[name].append(await rate(run_many, runs))
        print(", ".join(f"{name} {values[-1]:.0f}" for name, values in rates.items()), "runs/s", flush=True)
    return rates


def _figure(key: str, baseline: str, ratio: float, rates: Mapping[str, list[float]], note: str) -> Figure:
    return Figure(
        key=key,
        what=f"4 instant steps over gRPC, log with fsync, events streamed, {AT_ONCE} at once",
        unit="runs/s",
        ours=statistics.median(rates[OURS]),
        bound=Bound.RATIO_AT_LEAST,
        limit=ratio,
        baseline=statistics.median(rates[baseline]),
        baseline_name=baseline,
        more_is_better=True,
        note=note,
        samples={OURS: rates[OURS], baseline: rates[baseline]},
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000, help="in each round")
    parser.add_argument("--rounds", type=int, default=5)
    run(measure, parser)
