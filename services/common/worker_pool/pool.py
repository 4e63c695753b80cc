"""Worker processes for work that would block the event loop: painting, decoding, measuring, embedding."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar, TypeVarTuple

import anyio
from anyio.lowlevel import RunVar

from services.common.worker_pool.process import WorkerProcess

Args = TypeVarTuple("Args")
Result = TypeVar("Result")

# So long a worker may stay unused, in seconds, while others are used.
MAX_IDLE_SECONDS = 300.0


class WorkerPool:
    """At most *count* computations at once, each in a process of its own that a cancel really stops.

    All of an event loop take from one pool of processes: one that has loaded what paints can review too.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._places = anyio.CapacityLimiter(count)

    @property
    def busy(self) -> bool:
        """Whether a new computation would have to wait."""
        return self._places.available_tokens < 1

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a free worker and reserve it. The caller's clock starts inside."""
        async with self._places:
            yield

    async def compute(self, function: Callable[[*Args], Result], *args: *Args) -> Result:
        """Return function(*args), computed in a worker. Call it while holding a place.

        Cancelling kills the worker, also one that only just starts; another takes its place. *function* is a
        module-level function, and arguments and result can be pickled (they never leave this machine). Raises what
        it raises, or BrokenWorkerProcess when the process died.
        """
        return await _pool().compute(function, *args)

    async def warm(self, function: Callable[[], object]) -> None:
        """Start every worker and let it do *function*, so that the first work of each finds it ready."""
        async with asyncio.TaskGroup() as starting:
            for _ in range(self._count):
                starting.create_task(self.run(function))

    async def run(self, function: Callable[[*Args], Result], *args: *Args) -> Result:
        """Wait for a place, then compute."""
        async with self.place():
            return await self.compute(function, *args)


class _ProcessPool:
    """The processes of an event loop that have nothing to do, the one used last at the end."""

    def __init__(self) -> None:
        self._idle: deque[tuple[WorkerProcess, float]] = deque()
        self._loop = asyncio.get_running_loop()
        # A loop cancels what still runs at its end, and waits for it.
        self._maintenance = self._loop.create_task(self._close_idle())

    async def compute(self, function: Callable[[*Args], Result], *args: *Args) -> Result:
        worker = await self._taken()
        try:
            return await worker.compute(function, *args)
        finally:
            if worker.alive:
                self._idle.append((worker, self._loop.time()))

    async def _taken(self) -> WorkerProcess:
        while len(self._idle) > 1 and self._loop.time() - self._idle[0][1] >= MAX_IDLE_SECONDS:
            worker, _ = self._idle.popleft()
            await worker.close()
        while self._idle:
            worker, _ = self._idle.pop()
            if worker.alive:
                return worker
            await worker.close()
        return await WorkerProcess.start()

    async def _close_idle(self) -> None:
        try:
            await self._loop.create_future()
        finally:
            while self._idle:
                worker, _ = self._idle.popleft()
                await worker.close()


_pools: RunVar[_ProcessPool] = RunVar("worker_processes")


def _pool() -> _ProcessPool:
    """Return the pool of the running event loop."""
    try:
        return _pools.get()
    except LookupError:
        pool = _ProcessPool()
        _pools.set(pool)
        return pool
