"""Runs per second, four instant steps, 50 at once: reflow beside LangGraph with AsyncPostgresSaver.

    uv run --group bench python -m benchmarks.orchestration [--runs 400] [--rounds 5] [--json FILE]

reflow as it is deployed: the orchestrator in its process, the roles in another, the caller in this one, every call and
every event over gRPC on TCP. LangGraph runs its nodes in this process, without RPC, and streams its updates; of the
ways its documentation gives to set the saver up, the fastest is taken. Both write to one PostgreSQL with fsync on,
each to its own database, in turns, so that what else the machine does falls on both.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence

from benchmarks.caller import calling
from benchmarks.deployment import deployed, durability, new_database
from benchmarks.figures import Bound, Figure, run
from benchmarks.langgraph_peer import Setup, langgraph

AT_ONCE = 50
WARM_UP = 200
WANTED_RATIO = 2.0

FollowMany = Callable[[int, int], Awaitable[Sequence[object]]]


async def rate(follow_many: FollowMany, runs: int) -> float:
    """Return the runs per second of one round."""
    began = time.perf_counter()
    await follow_many(runs, AT_ONCE)
    return runs / (time.perf_counter() - began)


async def fastest_setup(url: str, runs: int) -> Setup:
    """Return the setup in which LangGraph does most runs per second here, each tried on a database of its own."""
    rates: dict[Setup, float] = {}
    for number, setup in enumerate(Setup):
        database = await asyncio.to_thread(new_database, url, f"langgraph_try_{number}")
        async with langgraph(database, setup) as peer:
            await rate(peer.follow_many, WARM_UP)
            rates[setup] = await rate(peer.follow_many, runs)
        print(f"LangGraph, {setup}: {rates[setup]:.0f} runs/s", flush=True)
    return max(rates, key=lambda setup: rates[setup])


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figure."""
    ours: list[float] = []
    theirs: list[float] = []
    async with deployed() as deployment, calling(deployment.orchestrator) as caller:
        facts = await asyncio.to_thread(durability, deployment.database_url)
        setup = await fastest_setup(deployment.database_url, arguments.runs)
        database = await asyncio.to_thread(new_database, deployment.database_url, "langgraph")
        async with langgraph(database, setup) as peer:
            await rate(caller.follow_many, WARM_UP)
            await rate(peer.follow_many, WARM_UP)
            for _ in range(arguments.rounds):
                ours.append(await rate(caller.follow_many, arguments.runs))
                theirs.append(await rate(peer.follow_many, arguments.runs))
                print(f"reflow {ours[-1]:.0f}, LangGraph {theirs[-1]:.0f} runs/s", flush=True)
    return [_figure(ours, theirs, f"LangGraph's saver: {setup}; PostgreSQL {facts}")]


def _figure(ours: list[float], theirs: list[float], note: str) -> Figure:
    return Figure(
        key="orchestration",
        what=f"4 instant steps over gRPC, log with fsync, events streamed, {AT_ONCE} at once",
        unit="runs/s",
        ours=statistics.median(ours),
        bound=Bound.RATIO_AT_LEAST,
        limit=WANTED_RATIO,
        peer=statistics.median(theirs),
        peer_name="LangGraph",
        more_is_better=True,
        note=note,
        samples={"reflow": ours, "LangGraph": theirs},
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=400, help="in each round")
    parser.add_argument("--rounds", type=int, default=5)
    run(measure, parser)
