"""CPU milliseconds of one run, by process: meaningful also on a busy machine, unlike elapsed times.

    uv run python -m benchmarks.run_cpu [--runs 200] [--rounds 5] [--scheduler local] [--idle SECONDS] [--json FILE]

Four instant steps over real gRPC, log with fsync, events streamed, 50 at once, as in benchmarks/orchestration.py. The
figures are medians of the rounds. Each round also measures what an empty unary call costs its server: the target of the
orchestrator is a number of such calls, so that it means the same on every machine. With --idle, the CPU of the
orchestrator without runs is measured, too. PostgreSQL's writes for a run are counted: bytes of its log, and commits, of
which several runs share one.
"""

import argparse
import asyncio
import os
import statistics
from collections.abc import Mapping

import psutil
import psycopg

from benchmarks.figures import Bound, Figure, run
from benchmarks.systems.caller import open_caller
from benchmarks.systems.deployment import Deployment, open_deployment
from benchmarks.systems.instant_roles import UNARY_PAYLOAD, open_unary
from services.common.rpc import open_channel

AT_ONCE = 50
WARM_UP = 200
# 2.8 ms if a unary call costs its server 0.3 ms.
ORCHESTRATOR_CALLS = 2.8 / 0.3
UNARY_CALLS = 2_000
IDLE_PERCENT = 2.0
# Bytes of the write-ahead log so far, and transactions that wrote.
WRITTEN = "SELECT pg_current_wal_lsn() - '0/0', pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
# After this time an orchestrator polls as if idle.
SETTLE_SECONDS = 15.0


def read_cpu_seconds(orchestrator: int) -> Mapping[str, float]:
    """Return the CPU seconds so far of each part of the deployment that this process has started."""
    seconds = {"orchestrator": 0.0, "roles": 0.0, "PostgreSQL": 0.0, "caller": sum(os.times()[:2])}
    for process in psutil.Process().children(recursive=True):
        try:
            part, times = _name_part(process, orchestrator), process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        seconds[part] += times.user + times.system
    return seconds


def read_written(url: str) -> tuple[float, float]:
    """Return the kilobytes of log that the PostgreSQL at *url* has written so far, and its write transactions."""
    with psycopg.connect(url) as connection:
        row = connection.execute(WRITTEN.encode()).fetchone()
    assert row is not None
    return float(row[0]) / 1_000, float(row[1])


def _name_part(process: psutil.Process, orchestrator: int) -> str:
    if process.pid == orchestrator:
        return "orchestrator"
    return "PostgreSQL" if "postgres" in process.name() else "roles"


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of each part."""
    rounds: list[dict[str, float]] = []
    unary: list[float] = []
    writes: list[tuple[float, ...]] = []
    idle = 0.0
    settings = {"REFLOW_SCHEDULER": arguments.scheduler}
    async with open_deployment(settings=settings) as deployment, open_caller(deployment.orchestrator) as caller:
        await caller.run_many(WARM_UP, AT_ONCE)
        for _ in range(arguments.rounds):
            written = read_written(deployment.database_url)
            before = read_cpu_seconds(deployment.process_id)
            await caller.run_many(arguments.runs, AT_ONCE)
            after = read_cpu_seconds(deployment.process_id)
            total = zip(written, read_written(deployment.database_url), strict=True)
            writes.append(tuple((now - then) / arguments.runs for then, now in total))
            rounds.append({part: (after[part] - before[part]) * 1000 / arguments.runs for part in after})
            unary.append(await measure_unary(deployment))
            summary = ", ".join(f"{part} {value:.2f}" for part, value in rounds[-1].items())
            kilobytes, commits = writes[-1]
            print(
                f"{summary} ms; server of a unary call {unary[-1]:.3f} ms; "
                f"log {kilobytes:.1f} kB, {commits:.2f} commits",
                flush=True,
            )
        if arguments.idle:
            await asyncio.sleep(SETTLE_SECONDS)
            before = read_cpu_seconds(deployment.process_id)
            await asyncio.sleep(arguments.idle)
            after = read_cpu_seconds(deployment.process_id)
            idle = (after["orchestrator"] - before["orchestrator"]) * 100 / arguments.idle
    parts = [
        _figure(f"run_cpu_{name}", f"CPU of one run: {name}", "ms", [row[name] for row in rounds]) for name in rounds[0]
    ]
    calls = [row["orchestrator"] / call for row, call in zip(rounds, unary, strict=True)]
    return [
        *parts,
        _figure("unary_cpu", "CPU of a unary call: its server", "ms", unary),
        _figure("run_cpu_calls", "CPU of one run: orchestrator", "unary calls", calls, ORCHESTRATOR_CALLS),
        _figure("run_log_written", "log that PostgreSQL writes for a run", "kB", [row[0] for row in writes]),
        _figure("run_commits", "transactions of a run that write", "commits", [row[1] for row in writes]),
        *_idle_figures(idle),
    ]


async def measure_unary(deployment: Deployment) -> float:
    """Return the CPU milliseconds of the server for a call that returns its request, 50 at once."""
    async with open_channel(deployment.roles) as channel:
        call = open_unary(channel)
        left = iter(range(UNARY_CALLS))

        async def call_next() -> None:
            for _ in left:
                await call(UNARY_PAYLOAD)

        before = read_cpu_seconds(deployment.process_id)
        await asyncio.gather(*(call_next() for _ in range(AT_ONCE)))
        after = read_cpu_seconds(deployment.process_id)
    return (after["roles"] - before["roles"]) * 1000 / UNARY_CALLS


def _figure(key: str, what: str, unit: str, values: list[float], limit: float = 0.0) -> Figure:
    bound = Bound.AT_MOST if limit else Bound.NONE
    return Figure(key, what, unit, statistics.median(values), bound, limit, samples={"reflow": values})


def _idle_figures(percent: float) -> list[Figure]:
    if not percent:
        return []
    return [Figure("idle_cpu", "CPU of an idle orchestrator", "% of a core", percent, Bound.AT_MOST, IDLE_PERCENT)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200, help="in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scheduler", default="local", choices=("local", "dbos"))
    parser.add_argument(
        "--idle", type=float, default=0.0, help="seconds to watch the idle orchestrator for; 0 for none"
    )
    run(measure, parser)
