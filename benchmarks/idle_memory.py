"""Memory of idle runs: 1,000 that wait for a user, and 1,000 that wait in the queue.

    uv run --group bench python -m benchmarks.idle_memory [--runs 1000] [--json FILE]

The growth of the orchestrator's resident memory, with both schedulers, after a warm-up of 300 runs of the same kind.
Paused runs are notes that wait for the approval of their text, without watchers. Waiting runs are queued behind one
that never ends, with a limit of one running run and a queue large enough for all. The notes of the figures have the
threads and the connections to the database.

The baseline for paused runs is LangGraph: as many threads of a graph that is interrupted after three trivial steps,
in a separate process. It has no queue, so there is no baseline for waiting runs.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from reflow.v1 import events_pb2, note_workflow_pb2, orchestrator_pb2

from benchmarks.figures import Figure, run
from benchmarks.systems.caller import Caller
from benchmarks.systems.deployment import ROOT, create_database, open_folder, role_services
from benchmarks.systems.replicas import DBOS, LOCAL, Resources, replicas
from services.common.database.embedded import embedded_postgres

WARM_UP = 300
AT_ONCE = 20
SETTLE_SECONDS = 1.0
ENDLESS_SECONDS = 36_000.0
BASELINE = "LangGraph"
NOTE = orchestrator_pb2.StartRunRequest(
    note=note_workflow_pb2.NoteInput(text="a note about a trip in spring", skip_clarification=True)
)

Put = Callable[[Caller], Awaitable[None]]
"""Starts one run and returns once it waits."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Resources before and after."""

    before: Resources
    after: Resources

    @property
    def megabytes(self) -> float:
        """Growth of memory in megabytes."""
        return (self.after.memory - self.before.memory) / 1e6

    def to_text(self) -> str:
        """Return the growth as text."""
        return (
            f"{self.before.memory / 1e6:.1f} to {self.after.memory / 1e6:.1f} MB, "
            f"threads {self.before.threads} to {self.after.threads}, "
            f"connections {self.before.connections} to {self.after.connections}"
        )


@dataclass(frozen=True, slots=True)
class Waits:
    """A kind of waiting: the duration of steps, the settings of the orchestrator, and what makes a run wait."""

    name: str
    role_seconds: float
    put: Put

    def settings(self, runs: int) -> dict[str, str]:
        """Return the orchestrator's settings for *runs* that wait."""
        if not self.role_seconds:
            return {}
        times = {f"REFLOW_LIMITS__{name}_SECONDS": str(ENDLESS_SECONDS) for name in ("PLANNER", "RUN")}
        return {**times, "REFLOW_LIMITS__RUNNING": "1", "REFLOW_LIMITS__WAITING": str(runs)}


async def pause(caller: Caller) -> None:
    """Start a note and watch it until it requests approval of its text. Raises RuntimeError if it does not."""
    last = events_pb2.RunEvent()
    async for event in caller.watch(await caller.start_run(NOTE)):
        last = event
    if not last.HasField("question_asked"):
        raise RuntimeError(f"a note ended its stream with {last}")


async def queue(caller: Caller) -> None:
    """Start a run that waits in the queue."""
    await caller.start()


PAUSED, WAITING = Waits("paused", 0.0, pause), Waits("waiting", ENDLESS_SECONDS, queue)


async def put_many(put: Put, caller: Caller, runs: int) -> None:
    """Start *runs* runs that wait."""
    left = iter(range(runs))

    async def put_next() -> None:
        for _ in left:
            await put(caller)

    await asyncio.gather(*(put_next() for _ in range(AT_ONCE)))
    await asyncio.sleep(SETTLE_SECONDS)  # until memory of the work is released


async def measure_growth(folder: Path, server_url: str, waits: Waits, scheduler: str, runs: int) -> Growth:
    """Return the resources of one orchestrator before and after *runs* runs wait."""
    name = f"{waits.name}_{scheduler}"
    settings = waits.settings(runs + WARM_UP)
    async with (
        role_services(waits.role_seconds) as roles,
        replicas(folder, server_url, roles, name=name, scheduler=scheduler, count=1, settings=settings) as running,
    ):
        caller = running.all[0].caller
        await put_many(waits.put, caller, WARM_UP)
        before = await running.resources()
        await put_many(waits.put, caller, runs)
        return Growth(before, await running.resources())


async def measure_langgraph(server_url: str, runs: int) -> float:
    """Return the growth in megabytes of the process of LangGraph. Raises RuntimeError when it fails."""
    database = await asyncio.to_thread(create_database, server_url, "langgraph")
    command = (sys.executable, "-m", "benchmarks.systems.interrupted_threads", database, str(WARM_UP), str(runs))
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"LangGraph's process ended with {process.returncode}")
    before, after = json.loads(out)
    return float(after - before) / 1e6


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of both kinds of waiting with both schedulers."""
    figures: list[Figure] = []
    with open_folder() as folder:
        async with embedded_postgres(folder / "postgres") as server_url:
            langgraph = await measure_langgraph(server_url, arguments.runs)
            for waits, baseline in ((PAUSED, langgraph), (WAITING, None)):
                for scheduler in (LOCAL, DBOS):
                    grown = await measure_growth(folder, server_url, waits, scheduler, arguments.runs)
                    print(f"{waits.name}, {scheduler}: {grown.to_text()}", flush=True)
                    figures.append(_figure(waits, scheduler, arguments.runs, grown, baseline))
    return figures


def _figure(waits: Waits, scheduler: str, runs: int, grown: Growth, baseline: float | None) -> Figure:
    what = f"memory that {runs:,} {waits.name} runs add to the orchestrator ({scheduler})"
    return Figure(
        key=f"memory_of_{waits.name}_{scheduler}",
        what=what,
        unit="MB",
        ours=grown.megabytes,
        baseline=baseline,
        baseline_name=BASELINE if baseline is not None else "",
        note=f"{what}: {grown.to_text()}",
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1_000)
    run(measure, parser)
