"""Schedules as one value: their registry, and the start of their runs."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from services.common.database.pool import Pool
from services.common.ids import new_id
from services.orchestrator.adapters.schedules.postgres_store import PostgresScheduleStore
from services.orchestrator.engine.crash_points import OnCrashPoint
from services.orchestrator.engine.periodic_tasks import PeriodicTask
from services.orchestrator.schedules.firings import Firings, StartScheduled
from services.orchestrator.schedules.registry import ScheduleRegistry

POLL_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Schedules:
    """The registry of schedules, and the start of their runs."""

    registry: ScheduleRegistry
    firings: Firings

    @property
    def tasks(self) -> tuple[PeriodicTask, ...]:
        """The periodic task that fires schedules."""
        return (PeriodicTask("fire schedules", POLL_SECONDS, self.firings.fire_due),)


def create_schedules(
    pool: Pool, start: StartScheduled, now: Callable[[], datetime], on_crash_point: OnCrashPoint
) -> Schedules:
    """Return the schedules in the database of *pool*, whose runs *start* starts."""
    store = PostgresScheduleStore(pool)
    return Schedules(ScheduleRegistry(store, now, new_id), Firings(store, start, now, on_crash_point))
