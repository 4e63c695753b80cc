"""How long runs stand still when their orchestrator goes: killed (kill -9), and told to stop (SIGTERM).

    uv run python -m benchmarks.recovery [--runs 40] [--kills 3] [--stops 2] [--json FILE]

Two orchestrators on one database drive runs whose steps take a second. In each round one of them goes while
all runs are under way; every run is watched at the other one, to its end. What counts, for each run that the one that
went had driven, is the time from the signal until its watcher hears that it is being driven again. Then a new
orchestrator takes the place, and every run must have ended well, with no event missed or doubled.

LangGraph has nobody who takes a run up again, so there is nothing to compare with.
"""

import argparse
import asyncio
import signal
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reflow.v1 import events_pb2

from benchmarks.caller import Caller
from benchmarks.deployment import passable_folder, role_services
from benchmarks.figures import Bound, Figure, percentile_95, run
from benchmarks.replicas import DBOS, Replicas, replicas
from services.common.database.embedded import embedded_postgres

STEP_SECONDS = 1.0
WORST_LIMIT_SECONDS = 10.0
ENDED_WITHIN = 60.0


@dataclass(slots=True)
class Witness:
    """Watches a run to its end; `resumed_at` is when it heard that the run is driven again, by perf_counter."""

    caller: Caller
    run_id: str
    resumed_at: float | None = None

    async def watch(self) -> None:
        """Raise RuntimeError unless the run succeeds and every event comes once, in order."""
        sequence, ended = 0, events_pb2.RunEnded()
        async for event in self.caller.watch(self.run_id):
            sequence += 1
            if event.sequence != sequence:
                raise RuntimeError(f"event {event.sequence} came where {sequence} was due")
            if event.HasField("run_resumed"):
                self.resumed_at = self.resumed_at or time.perf_counter()
            ended = event.run_ended
        if ended.status != events_pb2.RUN_STATUS_SUCCEEDED:
            raise RuntimeError(f"a run ended as {ended}")


async def standstills(running: Replicas, runs: int, how: signal.Signals) -> list[float]:
    """Have the first orchestrator go, and give it a successor; return the seconds each of its runs stood still."""
    doomed, other = running.all
    run_ids = [await (doomed, other)[number % 2].caller.start() for number in range(runs)]
    witnesses = {run_id: Witness(other.caller, run_id) for run_id in run_ids}
    async with asyncio.timeout(ENDED_WITHIN), asyncio.TaskGroup() as group:
        for witness in witnesses.values():
            group.create_task(witness.watch())
        await running.begun(run_ids)
        drivers = await running.drivers()
        driven = [run_id for run_id in run_ids if drivers.get(run_id) == doomed.replica_id]
        gone_at = time.perf_counter()
        running.all.remove(doomed)
        await doomed.end(how)
        await doomed.running.process.wait()
    await running.add()
    return _since(gone_at, witnesses, driven)


def _since(gone_at: float, witnesses: Mapping[str, Witness], driven: Sequence[str]) -> list[float]:
    """Return the seconds until each of *driven* was taken up. Raises RuntimeError when one was not."""
    resumed = [witnesses[run_id].resumed_at for run_id in driven]
    seconds = [at - gone_at for at in resumed if at is not None]
    if not seconds or len(seconds) < len(driven):
        raise RuntimeError(f"{len(driven)} runs were driven by the one that went, {len(seconds)} were taken up")
    return seconds


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of both ways to go."""
    killed: list[float] = []
    stopped: list[float] = []
    with passable_folder() as folder:
        async with (
            embedded_postgres(folder / "postgres") as server_url,
            role_services(STEP_SECONDS) as roles,
            replicas(folder, server_url, roles, name="recovery", driving=DBOS, count=2) as running,
        ):
            for how, times, seconds in (
                (signal.SIGKILL, arguments.kills, killed),
                (signal.SIGTERM, arguments.stops, stopped),
            ):
                for _ in range(times):
                    found = await standstills(running, arguments.runs, how)
                    print(f"{how.name}: {len(found)} runs, worst {max(found):.2f} s", flush=True)
                    seconds += found
    load = f"{arguments.runs} runs under way"
    return [
        *_figures("kill", f"kill -9 of one of two orchestrators, {load}", killed, WORST_LIMIT_SECONDS),
        *_figures("stop", f"SIGTERM to one of two orchestrators, {load}", stopped, None),
    ]


def _figures(key: str, what: str, seconds: Sequence[float], limit: float | None) -> list[Figure]:
    bound = (Bound.NONE, 0.0) if limit is None else (Bound.AT_MOST, limit)
    return [
        Figure(
            key=f"recovery_{key}_median",
            what=f"{what}: until a run of it goes on at the other (median)",
            unit="s",
            ours=statistics.median(seconds),
            ours_95th=percentile_95(seconds),
            samples={"reflow": list(seconds)},
        ),
        Figure(f"recovery_{key}_worst", f"{what}: until the last run goes on (worst round)", "s", max(seconds), *bound),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--kills", type=int, default=3, help="rounds with kill -9, at least 1")
    parser.add_argument("--stops", type=int, default=2, help="rounds with SIGTERM, at least 1")
    run(measure, parser)
