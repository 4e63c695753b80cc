"""One, two and four orchestrators on one database: runs per second at 50 at once, and how long a run takes.

    uv run --group bench python -m benchmarks.orchestrators [--runs 200] [--rounds 2] [--alone 40] [--json FILE]

The orchestrators as they are deployed, a process each; the roles, which answer at once, in another, the callers in this
one. Each run is started at the next orchestrator and watched at the one after it, which need not be the driver. One
orchestrator that drives by itself (`local`) stands beside those that share the work (`dbos`).

LangGraph runs the same four steps in process, with the fastest of its setups that are known here (ten savers), after
each of ours and with none of our processes about, on the same PostgreSQL. Two cores carry callers, roles, database and
all orchestrators: more orchestrators are for more machines and for losing one, and here they cost what they poll.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.caller import Caller
from benchmarks.deployment import durability, new_database, passable_folder, role_services
from benchmarks.figures import Figure, percentile_95, run
from benchmarks.langgraph_peer import Setup, langgraph
from benchmarks.replicas import DBOS, LOCAL, replicas
from services.common.database.embedded import embedded_postgres

AT_ONCE = 50
WARM_UP = 100
CONFIGURATIONS = ((LOCAL, 1), (DBOS, 1), (DBOS, 2), (DBOS, 4))
PEER = "LangGraph, 10 savers"

Followed = tuple[float, float]
"""Seconds from the request to the first event and to the end."""
FollowMany = Callable[[int, int], Awaitable[Sequence[Followed]]]


@dataclass(slots=True)
class Timings:
    """Runs per second of each round; how long runs took at 50 at once, and one at a time."""

    rates: list[float] = field(default_factory=list)
    together: list[Followed] = field(default_factory=list)
    alone: list[Followed] = field(default_factory=list)


async def timed(follow_many: FollowMany, arguments: argparse.Namespace) -> Timings:
    """Return the timings of one side, warmed up before."""
    await follow_many(WARM_UP, AT_ONCE)
    timings = Timings(alone=list(await follow_many(arguments.alone, 1)))
    for _ in range(arguments.rounds):
        began = time.perf_counter()
        timings.together += await follow_many(arguments.runs, AT_ONCE)
        timings.rates.append(arguments.runs / (time.perf_counter() - began))
    return timings


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of all configurations."""
    figures: list[Figure] = []
    with passable_folder() as folder:
        async with embedded_postgres(folder / "postgres") as server_url, role_services() as roles:
            facts = await asyncio.to_thread(durability, server_url)
            note = f"PostgreSQL {', '.join(f'{name} {value}' for name, value in facts.items())}"
            for driving, count in CONFIGURATIONS:
                ours = await timed_orchestrators(folder, server_url, roles, driving, count, arguments)
                theirs = await timed_peer(server_url, f"langgraph_{driving}_{count}", arguments)
                print(f"{_named(driving, count)}: {_rates(ours)}; {PEER}: {_rates(theirs)} runs/s", flush=True)
                figures += [*_figures(driving, count, ours, theirs, note)]
    return figures


async def timed_orchestrators(
    folder: Path, server_url: str, roles: str, driving: str, count: int, arguments: argparse.Namespace
) -> Timings:
    """Return the timings of *count* orchestrators."""
    name = f"reflow_{driving}_{count}"
    async with replicas(folder, server_url, roles, name=name, driving=driving, count=count) as running:
        return await timed(_following(running.caller()), arguments)


async def timed_peer(server_url: str, name: str, arguments: argparse.Namespace) -> Timings:
    """Return the timings of LangGraph."""
    database = await asyncio.to_thread(new_database, server_url, name)
    async with langgraph(database, Setup.SEVERAL) as peer:
        return await timed(peer.follow_many, arguments)


def _following(caller: Caller) -> FollowMany:
    async def follow_many(runs: int, at_once: int) -> Sequence[Followed]:
        return [(followed.first_event, followed.ended) for followed in await caller.follow_many(runs, at_once)]

    return follow_many


def _figures(driving: str, count: int, ours: Timings, theirs: Timings, note: str) -> list[Figure]:
    key, name = f"orchestrators_{driving}_{count}", _named(driving, count)
    rate = Figure(
        key=key,
        what=f"{name}: {AT_ONCE} at once",
        unit="runs/s",
        ours=statistics.median(ours.rates),
        peer=statistics.median(theirs.rates),
        peer_name=PEER,
        more_is_better=True,
        note=note,
        samples={"reflow": ours.rates, PEER: theirs.rates},
    )
    sides = (("alone", "one at a time", ours.alone, theirs.alone),
             ("together", f"{AT_ONCE} at once", ours.together, theirs.together))  # fmt: skip
    parts = ((0, "first_event", "first event"), (1, "run", "whole run"))
    return [rate] + [
        _latency(f"{key}_{part}_{when}", f"{name}: {told}, {load} (median)", _column(mine, at), _column(peers, at))
        for when, load, mine, peers in sides
        for at, part, told in parts
    ]


def _latency(key: str, what: str, ours: Sequence[float], theirs: Sequence[float]) -> Figure:
    return Figure(
        key=key,
        what=what,
        unit="ms",
        ours=statistics.median(ours) * 1_000,
        ours_95th=percentile_95(ours) * 1_000,
        peer=statistics.median(theirs) * 1_000,
        peer_95th=percentile_95(theirs) * 1_000,
        peer_name=PEER,
    )


def _column(rows: Sequence[Followed], at: int) -> list[float]:
    return [row[at] for row in rows]


def _named(driving: str, count: int) -> str:
    return f"{count} orchestrator{'s' if count > 1 else ''} ({driving})"


def _rates(timings: Timings) -> str:
    return ", ".join(f"{rate:.0f}" for rate in timings.rates)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200, help="in each round")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--alone", type=int, default=40, help="runs one at a time")
    run(measure, parser)
