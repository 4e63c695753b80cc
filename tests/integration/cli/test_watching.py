"""The command line watches a run over real gRPC, its connection cut again and again."""

import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from grpc import StatusCode
from grpc.aio import AioRpcError
from reflow.v1 import orchestrator_pb2, orchestrator_pb2_grpc

from services.cli.watching import WatchCall, events_behind
from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from services.common.serving import open_channel
from services.common.telemetry import start_telemetry
from tests.fixtures.scripted_orchestrator import RUN_ID, Script, scripted_services, whole_run


class Watcher:
    """Watches the one run that a script tells."""

    def __init__(self, script: Script, stub: "orchestrator_pb2_grpc.OrchestratorServiceAsyncStub") -> None:
        self.script, self.run_id = script, RUN_ID
        self.asked: list[int] = []
        self._stub = stub

    def watch(self, after: int) -> WatchCall:
        """Ask for the events behind *after*."""
        self.asked.append(after)
        return self._stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=self.run_id, after_sequence=after))

    async def seen(self, after: int = 0, tries: int = 3) -> Sequence[int]:
        """Return the sequences of all events that are told."""
        return [event.sequence async for event in events_behind(self.watch, after, tries)]


@pytest.fixture
async def watcher() -> AsyncIterator[Watcher]:
    script = Script(events=whole_run())
    with tempfile.TemporaryDirectory(prefix="cli-") as folder:
        async with (
            scripted_services(Path(folder), script, start_telemetry("test")) as server,
            open_channel(server.address) as channel,
        ):
            yield Watcher(script, orchestrator_pb2_grpc.OrchestratorServiceStub(channel))


@pytest.mark.parametrize("break_after", [1, 2, 5])
async def test_cut_after_every_few_events_each_event_comes_exactly_once(watcher: Watcher, break_after: int) -> None:
    watcher.script.break_after = break_after
    assert await watcher.seen() == list(range(1, len(watcher.script.events) + 1))


async def test_a_run_of_which_everything_is_known_has_nothing_more_to_tell(watcher: Watcher) -> None:
    last = len(watcher.script.events)
    assert await watcher.seen(after=last) == []


async def test_a_stream_that_ends_in_mid_run_is_taken_up_again(watcher: Watcher) -> None:
    whole = watcher.script.events
    watcher.script.events = whole[:3]
    seen = []
    async for event in events_behind(watcher.watch, 0):
        seen.append(event.sequence)
        if event.sequence == 3:
            watcher.script.events = whole
    assert seen == [event.sequence for event in whole]


async def test_an_orchestrator_that_stays_away_is_told_after_some_tries(watcher: Watcher) -> None:
    watcher.script.break_after = 0
    with pytest.raises(AioRpcError) as failed:
        await watcher.seen(tries=2)
    assert failed.value.code() is StatusCode.UNAVAILABLE
    assert watcher.asked == [0, 0, 0]


async def test_what_the_orchestrator_refuses_is_told_at_once(watcher: Watcher) -> None:
    watcher.run_id = "x" * 65
    with pytest.raises(AioRpcError) as failed:
        await watcher.seen()
    assert from_rpc_error(failed.value).code is Code.INVALID_INPUT_FORMAT
    assert watcher.asked == [0]
