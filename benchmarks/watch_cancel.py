"""Memory of the orchestrator while streams are opened and cancelled.

    uv run python -m benchmarks.watch_cancel [--streams 100000] [--json FILE]

Each stream watches a running run, reads its first events and is cancelled; 20 at a time. Some versions of gRPC leak
memory with each, so the figure is the growth per 100,000 streams.
"""

import argparse
import asyncio

from reflow.v1 import orchestrator_pb2

from benchmarks.figures import Bound, Figure, run
from benchmarks.systems.caller import Caller, open_caller
from benchmarks.systems.deployment import open_deployment, resident_bytes

AT_ONCE = 20
WARM_UP = 2_000
PER = 100_000
GROWTH_LIMIT_MB = 20.0
ENDLESS_SECONDS = 36_000.0
SETTINGS = {f"REFLOW_LIMITS__{name}": str(ENDLESS_SECONDS) for name in ("PLANNER_SECONDS", "RUN_SECONDS")}
"""The run must not end while it is watched."""


async def open_and_cancel(caller: Caller, run_id: str, streams: int) -> None:
    """Open and cancel *streams* streams of a run."""
    left = iter(range(streams))

    async def repeat() -> None:
        for _ in left:
            call = caller.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id))
            await call.read()
            call.cancel()

    await asyncio.gather(*(repeat() for _ in range(AT_ONCE)))


async def measure(arguments: argparse.Namespace) -> list[Figure]:
    """Return the figure."""
    async with (
        open_deployment(role_seconds=ENDLESS_SECONDS, settings=SETTINGS) as deployment,
        open_caller(deployment.orchestrator) as caller,
    ):
        run_id = await caller.start()
        await open_and_cancel(caller, run_id, WARM_UP)
        sizes = [resident_bytes(deployment.process_id)]
        for _ in range(10):
            await open_and_cancel(caller, run_id, arguments.streams // 10)
            sizes.append(resident_bytes(deployment.process_id))
    megabytes = [size / 1e6 for size in sizes]
    growth = (megabytes[-1] - megabytes[0]) / arguments.streams * PER
    return [
        Figure(
            key="memory_of_cancelled_streams",
            what=f"memory that {PER:,} cancelled streams leave behind in the orchestrator",
            unit="MB",
            ours=growth,
            bound=Bound.AT_MOST,
            limit=GROWTH_LIMIT_MB,
            note=f"{arguments.streams} streams: from {megabytes[0]:.1f} to {megabytes[-1]:.1f} MB",
            samples={"megabytes": megabytes},
        )
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=PER)
    run(measure, parser)
