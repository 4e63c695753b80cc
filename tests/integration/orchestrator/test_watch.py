"""Watching a run: from any sequence number, each event once, and a slow watcher affects no other."""

import asyncio
from collections.abc import Mapping, Sequence

import grpc
import pytest
from reflow.v1 import events_pb2, orchestrator_pb2
from structlog.testing import capture_logs

from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from services.common.settings import Environment
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.engine.remote_tail import RemoteTails
from services.orchestrator.engine.run_log import Progress, RunLog
from services.orchestrator.engine.tail import Tails
from services.orchestrator.engine.watch import MAX_BATCH_BYTES, MAX_BATCH_EVENTS, watch
from tests.fixtures.runs.log_entries import appending, starting
from tests.fixtures.runs.orchestrator import expect_error, fast_limits, final_status, run_orchestrator, unwrap_error
from tests.fixtures.runs.roles.scripted_roles import INTENT, THOUGHT, Delay, Gate, Hang, Roles, Status, image
from tests.fixtures.runs.step_activities import thought
from tests.fixtures.systems.eventually import eventually


async def test_a_watch_of_a_live_run_from_every_sequence_is_complete(run_log: RunLog) -> None:
    gate = asyncio.Event()
    async with run_orchestrator(run_log, Roles({"executor": [Gate(gate), THOUGHT, THOUGHT, image()]})) as at:
        run_id = await at.start()
        first = await at.first(run_id, 5)
        watchers = [asyncio.create_task(at.events(run_id, after)) for after in range(6)]
        await eventually(lambda: at.roles.attempts("executor-1"))
        gate.set()
        seen = [[event.sequence for event in await watcher] for watcher in watchers]
    whole = list(range(1, seen[0][-1] + 1))
    assert [event.sequence for event in first] == whole[:5] and seen == [whole[after:] for after in range(6)]


async def test_a_run_that_ended_can_be_watched_from_every_sequence(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await at.start()
        whole = [event.sequence for event in await at.events(run_id)]
        for after in range(len(whole) + 1):
            assert [event.sequence for event in await at.events(run_id, after)] == whole[after:]


async def test_a_watch_of_a_live_run_cut_and_resumed_after_each_event_delivers_each_event_once(run_log: RunLog) -> None:
    behaviors = [behavior for _ in range(20) for behavior in (Delay(0.01), THOUGHT)]
    async with run_orchestrator(
        run_log, Roles({"planner": [*behaviors, INTENT], "executor": [*behaviors, image()]})
    ) as at:
        run_id, seen = await at.start(), list[events_pb2.RunEvent]()
        while not seen or seen[-1].WhichOneof("payload") != "run_ended":
            seen += await at.first(run_id, 1, after=len(seen))
        assert seen == await at.events(run_id) and len(seen) > 40


async def test_beyond_the_end_of_an_ended_run_there_is_nothing() -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        run_id = await at.start()
        await at.events(run_id)
        assert await at.events(run_id, 2**64 - 1) == []


async def test_a_run_that_waits_is_watched_until_it_ends() -> None:
    gate = asyncio.Event()
    async with run_orchestrator(MemoryLog(), Roles({"planner": [Gate(gate), INTENT]}), fast_limits(running=1)) as at:
        await at.start()
        watcher = asyncio.create_task(at.events(await at.start()))
        gate.set()
        assert final_status(await watcher) == ("SUCCEEDED", "")


async def test_a_run_that_another_process_executes_is_watched_to_its_end() -> None:
    log, gate = MemoryLog(), asyncio.Event()
    async with run_orchestrator(log, Roles({"executor": [Gate(gate), image()]})) as at:
        run_id = await at.start()
        seen = list[bytes]()

        async def elsewhere() -> None:
            tails = Tails()
            async for batch in watch(run_id, 0, log, tails, RemoteTails(log, tails)):
                seen.extend(batch)

        watcher = asyncio.create_task(elsewhere())
        await eventually(lambda: seen)
        gate.set()
        await watcher
        assert len(seen) == len(await at.events(run_id))


@pytest.mark.parametrize("run_id", ["nobody", "00000000-0000-0000-0000-000000000000"])
async def test_an_unknown_run_is_reported_as_unknown(run_id: str) -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        error = await expect_error(
            unwrap_error(at.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id)).read())
        )
    assert (error.code, error.field) == (Code.RUN_UNKNOWN, "run_id")


async def test_a_watcher_that_never_reads_does_not_slow_the_run_and_buffers_no_events() -> None:
    flood = [thought("x" * 1_000)] * 2_000
    async with run_orchestrator(MemoryLog(), Roles({"executor": [*flood, image()]})) as at:
        run_id = await at.start()
        lazy = at.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id))
        await lazy.read()
        events = await at.events(run_id)
        assert final_status(events) == ("SUCCEEDED", "") and len(events) > 2_000
        # A watcher pulls batch by batch, so that unread events are only in the log.
        assert at.engine.tails.get(run_id) is None
        lazy.cancel()


async def test_a_watcher_that_reads_nothing_is_disconnected_with_its_cursor_and_can_reconnect() -> None:
    flood = [thought("x" * 10_000)] * 1_500
    limits = fast_limits(watcher_seconds=0.2, run_bytes=100_000_000)
    async with run_orchestrator(MemoryLog(), Roles({"executor": [*flood, image()]}), limits) as at:
        run_id = await at.start()
        lazy = at.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id))
        seen = list((await lazy.read()).events)
        await eventually(lambda: not at.engine.watchers.watched_runs())
        with pytest.raises(grpc.aio.AioRpcError) as cut:
            while batch := await lazy.read():
                seen.extend(batch.events)
        error = from_rpc_error(cut.value)
        cursor = int(error.metadata["after_sequence"])
        rest = await at.events(run_id, seen[-1].sequence)
        assert error.code is Code.SSE_CONNECTION_ERROR and str(cursor) in error.text.en
        assert 0 < cursor <= seen[-1].sequence < rest[-1].sequence and final_status(rest) == ("SUCCEEDED", "")
        assert [event.sequence for event in [*seen, *rest]] == list(range(1, rest[-1].sequence + 1))


async def test_large_events_are_sent_in_several_messages() -> None:
    flood = [thought("x" * 30_000)] * 100
    async with run_orchestrator(MemoryLog(), Roles({"executor": [*flood, image()]})) as at:
        run_id = await at.start()
        await at.events(run_id)
        sizes = [
            len(batch.SerializeToString())
            async for batch in at.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id))
        ]
    assert len(sizes) >= 3 and max(sizes) < MAX_BATCH_BYTES + 10_000


async def test_a_message_has_at_most_one_batch_of_events() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"executor": [*[THOUGHT] * 500, image()]})) as at:
        run_id = await at.start()
        await at.events(run_id)
        request = orchestrator_pb2.WatchRunRequest(run_id=run_id)
        counts = [len(batch.events) async for batch in at.stub.WatchRun(request)]
    assert max(counts) == MAX_BATCH_EVENTS and counts[0] == MAX_BATCH_EVENTS


async def test_a_watcher_that_disconnects_does_not_stop_the_run() -> None:
    gate = asyncio.Event()
    async with run_orchestrator(MemoryLog(), Roles({"executor": [Gate(gate), image()]})) as at:
        run_id = await at.start()
        call = at.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id))
        await call.read()
        call.cancel()
        gate.set()
        assert final_status(await at.events(run_id)) == ("SUCCEEDED", "")


async def test_in_production_no_details_leave_the_service() -> None:
    roles = Roles({"executor": [Status(grpc.StatusCode.UNAVAILABLE, "secret")]})
    async with run_orchestrator(MemoryLog(), roles, environment=Environment.PRODUCTION) as at:
        run_id = await at.start()
        events = await at.events(run_id)
        run = await at.get(run_id)
    assert not any("secret" in str(event) for event in events) and "secret" not in str(run)


async def test_in_production_details_are_in_telemetry_and_not_in_the_log() -> None:
    log = MemoryLog()
    roles = Roles({"executor": [Status(grpc.StatusCode.UNAVAILABLE, "secret")]})
    with capture_logs() as lines:
        async with run_orchestrator(log, roles, environment=Environment.PRODUCTION) as at:
            run_id = await at.start()
            await at.events(run_id)
    assert not any(b"secret" in payload for payload in log.runs[run_id].payloads)
    (failed, *_) = [line for line in lines if "secret" in line.get("details", "")]
    assert (failed["run_id"], failed["step"], failed["attempt"]) == (run_id, "executor-1", "1")


async def test_details_in_the_log_of_a_run_in_development_are_not_served_in_production() -> None:
    log = MemoryLog()
    roles = Roles({"executor": [Status(grpc.StatusCode.UNAVAILABLE, "secret")]})
    async with run_orchestrator(log, roles) as at:
        run_id = await at.start()
        assert any("secret" in str(event) for event in await at.events(run_id))
    async with run_orchestrator(log, Roles(), environment=Environment.PRODUCTION) as at:
        events, run = await at.events(run_id), await at.get(run_id)
    assert not any("secret" in str(event) for event in events) and "secret" not in str(run)


async def test_in_production_a_successful_run_has_no_error() -> None:
    async with run_orchestrator(MemoryLog(), Roles(), environment=Environment.PRODUCTION) as at:
        run_id = await at.start()
        await at.events(run_id)
        run = await at.get(run_id)
    assert (run.HasField("error"), run.WhichOneof("state")) == (False, "image_chat")


async def test_a_running_run_reports_its_current_agent() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"executor": [Hang()]})) as at:
        run_id = await at.start()

        async def is_at_executor() -> bool:
            return bool((await at.get(run_id)).current_node == "executor")

        await eventually(is_at_executor)


class SlowLog(MemoryLog):
    """A log that returns progress only when a test allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.requested = asyncio.Event()
        self.answered = asyncio.Event()

    async def read_progress(self, cursors: Mapping[str, int], limit: int) -> Sequence[Progress]:
        found = await super().read_progress(cursors, limit)
        self.requested.set()
        await self.answered.wait()
        return found


async def test_events_from_before_a_run_was_watched_again_are_not_repeated() -> None:
    log, tails = SlowLog(), Tails()
    following = RemoteTails(log, tails)
    row = await log.start(starting())
    await log.append(appending(row, "2", "3", "4"))

    async def read(after: int) -> list[bytes]:
        tail = tails.get(row.run_id)
        assert tail is not None
        tail.readers += 1
        await eventually(lambda: tail.after(after, 10))
        return tail.after(after, 10)

    following.open(row.run_id, 0)
    early = tails.get(row.run_id)
    assert early is not None
    early.readers += 1
    await log.requested.wait()
    following.open(row.run_id, 3)
    reading = asyncio.create_task(read(3))
    await asyncio.sleep(0)
    log.answered.set()
    assert await reading == [b"4"]
    tails.close(row.run_id, ended=True)
