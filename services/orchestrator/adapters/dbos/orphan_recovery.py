"""Recovery of orphaned executions: those that DBOS assigned to a replica and that no live process executes."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from services.orchestrator.adapters.dbos.run_queue import RunQueue
from services.orchestrator.adapters.dbos.runtime import DbosRuntime
from services.orchestrator.domain.events import RunStatus


class OrphanRecovery:
    """Queues orphaned executions again: those of replicas that are gone, and those lost on the way to this one.

    DBOS records that a replica has an execution before that replica starts it, and may fail in between. A replica is
    gone once it has been silent for *replica_timeout* seconds. `waiting` is the number of runs that waited at the last
    sweep.
    """

    def __init__(self, queue: RunQueue, runtime: DbosRuntime, replica_timeout: float) -> None:
        self._queue = queue
        self._runtime = runtime
        self._replica_timeout = replica_timeout
        self.waiting = 0
        self._executing = Counter[str]()
        self._idle = frozenset[str]()

    @contextmanager
    def track_execution(self, execution_id: str) -> Iterator[None]:
        """Register that this process runs an execution while the context lasts."""
        self._executing[execution_id] += 1
        try:
            yield
        finally:
            self._executing -= Counter([execution_id])

    async def recover(self) -> int:
        """Queue orphaned executions again; return how many."""
        assigned = await self._queue.list_dequeued()  # before the live replicas, so that a new one is among those
        here = self._runtime.replica_id
        live = {*await self._queue.list_live_replicas(self._replica_timeout), here} if assigned else {here}
        orphans = {execution_id for execution_id, replica_id in assigned if replica_id not in live}
        orphans |= self._find_orphans_here(
            {execution_id for execution_id, replica_id in assigned if replica_id == here}
        )
        if orphans:
            await self._runtime.resume(sorted(orphans))
        return len(orphans) + await self._enqueue_missing()

    def _find_orphans_here(self, assigned: set[str]) -> frozenset[str]:
        """Return the executions that are assigned to this replica and did not run, neither now nor a sweep ago.

        One whose end is just being recorded may be among them: it is dequeued again, and finds that its run moved on.
        """
        idle = frozenset(assigned - set(self._executing))
        orphans, self._idle = idle & self._idle, idle
        return orphans

    async def _enqueue_missing(self) -> int:
        """Queue runs that have no execution, or one that DBOS no longer knows."""
        unfinished = await self._queue.list_unfinished()
        self.waiting = sum(run.status is RunStatus.WAITING for run in unfinished)
        execution_ids = [run.execution_id for run in unfinished if run.execution_id]
        queued = await self._queue.filter_queued(execution_ids)
        missing = [execution_id for execution_id in execution_ids if execution_id not in queued]
        if not missing and all(run.execution_id for run in unfinished):
            return 0
        return await self._queue.enqueue_next([run.session_id for run in unfinished], missing)
