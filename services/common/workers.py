"""Worker processes for work that would stop the event loop: painting, decoding, measuring, embedding."""

import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar, TypeVarTuple

import anyio
import anyio.to_process

Args = TypeVarTuple("Args")
Result = TypeVar("Result")

# Below the event loop: a stream must not wait for a picture. 10 halves a worker's share twice over.
POLITENESS = 10


class Workers:
    """At most *count* computations at once, each in a process of its own that a cancel really stops."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._places = anyio.CapacityLimiter(count)
        # Taken by `compute`; `place` has already bounded how many there are.
        self._unbounded = anyio.CapacityLimiter(count)

    @property
    def busy(self) -> bool:
        """Whether a new computation would have to wait."""
        return self._places.available_tokens < 1

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a free worker and hold it. The caller's clock starts inside."""
        async with self._places:
            yield

    async def compute(self, function: Callable[[*Args], Result], *args: *Args) -> Result:
        """Return function(*args), computed in a worker. Call it while holding a place.

        Cancelling kills the worker; another takes its place. *function* is a module-level
        function, and arguments and result can be pickled (they never leave this machine).
        """
        return await anyio.to_process.run_sync(_politely, function, args, cancellable=True, limiter=self._unbounded)

    async def warm(self, function: Callable[[], object]) -> None:
        """Start every worker and let it do *function*, so that the first work of each finds it ready."""
        async with anyio.create_task_group() as starting:
            for _ in range(self._count):
                starting.start_soon(self.run, function)

    async def run(self, function: Callable[[*Args], Result], *args: *Args) -> Result:
        """Wait for a place, then compute."""
        async with self.place():
            return await self.compute(function, *args)


_polite = False


def _politely(function: Callable[[*Args], Result], args: tuple[*Args]) -> Result:
    global _polite  # one flag for each worker process: niceness adds up, so it is set once
    if not _polite:
        os.nice(POLITENESS)
        # Ctrl-C in a terminal reaches every process of the group; when to stop is the service's decision.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _polite = True
    return function(*args)
