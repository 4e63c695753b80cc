"""Jobs of the executor in worker processes: on images, graphs, code and notes."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar, TypeVarTuple

from anyio import BrokenWorkerProcess

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.worker_pool.pool import WorkerPool
from services.common.worker_pool.time_limit import TimeLimit

Args = TypeVarTuple("Args")
Result = TypeVar("Result")

SECONDS: float = Limits.model_fields["executor_seconds"].default


class ImagePipeline:
    """Runs jobs (`services.executor.adapters.jobs`) in *workers*.

    A job on an image of STANDARD_PIXELS may take *seconds*, on a larger image more.
    """

    def __init__(self, workers: WorkerPool, seconds: float = SECONDS) -> None:
        self._workers = workers
        self._seconds = seconds

    @property
    def is_busy(self) -> bool:
        """Whether a new job would have to wait for a worker."""
        return self._workers.busy

    def limit_time(self, width: int, height: int) -> TimeLimit:
        """Return the time limit in seconds of the jobs on an image of *width* x *height* pixels."""
        return TimeLimit.for_image(self._seconds, width * height)

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Wait for a free worker and reserve it."""
        async with self._workers.place():
            yield

    async def run(
        self,
        job: Callable[[*Args], Result],
        *args: *Args,
        code: Code = Code.EXECUTION_FAILED,
        details: str = "",
        within: TimeLimit | None = None,
    ) -> Result:
        """Return job(*args), run in a worker. Call it within a slot.

        Raises the errors of the job, *code* with *details* if the worker process dies or runs out of memory, and
        EXECUTION_TIMEOUT after *within* seconds.
        """
        try:
            return await self._workers.compute(job, *args, within=within)
        except (BrokenWorkerProcess, MemoryError) as error:
            details = details or f"the process that ran {job.__name__} died, or had too little memory"
            raise ReflowError(code, details=details, node="executor") from error

    async def run_in_slot(self, job: Callable[[*Args], Result], *args: *Args) -> Result:
        """Wait for a slot, then return job(*args), run in a worker."""
        async with self.slot():
            return await self.run(job, *args)
