"""Image jobs in worker processes."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar, TypeVarTuple

from anyio import BrokenWorkerProcess

from services.common.errors import Code, ReflowError
from services.common.worker_pool.pool import WorkerPool

Args = TypeVarTuple("Args")
Result = TypeVar("Result")


class ImagePipeline:
    """Runs image jobs (`services.executor.adapters.image_jobs`) in *workers*."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers

    @property
    def is_busy(self) -> bool:
        """Whether a new job would have to wait for a worker."""
        return self._workers.busy

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
    ) -> Result:
        """Return job(*args), run in a worker. Call it within a slot.

        Raises the errors of the job, and *code* with *details* when the worker process dies or lacks memory.
        """
        try:
            return await self._workers.compute(job, *args)
        except (BrokenWorkerProcess, MemoryError) as error:
            details = details or f"the process that ran {job.__name__} died, or had too little memory"
            raise ReflowError(code, details=details, node="executor") from error

    async def run_in_slot(self, job: Callable[[*Args], Result], *args: *Args) -> Result:
        """Wait for a slot, then return job(*args), run in a worker."""
        async with self.slot():
            return await self.run(job, *args)
