"""Cancelling a run at whatever replica one is, and hearing of those that were cancelled at another."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from services.orchestrator.adapters.shared_queue import SharedQueue
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.drive import Drive
from services.orchestrator.engine.log import RunLog, RunMovedOn, RunRow

# How often a cancel that was asked for elsewhere is looked for, and its answer.
CANCEL_SECONDS = 0.1
# A driver that does not answer a cancel is frozen or gone: by then its run has been taken up, and is cancelled there.
CANCEL_PATIENCE = 30.0
# How long the answer of a driver may come after the end of its run.
ANSWER_PATIENCE = 1.0


class SharedCancels:
    """Ends runs that are driven anywhere, or nowhere; *end* ends one that was claimed and is not driven."""

    def __init__(self, run_log: RunLog, queue: SharedQueue, end: Callable[[RunRow], Awaitable[object]]) -> None:
        self._log = run_log
        self._queue = queue
        self._end = end
        self._answers: dict[str, asyncio.Task[None]] = {}

    async def cancel(self, run_id: str) -> bool:
        """End a run that is not driven here; return whether its driver has cut a call in flight off."""
        loop = asyncio.get_running_loop()
        deadline, asked = loop.time() + CANCEL_PATIENCE, False
        while loop.time() < deadline:
            row = await self._log.find(run_id)
            if row is None or row.status.terminal:
                return asked and await self._answer(run_id)
            if row.status is RunStatus.RUNNING and not asked:
                await self._queue.ask_to_cancel(run_id)
                asked = True
            elif row.status is not RunStatus.RUNNING and await self._withdraw(run_id):
                return False
            await asyncio.sleep(CANCEL_SECONDS / 2)
        return False

    async def hear(self, drives: Mapping[str, Drive[object]]) -> int:
        """Cancel those of *drives* for which that was asked at another replica; return how many."""
        asked = await self._queue.cancels_asked(list(drives)) if drives else []
        new = [run_id for run_id in asked if run_id in drives and run_id not in self._answers]
        for run_id in new:
            self._answers[run_id] = asyncio.create_task(self._cancel_for_another(run_id, drives[run_id]))
        return len(new)

    async def stop(self) -> None:
        """Wait until those that were heard of are answered."""
        await asyncio.gather(*self._answers.values(), return_exceptions=True)

    async def _cancel_for_another(self, run_id: str, drive: Drive[object]) -> None:
        try:
            await self._queue.answer_cancel(run_id, reached=await drive.cancel())
        finally:
            del self._answers[run_id]

    async def _withdraw(self, run_id: str) -> bool:
        """Cancel a run that waits for its turn or for a person; return whether it did."""
        row = await self._queue.withdraw(run_id)
        if row is None:
            return False
        try:
            await self._end(row)
        except RunMovedOn:
            return False
        await self._queue.enqueue_next([row.session_id])
        return True

    async def _answer(self, run_id: str) -> bool:
        """Return whether the driver says that a call in flight was cut off; it may have ended the run unasked."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + ANSWER_PATIENCE
        while loop.time() < deadline:
            reached = await self._queue.cancel_answer(run_id)
            if reached is not None:
                return reached
            await asyncio.sleep(CANCEL_SECONDS / 2)
        return False
