"""StartAndWatchRun: one call that starts a run like StartRun and streams it like WatchRun."""

import asyncio
from collections.abc import Sequence

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from services.common.settings import Environment
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.domain.events import RunStatus
from tests.fixtures.runs.orchestrator import (
    Orchestrator,
    build_start,
    expect_error,
    fast_limits,
    final_status,
    run_orchestrator,
)
from tests.fixtures.runs.roles.scripted_roles import THOUGHT, Gate, Hang, Roles, Status, image
from tests.fixtures.runs.schedulers import OrchestratorFactory
from tests.fixtures.runs.step_activities import thought
from tests.fixtures.systems.eventually import eventually

Responses = Sequence[orchestrator_pb2.StartAndWatchRunResponse]


def join_events(responses: Responses) -> list[events_pb2.RunEvent]:
    """Return the events of all *responses*."""
    return [event for response in responses for event in response.events]


async def test_the_stream_equals_what_start_and_watch_return_for_the_same_request(
    orchestrators: OrchestratorFactory,
) -> None:
    async with orchestrators(Roles({"executor": [THOUGHT, image()]})) as at:
        responses = await at.start_and_watch(request_id="r")
        started = await at.started(request_id="r")
        watched = await at.events(started.run_id)
    first = responses[0].started
    assert (first.run_id, first.session_id) == (started.run_id, started.session_id)
    assert first.status in (events_pb2.RUN_STATUS_WAITING, events_pb2.RUN_STATUS_RUNNING)
    assert not any(response.HasField("started") for response in responses[1:])
    assert join_events(responses) == watched and final_status(watched) == ("SUCCEEDED", "")


async def test_the_first_message_has_the_first_events_too() -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        responses = await at.start_and_watch()
    assert responses[0].events[0].HasField("run_started")


async def test_a_repeated_request_streams_the_run_that_was_started_first_from_its_first_event() -> None:
    log = MemoryLog()
    async with run_orchestrator(log, Roles()) as at:
        first, second = [await at.start_and_watch(request_id="r") for _ in range(2)]
    assert join_events(second) == join_events(first)
    assert [responses[0].started.run_id for responses in (first, second)] == [*log.runs] * 2


@pytest.mark.parametrize(
    "requested",
    [
        {"text": ""},
        {"text": "a\0b"},
        {"seed": 2**53},
        {"width": 63},
        {"request_id": "r" * 129},
        {"session": "nobody"},
        {"text": "画一只狗", "request_id": "used"},
    ],
)
async def test_a_rejection_is_that_of_start_and_stores_nothing(requested: dict[str, object]) -> None:
    log = MemoryLog()
    async with run_orchestrator(log, Roles()) as at:
        await at.run(request_id="used")
        stored = dict(log.runs), dict(log.sessions)
        expected = await expect_error(at.start(**requested))  # type: ignore[arg-type]
        error = await expect_error(at.start_and_watch(**requested))  # type: ignore[arg-type]
        assert (log.runs, log.sessions) == stored
    assert (error.code, error.field, error.text) == (expected.code, expected.field, expected.text)


async def test_beyond_the_limit_of_runs_the_rejection_is_that_of_start() -> None:
    log = MemoryLog()
    async with run_orchestrator(log, Roles({"planner": [Hang()]}), fast_limits(running=1, waiting=0)) as at:
        await at.start()
        expected, error = await expect_error(at.start()), await expect_error(at.start_and_watch())
    assert error.code is expected.code is Code.QUEUE_FULL and error.retry_after == expected.retry_after
    assert len(log.runs) == 1


async def test_a_caller_that_disconnects_does_not_stop_the_run() -> None:
    gate = asyncio.Event()
    async with run_orchestrator(MemoryLog(), Roles({"executor": [Gate(gate), image()]})) as at:
        run_id = await start_and_leave(at, build_start())
        gate.set()
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


async def test_a_caller_counts_as_a_watcher_until_it_disconnects() -> None:
    log, request = MemoryLog(), build_start()
    request.abandon_after.CopyFrom(Duration(nanos=50_000_000))
    async with run_orchestrator(log, Roles({"planner": [Hang()]})) as at:
        call = at.stub.StartAndWatchRun(request)
        run_id = (await call.read()).started.run_id
        assert at.engine.watchers.watched_runs() == {run_id}
        call.cancel()
        await eventually(lambda: log.runs[run_id].row.status is RunStatus.CANCELLED)


async def test_a_caller_that_reads_nothing_is_disconnected_with_its_cursor() -> None:
    flood = [thought("x" * 10_000)] * 1_500
    limits = fast_limits(watcher_seconds=0.2, run_bytes=100_000_000)
    async with run_orchestrator(MemoryLog(), Roles({"executor": [*flood, image()]}), limits) as at:
        call = at.stub.StartAndWatchRun(build_start())
        seen = [first := await call.read()]
        await eventually(lambda: not at.engine.watchers.watched_runs())
        with pytest.raises(grpc.aio.AioRpcError) as cut:
            while response := await call.read():
                seen.append(response)
        rest = await at.events(first.started.run_id, len(join_events(seen)))
    error = from_rpc_error(cut.value)
    assert error.code is Code.SSE_CONNECTION_ERROR and int(error.metadata["after_sequence"]) > 0
    whole = [*join_events(seen), *rest]
    assert [event.sequence for event in whole] == list(range(1, len(whole) + 1))


async def test_details_in_the_log_of_a_run_in_development_are_not_served_in_production() -> None:
    log, roles = MemoryLog(), Roles({"executor": [Status(grpc.StatusCode.UNAVAILABLE, "secret")]})
    async with run_orchestrator(log, roles) as at:
        assert any("secret" in str(response) for response in await at.start_and_watch(request_id="r"))
    async with run_orchestrator(log, Roles(), environment=Environment.PRODUCTION) as at:
        assert not any("secret" in str(response) for response in await at.start_and_watch(request_id="r"))


async def start_and_leave(at: Orchestrator, request: orchestrator_pb2.StartRunRequest) -> str:
    """Start a run, cancel the stream after its first message, and return the id of the run."""
    call = at.stub.StartAndWatchRun(request)
    run_id = str((await call.read()).started.run_id)
    call.cancel()
    await eventually(lambda: not at.engine.watchers.watched_runs())
    return run_id
