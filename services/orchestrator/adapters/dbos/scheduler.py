"""Executes runs in several processes on one PostgreSQL, through DBOS. Implements engine.scheduler.Scheduler.

A run that may start at once is executed by the replica that accepted it, one that has to wait by the replica where
another one ends. DBOS selects the replica for the runs of a replica that is gone. The epoch of the log guarantees that
only one executes a run. An execution has no DBOS steps: the log is the checkpoint, and the next executor of a run
continues where it ends.
"""

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from contextvars import Context

import structlog

from services.common.telemetry import names
from services.orchestrator.adapters.advisory_locks import AdvisoryLocks, delete_replica
from services.orchestrator.adapters.dbos.executions import Assignment, FinishedExecution
from services.orchestrator.adapters.dbos.orphan_recovery import OrphanRecovery
from services.orchestrator.adapters.dbos.remote_cancels import CANCEL_POLL_SECONDS, RemoteCancels
from services.orchestrator.adapters.dbos.run_queue import RunQueue
from services.orchestrator.adapters.dbos.runtime import DbosRuntime
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.crash_points import CrashPoint
from services.orchestrator.engine.periodic_tasks import PeriodicTask, run_periodically
from services.orchestrator.engine.run_executor import RunExecutor
from services.orchestrator.engine.run_locks import RunLocks
from services.orchestrator.engine.run_log import NewRun, RunMovedOn, RunRow
from services.orchestrator.engine.scheduler import RESTART_DELAY_SECONDS, SchedulerDeps, start_run_span
from services.orchestrator.engine.tail import Tail

log = structlog.get_logger("reflow.scheduler")

# Interval at which replicas recover orphaned executions and record the runs that are watched at them.
SWEEP_SECONDS = 1.0
# Minimum time for which a watcher at another replica counts.
WATCHER_TTL_SECONDS = 3.0
CLEANUP_SECONDS = 60.0
# Executions that are not handed over within this time are left to the recovery of the other replicas.
STOP_SECONDS = 12.0


class DbosScheduler:
    """Executes the runs that the queue assigns to this process, and recovers the orphans of replicas that are gone."""

    def __init__(
        self,
        deps: SchedulerDeps,
        queue: RunQueue,
        runtime: DbosRuntime,
        replica_locks: AdvisoryLocks,
        orphans: OrphanRecovery,
    ) -> None:
        self._deps = deps
        self._queue = queue
        self._runtime = runtime
        self._replica_locks = replica_locks
        self._orphans = orphans
        self._run_locks = RunLocks()
        self._cancels = RemoteCancels(deps.log, queue, self._cancel_inactive)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._assigned = set[asyncio.Task[None]]()
        self._executors: dict[str, RunExecutor[object]] = {}
        self._periodic_tasks = AsyncExitStack()
        self._stopping = False

    @property
    def running(self) -> int:
        return len(self._executors)

    @property
    def waiting(self) -> int:
        return self._orphans.waiting

    async def recover(self) -> int:
        await self._replica_locks.acquire()
        log.info("replica registered", replica_id=self._runtime.replica_id)
        await self._runtime.launch(self._execute_dequeued)
        self._queue.start_assigning(self._runtime.replica_id, self._start_assigned)
        recovered = await self._orphans.recover()
        await self._periodic_tasks.enter_async_context(
            run_periodically(
                PeriodicTask("recover orphaned executions", SWEEP_SECONDS, self._orphans.recover),
                PeriodicTask("record watched runs", SWEEP_SECONDS, self._record_watches),
                PeriodicTask("process cancel requests", CANCEL_POLL_SECONDS, self._process_cancels),
                PeriodicTask("clean up the queue", CLEANUP_SECONDS, self._clean_up),
            )
        )
        return recovered

    async def accept(self, new_run: NewRun) -> RunRow:
        row = await self._queue.start(new_run)
        self._deps.on_crash_point(CrashPoint.ACCEPTED)
        return row

    async def has_capacity(self) -> bool:
        return await self._queue.has_capacity()

    def lock(self, run_id: str) -> AbstractAsyncContextManager[object]:
        return self._run_locks.get(run_id)

    async def resume(self, run_id: str) -> None:
        row = await self._deps.log.find(run_id)
        if row is not None:
            await self._queue.requeue(run_id, row.session_id)
        self._deps.on_crash_point(CrashPoint.RESUMED)

    async def cancel(self, run_id: str) -> bool:
        async with self.lock(run_id):
            executor = self._executors.get(run_id)
            if executor is not None and await executor.cancel():
                return True
            return await self._cancels.cancel(run_id)

    async def abandon(self, run_id: str) -> None:
        executor = self._executors.get(run_id)
        if executor is not None:
            await executor.cancel()

    async def is_watched_elsewhere(self, run_id: str, seconds: float) -> bool:
        """Return whether a run had a watcher at another replica within *seconds*."""
        unwatched = await self._queue.seconds_since_watched(run_id)
        return unwatched is not None and unwatched < max(seconds, WATCHER_TTL_SECONDS)

    async def stop(self) -> None:
        """Take no more executions, and hand over those in progress to the other replicas."""
        if self._stopping:
            return
        self._stopping = True
        self._queue.stop_assigning()
        await self._periodic_tasks.aclose()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                destroying = asyncio.create_task(self._runtime.destroy())
                for task in self._tasks.values():
                    task.cancel()
                # DBOS may still deliver executions: they hand themselves over, and DBOS waits for them.
                await destroying
                while self._tasks or self._assigned:
                    await asyncio.wait([*self._tasks.values(), *self._assigned])
                    await asyncio.sleep(0)  # lets the executions of DBOS see it
                await self._cancels.stop()
                await self._replica_locks.close(delete_replica(self._runtime.replica_id))
        except TimeoutError:
            log.warning("hand-over timed out; other replicas recover the rest")

    def _start_assigned(self, assignment: Assignment) -> None:
        """Start an execution that this process assigned to itself."""
        execution = self._execute_tracked(assignment.row.run_id, assignment.execution_id, assignment)
        # Not in the context of a caller: runs of several are committed together.
        task = asyncio.create_task(execution, context=Context())
        self._assigned.add(task)
        task.add_done_callback(self._assigned.discard)

    async def _execute_dequeued(self, run_id: str, execution_id: str) -> None:
        """Run an execution that DBOS dequeued, unless its run has moved on since it was queued."""
        await self._execute_tracked(run_id, execution_id, None)

    async def _execute_tracked(self, run_id: str, execution_id: str, assignment: Assignment | None) -> None:
        with self._orphans.track_execution(execution_id):
            while run_id in self._tasks:  # its last execution is just being released, or came here twice
                await asyncio.wait([self._tasks[run_id]])
                await asyncio.sleep(0)
            execution = self._execute_until_done(run_id, execution_id, assignment)
            task = self._tasks[run_id] = asyncio.create_task(execution)
            try:
                await asyncio.wait([task])
            finally:
                del self._tasks[run_id]
            if not task.cancelled() and (error := task.exception()):
                log.error("execution failed; it will be recovered", run_id=run_id, exc_info=error)

    async def _execute_until_done(self, run_id: str, execution_id: str, assignment: Assignment | None) -> None:
        self._deps.on_crash_point(CrashPoint.DEQUEUED)
        row, first = None, assignment
        try:
            while row := first.row if first else await self._queue.claim(run_id, execution_id):
                if self._stopping:  # it was dequeued when this process began to stop, and starts only now
                    log.info("run handed over", run_id=run_id)
                    break
                try:
                    await self._execute(row, first.new_run if first else None)
                    break
                except RunMovedOn:
                    log.warning("run is executed elsewhere", run_id=run_id)
                    row = None
                    break
                except Exception:
                    log.exception("execution failed", run_id=run_id)
                    await asyncio.sleep(RESTART_DELAY_SECONDS)
                first = None
        except asyncio.CancelledError:
            log.info("run handed over", run_id=run_id)
        if row is not None:
            await self._queue.release(FinishedExecution(run_id, row.session_id, execution_id, row.epoch))
            self._deps.on_crash_point(CrashPoint.RELEASED)
        elif assignment is not None:
            await self._queue.finish(execution_id)

    async def _execute(self, row: RunRow, new_run: NewRun | None) -> None:
        """Execute a run until it ends or pauses; *new_run* is not read back from the log. Raises RunMovedOn."""
        run_id, status = row.run_id, row.status
        tail = self._deps.tails.open(run_id, 0 if new_run else row.last_sequence)
        if new_run:  # so that no watcher reads it back either
            tail.publish([new_run.payload])
        try:
            executor = self._executors[run_id] = await self._deps.create_executor(row, tail, new_run)
            tracked = self._deps.watchers.track_execution(run_id, executor.abandon_after)
            with start_run_span(self._deps.tracer, row) as span, tracked:
                status = await executor.execute()
                span.set_attribute(names.RUN_STATUS, status.value)
        finally:
            self._executors.pop(run_id, None)
            self._deps.tails.close(run_id, ended=status.is_terminal)

    async def _cancel_inactive(self, row: RunRow) -> RunStatus:
        executor = await self._deps.create_executor(row, Tail(row.last_sequence), None)
        return await executor.cancel_inactive()

    async def _process_cancels(self) -> int:
        return await self._cancels.process_requests(self._executors)

    async def _record_watches(self) -> int:
        watched = self._deps.watchers.watched_runs() - set(self._executors)
        if watched:
            await self._queue.record_watches(sorted(watched))
        return 0

    async def _clean_up(self) -> int:
        await self._queue.delete_old_records()
        return await self._runtime.delete_finished()
