"""Runs per second, four instant steps, 50 at once: reflow beside LangGraph with AsyncPostgresSaver.

    uv run --group bench python -m benchmarks.orchestration [--runs 400] [--rounds 5] [--json FILE]

reflow as it is deployed: the orchestrator in its process, the roles in another, the caller in this one, every call and
every event over gRPC on TCP. LangGraph runs its nodes in this process, without RPC, and streams its updates: once set
up as its documentation says, the fastest of the ways it gives, and once with several savers, which it does not mention
and which is faster. All write to one PostgreSQL with fsync on, each to its own database, in turns, so that what else
the machine does falls on all.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack

from benchmarks.caller import calling
from benchmarks.deployment import deployed, durability, new_database
from benchmarks.figures import Bound, Figure, run
from benchmarks.langgraph_peer import DOCUMENTED, Setup, langgraph

AT_ONCE = 50
WARM_UP = 200
WANTED_RATIO = 2.0
OURS, DOCUMENTED_PEER, SEVERAL_PEER = "reflow", "LangGraph", "LangGraph, 10 savers"

FollowMany = Callable[[int, int], Awaitable[Sequence[object]]]


async def rate(follow_many: FollowMany, runs: int) -> float:
    """Return the runs per second of one round."""
    began = time.perf_counter()
    await follow_many(runs, AT_ONCE)
    return runs / (time.perf_counter() - began)


async def fastest_documented(url: str, runs: int) -> Setup:
    """Return the documented setup in which LangGraph does most runs per second here, each on a database of its own."""
    rates: dict[Setup, float] = {}
    for number, setup in enumerate(DOCUMENTED):
        database = await asyncio.to_thread(new_database, url, f"langgraph_try_{number}")
        async with langgraph(database, setup) as peer:
            await rate(peer.follow_many, WARM_UP)
            rates[setup] = await rate(peer.follow_many, runs)
        print(f"LangGraph, {setup}: {rates[setup]:.0f} runs/s", flush=True)
    return max(rates, key=lambda setup: rates[setup])


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures against both setups of LangGraph."""
    async with deployed() as deployment, calling(deployment.orchestrator) as caller, AsyncExitStack() as stack:
        facts = await asyncio.to_thread(durability, deployment.database_url)
        setup = await fastest_documented(deployment.database_url, arguments.runs // 2)
        sides: dict[str, FollowMany] = {OURS: caller.follow_many}
        for name, chosen in ((DOCUMENTED_PEER, setup), (SEVERAL_PEER, Setup.SEVERAL)):
            database = await asyncio.to_thread(new_database, deployment.database_url, name)
            sides[name] = (await stack.enter_async_context(langgraph(database, chosen))).follow_many
        rates = await in_turns(sides, arguments.runs, arguments.rounds)
    note = f"documented setup: {setup}; PostgreSQL {', '.join(f'{name} {value}' for name, value in facts.items())}"
    return [
        _figure("orchestration", DOCUMENTED_PEER, rates, note),
        _figure("several_savers", SEVERAL_PEER, rates, note),
    ]


async def in_turns(sides: Mapping[str, FollowMany], runs: int, rounds: int) -> dict[str, list[float]]:
    """Return the runs per second of each side in each round, all sides in every round, warmed up before."""
    rates: dict[str, list[float]] = {name: [] for name in sides}
    for follow_many in sides.values():
        await rate(follow_many, WARM_UP)
    for _ in range(rounds):
        for name, follow_many in sides.items():
            rates[name].append(await rate(follow_many, runs))
        print(", ".join(f"{name} {found[-1]:.0f}" for name, found in rates.items()), "runs/s", flush=True)
    return rates


def _figure(key: str, peer: str, rates: Mapping[str, list[float]], note: str) -> Figure:
    return Figure(
        key=key,
        what=f"4 instant steps over gRPC, log with fsync, events streamed, {AT_ONCE} at once",
        unit="runs/s",
        ours=statistics.median(rates[OURS]),
        bound=Bound.RATIO_AT_LEAST,
        limit=WANTED_RATIO,
        peer=statistics.median(rates[peer]),
        peer_name=peer,
        more_is_better=True,
        note=note,
        samples={OURS: rates[OURS], peer: rates[peer]},
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=400, help="in each round")
    parser.add_argument("--rounds", type=int, default=5)
    run(measure, parser)
