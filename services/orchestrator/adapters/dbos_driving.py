"""Driving by several processes on one PostgreSQL, through DBOS. Implements the port engine.driving.Driving.

DBOS decides who drives a run; the log's epoch is what guarantees that only one does. A drive has no DBOS steps: the
log is the checkpoint, and whoever drives a run next goes on where it ends.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from weakref import WeakValueDictionary

import structlog

from services.common.telemetry import names
from services.orchestrator.adapters import local_driving
from services.orchestrator.adapters.dbos_runtime import DbosRuntime
from services.orchestrator.adapters.local_driving import run_span
from services.orchestrator.adapters.replicas import Replica
from services.orchestrator.adapters.shared_queue import Left, SharedQueue
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.crash_points import CrashPoint
from services.orchestrator.engine.drive import Drive
from services.orchestrator.engine.driving import DrivingParts
from services.orchestrator.engine.log import RunMovedOn, RunRow, Starting
from services.orchestrator.engine.tail import Tail
from services.orchestrator.engine.upkeep import Duty, upkeep

log = structlog.get_logger("reflow.driving")

# How often a cancel that was asked for elsewhere is looked for, and its answer.
CANCEL_SECONDS = 0.1
# A driver that does not answer a cancel is frozen or gone: by then its run has been taken up, and is cancelled there.
CANCEL_PATIENCE = 30.0
# How long the answer of a driver may come after the end of its run.
ANSWER_PATIENCE = 1.0
# How often replicas look after what others have left behind, and the shortest time a watcher is remembered for.
SWEEP_SECONDS = 1.0
WATCHER_SECONDS = 3.0
CLEAN_SECONDS = 60.0

Living = Callable[[], Awaitable[Sequence[str]]]


class DbosDriving:
    """Drives what DBOS hands to this process, and looks after what replicas that are gone have left."""

    def __init__(
        self, parts: DrivingParts, queue: SharedQueue, runtime: DbosRuntime, replica: Replica, living: Living
    ) -> None:
        self._log = parts.log
        self._tails = parts.tails
        self._make_drive = parts.make_drive
        self._attendance = parts.attendance
        self._tracer = parts.tracer
        self._reached = parts.reached
        self._queue = queue
        self._runtime = runtime
        self._replica = replica
        self._living = living
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._drives: dict[str, Drive[object]] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._upkeep = AsyncExitStack()
        self._answers: dict[str, asyncio.Task[None]] = {}
        self._stopping = False
        self._waiting = 0

    @property
    def running(self) -> int:
        return len(self._drives)

    @property
    def waiting(self) -> int:
        return self._waiting

    async def recover(self) -> int:
        await self._replica.sign_on()
        await self._runtime.launch(self._perform)
        taken_up = await self._sweep()
        await self._upkeep.enter_async_context(
            upkeep(
                Duty("take up what others left", SWEEP_SECONDS, self._sweep),
                Duty("clean the queue", CLEAN_SECONDS, self._clean),
                Duty("hear cancels", CANCEL_SECONDS, self._hear_cancels),
            )
        )
        return taken_up

    async def accept(self, starting: Starting) -> RunRow:
        row = await self._queue.start(starting)
        self._reached(CrashPoint.ACCEPTED)
        return row

    def turn(self, run_id: str) -> AbstractAsyncContextManager[object]:
        lock = self._turns.get(run_id)
        if lock is None:
            lock = self._turns[run_id] = asyncio.Lock()
        return lock

    async def resume(self, run_id: str) -> None:
        row = await self._log.find(run_id)
        if row is not None:
            await self._queue.go_on(run_id, row.session_id)
        self._reached(CrashPoint.RESUMED)

    async def cancel(self, run_id: str) -> bool:
        async with self.turn(run_id):
            drive = self._drives.get(run_id)
            if drive is not None and await drive.cancel():
                return True
            return await self._cancel_elsewhere(run_id)

    async def abandon(self, run_id: str) -> None:
        drive = self._drives.get(run_id)
        if drive is not None:
            await drive.cancel()

    async def watched_elsewhere(self, run_id: str, patience: float) -> bool:
        """Return whether a run was watched at another replica within *patience* seconds."""
        unwatched = await self._queue.unwatched_seconds(run_id)
        return unwatched is not None and unwatched < max(patience, WATCHER_SECONDS)

    async def stop(self) -> None:
        """Take no more drives, and hand those under way over: another replica goes on with them."""
        if self._stopping:
            return
        self._stopping = True
        await self._upkeep.aclose()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), *self._answers.values(), return_exceptions=True)
        await self._runtime.destroy()
        await self._replica.sign_off()

    async def _perform(self, run_id: str, drive_id: str) -> None:
        """Do what DBOS asks for: drive a run, unless it has moved on since this drive was queued."""
        while run_id in self._tasks:  # this process was frozen, and given what it had
            await asyncio.wait([self._tasks[run_id]])
            await asyncio.sleep(0)
        task = self._tasks[run_id] = asyncio.create_task(self._drive_to_the_end(run_id, drive_id))
        try:
            await asyncio.wait([task])
        finally:
            del self._tasks[run_id]

    async def _drive_to_the_end(self, run_id: str, drive_id: str) -> None:
        self._reached(CrashPoint.TAKEN)
        row, ended = await self._queue.claim(run_id, drive_id), False
        try:
            while row is not None:
                try:
                    ended = not self._stopping and (await self._drive(row)).terminal
                    break
                except RunMovedOn:
                    log.warning("run is driven elsewhere", run_id=run_id)
                    return
                except Exception:
                    log.exception("drive broke", run_id=run_id)
                    await asyncio.sleep(local_driving.PAUSE_AFTER_BREAKDOWN)
                    row = await self._queue.claim(run_id, drive_id)
        except asyncio.CancelledError:
            log.info("run handed over", run_id=run_id)
        finally:
            self._tails.close(run_id, ended=ended)
        if row is not None:
            await self._queue.leave(Left(run_id, row.session_id, drive_id, row.epoch))
            self._reached(CrashPoint.LEFT)

    async def _drive(self, row: RunRow) -> RunStatus:
        drive = await self._make_drive(row, self._tails.open(row.run_id, row.last_sequence))
        self._drives[row.run_id] = drive
        try:
            with (
                run_span(self._tracer, row) as span,
                self._attendance.driving(row.run_id, drive.abandon_after),
            ):
                status = await drive.run()
                span.set_attribute(names.RUN_STATUS, status.value)
                return status
        finally:
            del self._drives[row.run_id]

    async def _cancel_elsewhere(self, run_id: str) -> bool:
        """End a run that is not driven here: by its driver where it has one."""
        loop = asyncio.get_running_loop()
        deadline, asked = loop.time() + CANCEL_PATIENCE, False
        while loop.time() < deadline:
            row = await self._log.find(run_id)
            if row is None or row.status.terminal:
                return asked and await self._answer_to_cancel(run_id)
            if row.status is RunStatus.RUNNING:
                asked = asked or await self._ask_to_cancel(run_id)
            elif await self._withdraw(run_id):
                return False
            await asyncio.sleep(CANCEL_SECONDS / 2)
        return False

    async def _ask_to_cancel(self, run_id: str) -> bool:
        await self._queue.ask_to_cancel(run_id)
        return True

    async def _withdraw(self, run_id: str) -> bool:
        """Cancel a run that waits for its turn or for a person; return whether it did."""
        row = await self._queue.withdraw(run_id)
        if row is None:
            return False
        try:
            await (await self._make_drive(row, Tail(row.last_sequence))).cancel_waiting()
        except RunMovedOn:
            return False
        await self._queue.enqueue_next([row.session_id])
        return True

    async def _answer_to_cancel(self, run_id: str) -> bool:
        """Return whether the driver says that a call in flight was cut off; it may have ended the run unasked."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + ANSWER_PATIENCE
        while loop.time() < deadline:
            reached = await self._queue.cancel_answer(run_id)
            if reached is not None:
                return reached
            await asyncio.sleep(CANCEL_SECONDS / 2)
        return False

    async def _hear_cancels(self) -> int:
        asked = await self._queue.cancels_asked(list(self._drives)) if self._drives else []
        new = [run_id for run_id in asked if run_id in self._drives and run_id not in self._answers]
        for run_id in new:
            self._answers[run_id] = asyncio.create_task(self._cancel_for_another(run_id, self._drives[run_id]))
        return len(new)

    async def _cancel_for_another(self, run_id: str, drive: Drive[object]) -> None:
        try:
            await self._queue.answer_cancel(run_id, reached=await drive.cancel())
        finally:
            del self._answers[run_id]

    async def _sweep(self) -> int:
        """Have what replicas that are gone have left behind taken up; say which runs are watched here."""
        watched = self._attendance.watched() - set(self._drives)
        if watched:
            await self._queue.watched(sorted(watched))
        resumed = await self._runtime.resume_drives_of_the_gone(await self._living())
        queued = await self._queue.queued()
        self._waiting = sum(drive_id is None for _, _, drive_id in queued)
        lost = await self._runtime.unknown([drive_id for _, _, drive_id in queued if drive_id])
        if lost or any(drive_id is None for _, _, drive_id in queued):
            resumed += await self._queue.enqueue_next([session_id for _, session_id, _ in queued], lost)
        return resumed

    async def _clean(self) -> int:
        await self._queue.forget()
        return await self._runtime.clean()
