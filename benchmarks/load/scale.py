"""One, two and four orchestrators with runs that mostly wait: four steps of a second, a limit of 2,000 runs at once.

    uv run python -m benchmarks.load.scale [--each 50] [--seconds 1] [--rounds 2] [--json FILE]

Every orchestrator receives the same number of runs at once, so the load is proportional to the number of orchestrators:
throughput grows with it until all cores are busy. The note has the utilization of the cores next to each throughput.
With few cores that limit is reached early, so the figure to compare is the CPU of one run, of the orchestrators and
PostgreSQL together: if it does not grow with their number, more orchestrators need only more cores. A run is started at
one orchestrator and watched at another, as in benchmarks/orchestrators.py.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.cpu_time import find_postgres, read_exact_seconds
from benchmarks.figures import Bound, Figure, read_load, run
from benchmarks.systems.deployment import open_folder, role_services
from benchmarks.systems.replicas import DBOS, replicas
from services.common.database.embedded import embedded_postgres

COUNTS = (1, 2, 4)
LIMIT = 2_000
STEPS = 4
GROWTH = 3.2
RUNS_EACH = 2
"""Runs of a round, as a multiple of the concurrent runs."""
SETTINGS = {"REFLOW_LIMITS__RUNNING": str(LIMIT), "REFLOW_LIMITS__WAITING": str(LIMIT)}


@dataclass(frozen=True, slots=True)
class Round:
    """Runs per second, CPU milliseconds of one run, and the busy share of all cores, other work included."""

    rate: float
    cpu_ms: float
    busy_percent: float


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of all numbers of orchestrators."""
    measured: dict[int, list[Round]] = {count: [] for count in COUNTS}
    with open_folder() as folder:
        async with embedded_postgres(folder / "postgres") as server_url, role_services(arguments.seconds) as roles:
            for number in range(arguments.rounds):
                for count in COUNTS:
                    one = await measure_round(folder, server_url, roles, count, number, arguments.each)
                    measured[count].append(one)
                    print(
                        f"{count}: {one.rate:.1f} runs/s, {one.cpu_ms:.2f} ms, {one.busy_percent:.0f} % busy",
                        flush=True,
                    )
    note = "; ".join(_describe(count, rounds) for count, rounds in measured.items()) + f"; {read_load()}"
    return [_growth(measured, arguments, note), *(_cost(measured, count, note) for count in COUNTS[1:])]


async def measure_round(folder: Path, server_url: str, roles: str, count: int, number: int, each: int) -> Round:
    """Return a round of *count* orchestrators on a new database, with *each* concurrent runs per orchestrator."""
    at_once = each * count
    name = f"scale_{count}_{number}"
    async with replicas(
        folder, server_url, roles, name=name, scheduler=DBOS, count=count, settings=SETTINGS
    ) as running:
        caller = await running.open_caller()
        processes = (
            find_postgres(running.database_url),
            *(psutil.Process(replica.running.process.pid) for replica in running.all),
        )
        await caller.run_many(at_once, at_once)
        runs = at_once * RUNS_EACH
        before = read_exact_seconds(processes)
        psutil.cpu_percent()
        started = time.perf_counter()
        await caller.run_many(runs, at_once)
        lasted = time.perf_counter() - started
        busy = psutil.cpu_percent()
        cpu = (read_exact_seconds(processes) - before) * 1_000
    return Round(runs / lasted, cpu / runs, busy)


def _describe(count: int, rounds: Sequence[Round]) -> str:
    rate, busy = (
        statistics.median(column) for column in zip(*((one.rate, one.busy_percent) for one in rounds), strict=True)
    )
    return f"{count}: {rate:.1f} runs/s with {busy:.0f} % of the cores busy"


def _growth(measured: dict[int, list[Round]], arguments: argparse.Namespace, note: str) -> Figure:
    rates = {count: [one.rate for one in rounds] for count, rounds in measured.items()}
    one, most = COUNTS[0], COUNTS[-1]
    return Figure(
        key="scale_throughput",
        what=f"{most} orchestrators, {STEPS} steps of {arguments.seconds:g} s, {arguments.each} runs at once for each",
        unit="runs/s",
        ours=statistics.median(rates[most]),
        bound=Bound.RATIO_AT_LEAST,
        limit=GROWTH,
        baseline=statistics.median(rates[one]),
        baseline_name="1 orchestrator",
        more_is_better=True,
        note=note,
        samples={str(count): values for count, values in rates.items()},
    )


def _cost(measured: dict[int, list[Round]], count: int, note: str) -> Figure:
    ours, one = ([round_.cpu_ms for round_ in measured[number]] for number in (count, COUNTS[0]))
    return Figure(
        key=f"scale_cpu_{count}",
        what=f"{count} orchestrators: CPU of one such run, of them and PostgreSQL",
        unit="ms",
        ours=statistics.median(ours),
        bound=Bound.RATIO_AT_LEAST,
        limit=GROWTH / COUNTS[-1],
        baseline=statistics.median(one),
        baseline_name="1 orchestrator",
        note=note,
        samples={"reflow": ours, "1 orchestrator": one},
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=50, help="runs at once for each orchestrator")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a step takes")
    parser.add_argument("--rounds", type=int, default=2)
    run(measure, parser)
