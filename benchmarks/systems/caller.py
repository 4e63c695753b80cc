"""A client of the orchestrator that starts runs and watches their events over gRPC."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.rpc import open_channel
from services.gateway.clients import open_orchestrator

RUN_INPUT = events_pb2.ImageChatInput(text="a cat in cyberpunk style", seed=7)


@dataclass(frozen=True, slots=True)
class RunTiming:
    """Timing of a run that was watched to its end: seconds from the request to the first event, and to the end."""

    events: int
    first_event: float
    ended: float


class Caller:
    """Watches runs of one orchestrator over one channel."""

    def __init__(self, stub: Any) -> None:
        self.stub = stub

    async def start(self, run_input: events_pb2.ImageChatInput = RUN_INPUT) -> str:
        """Start a run and return its id."""
        return await self.start_run(orchestrator_pb2.StartRunRequest(image_chat=run_input))

    async def start_run(self, request: orchestrator_pb2.StartRunRequest) -> str:
        """Start the requested run and return its id."""
        return str((await self.stub.StartRun(request)).run_id)

    async def start_and_watch(self, request: orchestrator_pb2.StartRunRequest) -> AsyncIterator[events_pb2.RunEvent]:
        """Start the requested run and yield all its events as they arrive."""
        async for response in self.stub.StartAndWatchRun(request):
            for event in response.events:
                yield event

    async def watch(self, run_id: str) -> AsyncIterator[events_pb2.RunEvent]:
        """Yield all events of a run as they arrive."""
        async for response in self.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id)):
            for event in response.events:
                yield event

    async def run_to_end(self, run_input: events_pb2.ImageChatInput = RUN_INPUT) -> RunTiming:
        """Start a run and watch it. Raises RuntimeError unless it succeeds and every event arrives once, in order."""
        started = time.perf_counter()
        first, sequence, ended = 0.0, 0, events_pb2.RunEnded()
        async for event in self.start_and_watch(orchestrator_pb2.StartRunRequest(image_chat=run_input)):
            first = first or time.perf_counter() - started
            sequence += 1
            if event.sequence != sequence:
                raise RuntimeError(f"received event {event.sequence}, expected {sequence}")
            ended = event.run_ended
        if ended.status != events_pb2.RUN_STATUS_SUCCEEDED:
            raise RuntimeError(f"a run ended with {ended}")
        return RunTiming(sequence, first, time.perf_counter() - started)

    async def run_many(self, runs: int, at_once: int) -> Sequence[RunTiming]:
        """Start and watch *runs* runs, *at_once* of them concurrently."""
        left = iter(range(runs))

        async def run_next() -> list[RunTiming]:
            return [await self.run_to_end() for _ in left]

        rows = await asyncio.gather(*(run_next() for _ in range(at_once)))
        return [timing for row in rows for timing in row]


@asynccontextmanager
async def open_caller(address: str) -> AsyncIterator[Caller]:
    """Yield a caller of the orchestrators at *address*, which calls them as the gateway does."""
    async with open_channel(address) as channel:
        yield Caller(open_orchestrator(channel))
