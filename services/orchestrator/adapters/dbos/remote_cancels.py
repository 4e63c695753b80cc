"""Cancellation across replicas: requests to the replica that executes a run, and their outcome."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from services.orchestrator.adapters.dbos.run_queue import RunQueue
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.run_executor import RunExecutor
from services.orchestrator.engine.run_log import RunLog, RunMovedOn, RunRow

# Interval at which cancel requests, and their outcomes, are polled.
CANCEL_POLL_SECONDS = 0.1
# An executor that does not respond is suspended or dead. By then another replica has recovered its run, and cancels it.
CANCEL_TIMEOUT_SECONDS = 30.0
# Maximum delay between the end of a run and the outcome that its executor records.
RESPONSE_TIMEOUT_SECONDS = 1.0


class RemoteCancels:
    """Cancels runs that other replicas execute, or that none executes; *end* ends a claimed, inactive run."""

    def __init__(self, run_log: RunLog, queue: RunQueue, end: Callable[[RunRow], Awaitable[object]]) -> None:
        self._log = run_log
        self._queue = queue
        self._end = end
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def cancel(self, run_id: str) -> bool:
        """Cancel a run that this process does not execute; return whether that cancelled a call in flight."""
        loop = asyncio.get_running_loop()
        deadline, requested = loop.time() + CANCEL_TIMEOUT_SECONDS, False
        while loop.time() < deadline:
            row = await self._log.find(run_id)
            if row is None or row.status.is_terminal:
                return requested and await self._wait_for_outcome(run_id)
            if row.status is RunStatus.RUNNING and not requested:
                await self._queue.request_cancel(run_id)
                requested = True
            elif row.status is not RunStatus.RUNNING and await self._withdraw(run_id):
                return False
            await asyncio.sleep(CANCEL_POLL_SECONDS / 2)
        return False

    async def process_requests(self, executors: Mapping[str, RunExecutor[object]]) -> int:
        """Cancel those of *executors* whose cancellation another replica requested; return how many."""
        requested = await self._queue.list_requested_cancels(list(executors)) if executors else []
        new = [run_id for run_id in requested if run_id in executors and run_id not in self._tasks]
        for run_id in new:
            self._tasks[run_id] = asyncio.create_task(self._cancel_for_another(run_id, executors[run_id]))
        return len(new)

    async def stop(self) -> None:
        """Wait until the outcomes of all received requests are recorded."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _cancel_for_another(self, run_id: str, executor: RunExecutor[object]) -> None:
        try:
            await self._queue.record_cancel_outcome(run_id, reached_call=await executor.cancel())
        finally:
            del self._tasks[run_id]

    async def _withdraw(self, run_id: str) -> bool:
        """Cancel a run that is waiting or paused; return whether it was."""
        row = await self._queue.withdraw(run_id)
        if row is None:
            return False
        try:
            await self._end(row)
        except RunMovedOn:
            return False
        await self._queue.enqueue_next([row.session_id], ended=[run_id])
        return True

    async def _wait_for_outcome(self, run_id: str) -> bool:
        """Return whether the executor cancelled a call in flight; False when the run ended before the request."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + RESPONSE_TIMEOUT_SECONDS
        while loop.time() < deadline:
            reached_call = await self._queue.find_cancel_outcome(run_id)
            if reached_call is not None:
                return reached_call
            await asyncio.sleep(CANCEL_POLL_SECONDS / 2)
        return False
