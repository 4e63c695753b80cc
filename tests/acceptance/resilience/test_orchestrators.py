"""Two orchestrators on one database: killed, frozen, restarted under load, and called about runs of the other one."""

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from threading import Event

import grpc
import pytest
from reflow.v1 import events_pb2

from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from tests.fixtures.postgres.database import empty_database
from tests.fixtures.runs.customer import NOTE, check_image, check_right
from tests.fixtures.runs.orchestrator import final_status
from tests.fixtures.runs.replicas import Cluster, cluster
from tests.fixtures.systems.command_line import PATIENT

# An orphaned run is resumed within these seconds, which include the delay of a busy machine; docs/figures.md has the
# time on an idle one.
TAKEN_UP = 45.0
# Time that the start of Python may add on a busy machine, where the measured time includes a new process.
TIMEOUT = 60.0


@pytest.fixture
def database(postgres_url: str) -> Iterator[str]:
    """An empty database."""
    with empty_database(postgres_url) as url:
        yield url


def wait_until(predicate: "object", seconds: float = TIMEOUT) -> None:
    """Wait until *predicate* is true."""
    assert callable(predicate)
    deadline = time.monotonic() + seconds
    while not predicate():
        assert time.monotonic() < deadline, "not in time"
        time.sleep(0.02)


def has_started(running: Cluster, run_id: str, step: str) -> bool:
    """Return whether a step of a run was called."""
    return bool(running.calls("started")[run_id, step])


def test_after_a_kill_under_load_every_run_succeeds_and_no_finished_step_runs_twice(database: str) -> None:
    with cluster(database, 0.5, PATIENT) as running:
        doomed, other = running.add(), running.add()
        runs = [(doomed, other)[number % 2].start() for number in range(20)]

        def load() -> bool:
            # One at a time: runs started at once go to the replica that polls the queue first.
            runs.append(doomed.start())
            return bool(running.in_flight(doomed)) and sum(running.calls("done").values()) > 20

        wait_until(load)
        doomed.kill()
        killed = time.time()
        logs = [other.events(run_id) for run_id in runs]
        for events in logs:
            check_image(events)
        taken_up = [event.time.ToMicroseconds() / 1e6 for log in logs for event in log if event.HasField("run_resumed")]
        assert taken_up, "the killed one executed nothing"
        assert max(taken_up) - killed < TAKEN_UP


def test_an_executor_that_was_frozen_and_overtaken_is_rejected_and_the_run_succeeds(database: str) -> None:
    with cluster(database, 1.5, PATIENT | {"REFLOW_REPLICA_TIMEOUT_SECONDS": "4"}) as running:
        replicas = running.add(), running.add()
        run_id = replicas[0].start()
        wait_until(lambda: has_started(running, run_id, "planner-1"))
        wait_until(lambda: replicas[1].get(run_id).last_sequence > 1)  # recorded, so that it is resumed
        frozen, other = running.executor(run_id)
        frozen.signal(signal.SIGSTOP)
        stopped = time.time()
        events = other.events(run_id)
        frozen.signal(signal.SIGCONT)
        wait_until(lambda: "run is executed elsewhere" in frozen.log.read_text())
        check_image(events)
        resumed = next(event.time.ToMicroseconds() / 1e6 for event in events if event.HasField("run_resumed"))
        assert resumed - stopped < TAKEN_UP
        assert frozen.events(run_id) == events
        check_image(frozen.events(frozen.start()))


def test_a_rolling_restart_of_all_under_load_fails_no_run(database: str) -> None:
    with cluster(database, 0.3, PATIENT) as running:
        endpoints = [running.add(), running.add()]
        over = Event()

        def load() -> list[str]:
            runs, order = [], cycle(range(2))
            while not over.is_set():
                try:
                    runs.append(endpoints[next(order)].start())
                except grpc.RpcError:
                    continue  # this endpoint is being closed; the next one is open
                time.sleep(0.1)
            return runs

        with ThreadPoolExecutor() as pool:
            started = pool.submit(load)
            for place in range(2):
                old, endpoints[place] = endpoints[place], running.add()
                old.stop()
            over.set()
            runs = started.result()
        assert len(runs) > 10
        for run_id in runs:
            check_image(endpoints[0].events(run_id))


def test_a_cancel_at_one_replica_reaches_the_call_that_another_has_in_flight(database: str) -> None:
    with cluster(database, 4) as running:
        replicas = running.add(), running.add()
        run_id = replicas[0].start()
        wait_until(lambda: has_started(running, run_id, "planner-1"))
        _, other = running.executor(run_id)
        assert other.cancel(run_id).reached_call
        assert final_status(other.events(run_id)) == ("CANCELLED", "")


def test_every_replica_streams_answers_and_describes_every_run(database: str) -> None:
    with cluster(database, 0.1) as running:
        replicas = [running.add(), running.add()]
        run_id, order = replicas[0].begin(NOTE), cycle(replicas)
        events = list[events_pb2.RunEvent]()
        while not events or events[-1].WhichOneof("payload") != "run_ended":
            events.append(next(order).next_event(run_id, len(events)))
            if events[-1].HasField("question_asked"):
                next(order).approve(run_id, events[-1].question_asked.question.key)
        check_right(events)
        assert events == replicas[0].events(run_id) == replicas[1].events(run_id)
        assert replicas[0].get(run_id) == replicas[1].get(run_id)


def test_a_run_that_waits_for_a_user_is_cancelled_at_any_replica(database: str) -> None:
    with cluster(database, 0.1) as running:
        replicas = [running.add(), running.add()]
        runs = [replicas[0].begin(NOTE) for _ in range(2)]
        for replica, run_id in zip(replicas, runs, strict=True):
            assert replicas[0].events(run_id)[-1].HasField("question_asked")
            assert not replica.cancel(run_id).reached_call
        assert [final_status(replica.events(run_id)) for replica in replicas for run_id in runs] == [
            ("CANCELLED", "")
        ] * 4


def test_limits_hold_exactly_for_all_replicas_together(database: str) -> None:
    # A critic that is late on a busy machine is skipped, and its step would never be done.
    limits = PATIENT | {"REFLOW_LIMITS__RUNNING": "3", "REFLOW_LIMITS__WAITING": "5"}
    with cluster(database, 0.7, limits) as running:
        replicas = [running.add(), running.add()]
        codes = []

        def start(number: int) -> str:
            try:
                return replicas[number % 2].start()
            except grpc.RpcError as error:
                codes.append(from_rpc_error(error).code)  # type: ignore[arg-type]
                return ""

        with ThreadPoolExecutor(20) as pool:
            runs = [run_id for run_id in pool.map(start, range(20)) if run_id]
        assert len(runs) == 8
        assert set(codes) == {Code.QUEUE_FULL}
        for run_id in runs:
            check_image(replicas[0].events(run_id, 4 * TIMEOUT))
        assert running.most_at_once() == 3


def test_runs_of_a_session_are_executed_in_order_whichever_replica_accepted_them(database: str) -> None:
    with cluster(database, 0.1) as running:
        replicas = [running.add(), running.add()]
        request = replicas[0].start()
        session = replicas[1].get(request).session_id
        runs = [replicas[number % 2].start(session=session) for number in range(6)]
        logs = [replicas[0].events(run_id) for run_id in runs]
    begins = [next(e.time.ToMicroseconds() for e in log if e.WhichOneof("payload") == "step_started") for log in logs]
    ends = [log[-1].time.ToMicroseconds() for log in logs]
    assert all(end <= begin for end, begin in zip(ends, begins[1:], strict=False))


def test_a_request_id_starts_one_run_whichever_replica_receives_it(database: str) -> None:
    with cluster(database, 0.1) as running:
        replicas = [running.add(), running.add()]
        with ThreadPoolExecutor(10) as pool:
            runs = set(pool.map(lambda number: replicas[number % 2].start(request_id="r"), range(10)))
        assert len(runs) == 1
