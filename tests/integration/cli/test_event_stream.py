"""The event stream of a run over real gRPC, with a connection that breaks repeatedly."""

import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from grpc import StatusCode
from grpc.aio import AioRpcError
from reflow.v1 import orchestrator_pb2, orchestrator_pb2_grpc

from services.cli.session.event_stream import StartStream, WatchCall, watch_events
from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from services.common.rpc import open_channel
from services.common.rpc.failover import open_stream
from services.common.telemetry import start_telemetry
from tests.fixtures.gateway.scripted_orchestrator import RUN_ID, Script, image_chat_run, scripted_services


class Watcher:
    """Watches the one run of a script."""

    def __init__(self, script: Script, stub: "orchestrator_pb2_grpc.OrchestratorServiceAsyncStub") -> None:
        self.script, self.run_id = script, RUN_ID
        self.cursors: list[int] = []
        self._stub = stub

    def watch(self, after: int) -> WatchCall:
        """Request the events after *after*."""
        self.cursors.append(after)
        return self._stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=self.run_id, after_sequence=after))

    async def start(self) -> StartStream:
        """Start the run, and open the stream of its events."""
        return await open_stream(
            self._stub.StartAndWatchRun, orchestrator_pb2.StartRunRequest(), timeout=60, metadata=()
        )

    async def sequences(self, after: int = 0, max_attempts: int = 3) -> Sequence[int]:
        """Return the sequences of all events."""
        return [event.sequence async for event in watch_events(self.watch, after, max_attempts)]


@pytest.fixture
async def watcher() -> AsyncIterator[Watcher]:
    script = Script(events=image_chat_run())
    with tempfile.TemporaryDirectory(prefix="cli-") as folder:
        async with (
            scripted_services(Path(folder), script, start_telemetry("test")) as server,
            open_channel(server.address) as channel,
        ):
            yield Watcher(script, orchestrator_pb2_grpc.OrchestratorServiceStub(channel))


@pytest.mark.parametrize("break_after", [1, 2, 5])
async def test_each_event_arrives_exactly_once_when_the_stream_breaks_repeatedly(
    watcher: Watcher, break_after: int
) -> None:
    watcher.script.break_after = break_after
    assert await watcher.sequences() == list(range(1, len(watcher.script.events) + 1))


@pytest.mark.parametrize(("break_after", "watched_after"), [(None, []), (5, [5, 10])])
async def test_a_run_that_was_just_started_is_read_from_that_stream_and_watched_only_where_it_breaks(
    watcher: Watcher, break_after: int | None, watched_after: list[int]
) -> None:
    watcher.script.break_after = break_after
    opened = await watcher.start()
    events = [event.sequence async for event in watch_events(watcher.watch, 0, opened=opened)]
    assert events == list(range(1, len(watcher.script.events) + 1)) and watcher.cursors == watched_after


async def test_a_run_whose_events_are_all_known_yields_no_events(watcher: Watcher) -> None:
    last = len(watcher.script.events)
    assert await watcher.sequences(after=last) == []


async def test_a_stream_that_ends_before_the_run_is_resumed(watcher: Watcher) -> None:
    whole = watcher.script.events
    watcher.script.events = whole[:3]
    seen = []
    async for event in watch_events(watcher.watch, 0):
        seen.append(event.sequence)
        if event.sequence == 3:
            watcher.script.events = whole
    assert seen == [event.sequence for event in whole]


async def test_an_unreachable_orchestrator_is_reported_after_some_attempts(watcher: Watcher) -> None:
    watcher.script.break_after = 0
    with pytest.raises(AioRpcError) as failed:
        await watcher.sequences(max_attempts=2)
    assert failed.value.code() is StatusCode.UNAVAILABLE
    assert watcher.cursors == [0, 0, 0]


async def test_a_rejection_of_the_orchestrator_is_reported_at_once(watcher: Watcher) -> None:
    watcher.run_id = "x" * 65
    with pytest.raises(AioRpcError) as failed:
        await watcher.sequences()
    assert from_rpc_error(failed.value).code is Code.INVALID_INPUT_FORMAT
    assert watcher.cursors == [0]
