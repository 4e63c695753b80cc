"""Executes runs in this process, as asyncio tasks. Implements services.orchestrator.engine.scheduler.Scheduler."""

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial

import structlog

from services.common.cancellation import cancel_tasks
from services.common.errors import Code, ReflowError
from services.common.telemetry import names
from services.orchestrator.domain.admission import Admission, Decision
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.crash_points import CrashPoint
from services.orchestrator.engine.periodic_tasks import PeriodicTask, run_periodically
from services.orchestrator.engine.run_executor import RunExecutor
from services.orchestrator.engine.run_locks import RunLocks
from services.orchestrator.engine.run_log import NewRun, RunMovedOn, RunRow
from services.orchestrator.engine.scheduler import RESTART_DELAY_SECONDS, SchedulerDeps, start_run_span

log = structlog.get_logger("reflow.scheduler")

# Interval of the search for recorded runs that nothing executes: the response to their insert was lost.
SWEEP_SECONDS = 5.0


class LocalScheduler:
    """Executes runs within the limits of *admission*."""

    def __init__(self, deps: SchedulerDeps, admission: Admission) -> None:
        self._deps = deps
        self._log = deps.log
        self._tails = deps.tails
        self._admission = admission
        # Resolved once the run is recorded: a run can be admitted while its insert is in flight.
        self._rows: dict[str, asyncio.Future[RunRow]] = {}
        self._new_runs: dict[str, NewRun] = {}
        self._tasks: dict[str, asyncio.Task[bool]] = {}
        # Resolved once the executor exists: after a restart it replays the log first.
        self._executors: dict[str, asyncio.Future[RunExecutor[object]]] = {}
        self._run_locks = RunLocks()
        self._periodic_tasks = AsyncExitStack()
        self._stopping = False

    @property
    def running(self) -> int:
        return self._admission.running

    @property
    def waiting(self) -> int:
        return self._admission.waiting

    async def recover(self) -> int:
        rows = [await self._log.claim(row.run_id) for row in await self._log.list_unfinished()]
        for row in rows:
            self._schedule(row)
        sweep = PeriodicTask("execute orphaned runs", SWEEP_SECONDS, self._sweep)
        await self._periodic_tasks.enter_async_context(run_periodically(sweep))
        return len(rows)

    async def _sweep(self) -> int:
        """Schedule recorded runs that nothing executes; return how many."""
        orphans = [row for row in await self._log.list_unfinished() if not self._admission.contains(row.run_id)]
        for row in orphans:
            async with self.lock(row.run_id):
                if not self._admission.contains(row.run_id) and row.run_id not in self._tasks:
                    await self.resume(row.run_id)
        return len(orphans)

    def lock(self, run_id: str) -> AbstractAsyncContextManager[object]:
        return self._run_locks.get(run_id)

    async def resume(self, run_id: str) -> None:
        await self._wait_for_task(run_id)
        try:
            row = await self._log.claim(run_id)
        except RunMovedOn:
            return  # another process has executed it to its next question, or to its end
        self._schedule(row)
        self._deps.on_crash_point(CrashPoint.RESUMED)

    async def accept(self, new_run: NewRun) -> RunRow:
        run_id = new_run.run_id
        decision = self._admission.offer(run_id, new_run.session_id)
        if decision is Decision.REJECT:
            return await self._find_known_or_reject(new_run)
        tail, recorded = self._tails.open(run_id, 0), self._expect_row(run_id)
        self._new_runs[run_id] = new_run
        if decision is Decision.START:
            self._spawn(run_id)
        try:
            row = await self._log.start(new_run)
        except BaseException:
            self._undo_accept(run_id)
            raise
        if row.run_id != run_id:
            self._undo_accept(run_id)
            return row
        tail.publish([new_run.payload])
        recorded.set_result(row)
        self._deps.on_crash_point(CrashPoint.ACCEPTED)
        return row

    async def has_capacity(self) -> bool:
        return self._admission.has_capacity

    async def cancel(self, run_id: str) -> bool:
        async with self.lock(run_id):
            return await self._cancel(run_id)

    async def abandon(self, run_id: str) -> None:
        executor = self._executors.get(run_id)
        if executor is not None and executor.done() and not executor.cancelled():
            await executor.result().cancel()

    async def stop(self) -> None:
        self._stopping = True
        await self._periodic_tasks.aclose()
        tasks = list(self._tasks.values())
        await cancel_tasks(*tasks)

    async def _cancel(self, run_id: str) -> bool:
        if self._admission.is_waiting(run_id):
            self._start_all(self._admission.release(run_id))
            await asyncio.wait([self._spawn(run_id, only_cancel=True)])
            return False
        executor = self._executors.get(run_id)
        if executor is not None:
            if not executor.done():
                await asyncio.wait([executor])
            if not executor.cancelled() and await executor.result().cancel():
                return True
        await self._cancel_paused(run_id)
        return False

    async def _cancel_paused(self, run_id: str) -> None:
        """End a paused run. Any other run has just ended, or is executed elsewhere."""
        await self._wait_for_task(run_id)
        row = await self._log.claim_paused(run_id)
        if row is not None:
            self._tails.open(run_id, row.last_sequence)
            self._expect_row(run_id).set_result(row)
            await asyncio.wait([self._spawn(run_id, only_cancel=True)])

    async def _wait_for_task(self, run_id: str) -> None:
        """Wait until an execution that has reached its question is over: a run has one task at a time."""
        task = self._tasks.get(run_id)
        if task is not None:
            await asyncio.wait([task])

    def _schedule(self, row: RunRow) -> None:
        self._tails.open(row.run_id, row.last_sequence)
        self._expect_row(row.run_id).set_result(row)
        if self._admission.readmit(row.run_id, row.session_id) is Decision.START:
            self._spawn(row.run_id)

    async def _find_known_or_reject(self, new_run: NewRun) -> RunRow:
        known = await self._log.find_request(new_run.request_id) if new_run.request_id else None
        if known is None:
            raise ReflowError(Code.QUEUE_FULL, details=f"{self._admission.waiting} runs wait")
        return known

    def _expect_row(self, run_id: str) -> "asyncio.Future[RunRow]":
        recorded = self._rows[run_id] = asyncio.get_running_loop().create_future()
        return recorded

    def _undo_accept(self, run_id: str) -> None:
        """Undo the acceptance of a run that was not recorded."""
        self._tails.close(run_id, ended=False)
        task = self._tasks.get(run_id)
        if task is not None:
            task.cancel()  # its callback releases the slot
        else:
            self._release(run_id)

    def _release(self, run_id: str) -> None:
        self._rows.pop(run_id, None)
        self._new_runs.pop(run_id, None)
        self._start_all(self._admission.release(run_id))

    def _start_all(self, run_ids: list[str]) -> None:
        for run_id in run_ids:
            if not self._stopping:
                self._spawn(run_id)

    def _spawn(self, run_id: str, *, only_cancel: bool = False) -> "asyncio.Task[bool]":
        self._executors[run_id] = asyncio.get_running_loop().create_future()
        execution = self._execute_until_done(run_id, only_cancel)
        task = self._tasks[run_id] = asyncio.create_task(execution, name=f"execute {run_id}")
        # Not in the coroutine itself: a task that is cancelled before its first step never enters it.
        task.add_done_callback(partial(self._on_task_done, run_id))
        return task

    def _on_task_done(self, run_id: str, task: "asyncio.Task[bool]") -> None:
        del self._tasks[run_id]
        self._executors.pop(run_id).cancel()
        self._tails.close(run_id, ended=not task.cancelled() and task.result())
        self._release(run_id)
        self._deps.on_crash_point(CrashPoint.RELEASED)

    async def _execute_until_done(self, run_id: str, only_cancel: bool) -> bool:
        """Execute a run until it ends or pauses; return whether it ended. False: another executor has claimed it."""
        # Shielded: cancelling this task must not cancel the future that `accept` resolves.
        self._deps.on_crash_point(CrashPoint.DEQUEUED)
        row, restarted = await asyncio.shield(self._rows[run_id]), False
        while True:
            try:
                if restarted:
                    paused = await self._log.claim_paused(run_id) if only_cancel else None
                    row = paused or await self._log.claim(run_id)
                    self._tails.open(run_id, row.last_sequence)
                return (await self._execute(row, only_cancel)).is_terminal
            except RunMovedOn:
                log.warning("run is executed elsewhere", run_id=run_id)
                return False
            except Exception:
                log.exception("execution failed", run_id=run_id)
                restarted = True
                await asyncio.sleep(RESTART_DELAY_SECONDS)

    async def _execute(self, row: RunRow, only_cancel: bool) -> RunStatus:
        run_id = row.run_id
        tail = self._tails.get(run_id) or self._tails.open(run_id, row.last_sequence)
        # A run that was just accepted is not read back from the log.
        executor = await self._deps.create_executor(row, tail, self._new_runs.pop(run_id, None))
        if only_cancel:
            return await executor.cancel_inactive()
        self._executors[run_id].set_result(executor)
        try:
            tracked = self._deps.watchers.track_execution(run_id, executor.abandon_after)
            with start_run_span(self._deps.tracer, row) as span, tracked:
                status = await executor.execute()
                span.set_attribute(names.RUN_STATUS, status.value)
                return status
        finally:
            self._executors[run_id] = asyncio.get_running_loop().create_future()
