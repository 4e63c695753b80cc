"""Drives of which nobody performs what DBOS says is being performed, found and queued again."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from services.orchestrator.adapters.dbos_runtime import DbosRuntime
from services.orchestrator.adapters.shared_queue import SharedQueue


class LostDrives:
    """Has other drives taken up: those of replicas that are gone, and those that got lost on the way to this one.

    DBOS records that a replica has a drive before that replica begins it, and may fail in between. *patience* is how
    long, in seconds, another may be silent.
    """

    def __init__(self, queue: SharedQueue, runtime: DbosRuntime, patience: float) -> None:
        self._queue = queue
        self._runtime = runtime
        self._patience = patience
        self._performed = Counter[str]()
        self._idle = frozenset[str]()

    @contextmanager
    def performing(self, drive_id: str) -> Iterator[None]:
        """Know a drive for performed here for as long as the context lasts."""
        self._performed[drive_id] += 1
        try:
            yield
        finally:
            self._performed -= Counter([drive_id])

    async def take_up(self) -> int:
        """Queue again what nobody performs; return how many drives."""
        taken = await self._queue.taken()  # before asking who lives: who signs on meanwhile is no stranger
        here = self._runtime.replica_id
        living = {*await self._queue.living(self._patience), here}
        lost = {drive_id for drive_id, replica_id in taken if replica_id not in living}
        lost |= self._lost_here({drive_id for drive_id, replica_id in taken if replica_id == here})
        if lost:
            await self._runtime.resume(sorted(lost))
        return len(lost) + await self._enqueue_forgotten()

    def _lost_here(self, taken: set[str]) -> frozenset[str]:
        """Return which drives this replica has taken and did not perform, neither now nor a sweep ago.

        One whose end is just being recorded may be among them: it is taken again, and finds its run gone on.
        """
        idle = frozenset(taken - set(self._performed))
        lost, self._idle = idle & self._idle, idle
        return lost

    async def _enqueue_forgotten(self) -> int:
        """Queue runs that no drive is queued for, or one that DBOS does not know any more."""
        unfinished = await self._queue.unfinished()
        known = await self._queue.known([run.drive_id for run in unfinished if run.drive_id])
        forgotten = [run.drive_id for run in unfinished if run.drive_id and run.drive_id not in known]
        if not forgotten and all(run.drive_id for run in unfinished):
            return 0
        return await self._queue.enqueue_next([run.session_id for run in unfinished], forgotten)
