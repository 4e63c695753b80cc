"""WebSockets of a gateway whose graph service is scripted: their number, subscriptions and silent clients."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import websockets
from reflow.v1 import graphs_pb2, graphs_pb2_grpc

from services.common.rpc import Context, ServiceInterceptor, serve
from services.common.telemetry import Telemetry
from services.gateway.bootstrap import run_gateway
from services.gateway.settings import GatewaySettings
from tests.fixtures.network.raw_http import connect_raw
from tests.fixtures.systems.eventually import eventually

SECONDS = 30.0
"""Far beyond the deadlines of these tests, which are parts of a second."""
UPGRADE = (
    b"GET /api/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@dataclass
class Graphs(graphs_pb2_grpc.GraphServiceServicer):
    """One graph at `revision`, and its watchers."""

    revision: int = 1
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    watching: int = 0

    async def change(self) -> None:
        """Store the next revision."""
        async with self.changed:
            self.revision += 1
            self.changed.notify_all()

    async def GetGraph(self, request: graphs_pb2.GetGraphRequest, context: Context) -> graphs_pb2.GetGraphResponse:
        return graphs_pb2.GetGraphResponse(graph=graphs_pb2.Graph(graph_id="g", revision=self.revision, content=b"{}"))

    async def WatchGraph(
        self, request: graphs_pb2.WatchGraphRequest, context: Context
    ) -> AsyncIterator[graphs_pb2.WatchGraphResponse]:
        cursor = request.after_revision
        self.watching += 1
        try:
            while True:
                async with self.changed:
                    while self.revision <= cursor:
                        await self.changed.wait()
                cursor += 1
                revision = graphs_pb2.GraphRevision(graph_id="g", revision=cursor)
                yield graphs_pb2.WatchGraphResponse(revision=revision, content=b"{}")
        finally:
            self.watching -= 1


@pytest.fixture
def graphs() -> Graphs:
    return Graphs()  # type: ignore[abstract]  # no other method is called


@asynccontextmanager
async def gateway(graphs: Graphs, telemetry: Telemetry, folder: Path, **settings: Any) -> AsyncIterator[str]:
    """Run a gateway on *graphs*; yield its URL."""
    interceptor = ServiceInterceptor("scripted", telemetry, expose_details=True)
    server = await serve(
        f"unix:{folder / 'services'}",
        [],
        lambda server: graphs_pb2_grpc.add_GraphServiceServicer_to_server(graphs, server),
        interceptor,
        max_connection_age=300,
    )
    addresses = dict.fromkeys(("orchestrator_address", "executor_address", "rag_address"), server.address)
    given = {"host": "127.0.0.1", "port": 0, "blobs_url": (folder / "blobs").as_uri(), **addresses, **settings}
    try:
        async with run_gateway(GatewaySettings(**given), telemetry) as url:
            yield url
    finally:
        await server.stop(0)


def connect(url: str) -> Any:
    """Return a WebSocket to connect to."""
    return websockets.connect(f"{url.replace('http', 'ws')}/api/ws")


async def receive(socket: Any) -> Any:
    """Return the next message."""
    return json.loads(await asyncio.wait_for(socket.recv(), SECONDS))


async def is_rejected(url: str) -> bool:
    """Return whether a further WebSocket is rejected as one too many."""
    try:
        async with connect(url):
            return False
    except websockets.InvalidStatus as rejected:
        assert rejected.response.status_code == 503
        assert json.loads(rejected.response.body or b"")["error"]["code"] == "QUEUE_FULL"
        return True


async def test_sockets_beyond_the_limit_are_rejected_and_a_closed_one_makes_room(
    graphs: Graphs, telemetry: Telemetry, short_folder: Path
) -> None:
    async with gateway(graphs, telemetry, short_folder, sockets=2) as url, connect(url) as first, connect(url):
        assert await is_rejected(url)
        await first.close()
        await eventually(lambda: _invert(is_rejected(url)))


async def _invert(condition: Any) -> bool:
    return not await condition


async def test_no_socket_is_accepted_where_none_is_allowed(
    graphs: Graphs, telemetry: Telemetry, short_folder: Path
) -> None:
    async with gateway(graphs, telemetry, short_folder, sockets=0) as url:
        assert await is_rejected(url)


async def test_after_unsubscribing_no_revision_is_sent_and_the_graph_is_no_longer_watched(
    graphs: Graphs, telemetry: Telemetry, short_folder: Path
) -> None:
    subscribe, unsubscribe = ({"type": kind, "graphId": "g"} for kind in ("subscribe", "unsubscribe"))
    async with gateway(graphs, telemetry, short_folder) as url, connect(url) as socket, connect(url) as other:
        for one in (socket, other):
            await one.send(json.dumps(subscribe))
            assert [(await receive(one))["type"] for _ in range(2)] == [
                "subscribed",
                "UPDATE_WORKFLOW_STATE_FROM_AGENT",
            ]
        await socket.send(json.dumps(unsubscribe))
        assert await receive(socket) == {"type": "unsubscribed", "graphId": "g"}
        await eventually(lambda: graphs.watching == 1)
        await graphs.change()
        assert (await receive(other))["payload"]["revision"] == 2
        await socket.send(json.dumps({"type": "ping"}))
        assert await receive(socket) == {"type": "pong"}
        await socket.send(json.dumps({**subscribe, "afterRevision": 1}))
        assert (await receive(socket))["type"] == "subscribed"
        assert (await receive(socket))["payload"]["revision"] == 2


async def test_a_client_that_answers_no_ping_is_disconnected(
    graphs: Graphs, telemetry: Telemetry, short_folder: Path
) -> None:
    async with gateway(graphs, telemetry, short_folder, comment_seconds=0.2) as url, connect_raw(url) as silent:
        await silent.send(UPGRADE)
        assert (await silent.receive_head()).startswith(b"HTTP/1.1 101 ")
        async with asyncio.timeout(SECONDS):
            received = await silent.receive()
        assert received.startswith(b"\x89\x04"), "a ping"


async def test_a_client_that_answers_pings_stays_connected_while_nothing_happens(
    graphs: Graphs, telemetry: Telemetry, short_folder: Path
) -> None:
    async with gateway(graphs, telemetry, short_folder, comment_seconds=0.2) as url, connect(url) as socket:
        async with connect_raw(url) as silent:
            await silent.send(UPGRADE)
            async with asyncio.timeout(SECONDS):
                await silent.receive()  # as long as it takes to disconnect the one that answers none
        await socket.send(json.dumps({"type": "ping"}))
        assert await receive(socket) == {"type": "pong"}
