"""Driving in one process: asyncio tasks, nothing else. Implements services.orchestrator.engine.driving.Driving."""

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial

import structlog

from services.common.errors import Code, ReflowError
from services.common.telemetry import names
from services.orchestrator.domain.admission import Admission, Decision
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.crash_points import CrashPoint
from services.orchestrator.engine.drive import Drive
from services.orchestrator.engine.driving import PAUSE_AFTER_BREAKDOWN, DrivingParts, run_span
from services.orchestrator.engine.log import RunMovedOn, RunRow, Starting
from services.orchestrator.engine.turns import Turns
from services.orchestrator.engine.upkeep import Duty, upkeep

log = structlog.get_logger("reflow.driving")

# How often runs are looked for that are recorded and that nobody drives: what recorded them heard no answer.
SWEEP_SECONDS = 5.0


class LocalDriving:
    """Drives runs within the limits of *admission*."""

    def __init__(self, parts: DrivingParts, admission: Admission) -> None:
        self._log = parts.log
        self._tails = parts.tails
        self._make_drive = parts.make_drive
        self._attendance = parts.attendance
        self._tracer = parts.tracer
        self._reached = parts.reached
        self._admission = admission
        # Resolved once the run is recorded: a run can be promoted while its insert is still under way.
        self._recorded: dict[str, asyncio.Future[RunRow]] = {}
        self._tasks: dict[str, asyncio.Task[bool]] = {}
        # Resolved once the drive is made, which takes a while after a restart or a breakdown.
        self._drives: dict[str, asyncio.Future[Drive[object]]] = {}
        self._turns = Turns()
        self._upkeep = AsyncExitStack()
        self._stopping = False

    @property
    def running(self) -> int:
        return self._admission.running

    @property
    def waiting(self) -> int:
        return self._admission.waiting

    async def recover(self) -> int:
        rows = [await self._log.claim(row.run_id) for row in await self._log.unfinished()]
        for row in rows:
            self._take_up(row)
        await self._upkeep.enter_async_context(upkeep(Duty("drive forgotten runs", SWEEP_SECONDS, self._sweep)))
        return len(rows)

    async def _sweep(self) -> int:
        """Take up recorded runs that nobody drives; return how many."""
        forgotten = [row for row in await self._log.unfinished() if not self._admission.holds(row.run_id)]
        for row in forgotten:
            async with self.turn(row.run_id):
                if not self._admission.holds(row.run_id) and row.run_id not in self._tasks:
                    await self.resume(row.run_id)
        return len(forgotten)

    def turn(self, run_id: str) -> AbstractAsyncContextManager[object]:
        return self._turns.of(run_id)

    async def resume(self, run_id: str) -> None:
        await self._drive_over(run_id)
        try:
            row = await self._log.claim(run_id)
        except RunMovedOn:
            return  # another process has driven it to its next question, or to its end
        self._take_up(row)
        self._reached(CrashPoint.RESUMED)

    async def accept(self, starting: Starting) -> RunRow:
        run_id = starting.run_id
        decision = self._admission.offer(run_id, starting.session_id)
        if decision is Decision.REFUSE:
            return await self._known_or_refused(starting)
        tail, recorded = self._tails.open(run_id, 0), self._expect(run_id)
        if decision is Decision.START:
            self._spawn(run_id)
        try:
            row = await self._log.start(starting)
        except BaseException:
            self._forget(run_id)
            raise
        if row.run_id != run_id:
            self._forget(run_id)
            return row
        tail.publish([starting.payload])
        recorded.set_result(row)
        self._reached(CrashPoint.ACCEPTED)
        return row

    async def cancel(self, run_id: str) -> bool:
        async with self.turn(run_id):
            return await self._cancel(run_id)

    async def abandon(self, run_id: str) -> None:
        made = self._drives.get(run_id)
        if made is not None and made.done() and not made.cancelled():
            await made.result().cancel()

    async def _cancel(self, run_id: str) -> bool:
        if self._admission.waits(run_id):
            self._start(self._admission.leave(run_id))
            await asyncio.wait([self._spawn(run_id, withdrawn=True)])
            return False
        made = self._drives.get(run_id)
        if made is not None:
            if not made.done():
                await asyncio.wait([made])
            if not made.cancelled() and await made.result().cancel():
                return True
        await self._cancel_paused(run_id)
        return False

    async def _cancel_paused(self, run_id: str) -> None:
        """End a run that waits for a person; any other has just ended, or is driven elsewhere."""
        await self._drive_over(run_id)
        row = await self._log.claim_paused(run_id)
        if row is not None:
            self._tails.open(run_id, row.last_sequence)
            self._expect(run_id).set_result(row)
            await asyncio.wait([self._spawn(run_id, withdrawn=True)])

    async def _drive_over(self, run_id: str) -> None:
        """Wait until a drive that has come to its question is gone: one run has one task."""
        task = self._tasks.get(run_id)
        if task is not None:
            await asyncio.wait([task])

    def _take_up(self, row: RunRow) -> None:
        self._tails.open(row.run_id, row.last_sequence)
        self._expect(row.run_id).set_result(row)
        if self._admission.readmit(row.run_id, row.session_id) is Decision.START:
            self._spawn(row.run_id)

    async def stop(self) -> None:
        self._stopping = True
        await self._upkeep.aclose()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _known_or_refused(self, starting: Starting) -> RunRow:
        known = await self._log.find_request(starting.request_id) if starting.request_id else None
        if known is None:
            raise ReflowError(Code.QUEUE_FULL, details=f"{self._admission.waiting} runs wait")
        return known

    def _expect(self, run_id: str) -> "asyncio.Future[RunRow]":
        recorded = self._recorded[run_id] = asyncio.get_running_loop().create_future()
        return recorded

    def _forget(self, run_id: str) -> None:
        """Undo the acceptance of a run that was not recorded."""
        self._tails.close(run_id, ended=False)
        task = self._tasks.get(run_id)
        if task is not None:
            task.cancel()  # its end lets the next one in
        else:
            self._leave(run_id)

    def _leave(self, run_id: str) -> None:
        self._recorded.pop(run_id, None)
        self._start(self._admission.leave(run_id))

    def _start(self, run_ids: list[str]) -> None:
        for run_id in run_ids:
            if not self._stopping:
                self._spawn(run_id)

    def _spawn(self, run_id: str, *, withdrawn: bool = False) -> "asyncio.Task[bool]":
        self._drives[run_id] = asyncio.get_running_loop().create_future()
        driving = self._drive_to_the_end(run_id, withdrawn)
        task = self._tasks[run_id] = asyncio.create_task(driving, name=f"drive {run_id}")
        # Not in the coroutine itself: a task that is cancelled before its first step never enters it.
        task.add_done_callback(partial(self._over, run_id))
        return task

    def _over(self, run_id: str, task: "asyncio.Task[bool]") -> None:
        del self._tasks[run_id]
        self._drives.pop(run_id).cancel()
        self._tails.close(run_id, ended=not task.cancelled() and task.result())
        self._leave(run_id)
        self._reached(CrashPoint.LEFT)

    async def _drive_to_the_end(self, run_id: str, withdrawn: bool) -> bool:
        """Drive a run until it has ended (True), or until another driver has it (False)."""
        # Shielded: to cancel this task must not cancel what `accept` resolves.
        self._reached(CrashPoint.TAKEN)
        row, broken = await asyncio.shield(self._recorded[run_id]), False
        while True:
            try:
                if broken:
                    paused = await self._log.claim_paused(run_id) if withdrawn else None
                    row = paused or await self._log.claim(run_id)
                    self._tails.open(run_id, row.last_sequence)
                return (await self._drive(row, withdrawn)).terminal
            except RunMovedOn:
                log.warning("run is driven elsewhere", run_id=run_id)
                return False
            except Exception:
                log.exception("drive broke", run_id=run_id)
                broken = True
                await asyncio.sleep(PAUSE_AFTER_BREAKDOWN)

    async def _drive(self, row: RunRow, withdrawn: bool) -> RunStatus:
        tail = self._tails.get(row.run_id) or self._tails.open(row.run_id, row.last_sequence)
        drive = await self._make_drive(row, tail)
        if withdrawn:
            return await drive.cancel_waiting()
        self._drives[row.run_id].set_result(drive)
        try:
            with run_span(self._tracer, row) as span, self._attendance.driving(row.run_id, drive.abandon_after):
                status = await drive.run()
                span.set_attribute(names.RUN_STATUS, status.value)
                return status
        finally:
            self._drives[row.run_id] = asyncio.get_running_loop().create_future()
