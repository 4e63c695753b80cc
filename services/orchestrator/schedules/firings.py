"""Firings: starts the runs of schedules at their times."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

import structlog

from services.common.errors import ReflowError
from services.orchestrator.domain.schedules import Due, decide
from services.orchestrator.engine.crash_points import CrashPoint, OnCrashPoint
from services.orchestrator.schedules.store import Firing, FiringOutcome, Schedule, ScheduleStore

log = structlog.get_logger("reflow.schedules")

MAX_LEASED = 10
LEASE = timedelta(seconds=15)
# A run that cannot be started now, for example because the queue is full, is attempted again after this.
POSTPONED_BY = timedelta(seconds=2)


class StartScheduled(Protocol):
    """Starts the run of a fire time. Repeated calls start one run."""

    async def __call__(self, schedule: Schedule, time: datetime) -> str:
        """Return the id of the run. Raises ReflowError."""


@dataclass(frozen=True, slots=True)
class Firings:
    """Fires schedules. Several processes may do so concurrently: each schedule is leased to one of them."""

    store: ScheduleStore
    start: StartScheduled
    now: Callable[[], datetime]
    on_crash_point: OnCrashPoint

    async def fire_due(self) -> int:
        """Start the runs that are due; return the number of schedules that fired."""
        now = self.now()
        leased = await self.store.lease(now, now + LEASE, MAX_LEASED)
        for schedule in leased:
            await self._fire(schedule)
        return len(leased)

    async def _fire(self, schedule: Schedule) -> None:
        decision = decide(schedule.timetable, schedule.decided_to, self.now(), schedule.missed)
        for due in decision.due:
            try:
                run_id = await self.start(schedule, due.time)
            except ReflowError as error:
                if error.kind.retryable:
                    log.warning("firing postponed", schedule=schedule.schedule_id, code=error.code)
                    await self.store.advance(schedule, schedule.decided_to, self.now() + POSTPONED_BY, [])
                    return
                firing = _to_firing(due, FiringOutcome.REJECTED, error_code=error.code.value)
            else:
                firing = _to_firing(due, FiringOutcome.STARTED, run_id=run_id)
            self.on_crash_point(CrashPoint.FIRED)
            # Stored one by one, so that a started run is recorded even if the next one has to wait.
            if not await self.store.advance(schedule, due.time, self.now() + LEASE, [firing]):
                return  # resumed, removed, or taken over
            schedule = replace(schedule, decided_to=due.time)
        skipped = [_to_firing(decision.skipped, FiringOutcome.SKIPPED)] if decision.skipped else []
        await self.store.advance(schedule, decision.decided_to, decision.next_time, skipped)


def _to_firing(due: Due, outcome: FiringOutcome, *, run_id: str = "", error_code: str = "") -> Firing:
    return Firing(due.time, outcome, run_id, error_code, due.skipped_count)
