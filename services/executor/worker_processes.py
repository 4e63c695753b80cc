"""Worker processes of the executor. Imports little: a process can start them while it still loads its services."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.common.cancellation import cancel_tasks
from services.common.worker_pool.pool import WorkerPool
from services.executor.adapters.jobs.libraries import load_libraries
from services.executor.settings import ExecutorSettings


@asynccontextmanager
async def open_workers(settings: ExecutorSettings, shared: WorkerPool | None = None) -> AsyncIterator[WorkerPool]:
    """Yield worker processes, which start concurrently: the first image should not wait for one.

    *shared* is returned as it is, if the process has opened them already.
    """
    if shared is not None:
        yield shared
        return
    workers = WorkerPool(settings.workers, load_libraries, settings.limits.worker_bytes)
    warm_up = asyncio.create_task(workers.warm())
    try:
        yield workers
    finally:
        await cancel_tasks(warm_up)
