"""A caller of the orchestrator: starts runs and follows their events over gRPC."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from reflow.v1 import events_pb2, orchestrator_pb2, orchestrator_pb2_grpc

from services.common.serving import open_channel

WISH = events_pb2.ImageChatInput(text="a cat in cyberpunk style", seed=7)


@dataclass(frozen=True, slots=True)
class Followed:
    """A run followed to its end. Seconds since the request: the first event, and the end."""

    events: int
    first_event: float
    ended: float


class Caller:
    """Follows runs of one orchestrator over one channel."""

    def __init__(self, stub: Any) -> None:
        self.stub = stub

    async def start(self, wish: events_pb2.ImageChatInput = WISH) -> str:
        """Start a run and return its id."""
        return await self.ask(orchestrator_pb2.StartRunRequest(image_chat=wish))

    async def ask(self, request: orchestrator_pb2.StartRunRequest) -> str:
        """Start the run that is asked for and return its id."""
        return str((await self.stub.StartRun(request)).run_id)

    async def watch(self, run_id: str) -> AsyncIterator[events_pb2.RunEvent]:
        """Yield all events of a run as they come."""
        async for response in self.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id)):
            for event in response.events:
                yield event

    async def follow(self, wish: events_pb2.ImageChatInput = WISH) -> Followed:
        """Start a run and follow it. Raises RuntimeError unless it succeeds and every event comes once, in order."""
        began = time.perf_counter()
        first, sequence, ended = 0.0, 0, events_pb2.RunEnded()
        async for event in self.watch(await self.start(wish)):
            first = first or time.perf_counter() - began
            sequence += 1
            if event.sequence != sequence:
                raise RuntimeError(f"event {event.sequence} came where {sequence} was due")
            ended = event.run_ended
        if ended.status != events_pb2.RUN_STATUS_SUCCEEDED:
            raise RuntimeError(f"a run ended as {ended}")
        return Followed(sequence, first, time.perf_counter() - began)

    async def follow_many(self, runs: int, at_once: int) -> Sequence[Followed]:
        """Follow *runs* runs, *at_once* at any time."""
        left = iter(range(runs))

        async def follow_on() -> list[Followed]:
            return [await self.follow() for _ in left]

        rows = await asyncio.gather(*(follow_on() for _ in range(at_once)))
        return [followed for row in rows for followed in row]


class SpreadCaller(Caller):
    """Starts each run at the next of several orchestrators, and watches the next one at the one after that.

    So a run is started, driven and watched wherever it comes: its watcher asks an orchestrator that need not drive it.
    """

    def __init__(self, stubs: Sequence[Any]) -> None:
        super().__init__(stubs[0])
        self._doors = itertools.cycle(stubs)
        self._windows = itertools.cycle((*stubs[1:], stubs[0]))

    async def ask(self, request: orchestrator_pb2.StartRunRequest) -> str:
        return str((await next(self._doors).StartRun(request)).run_id)

    async def watch(self, run_id: str) -> AsyncIterator[events_pb2.RunEvent]:
        async for event in Caller(next(self._windows)).watch(run_id):
            yield event


@asynccontextmanager
async def calling(address: str) -> AsyncIterator[Caller]:
    """Give a caller of the orchestrator at *address*."""
    async with open_channel(address) as channel:
        yield Caller(orchestrator_pb2_grpc.OrchestratorServiceStub(channel))
