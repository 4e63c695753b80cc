"""The system under load: time to the first event while images are generated, and memory after many runs.

    uv run python -m benchmarks.liveness [--json FILE]

First the embedded system: while ten large images are generated, other runs are started and their first events awaited.
Then a separate orchestrator, with roles that take half a second: four times 200 runs at once, of which 50 run, 100 wait
and 50 are rejected with a retry delay. All accepted runs succeed. The first three rounds fill caches and pools; the
fourth must not increase memory.
"""

import argparse
import asyncio
import os
import time
from collections import Counter

from grpc.aio import AioRpcError
from reflow.v1 import events_pb2, orchestrator_pb2

from benchmarks.figures import Bound, Figure, median_ms, run
from benchmarks.systems.caller import Caller, open_caller
from benchmarks.systems.deployment import open_deployment, open_folder, resident_bytes
from services.cli.session.embedded import run_embedded
from services.common.errors.wire import from_rpc_error

GENERATED = 10
LARGE = events_pb2.ImageChatInput(text="画一座赛博朋克风格的城市", width=1024, height=1024, seed=7)
FIRST_EVENT_LIMIT_MS = 50.0
ACCEPTED, OFFERED = 150, 200
ROLE_SECONDS = 0.5
WARM_UP_TIMES = 3
MEMORY_GROWTH_LIMIT = 1.05
SETTINGS = {"REFLOW_LIMITS__EXECUTOR_SECONDS": "120", "REFLOW_LIMITS__RUN_SECONDS": "600"}
"""Workers run at low priority; a busy machine must not end the measured runs."""


async def measure(_arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures."""
    return [await first_event_figure(), await memory_figure()]


async def first_event_figure() -> Figure:
    """Return the time to the first event of runs that are started while ten images are generated."""
    os.environ.update(SETTINGS)
    with open_folder() as folder:
        async with (
            run_embedded(folder, progress=lambda _: None) as system,
            open_caller(system.addresses.orchestrator) as caller,
        ):
            await caller.run_to_end(LARGE)
            seconds = await _first_events_under_load(caller)
    return Figure(
        key="first_event_while_painting",
        what=f"first event of another run while {GENERATED} images are generated (median)",
        unit="ms",
        ours=median_ms(seconds),
        bound=Bound.AT_MOST,
        limit=FIRST_EVENT_LIMIT_MS,
        samples={"reflow": seconds},
    )


async def _first_events_under_load(caller: Caller) -> list[float]:
    generating = asyncio.gather(*(caller.run_to_end(LARGE) for _ in range(GENERATED)))
    await asyncio.sleep(1.0)  # until the workers are busy
    seconds: list[float] = []
    while not generating.done():
        started = time.perf_counter()
        run_id = await caller.start(LARGE)
        call = caller.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id))
        await call.read()
        seconds.append(time.perf_counter() - started)
        call.cancel()
        await caller.stub.CancelRun(orchestrator_pb2.CancelRunRequest(run_id=run_id))
    await generating
    return seconds


async def memory_figure() -> Figure:
    """Return the ratio of the orchestrator's memory after 200 concurrent runs to its memory before them."""
    async with (
        open_deployment(role_seconds=ROLE_SECONDS, settings=SETTINGS) as deployment,
        open_caller(deployment.orchestrator) as caller,
    ):
        for _ in range(WARM_UP_TIMES):
            await _offer_at_once(caller)
        before = resident_bytes(deployment.process_id)
        await _offer_at_once(caller)
        after = resident_bytes(deployment.process_id)
    return Figure(
        key="memory_after_200_runs",
        what=f"memory after {OFFERED} runs at once, against before",
        unit="times",
        ours=after / before,
        bound=Bound.AT_MOST,
        limit=MEMORY_GROWTH_LIMIT,
        note=f"{before / 1e6:.1f} MB before, {after / 1e6:.1f} MB after",
    )


async def _offer_at_once(caller: Caller) -> None:
    """Start 200 runs at once. Raises RuntimeError unless 150 succeed and 50 are rejected with a retry delay."""

    async def offer() -> str:
        try:
            await caller.run_to_end()
        except AioRpcError as error:
            rejection = from_rpc_error(error)
            return rejection.code if rejection.retry_after is not None else f"{rejection.code} without a retry delay"
        return "succeeded"

    outcomes = Counter(await asyncio.gather(*(offer() for _ in range(OFFERED))))
    if outcomes != {"succeeded": ACCEPTED, "QUEUE_FULL": OFFERED - ACCEPTED}:
        raise RuntimeError(f"of {OFFERED} runs at once: {dict(outcomes)}")


if __name__ == "__main__":
    run(measure, argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter))
