"""Schedules of real orchestrators: exactly one run for every fire time, also if an orchestrator is killed."""

import asyncio
import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
import psycopg
import pytest
from reflow.v1 import events_pb2, orchestrator_pb2, schedules_pb2, schedules_pb2_grpc

from tests.fixtures.postgres.database import empty_database
from tests.fixtures.runs.replicas import Cluster, ReplicaProcess, RolesProcess, replicas
from tests.fixtures.systems.eventually import eventually

EVERY_SECOND = "* * * * * *"
NEVER_SOON = "0 0 1 1 *"
STARTED = schedules_pb2.FIRING_OUTCOME_STARTED
SKIPPED = schedules_pb2.FIRING_OUTCOME_SKIPPED
REJECTED = schedules_pb2.FIRING_OUTCOME_REJECTED
RUN_ALL = schedules_pb2.MISSED_POLICY_RUN_ALL
IMAGE = orchestrator_pb2.StartRunRequest(image_chat=events_pb2.ImageChatInput(text="画一只水墨猫"))
# Makes a schedule look as if no orchestrator had run for ten minutes.
SET_BACK = """
UPDATE schedules SET decided_to = now() - interval '10 minutes', due_at = now() - interval '9 minutes'
WHERE schedule_id = %s
"""
MISS = "UPDATE schedules SET cron = %s, decided_to = %s, due_at = %s WHERE schedule_id = %s"
RUNS = "SELECT count(*), count(DISTINCT request_id) FROM runs WHERE request_id LIKE %s"


@pytest.fixture(scope="module")
def cluster(postgres_url: str, roles: list[RolesProcess]) -> Iterator[Cluster]:
    """Two orchestrators on one database."""
    with empty_database(postgres_url) as url, replicas(url, roles, {}, "dbos") as cluster:
        cluster.add()
        cluster.add()
        yield cluster


class Schedules:
    """The schedules of an orchestrator."""

    def __init__(self, replica: ReplicaProcess) -> None:
        self.stub: Any = schedules_pb2_grpc.ScheduleServiceStub(replica.channel)

    def add(self, cron: str, missed: int = 0, run: Any = IMAGE, **more: Any) -> str:
        """Create a schedule and return its id."""
        request = schedules_pb2.CreateScheduleRequest(cron=cron, missed=missed, run=run, **more)  # type: ignore[arg-type]
        return str(self.stub.CreateSchedule(request, timeout=60).schedule.schedule_id)

    def get(self, schedule_id: str) -> Any:
        """Return a schedule with its firings."""
        return self.stub.GetSchedule(schedules_pb2.GetScheduleRequest(schedule_id=schedule_id), timeout=60).schedule

    def pause(self, schedule_id: str) -> Any:
        """Pause a schedule."""
        return self.stub.PauseSchedule(schedules_pb2.PauseScheduleRequest(schedule_id=schedule_id), timeout=60).schedule

    def resume(self, schedule_id: str) -> Any:
        """Resume a schedule."""
        request = schedules_pb2.ResumeScheduleRequest(schedule_id=schedule_id)
        return self.stub.ResumeSchedule(request, timeout=60).schedule

    def remove(self, schedule_id: str) -> None:
        """Remove a schedule."""
        self.stub.DeleteSchedule(schedules_pb2.DeleteScheduleRequest(schedule_id=schedule_id), timeout=60)

    async def wait(self, schedule_id: str, count: int) -> Any:
        """Return the firings of a schedule, oldest first, once there are *count* of them."""

        def find() -> Any:
            firings = self.get(schedule_id).firings
            return firings if len(firings) >= count else None

        return list(reversed(await eventually(find, timeout=90, pause=0.2)))


@pytest.fixture
def schedules(cluster: Cluster) -> Iterator[Schedules]:
    """The schedules of the first orchestrator; those of the test are removed at its end."""
    schedules = Schedules(cluster.replicas[0])
    yield schedules
    for schedule in schedules.stub.ListSchedules(schedules_pb2.ListSchedulesRequest(), timeout=60).schedules:
        schedules.remove(schedule.schedule_id)


def execute(cluster: Cluster, statement: str, *values: object) -> Any:
    """Execute a statement in the database and return its rows."""
    with psycopg.connect(cluster.settings["REFLOW_DATABASE_URL"], autocommit=True) as connection:
        cursor = connection.execute(statement.encode(), values)
        return cursor.fetchall() if cursor.description else []


async def test_each_fire_time_starts_one_run_although_two_orchestrators_poll(
    cluster: Cluster, schedules: Schedules
) -> None:
    schedule_id = schedules.add(EVERY_SECOND, RUN_ALL)
    firings = await schedules.wait(schedule_id, 4)
    schedules.pause(schedule_id)
    started = [firing for firing in firings if firing.outcome == STARTED]
    assert [firing.time.seconds - firings[0].time.seconds for firing in firings] == list(range(len(firings)))
    assert len(started) == len({firing.run_id for firing in started}) == len(firings)
    for firing in started:
        assert (await asyncio.to_thread(cluster.replicas[1].events, firing.run_id))[-1].HasField("run_ended")
    ((runs, requests),) = execute(cluster, RUNS, f"schedule:{schedule_id}:%")
    assert runs == requests


@pytest.mark.parametrize(
    ("missed", "outcomes", "skipped"),
    [
        (schedules_pb2.MISSED_POLICY_SKIP, [SKIPPED], 9),
        (schedules_pb2.MISSED_POLICY_RUN_ONCE, [STARTED], 9),
        (schedules_pb2.MISSED_POLICY_RUN_ALL, [STARTED] * 10, 0),
    ],
)
async def test_missed_fire_times_follow_the_policy(
    cluster: Cluster, schedules: Schedules, missed: int, outcomes: list[int], skipped: int
) -> None:
    schedule_id = schedules.add(NEVER_SOON, missed)
    # Ten fire times, at the minutes from eleven to two minutes before this one.
    last = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(minutes=2)
    minutes = [(last - timedelta(minutes=number)).minute for number in range(10)]
    cron = f"{','.join(map(str, sorted(minutes)))} * * * *"
    first = last - timedelta(minutes=9)
    execute(cluster, MISS, cron, first - timedelta(seconds=30), first, schedule_id)
    firings = await schedules.wait(schedule_id, len(outcomes))
    assert [firing.outcome for firing in firings] == outcomes
    assert sum(firing.skipped_count for firing in firings) == skipped


async def test_a_kill_between_the_start_and_its_record_starts_no_second_run(
    postgres_url: str, roles: list[RolesProcess]
) -> None:
    with empty_database(postgres_url) as url, replicas(url, roles, {}, "local") as cluster:
        doomed = await asyncio.to_thread(cluster.add, endpoint=1, crash_at="fired:1")
        schedule_id = Schedules(doomed).add("*/2 * * * * *", RUN_ALL)
        assert await asyncio.to_thread(doomed.process.wait, 60) == -signal.SIGKILL
        ((before, _),) = execute(cluster, RUNS, f"schedule:{schedule_id}:%")
        schedules = Schedules(await asyncio.to_thread(cluster.add, endpoint=2))
        firings = await schedules.wait(schedule_id, 2)
        schedules.pause(schedule_id)
        first = firings[0]
        ((of_first, _),) = execute(cluster, RUNS, f"schedule:{schedule_id}:%{first.time.ToJsonString()}")
        assert (before, of_first, first.outcome) == (1, 1, STARTED)
        assert [one.time.seconds - first.time.seconds for one in firings[:2]] == [0, 2]


async def test_a_paused_schedule_does_not_fire_and_resumes_from_now(cluster: Cluster, schedules: Schedules) -> None:
    schedule_id = schedules.add(EVERY_SECOND, RUN_ALL)
    await schedules.wait(schedule_id, 1)
    paused = schedules.pause(schedule_id)
    assert paused.HasField("paused_at") and not paused.next_fire_times
    execute(cluster, SET_BACK, schedule_id)
    resumed = schedules.resume(schedule_id)
    assert not resumed.HasField("paused_at") and len(resumed.next_fire_times) == 5
    count = len(schedules.get(schedule_id).firings)
    firings = await schedules.wait(schedule_id, count + 1)
    assert all(firing.time.seconds > paused.paused_at.seconds for firing in firings[count:])
    assert sum(firing.skipped_count for firing in firings) == 0


async def test_a_run_that_is_rejected_is_recorded_and_the_schedule_continues(
    cluster: Cluster, schedules: Schedules
) -> None:
    cluster.replicas[0].stub.CreateSession(orchestrator_pb2.CreateSessionRequest(session_id="gone"), timeout=60)
    run = orchestrator_pb2.StartRunRequest(session_id="no-such", image_chat=IMAGE.image_chat)
    schedule_id = schedules.add(EVERY_SECOND, RUN_ALL, run)
    firings = await schedules.wait(schedule_id, 2)
    assert {(firing.outcome, firing.error_code, firing.run_id) for firing in firings} == {
        (REJECTED, "SESSION_UNKNOWN", "")
    }


@pytest.mark.parametrize(
    ("cron", "run", "more"),
    [
        ("x", IMAGE, {}),
        ("0 0 30 2 *", IMAGE, {}),
        ("* * * * *", IMAGE, {"timezone": "Mars/Phobos"}),
        ("* * * * *", orchestrator_pb2.StartRunRequest(), {}),
        ("* * * * *", orchestrator_pb2.StartRunRequest(image_chat=events_pb2.ImageChatInput(text="x" * 9_999)), {}),
    ],
)
def test_a_schedule_that_could_never_start_a_run_is_rejected(
    schedules: Schedules, cron: str, run: Any, more: Any
) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        schedules.add(cron, run=run, **more)
    assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_a_repeated_request_creates_one_schedule(schedules: Schedules) -> None:
    first, again = (schedules.add("0 9 * * 1-5", request_id="a", timezone="Asia/Shanghai") for _ in range(2))
    assert first == again
    times = schedules.get(first).next_fire_times
    assert {time.ToDatetime().hour for time in times} == {1}


def test_an_unknown_schedule_is_reported(schedules: Schedules) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        schedules.pause("x")
    assert raised.value.code() is grpc.StatusCode.NOT_FOUND
