"""What runs cost while nothing is done for them: 1,000 that wait for a person, and 1,000 that wait for their turn.

    uv run --group bench python -m benchmarks.idle_memory [--runs 1000] [--json FILE]

The growth of the orchestrator's resident memory, under both ways of driving, after 300 runs of the same kind have
warmed it up. Paused runs are notes that ask whether their text is right; nobody watches them any more. Waiting runs
stand behind one that never ends, with one run at a time and room for all in the queue. Threads and connections to the
database are told beside the figures.

LangGraph beside the paused ones: as many threads of a graph that interrupts itself after three trivial steps, in a
process of its own. It has no queue, so nothing stands beside the waiting ones.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from reflow.v1 import creations_pb2, events_pb2, orchestrator_pb2

from benchmarks.caller import Caller
from benchmarks.deployment import ROOT, new_database, passable_folder, role_services
from benchmarks.figures import Figure, run
from benchmarks.replicas import DBOS, LOCAL, Held, replicas
from services.common.database.embedded import embedded_postgres

WARM_UP = 300
AT_ONCE = 20
SETTLE_SECONDS = 1.0
FOREVER = 36_000.0
PEER = "LangGraph"
NOTE = orchestrator_pb2.StartRunRequest(
    note=creations_pb2.NoteInput(text="a note about a trip in spring", skip_clarification=True)
)

Put = Callable[[Caller], Awaitable[None]]
"""Starts one run and returns once it waits."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What is held before and after."""

    before: Held
    after: Held

    @property
    def megabytes(self) -> float:
        """By how much memory has grown."""
        return (self.after.memory - self.before.memory) / 1e6

    def told(self) -> str:
        """Return the growth in words."""
        return (
            f"{self.before.memory / 1e6:.1f} to {self.after.memory / 1e6:.1f} MB, "
            f"threads {self.before.threads} to {self.after.threads}, "
            f"connections {self.before.connections} to {self.after.connections}"
        )


@dataclass(frozen=True, slots=True)
class Waits:
    """Something for which runs wait: how long steps take, what the orchestrator is told, and how one begins to wait."""

    name: str
    role_seconds: float
    put: Put

    def settings(self, runs: int) -> dict[str, str]:
        """Return the orchestrator's settings for *runs* that wait."""
        if not self.role_seconds:
            return {}
        times = {f"REFLOW_LIMITS__{name}_SECONDS": str(FOREVER) for name in ("PLANNER", "RUN")}
        return {**times, "REFLOW_LIMITS__RUNNING": "1", "REFLOW_LIMITS__WAITING": str(runs)}


async def pause(caller: Caller) -> None:
    """Have a note written until it asks whether its text is right. Raises RuntimeError when it does not ask."""
    last = events_pb2.RunEvent()
    async for event in caller.watch(await caller.ask(NOTE)):
        last = event
    if not last.HasField("question_asked"):
        raise RuntimeError(f"a note ended its stream with {last}")


async def queue(caller: Caller) -> None:
    """Start a run that has to wait for its turn."""
    await caller.start()


PAUSED, WAITING = Waits("paused", 0.0, pause), Waits("waiting", FOREVER, queue)


async def put_many(put: Put, caller: Caller, runs: int) -> None:
    """Have *runs* runs wait."""
    left = iter(range(runs))

    async def put_on() -> None:
        for _ in left:
            await put(caller)

    await asyncio.gather(*(put_on() for _ in range(AT_ONCE)))
    await asyncio.sleep(SETTLE_SECONDS)  # what was needed to get there is let go


async def growth(folder: Path, server_url: str, waits: Waits, driving: str, runs: int) -> Growth:
    """Return what one orchestrator holds before and after *runs* runs wait."""
    name = f"{waits.name}_{driving}"
    settings = waits.settings(runs + WARM_UP)
    async with (
        role_services(waits.role_seconds) as roles,
        replicas(folder, server_url, roles, name=name, driving=driving, count=1, settings=settings) as running,
    ):
        caller = running.all[0].caller
        await put_many(waits.put, caller, WARM_UP)
        before = await running.held()
        await put_many(waits.put, caller, runs)
        return Growth(before, await running.held())


async def growth_of_peer(server_url: str, runs: int) -> float:
    """Return by how many megabytes the process of LangGraph grows. Raises RuntimeError when it fails."""
    database = await asyncio.to_thread(new_database, server_url, "langgraph")
    command = (sys.executable, "-m", "benchmarks.interrupted_threads", database, str(WARM_UP), str(runs))
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"LangGraph's process ended with {process.returncode}")
    before, after = json.loads(out)
    return float(after - before) / 1e6


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures of both kinds of waiting under both ways of driving."""
    figures: list[Figure] = []
    with passable_folder() as folder:
        async with embedded_postgres(folder / "postgres") as server_url:
            peer = await growth_of_peer(server_url, arguments.runs)
            for waits, theirs in ((PAUSED, peer), (WAITING, None)):
                for driving in (LOCAL, DBOS):
                    grown = await growth(folder, server_url, waits, driving, arguments.runs)
                    print(f"{waits.name}, {driving}: {grown.told()}", flush=True)
                    figures.append(_figure(waits, driving, arguments.runs, grown, theirs))
    return figures


def _figure(waits: Waits, driving: str, runs: int, grown: Growth, peer: float | None) -> Figure:
    what = f"memory that {runs:,} {waits.name} runs add to the orchestrator ({driving})"
    return Figure(
        key=f"memory_of_{waits.name}_{driving}",
        what=what,
        unit="MB",
        ours=grown.megabytes,
        peer=peer,
        peer_name=PEER if peer is not None else "",
        note=f"{what}: {grown.told()}",
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1_000)
    run(measure, parser)
