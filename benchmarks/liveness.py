"""The embedded system under load: how soon a run hears of itself, and whether memory comes back.

    uv run python -m benchmarks.liveness [--json FILE]

While ten large pictures are painted, other runs are started and their first events awaited. Then twice 200 runs at
once: 50 run, 100 wait, 50 are refused with the time to come back, and all accepted ones end well; the first time
fills caches and pools, the second must leave memory where the first left it.
"""

import argparse
import asyncio
import os
import sys
import time
from collections import Counter

from grpc.aio import AioRpcError
from reflow.v1 import events_pb2, orchestrator_pb2

from benchmarks.caller import Caller, calling
from benchmarks.deployment import passable_folder, resident_bytes
from benchmarks.figures import Bound, Figure, median_ms, run
from services.cli.embedded import run_embedded
from services.common.errors.wire import from_rpc_error

PAINTED = 10
LARGE = events_pb2.ImageChatInput(text="画一座赛博朋克风格的城市", width=1024, height=1024, seed=7)
SMALL = events_pb2.ImageChatInput(text="a cat, watercolor", width=64, height=64)
FIRST_EVENT_LIMIT_MS = 50.0
ACCEPTED, OFFERED = 150, 200
MEMORY_GROWTH_LIMIT = 1.05
SETTINGS = {"REFLOW_LIMITS__EXECUTOR_SECONDS": "120", "REFLOW_LIMITS__RUN_SECONDS": "600"}
"""Painters give way to everything else on the machine; a busy one must not end the runs that are measured."""


async def measure(_arguments: argparse.Namespace) -> list[Figure]:
    """Return the figures."""
    os.environ.update(SETTINGS)
    with passable_folder() as folder:
        async with (
            run_embedded(folder, progress=lambda _: None) as system,
            calling(system.orchestrator) as caller,
        ):
            await caller.follow(LARGE)
            firsts = await first_events_while_painting(caller)
            await offer_at_once(caller)
            before = resident_bytes(os.getpid())
            await offer_at_once(caller)
            after = resident_bytes(os.getpid())
    return [_first_event_figure(firsts), _memory_figure(before, after)]


async def first_events_while_painting(caller: Caller) -> list[float]:
    """Return the seconds to the first event of runs that are started, and cancelled, while ten pictures are painted."""
    painting = asyncio.gather(*(caller.follow(LARGE) for _ in range(PAINTED)))
    await asyncio.sleep(1.0)  # until the painters are at work
    seconds: list[float] = []
    while not painting.done():
        began = time.perf_counter()
        run_id = await caller.start(LARGE)
        async for _ in caller.watch(run_id):
            seconds.append(time.perf_counter() - began)
            break
        await caller.stub.CancelRun(orchestrator_pb2.CancelRunRequest(run_id=run_id))
    await painting
    return seconds


async def offer_at_once(caller: Caller) -> None:
    """Start 200 runs at once. Raises RuntimeError unless 150 end well and 50 are refused with the time to come back."""

    async def offer(number: int) -> str:
        wish = events_pb2.ImageChatInput(seed=number)
        wish.MergeFrom(SMALL)
        try:
            await caller.follow(wish)
        except AioRpcError as error:
            refused = from_rpc_error(error)
            return refused.code if refused.retry_after is not None else f"{refused.code} without a time to come back"
        return "succeeded"

    outcomes = Counter(await asyncio.gather(*(offer(number) for number in range(OFFERED))))
    if outcomes != {"succeeded": ACCEPTED, "QUEUE_FULL": OFFERED - ACCEPTED}:
        raise RuntimeError(f"of {OFFERED} runs at once: {dict(outcomes)}")


def _first_event_figure(seconds: list[float]) -> Figure:
    return Figure(
        key="first_event_while_painting",
        what=f"first event of another run while {PAINTED} pictures are painted (median)",
        unit="ms",
        ours=median_ms(seconds),
        bound=Bound.AT_MOST,
        limit=FIRST_EVENT_LIMIT_MS,
        samples={"reflow": seconds},
    )


def _memory_figure(before: int, after: int) -> Figure:
    return Figure(
        key="memory_after_200_runs",
        what=f"memory after {OFFERED} runs at once, against before",
        unit="times",
        ours=after / before,
        bound=Bound.AT_MOST,
        limit=MEMORY_GROWTH_LIMIT,
        note=f"{before / 1e6:.0f} MB before, {after / 1e6:.0f} MB after, Python {sys.version.split()[0]}",
    )


if __name__ == "__main__":
    run(measure, argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter))
