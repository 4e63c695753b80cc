"""A call whose peer is lost before the response."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import grpc
import pytest
from grpc.aio import AioRpcError
from reflow.v1 import orchestrator_pb2, orchestrator_pb2_grpc

from services.common.rpc import open_channel
from services.common.rpc.failover import call, open_stream
from tests.fixtures.network.named_servers import NamedServer, named_server
from tests.fixtures.systems.eventually import eventually

SECONDS = 60.0


class Pair:
    """Two peers behind one target; neither answers while both are available."""

    def __init__(self, peers: list[NamedServer], channel: grpc.aio.Channel) -> None:
        self.peers = peers
        self.stub = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)

    async def lose_the_called(self) -> None:
        """Wait until a call has arrived, then stop the peer that received it, and let the other answer."""
        called = await eventually(lambda: [peer for peer in self.peers if peer.calls], timeout=SECONDS)
        for peer in self.peers:
            peer.hangs = False
        await called[0].stop()


@pytest.fixture
async def pair() -> AsyncIterator[Pair]:
    async with AsyncExitStack() as stack:
        servers = [named_server("127.0.0.1:0", name=name, hangs=True) for name in ("a", "b")]
        peers = [await stack.enter_async_context(server) for server in servers]
        target = f"ipv4:{','.join(peer.address for peer in peers)}"
        yield Pair(peers, await stack.enter_async_context(open_channel(target)))


async def test_a_start_without_a_request_id_that_loses_its_peer_is_retried_once_with_one_id(pair: Pair) -> None:
    request = orchestrator_pb2.StartRunRequest()
    asking = asyncio.create_task(call(pair.stub.StartRun, request, timeout=SECONDS, metadata=()))
    await pair.lose_the_called()
    answer = await asking
    ((first,), (second,)) = (peer.calls for peer in pair.peers)
    assert answer.run_id in ("a", "b")
    assert first.request_id == second.request_id != ""


async def test_a_stream_that_loses_its_peer_before_the_first_response_is_reopened_with_the_same_id(
    pair: Pair,
) -> None:
    request = orchestrator_pb2.StartRunRequest()
    opening = asyncio.create_task(open_stream(pair.stub.StartAndWatchRun, request, timeout=SECONDS, metadata=()))
    await pair.lose_the_called()
    stream = await opening
    ((first,), (second,)) = (peer.calls for peer in pair.peers)
    assert [response async for response in stream] == [stream.first] and stream.first.started.run_id in ("a", "b")
    assert first.request_id == second.request_id != ""


async def test_a_stream_without_a_first_response_in_time_is_cancelled(pair: Pair) -> None:
    with pytest.raises(AioRpcError) as failed:
        request = orchestrator_pb2.StartRunRequest()
        await open_stream(pair.stub.StartAndWatchRun, request, timeout=0.2, metadata=())
    assert failed.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    await eventually(lambda: [peer for peer in pair.peers if peer.cancelled])


async def test_a_call_that_is_not_idempotent_is_not_retried(pair: Pair) -> None:
    request = orchestrator_pb2.CreateSessionRequest()
    asking = asyncio.create_task(call(pair.stub.CreateSession, request, timeout=SECONDS, metadata=()))
    await pair.lose_the_called()
    with pytest.raises(AioRpcError) as failed:
        await asking
    assert failed.value.code() is grpc.StatusCode.UNAVAILABLE
    assert sum(len(peer.calls) for peer in pair.peers) == 1


async def test_the_caller_receives_an_error_at_once_when_no_peer_is_left(pair: Pair) -> None:
    for peer in pair.peers:
        await peer.stop()
    with pytest.raises(AioRpcError) as failed:
        await call(pair.stub.GetRun, orchestrator_pb2.GetRunRequest(run_id="r"), timeout=SECONDS, metadata=())
    assert failed.value.code() is grpc.StatusCode.UNAVAILABLE
