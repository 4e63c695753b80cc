"""Driving by several processes on one PostgreSQL, through DBOS. Implements the port engine.driving.Driving.

DBOS decides who drives a run; the log's epoch is what guarantees that only one does. A drive has no DBOS steps: the
log is the checkpoint, and whoever drives a run next goes on where it ends.
"""

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import structlog

from services.common.telemetry import names
from services.orchestrator.adapters.dbos_runtime import DbosRuntime
from services.orchestrator.adapters.lock_keeper import LockKeeper
from services.orchestrator.adapters.lost_drives import LostDrives
from services.orchestrator.adapters.replicas import signing_off
from services.orchestrator.adapters.shared_cancels import CANCEL_SECONDS, SharedCancels
from services.orchestrator.adapters.shared_queue import Left, SharedQueue
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.crash_points import CrashPoint
from services.orchestrator.engine.drive import Drive
from services.orchestrator.engine.driving import PAUSE_AFTER_BREAKDOWN, DrivingParts, run_span
from services.orchestrator.engine.log import RunMovedOn, RunRow, Starting
from services.orchestrator.engine.tail import Tail
from services.orchestrator.engine.turns import Turns
from services.orchestrator.engine.upkeep import Duty, upkeep

log = structlog.get_logger("reflow.driving")

# How often replicas look after what others have left behind, and say which runs are watched at them.
SWEEP_SECONDS = 1.0
# A watcher at another replica is remembered for so long at least.
WATCHER_SECONDS = 3.0
CLEAN_SECONDS = 60.0
# What is not handed over within this is left to those who notice that this replica is gone.
STOP_SECONDS = 12.0


class DbosDriving:
    """Drives what DBOS hands to this process, and looks after what replicas that are gone have left."""

    def __init__(
        self, parts: DrivingParts, queue: SharedQueue, runtime: DbosRuntime, locks: LockKeeper, lost: LostDrives
    ) -> None:
        self._parts = parts
        self._queue = queue
        self._runtime = runtime
        self._locks = locks
        self._lost = lost
        self._turns = Turns()
        self._cancels = SharedCancels(parts.log, queue, self._end_undriven)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._drives: dict[str, Drive[object]] = {}
        self._upkeep = AsyncExitStack()
        self._stopping = False
        self._waiting = 0

    @property
    def running(self) -> int:
        return len(self._drives)

    @property
    def waiting(self) -> int:
        return self._waiting

    async def recover(self) -> int:
        await self._locks.hold()
        log.info("replica signed on", replica_id=self._runtime.replica_id)
        await self._runtime.launch(self._perform)
        taken_up = await self._lost.take_up()
        await self._upkeep.enter_async_context(
            upkeep(
                Duty("take up what others left", SWEEP_SECONDS, self._lost.take_up),
                Duty("say what is watched", SWEEP_SECONDS, self._say_watched),
                Duty("count those that wait", SWEEP_SECONDS, self._count_waiting),
                Duty("hear cancels", CANCEL_SECONDS, self._hear_cancels),
                Duty("clean the queue", CLEAN_SECONDS, self._clean),
            )
        )
        return taken_up

    async def accept(self, starting: Starting) -> RunRow:
        row = await self._queue.start(starting)
        self._parts.reached(CrashPoint.ACCEPTED)
        return row

    def turn(self, run_id: str) -> AbstractAsyncContextManager[object]:
        return self._turns.of(run_id)

    async def resume(self, run_id: str) -> None:
        row = await self._parts.log.find(run_id)
        if row is not None:
            await self._queue.go_on(run_id, row.session_id)
        self._parts.reached(CrashPoint.RESUMED)

    async def cancel(self, run_id: str) -> bool:
        async with self.turn(run_id):
            drive = self._drives.get(run_id)
            if drive is not None and await drive.cancel():
                return True
            return await self._cancels.cancel(run_id)

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
        try:
            async with asyncio.timeout(STOP_SECONDS):
                taking_no_more = asyncio.create_task(self._runtime.destroy())
                while self._tasks:
                    for task in self._tasks.values():
                        task.cancel()
                    await asyncio.wait(list(self._tasks.values()))
                    await asyncio.sleep(0)  # their drives hear of it
                await self._cancels.stop()
                await taking_no_more
                await self._locks.close(signing_off(self._runtime.replica_id))
        except TimeoutError:
            log.warning("not everything was handed over in time; the others will notice")

    async def _perform(self, run_id: str, drive_id: str) -> None:
        """Do what DBOS asks for: drive a run, unless it has moved on since this drive was queued."""
        with self._lost.performing(drive_id):
            while run_id in self._tasks:  # this process was frozen, and given what it had
                await asyncio.wait([self._tasks[run_id]])
                await asyncio.sleep(0)
            task = self._tasks[run_id] = asyncio.create_task(self._drive_to_the_end(run_id, drive_id))
            try:
                await asyncio.wait([task])
            finally:
                del self._tasks[run_id]
            if not task.cancelled() and (error := task.exception()):
                log.error("drive not ended; it is taken up again", run_id=run_id, exc_info=error)

    async def _drive_to_the_end(self, run_id: str, drive_id: str) -> None:
        self._parts.reached(CrashPoint.TAKEN)
        row: RunRow | None = None
        try:
            while row := await self._queue.claim(run_id, drive_id):
                try:
                    await self._drive(row)
                    break
                except RunMovedOn:
                    log.warning("run is driven elsewhere", run_id=run_id)
                    return
                except Exception:
                    log.exception("drive broke", run_id=run_id)
                    await asyncio.sleep(PAUSE_AFTER_BREAKDOWN)
        except asyncio.CancelledError:
            log.info("run handed over", run_id=run_id)
        if row is not None:
            await self._queue.leave(Left(run_id, row.session_id, drive_id, row.epoch))
            self._parts.reached(CrashPoint.LEFT)

    async def _drive(self, row: RunRow) -> None:
        """Drive a run until it has ended or asks a person. Raises RunMovedOn."""
        run_id, status = row.run_id, row.status
        tail = self._parts.tails.open(run_id, row.last_sequence)
        try:
            drive = self._drives[run_id] = await self._parts.make_drive(row, tail)
            attended = self._parts.attendance.driving(run_id, drive.abandon_after)
            with run_span(self._parts.tracer, row) as span, attended:
                status = await drive.run()
                span.set_attribute(names.RUN_STATUS, status.value)
        finally:
            self._drives.pop(run_id, None)
            self._parts.tails.close(run_id, ended=status.terminal)

    async def _end_undriven(self, row: RunRow) -> RunStatus:
        return await (await self._parts.make_drive(row, Tail(row.last_sequence))).cancel_waiting()

    async def _hear_cancels(self) -> int:
        return await self._cancels.hear(self._drives)

    async def _say_watched(self) -> int:
        watched = self._parts.attendance.watched() - set(self._drives)
        if watched:
            await self._queue.watched(sorted(watched))
        return 0

    async def _count_waiting(self) -> int:
        self._waiting = sum(run.status is RunStatus.WAITING for run in await self._queue.unfinished())
        return 0

    async def _clean(self) -> int:
        await self._queue.forget()
        return await self._runtime.clean()
