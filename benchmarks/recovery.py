"""Interruption of runs when their orchestrator is lost: killed (kill -9), and stopped (SIGTERM).

    uv run python -m benchmarks.recovery [--runs 40] [--kills 3] [--stops 2] [--json FILE]

Two orchestrators on one database execute runs with steps of one second. In each round one of them is lost while all
runs are in flight; every run is watched at the other one, to its end. The figure, for each run of the lost
orchestrator, is the time from the signal until its watcher receives the event that it is resumed. Then a new
orchestrator replaces the lost one, and every run must have succeeded, with no event missing or repeated.

LangGraph does not resume runs of a lost process, so there is no baseline.
"""

import argparse
import asyncio
import signal
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reflow.v1 import events_pb2

from benchmarks.figures import Bound, Figure, percentile_95, run
from benchmarks.systems.caller import Caller
from benchmarks.systems.deployment import open_folder, role_services
from benchmarks.systems.replicas import DBOS, Replicas, replicas
from services.common.database.embedded import embedded_postgres

STEP_SECONDS = 1.0
WORST_LIMIT_SECONDS = 10.0
END_SECONDS = 60.0


@dataclass(slots=True)
class Watcher:
    """Watches a run to its end; `resumed_at` is the perf_counter time of the event that the run is resumed."""

    caller: Caller
    run_id: str
    resumed_at: float | None = None

    async def watch(self) -> None:
        """Raise RuntimeError unless the run succeeds and every event arrives once, in order."""
        sequence, ended = 0, events_pb2.RunEnded()
        async for event in self.caller.watch(self.run_id):
            sequence += 1
            if event.sequence != sequence:
                raise RuntimeError(f"received event {event.sequence}, expected {sequence}")
            if event.HasField("run_resumed"):
                self.resumed_at = self.resumed_at or time.perf_counter()
            ended = event.run_ended
        if ended.status != events_pb2.RUN_STATUS_SUCCEEDED:
            raise RuntimeError(f"a run ended with {ended}")


async def measure_loss(running: Replicas, runs: int, signal_number: signal.Signals) -> list[float]:
    """Stop the first orchestrator and replace it; return the seconds for which each of its runs was interrupted."""
    lost, other = running.all
    run_ids = [await (lost, other)[number % 2].caller.start() for number in range(runs)]
    watchers = {run_id: Watcher(other.caller, run_id) for run_id in run_ids}
    async with asyncio.timeout(END_SECONDS), asyncio.TaskGroup() as group:
        for watcher in watchers.values():
            group.create_task(watcher.watch())
        await running.wait_until_executing(run_ids)
        executors = await running.executors()
        interrupted = [run_id for run_id in run_ids if executors.get(run_id) == lost.replica_id]
        lost_at = time.perf_counter()
        running.all.remove(lost)
        await lost.end(signal_number)
        await lost.running.process.wait()
    await running.add()
    return _measure_interruptions(lost_at, watchers, interrupted)


def _measure_interruptions(lost_at: float, watchers: Mapping[str, Watcher], run_ids: Sequence[str]) -> list[float]:
    """Return the seconds until each of *run_ids* was resumed. Raises RuntimeError when one was not."""
    resumed = [watchers[run_id].resumed_at for run_id in run_ids]
    seconds = [at - lost_at for at in resumed if at is not None]
    if not seconds or len(seconds) < len(run_ids):
        raise RuntimeError(f"{len(run_ids)} runs were interrupted, {len(seconds)} were resumed")
    return seconds


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of both signals."""
    killed: list[float] = []
    stopped: list[float] = []
    with open_folder() as folder:
        async with (
            embedded_postgres(folder / "postgres") as server_url,
            role_services(STEP_SECONDS) as roles,
            replicas(folder, server_url, roles, name="recovery", scheduler=DBOS, count=2) as running,
        ):
            for signal_number, times, seconds in (
                (signal.SIGKILL, arguments.kills, killed),
                (signal.SIGTERM, arguments.stops, stopped),
            ):
                for _ in range(times):
                    interruptions = await measure_loss(running, arguments.runs, signal_number)
                    print(
                        f"{signal_number.name}: {len(interruptions)} runs, worst {max(interruptions):.2f} s", flush=True
                    )
                    seconds += interruptions
    load = f"{arguments.runs} runs in flight"
    return [
        *_figures("kill", f"kill -9 of one of two orchestrators, {load}", killed, WORST_LIMIT_SECONDS),
        *_figures("stop", f"SIGTERM to one of two orchestrators, {load}", stopped, None),
    ]


def _figures(key: str, what: str, seconds: Sequence[float], limit: float | None) -> list[Figure]:
    bound = (Bound.NONE, 0.0) if limit is None else (Bound.AT_MOST, limit)
    return [
        Figure(
            key=f"recovery_{key}_median",
            what=f"{what}: until one of its runs continues at the other (median)",
            unit="s",
            ours=statistics.median(seconds),
            ours_95th=percentile_95(seconds),
            samples={"reflow": list(seconds)},
        ),
        Figure(
            f"recovery_{key}_worst", f"{what}: until the last run continues (worst round)", "s", max(seconds), *bound
        ),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--kills", type=int, default=3, help="rounds with kill -9, at least 1")
    parser.add_argument("--stops", type=int, default=2, help="rounds with SIGTERM, at least 1")
    run(measure, parser)
