"""Store of schedules and their firings. The implementation is an adapter."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from services.orchestrator.domain.schedules import MissedPolicy, Timetable


class FiringOutcome(StrEnum):
    """Outcome of a fire time."""

    STARTED = "started"
    SKIPPED = "skipped"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Firing:
    """A fire time that has passed, with the number of those just before it that were skipped with it."""

    time: datetime
    outcome: FiringOutcome
    run_id: str = ""
    error_code: str = ""
    skipped_count: int = 0


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule. `request` is the serialized StartRunRequest of its runs, `locale` their language.

    All fire times up to `decided_to` are decided.
    """

    schedule_id: str
    title: str
    timetable: Timetable
    missed: MissedPolicy
    workflow: str
    request: bytes
    locale: str
    created_at: datetime
    decided_to: datetime
    paused_at: datetime | None = None


class ScheduleStore(Protocol):
    """Schedules and their firings."""

    async def create(
        self, schedule: Schedule, request_id: str, due_at: datetime, max_schedules: int
    ) -> Schedule | None:
        """Store *schedule*; return it, or the one of *request_id* if there is one, or None if there are too many."""

    async def find(self, schedule_id: str) -> Schedule | None:
        """Return a schedule."""

    async def list_schedules(self) -> Sequence[Schedule]:
        """Return all schedules, oldest first."""

    async def list_firings(self, schedule_id: str, limit: int) -> Sequence[Firing]:
        """Return the last firings of a schedule, newest first."""

    async def pause(self, schedule_id: str, now: datetime) -> Schedule | None:
        """Pause a schedule and return it, None if there is none."""

    async def resume(self, schedule_id: str, now: datetime, due_at: datetime | None) -> Schedule | None:
        """Resume a paused schedule at *now* and return it, None if there is none. One that runs is not changed."""

    async def delete(self, schedule_id: str) -> bool:
        """Delete a schedule with its firings; return whether it existed."""

    async def lease(self, now: datetime, until: datetime, limit: int) -> Sequence[Schedule]:
        """Lease schedules that are due. No other process fires them before the lease ends."""

    async def advance(
        self, schedule: Schedule, decided_to: datetime, due_at: datetime | None, firings: Sequence[Firing]
    ) -> bool:
        """Store the outcomes of fire times, unless another process did; return whether they were stored."""
