"""The system under load: how soon a run hears of itself while pictures are painted, and whether memory comes back.

    uv run python -m benchmarks.liveness [--json FILE]

First the embedded system: while ten large pictures are painted, other runs are started and their first events awaited.
Then an orchestrator of its own, with roles that take half a second: four times 200 runs at once, of which 50 run, 100
wait and 50 are refused with the time to come back, and all accepted ones end well; the first three fill caches and
pools, the fourth must leave memory where they left it.
"""

import argparse
import asyncio
import os
import time
from collections import Counter

from grpc.aio import AioRpcError
from reflow.v1 import events_pb2, orchestrator_pb2

from benchmarks.caller import Caller, calling
from benchmarks.deployment import deployed, passable_folder, resident_bytes
from benchmarks.figures import Bound, Figure, median_ms, run
from services.cli.embedded import run_embedded
from services.common.errors.wire import from_rpc_error

PAINTED = 10
LARGE = events_pb2.ImageChatInput(text="画一座赛博朋克风格的城市", width=1024, height=1024, seed=7)
FIRST_EVENT_LIMIT_MS = 50.0
ACCEPTED, OFFERED = 150, 200
ROLE_SECONDS = 0.5
WARM_UP_TIMES = 3
MEMORY_GROWTH_LIMIT = 1.05
SETTINGS = {"REFLOW_LIMITS__EXECUTOR_SECONDS": "120", "REFLOW_LIMITS__RUN_SECONDS": "600"}
"""Painters give way to everything else on the machine; a busy one must not end the runs that are measured."""


async def measure(_arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures."""
    return [await first_event_figure(), await memory_figure()]


async def first_event_figure() -> Figure:
    """Return the time to the first event of runs that are started while ten pictures are painted."""
    os.environ.update(SETTINGS)
    with passable_folder() as folder:
        async with (
            run_embedded(folder, progress=lambda _: None) as system,
            calling(system.orchestrator) as caller,
        ):
            await caller.follow(LARGE)
            seconds = await _first_events_while_painting(caller)
    return Figure(
        key="first_event_while_painting",
        what=f"first event of another run while {PAINTED} pictures are painted (median)",
        unit="ms",
        ours=median_ms(seconds),
        bound=Bound.AT_MOST,
        limit=FIRST_EVENT_LIMIT_MS,
        samples={"reflow": seconds},
    )


async def _first_events_while_painting(caller: Caller) -> list[float]:
    painting = asyncio.gather(*(caller.follow(LARGE) for _ in range(PAINTED)))
    await asyncio.sleep(1.0)  # until the painters are at work
    seconds: list[float] = []
    while not painting.done():
        began = time.perf_counter()
        run_id = await caller.start(LARGE)
        call = caller.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id))
        await call.read()
        seconds.append(time.perf_counter() - began)
        call.cancel()
        await caller.stub.CancelRun(orchestrator_pb2.CancelRunRequest(run_id=run_id))
    await painting
    return seconds


async def memory_figure() -> Figure:
    """Return how the orchestrator's memory after 200 runs at once compares with that before."""
    async with (
        deployed(role_seconds=ROLE_SECONDS, settings=SETTINGS) as deployment,
        calling(deployment.orchestrator) as caller,
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
    """Start 200 runs at once. Raises RuntimeError unless 150 end well and 50 are refused with the time to come back."""

    async def offer() -> str:
        try:
            await caller.follow()
        except AioRpcError as error:
            refused = from_rpc_error(error)
            return refused.code if refused.retry_after is not None else f"{refused.code} without a time to come back"
        return "succeeded"

    outcomes = Counter(await asyncio.gather(*(offer() for _ in range(OFFERED))))
    if outcomes != {"succeeded": ACCEPTED, "QUEUE_FULL": OFFERED - ACCEPTED}:
        raise RuntimeError(f"of {OFFERED} runs at once: {dict(outcomes)}")


if __name__ == "__main__":
    run(measure, argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter))
