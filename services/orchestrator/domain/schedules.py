"""Schedules: selects the fire times that are due, and applies the policy to missed ones. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cronsim import CronSim, CronSimError

# A fire time counts as missed after this delay; a run that starts with a shorter delay is only late.
GRACE = timedelta(seconds=60)
MAX_RUNS = 20
# Maximum number of fire times in one decision; the rest follow in the next decision.
MAX_FIRE_TIMES = 1_000


class MissedPolicy(StrEnum):
    """Policy for fire times that passed while no orchestrator could start a run."""

    SKIP = "skip"
    RUN_ONCE = "run_once"
    RUN_ALL = "run_all"


class ScheduleInvalid(Exception):
    """An expression or a time zone is invalid. `field` names the invalid one."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field


@dataclass(frozen=True, slots=True)
class Timetable:
    """When a schedule fires: a cron expression in a time zone."""

    cron: str
    timezone: str = "UTC"

    def iterate_after(self, after: datetime) -> Iterator[datetime]:
        """Yield the fire times after *after*, in UTC and in order.

        Raises ScheduleInvalid for an expression or a time zone that cannot be used.
        """
        zone = self._load_zone()
        try:
            times = CronSim(self.cron, after.astimezone(zone))
        except (CronSimError, ValueError) as error:
            raise ScheduleInvalid("cron", str(error)) from error
        last = after
        for time in times:
            at = time.astimezone(UTC)
            # Where a clock is set back, a local time may come again: no fire time is yielded twice, or late.
            if at > last:
                last = at
                yield at

    def validate(self, now: datetime) -> None:
        """Raise ScheduleInvalid unless there is a fire time after *now*."""
        if next(self.iterate_after(now), None) is None:
            raise ScheduleInvalid("cron", "no such date")

    def _load_zone(self) -> ZoneInfo:
        try:
            return ZoneInfo(self.timezone)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ScheduleInvalid("timezone", str(error)) from error


@dataclass(frozen=True, slots=True)
class Due:
    """A fire time to start a run for, and the number of those just before it that are skipped."""

    time: datetime
    skipped_count: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """What follows from the fire times up to now.

    Attributes:
        due: those to start a run for, in order.
        skipped: the last of those that are skipped after the last due one, with the number of those before it.
        decided_to: the time up to which all fire times are decided.
        next_time: the next fire time, None if there is none.

    """

    due: tuple[Due, ...]
    skipped: Due | None
    decided_to: datetime
    next_time: datetime | None


def decide(timetable: Timetable, decided_to: datetime, now: datetime, policy: MissedPolicy) -> Decision:
    """Return what follows at *now* from the fire times after *decided_to*. A fire time at *now* is due."""
    times = timetable.iterate_after(decided_to)
    passed = list[datetime]()
    following = None
    for time in islice(times, MAX_FIRE_TIMES + 1):
        if time > now or len(passed) == MAX_FIRE_TIMES:
            following = time
            break
        passed.append(time)
    # If there are more fire times than one decision handles, runs start for the last ones, in the next decision.
    is_last = following is None or following > now
    chosen = _choose(passed, now, policy) if is_last else frozenset[datetime]()
    due, skipped_count = list[Due](), 0
    for time in passed:
        if time in chosen:
            due.append(Due(time, skipped_count))
            skipped_count = 0
        else:
            skipped_count += 1
    skipped = Due(passed[-1], skipped_count - 1) if skipped_count else None
    return Decision(tuple(due), skipped, passed[-1] if passed else decided_to, following)


def _choose(passed: list[datetime], now: datetime, policy: MissedPolicy) -> frozenset[datetime]:
    """Return those of the *passed* fire times to start a run for."""
    if policy is MissedPolicy.RUN_ALL:
        return frozenset(passed[-MAX_RUNS:])
    if policy is MissedPolicy.RUN_ONCE:
        return frozenset(passed[-1:])
    on_time = [time for time in passed if now - time <= GRACE]
    return frozenset(on_time[-1:])


def format_request_id(schedule_id: str, time: datetime) -> str:
    """Return the idempotency key of the run of a fire time: repeated attempts start one run."""
    return f"schedule:{schedule_id}:{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
