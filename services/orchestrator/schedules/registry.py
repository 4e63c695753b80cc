"""Registration of schedules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.orchestrator.domain.schedules import MissedPolicy, ScheduleInvalid, Timetable
from services.orchestrator.schedules.store import Firing, Schedule, ScheduleStore

MAX_SCHEDULES = 100
MAX_FIRINGS = 100
NEXT_FIRE_TIMES = 5
_TOO_MANY = Text(
    f"最多可以有 {MAX_SCHEDULES} 个定时任务，请先用 reflow schedules remove 删除一个。",
    f"There may be at most {MAX_SCHEDULES} schedules; remove one with `reflow schedules remove` first.",
)
_INVALID = {
    "cron": Text(
        "cron 表达式无效：应有五段（分 时 日 月 周），例如“0 9 * * 1-5”，并且有将来的日期。",
        "The cron expression is invalid ({reason}): it has five fields (minute, hour, day, month, weekday), such as "
        '"0 9 * * 1-5", and a date to come.',
    ),
    "timezone": Text(
        "没有这个时区，请用 IANA 名称，例如 Asia/Shanghai。",
        "There is no such time zone. Use an IANA name, such as Asia/Shanghai.",
    ),
}


@dataclass(frozen=True, slots=True)
class NewSchedule:
    """A schedule to create. `request` is the serialized StartRunRequest of its runs."""

    title: str
    timetable: Timetable
    missed: MissedPolicy
    workflow: str
    request: bytes
    locale: str


@dataclass(frozen=True, slots=True)
class ScheduleRegistry:
    """Creates, lists, pauses, resumes and removes schedules.

    Attributes:
        store: the schedules and their firings.
        now: the clock.
        new_id: creates ids.

    """

    store: ScheduleStore
    now: Callable[[], datetime]
    new_id: Callable[[], str]

    async def create(self, new: NewSchedule, request_id: str) -> Schedule:
        """Create a schedule; return the one that *request_id* created before, if it did.

        Raises INVALID_INPUT_FORMAT, or IDEMPOTENCY_KEY_REUSED if the request created another one.
        """
        now = self.now()
        (first, *_) = self._list_next(new.timetable, now)
        schedule = Schedule(
            self.new_id(), new.title, new.timetable, new.missed, new.workflow, new.request, new.locale, now, now
        )
        stored = await self.store.create(schedule, request_id, first, MAX_SCHEDULES)
        if stored is None:
            raise ReflowError(Code.INVALID_INPUT_FORMAT, _TOO_MANY)
        if (stored.timetable, stored.missed, stored.request) != (new.timetable, new.missed, new.request):
            raise ReflowError(Code.IDEMPOTENCY_KEY_REUSED, field="request_id")
        return stored

    async def find(self, schedule_id: str) -> Schedule:
        """Return a schedule. Raises SCHEDULE_UNKNOWN."""
        return _require(await self.store.find(schedule_id))

    async def list_firings(self, schedule: Schedule) -> Sequence[Firing]:
        """Return the last firings of *schedule*, newest first."""
        return await self.store.list_firings(schedule.schedule_id, MAX_FIRINGS)

    async def pause(self, schedule_id: str) -> Schedule:
        """Pause a schedule. Raises SCHEDULE_UNKNOWN."""
        return _require(await self.store.pause(schedule_id, self.now()))

    async def resume(self, schedule_id: str) -> Schedule:
        """Resume a schedule from now on. Raises SCHEDULE_UNKNOWN."""
        schedule, now = await self.find(schedule_id), self.now()
        following = next(schedule.timetable.iterate_after(now), None)
        return _require(await self.store.resume(schedule_id, now, following))

    async def delete(self, schedule_id: str) -> None:
        """Remove a schedule. Raises SCHEDULE_UNKNOWN."""
        if not await self.store.delete(schedule_id):
            raise _unknown()

    def list_next(self, schedule: Schedule) -> Sequence[datetime]:
        """Return the next fire times of *schedule*; none while it is paused."""
        if schedule.paused_at is not None:
            return []
        return list(islice(schedule.timetable.iterate_after(max(self.now(), schedule.decided_to)), NEXT_FIRE_TIMES))

    def _list_next(self, timetable: Timetable, now: datetime) -> Sequence[datetime]:
        try:
            timetable.validate(now)
        except ScheduleInvalid as error:
            text = _INVALID[error.field]
            shown = Text(text.zh.format(reason=error), text.en.format(reason=error))
            raise ReflowError(Code.INVALID_INPUT_FORMAT, shown, field=error.field) from None
        return list(islice(timetable.iterate_after(now), 1))


def _require(schedule: Schedule | None) -> Schedule:
    if schedule is None:
        raise _unknown()
    return schedule


def _unknown() -> ReflowError:
    return ReflowError(Code.SCHEDULE_UNKNOWN, field="schedule_id")
