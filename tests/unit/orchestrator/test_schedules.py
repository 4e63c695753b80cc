"""Due fire times and the treatment of missed ones, also when clocks are set forward and back."""

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.orchestrator.domain.schedules import (
    GRACE,
    MAX_FIRE_TIMES,
    MAX_RUNS,
    Decision,
    MissedPolicy,
    ScheduleInvalid,
    Timetable,
    decide,
    format_request_id,
)

# With changes of one hour, of half an hour, at midnight, and none.
ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago",
                         "Asia/Shanghai"])  # fmt: skip
CRONS = st.sampled_from(
    ["* * * * *", "*/7 * * * *", "30 2 * * *", "30 1 * * *", "0 0 * * *", "15 */3 * * *", "0 9 * * 1-5", "0 0 1 * *",
     "59 23 L * *", "*/20 * * * * *"]
)  # fmt: skip
STARTS = st.integers(0, 3 * 366 * 86_400).map(
    lambda seconds: datetime(2025, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)
GAPS = st.timedeltas(timedelta(0), timedelta(hours=30))
POLICIES = st.sampled_from(MissedPolicy)
BERLIN = ZoneInfo("Europe/Berlin")


def local_times(timetable: Timetable, after: datetime, count: int) -> list[str]:
    zone = ZoneInfo(timetable.timezone)
    return [f"{time.astimezone(zone):%m-%d %H:%M}" for time in islice(timetable.iterate_after(after), count)]


@given(cron=CRONS, zone=ZONES, start=STARTS)
def test_fire_times_come_in_order_once_each_and_after_the_start(cron: str, zone: str, start: datetime) -> None:
    times = list(islice(Timetable(cron, zone).iterate_after(start), 50))
    assert times[0] > start
    assert all(earlier < later for earlier, later in pairwise(times))


@settings(max_examples=40)
@given(cron=CRONS, zone=ZONES, start=STARTS, gaps=st.lists(GAPS, min_size=1, max_size=5), policy=POLICIES)
def test_every_fire_time_is_decided_once_however_often_decisions_are_made(
    cron: str, zone: str, start: datetime, gaps: list[timedelta], policy: MissedPolicy
) -> None:
    timetable, decided_to, now, covered = Timetable(cron, zone), start, start, 0
    for gap in gaps:
        now += gap
        while True:
            decision = decide(timetable, decided_to, now, policy)
            assert all(decided_to < due.time <= now for due in decision.due)
            covered += count_covered(decision)
            decided_to = decision.decided_to
            if decision.next_time is None or decision.next_time > now:
                break
    passed = 0
    for time in timetable.iterate_after(start):
        if time > now:
            break
        passed += 1
    assert covered == passed


def count_covered(decision: Decision) -> int:
    parts = [*decision.due, *([decision.skipped] if decision.skipped else [])]
    return sum(1 + part.skipped_count for part in parts)


@settings(max_examples=40)
@given(cron=CRONS, zone=ZONES, start=STARTS, gap=GAPS, policy=POLICIES)
def test_a_policy_limits_the_runs_of_one_decision(
    cron: str, zone: str, start: datetime, gap: timedelta, policy: MissedPolicy
) -> None:
    now = start + gap
    due = decide(Timetable(cron, zone), start, now, policy).due
    assert len(due) <= (MAX_RUNS if policy is MissedPolicy.RUN_ALL else 1)
    if policy is MissedPolicy.SKIP:
        assert all(now - one.time <= GRACE for one in due)


@settings(max_examples=40)
@given(cron=CRONS, zone=ZONES, start=STARTS, gap=GAPS, policy=POLICIES)
def test_what_is_decided_is_not_decided_again(
    cron: str, zone: str, start: datetime, gap: timedelta, policy: MissedPolicy
) -> None:
    timetable, now = Timetable(cron, zone), start + gap
    first = decide(timetable, start, now, policy)
    if first.next_time is not None and first.next_time > now:
        again = decide(timetable, first.decided_to, now, policy)
        assert (again.due, again.skipped, again.next_time) == ((), None, first.next_time)


@pytest.mark.parametrize(
    ("policy", "times", "skipped"),
    [
        (MissedPolicy.SKIP, [], 5),
        (MissedPolicy.RUN_ONCE, [5], 0),
        (MissedPolicy.RUN_ALL, [1, 2, 3, 4, 5], 0),
    ],
)
def test_a_policy_decides_about_five_missed_hours(policy: MissedPolicy, times: list[int], skipped: int) -> None:
    start = datetime(2026, 7, 1, tzinfo=UTC)
    decision = decide(Timetable("0 * * * *"), start, start + timedelta(hours=5, minutes=30), policy)
    assert [due.time.hour for due in decision.due] == times
    assert (1 + decision.skipped.skipped_count if decision.skipped else 0) == skipped
    assert decision.next_time == start + timedelta(hours=6)


def test_a_late_fire_time_within_the_grace_is_not_missed() -> None:
    start = datetime(2026, 7, 1, tzinfo=UTC)
    decision = decide(Timetable("0 * * * *"), start, start + timedelta(hours=1) + GRACE, MissedPolicy.SKIP)
    assert [due.time for due in decision.due] == [start + timedelta(hours=1)]


def test_a_month_without_an_orchestrator_of_a_schedule_of_every_second_ends_with_the_last_runs() -> None:
    start = datetime(2026, 7, 1, tzinfo=UTC)
    now, decided_to, due, looks = start + timedelta(hours=2), start, list[datetime](), 0
    while True:
        decision = decide(Timetable("* * * * * *"), decided_to, now, MissedPolicy.RUN_ALL)
        due += [one.time for one in decision.due]
        decided_to, looks = decision.decided_to, looks + 1
        assert decision.next_time is not None
        if decision.next_time > now:
            break
    assert looks == -(-7_200 // MAX_FIRE_TIMES)
    assert due == [now - timedelta(seconds=ago) for ago in range(MAX_RUNS - 1, -1, -1)]


def test_a_time_that_a_change_to_summer_time_skips_fires_right_after_it() -> None:
    after = datetime(2026, 3, 28, 12, tzinfo=UTC)  # Berlin goes from 02:00 to 03:00 on 29 March
    assert local_times(Timetable("30 2 * * *", "Europe/Berlin"), after, 2) == ["03-29 03:00", "03-30 02:30"]


def test_a_time_that_a_change_to_winter_time_repeats_fires_once() -> None:
    after = datetime(2026, 10, 24, 12, tzinfo=UTC)  # Berlin goes from 03:00 to 02:00 on 25 October
    timetable = Timetable("30 2 * * *", "Europe/Berlin")
    assert local_times(timetable, after, 2) == ["10-25 02:30", "10-26 02:30"]
    between = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)  # 02:10 for the second time
    assert local_times(timetable, between, 1) == ["10-26 02:30"]


def test_a_schedule_of_every_ten_minutes_continues_through_both_clock_changes() -> None:
    for change in (datetime(2026, 3, 29, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)):
        times = list(islice(Timetable("*/10 * * * *", "Europe/Berlin").iterate_after(change), 12))
        assert [time - change for time in times] == [timedelta(minutes=10 * (n + 1)) for n in range(12)]


@pytest.mark.parametrize(
    ("cron", "zone", "field"),
    [
        ("x", "UTC", "cron"),
        ("* * * *", "UTC", "cron"),
        ("60 * * * *", "UTC", "cron"),
        ("0 0 30 2 *", "UTC", "cron"),
        ("*/0 * * * *", "UTC", "cron"),
        ("* * * * *", "Mars/Phobos", "timezone"),
        ("* * * * *", "../etc/passwd", "timezone"),
        ("* * * * *", "", "timezone"),
    ],
)
def test_an_invalid_schedule_names_the_field(cron: str, zone: str, field: str) -> None:
    with pytest.raises(ScheduleInvalid) as raised:
        Timetable(cron, zone).validate(datetime(2026, 7, 1, tzinfo=UTC))
    assert raised.value.field == field


@given(st.text(max_size=100), st.text(max_size=64))
def test_any_text_is_used_or_rejected(cron: str, zone: str) -> None:
    try:
        Timetable(cron, zone).validate(datetime(2026, 7, 1, tzinfo=UTC))
    except ScheduleInvalid:
        return


def test_a_fire_time_has_one_request_id_in_every_zone() -> None:
    time = datetime(2026, 7, 1, 9, tzinfo=BERLIN)
    assert (
        format_request_id("s", time)
        == format_request_id("s", time.astimezone(UTC))
        == "schedule:s:2026-07-01T07:00:00Z"
    )
