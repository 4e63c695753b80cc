"""Worker processes for work that would block the event loop: painting, decoding, measuring, embedding."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TypeVar, TypeVarTuple

import anyio
from anyio.lowlevel import RunVar

from services.common.limits import Limits
from services.common.worker_pool.process import WorkerProcess
from services.common.worker_pool.process_main import prepare_once
from services.common.worker_pool.time_limit import TimeLimit

Args = TypeVarTuple("Args")
Result = TypeVar("Result")
Prepare = Callable[[], object]

# Maximum seconds that a worker stays unused while others are used.
MAX_IDLE_SECONDS = 300.0
MEMORY_BYTES: int = Limits.model_fields["worker_bytes"].default


def start_only() -> None:
    """Prepare nothing: a worker is ready once it runs."""


class WorkerPool:
    """At most *count* concurrent computations, each in its own process, which a cancel kills.

    Every process has computed *prepare* (a module-level function that loads libraries) before it is used, and may use
    *memory_bytes*. All pools of an event loop take from the same processes: one that has loaded what paints can review
    too.
    """

    def __init__(self, count: int, prepare: Prepare = start_only, memory_bytes: int = MEMORY_BYTES) -> None:
        self._count = count
        self._prepare = prepare
        self._memory_bytes = memory_bytes
        self._places = anyio.CapacityLimiter(count)

    @property
    def busy(self) -> bool:
        """Whether a new computation would have to wait: for a free worker, or for one to start and load libraries."""
        return self.full or not _processes().has_ready(self._prepare)

    @property
    def full(self) -> bool:
        """Whether all slots are in use."""
        return self._places.available_tokens < 1

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a free worker that is ready, and reserve it. The caller's clock starts inside."""
        async with self._places:
            outer, place = _current.get(), _Place(self, await self._take())
            _current.set(place)
            try:
                yield
            finally:
                _current.set(outer)
                place.close()

    async def compute(
        self, function: Callable[[*Args], Result], *args: *Args, within: TimeLimit | None = None
    ) -> Result:
        """Return function(*args), computed in a worker. Call it while holding a place.

        Cancelling kills the worker, also one that only just starts; another takes its place. *function* is a
        module-level function, arguments and result can be pickled, and the result consists of data: values, exceptions
        and dataclasses of ours (`worker_pool.results`). Raises what it raises, MemoryError beyond the memory limit,
        EXECUTION_TIMEOUT beyond the time limit *within*, or BrokenWorkerProcess when the process died.
        """
        place = _current.get()
        if place is not None and place.is_free_for(self):
            return await place.compute(function, *args, within=within)
        worker = await self._take()
        try:
            return await worker.compute(function, *args, within=within)
        finally:
            _processes().give_back(worker)

    async def warm(self) -> None:
        """Start and prepare every worker, so that the first work of each finds it ready."""
        async with asyncio.TaskGroup() as starting:
            for _ in range(self._count):
                starting.create_task(self.run(start_only))

    async def run(self, function: Callable[[*Args], Result], *args: *Args, within: TimeLimit | None = None) -> Result:
        """Wait for a place, then compute."""
        async with self.place():
            return await self.compute(function, *args, within=within)

    async def _take(self) -> WorkerProcess:
        return await _processes().take(self._prepare, self._memory_bytes)


class _Place:
    """A worker that is reserved for one caller, who computes in it one call after another."""

    def __init__(self, pool: WorkerPool, worker: WorkerProcess) -> None:
        self._pool = pool
        self._worker = worker
        self._free = True

    def is_free_for(self, pool: WorkerPool) -> bool:
        """Whether the worker belongs to a place of *pool*, can be used and computes nothing."""
        return self._pool is pool and self._free and self._worker.alive

    async def compute(self, function: Callable[[*Args], Result], *args: *Args, within: TimeLimit | None) -> Result:
        self._free = False
        try:
            return await self._worker.compute(function, *args, within=within)
        finally:
            self._free = True

    def close(self) -> None:
        """Give the worker back. One that still computes for a task of the caller is left to that task's cancel."""
        if self._free:
            _processes().give_back(self._worker)
        self._free = False


# The place that the running task holds; its child tasks compute in it too.
_current: ContextVar[_Place | None] = ContextVar("worker_place", default=None)


class _Processes:
    """The processes of an event loop that have nothing to do, the one used last at the end."""

    def __init__(self) -> None:
        self._idle: list[tuple[WorkerProcess, float]] = []
        self._loop = asyncio.get_running_loop()
        # A loop cancels what still runs at its end, and waits for it.
        self._maintenance = self._loop.create_task(self._close_idle())

    def has_ready(self, prepare: Prepare) -> bool:
        """Whether a prepared process has nothing to do."""
        return any(worker.alive and prepare in worker.prepared for worker, _ in self._idle)

    async def take(self, prepare: Prepare, memory_bytes: int) -> WorkerProcess:
        """Return a process that has computed *prepare*: an idle one, else a new one."""
        # Nothing is awaited before: what `has_ready` promised must not go to another caller.
        worker = self._pop(prepare, memory_bytes)
        try:
            await self._close_unused()
        except BaseException:
            if worker is not None:
                self.give_back(worker)
            raise
        worker = worker or await WorkerProcess.start(memory_bytes, prepare)
        if prepare not in worker.prepared:
            try:
                await worker.compute(prepare_once, prepare)
            except BaseException:
                await worker.close()
                raise
            worker.prepared.add(prepare)
        return worker

    def give_back(self, worker: WorkerProcess) -> None:
        """Keep *worker* for the next computation, unless it has ended."""
        if worker.alive:
            self._idle.append((worker, self._loop.time()))

    def _pop(self, prepare: Prepare, memory_bytes: int) -> WorkerProcess | None:
        """Remove and return the idle process that was used last, one that is prepared if there is one."""
        fitting = [place for place in self._idle if place[0].alive and place[0].memory_bytes == memory_bytes]
        chosen = next((place for place in reversed(fitting) if prepare in place[0].prepared), None)
        chosen = chosen or (fitting[-1] if fitting else None)
        if chosen is None:
            return None
        self._idle.remove(chosen)
        return chosen[0]

    async def _close_unused(self) -> None:
        """Close processes that have ended, and those that were not used for long while others were."""
        now = self._loop.time()
        unused = [
            place
            for number, place in enumerate(self._idle, start=1)
            if not place[0].alive or (number < len(self._idle) and now - place[1] >= MAX_IDLE_SECONDS)
        ]
        for place in unused:
            self._idle.remove(place)
        for worker, _ in unused:
            await worker.close()

    async def _close_idle(self) -> None:
        try:
            await self._loop.create_future()
        finally:
            while self._idle:
                worker, _ = self._idle.pop()
                await worker.close()


_process_pools: RunVar[_Processes] = RunVar("worker_processes")


def _processes() -> _Processes:
    """Return the processes of the running event loop."""
    try:
        return _process_pools.get()
    except LookupError:
        processes = _Processes()
        _process_pools.set(processes)
        return processes
