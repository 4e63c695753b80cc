"""Schedules in PostgreSQL. Implements services.orchestrator.schedules.store.ScheduleStore."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from services.common.database.pool import Pool
from services.orchestrator.adapters.retried_database import RetriedDatabase
from services.orchestrator.adapters.schedules import statements as sql
from services.orchestrator.domain.schedules import MissedPolicy, Timetable
from services.orchestrator.schedules.store import Firing, FiringOutcome, Schedule

# A user waits this long for an unreachable database.
RETRY_SECONDS = 10.0

Row = dict[str, Any]


class PostgresScheduleStore:
    """Stores schedules. A statement that lost its connection is repeated."""

    def __init__(self, pool: Pool, retry_timeout: float = RETRY_SECONDS) -> None:
        self._database = RetriedDatabase(pool, retry_timeout)

    async def create(
        self, schedule: Schedule, request_id: str, due_at: datetime, max_schedules: int
    ) -> Schedule | None:
        parameters = {
            "schedule_id": schedule.schedule_id,
            "request_id": request_id or None,
            "title": schedule.title,
            "cron": schedule.timetable.cron,
            "timezone": schedule.timetable.timezone,
            "missed": schedule.missed,
            "workflow": schedule.workflow,
            "request": schedule.request,
            "locale": schedule.locale,
            "created_at": schedule.created_at,
            "due_at": due_at,
            "max_schedules": max_schedules,
        }
        if await self._database.rows(sql.CREATE, parameters):
            return schedule
        return _first(await self._database.rows(sql.FIND_REQUEST, {"request_id": request_id}))

    async def find(self, schedule_id: str) -> Schedule | None:
        return _first(await self._database.rows(sql.FIND, {"schedule_id": schedule_id}))

    async def list_schedules(self) -> Sequence[Schedule]:
        return [_to_schedule(row) for row in await self._database.rows(sql.LIST, {})]

    async def list_firings(self, schedule_id: str, limit: int) -> Sequence[Firing]:
        rows = await self._database.rows(sql.LIST_FIRINGS, {"schedule_id": schedule_id, "limit": limit})
        return [_to_firing(row) for row in rows]

    async def pause(self, schedule_id: str, now: datetime) -> Schedule | None:
        return _first(await self._database.rows(sql.PAUSE, {"schedule_id": schedule_id, "now": now}))

    async def resume(self, schedule_id: str, now: datetime, due_at: datetime | None) -> Schedule | None:
        rows = await self._database.rows(sql.RESUME, {"schedule_id": schedule_id, "now": now, "due_at": due_at})
        return _first(rows) or await self.find(schedule_id)

    async def delete(self, schedule_id: str) -> bool:
        return bool(await self._database.rows(sql.DELETE, {"schedule_id": schedule_id}))

    async def lease(self, now: datetime, until: datetime, limit: int) -> Sequence[Schedule]:
        return [
            _to_schedule(row)
            for row in await self._database.rows(sql.LEASE, {"now": now, "until": until, "limit": limit})
        ]

    async def advance(
        self, schedule: Schedule, decided_to: datetime, due_at: datetime | None, firings: Sequence[Firing]
    ) -> bool:
        parameters = {
            "schedule_id": schedule.schedule_id,
            "known_decided_to": schedule.decided_to,
            "decided_to": decided_to,
            "due_at": due_at,
            "times": [firing.time for firing in firings],
            "outcomes": [firing.outcome.value for firing in firings],
            "run_ids": [firing.run_id for firing in firings],
            "error_codes": [firing.error_code for firing in firings],
            "skipped_counts": [firing.skipped_count for firing in firings],
        }
        return bool(await self._database.rows(sql.ADVANCE, parameters))


def _first(rows: Sequence[Row]) -> Schedule | None:
    return _to_schedule(rows[0]) if rows else None


def _to_schedule(row: Row) -> Schedule:
    return Schedule(
        schedule_id=row["schedule_id"],
        title=row["title"],
        timetable=Timetable(row["cron"], row["timezone"]),
        missed=MissedPolicy(row["missed"]),
        workflow=row["workflow"],
        request=bytes(row["request"]),
        locale=row["locale"],
        created_at=row["created_at"],
        decided_to=row["decided_to"],
        paused_at=row["paused_at"],
    )


def _to_firing(row: Row) -> Firing:
    outcome = FiringOutcome(row["outcome"])
    return Firing(row["fire_time"], outcome, row["run_id"], row["error_code"], row["skipped_count"])
