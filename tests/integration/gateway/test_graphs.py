"""Graphs over HTTP, with a slow graph service."""

import asyncio
from pathlib import Path

import grpc
import httpx
from reflow.v1 import graphs_pb2, graphs_pb2_grpc

from services.common.limits import Limits
from services.common.rpc import Context, ServiceInterceptor, serve
from services.common.telemetry import Telemetry
from services.gateway.bootstrap import run_gateway
from services.gateway.settings import GatewaySettings

SLOW_SECONDS = 0.6


class SlowGraphs(graphs_pb2_grpc.GraphServiceServicer):
    """Takes longer to change a graph than an ordinary call may take."""

    async def PatchGraph(
        self, request: graphs_pb2.PatchGraphRequest, context: Context
    ) -> graphs_pb2.PatchGraphResponse:
        await asyncio.sleep(SLOW_SECONDS)
        graph = graphs_pb2.Graph(graph_id="g", revision=2, content=b"{}")
        return graphs_pb2.PatchGraphResponse(revision=graphs_pb2.GraphRevision(graph_id="g", revision=2), graph=graph)


async def patch(telemetry: Telemetry, folder: Path, graph_seconds: float) -> httpx.Response:
    """Change a graph through a gateway whose other calls may take half as long as this one."""

    def add(server: grpc.aio.Server) -> None:
        slow = SlowGraphs()  # type: ignore[abstract]  # no other method is called
        graphs_pb2_grpc.add_GraphServiceServicer_to_server(slow, server)

    interceptor = ServiceInterceptor("scripted", telemetry, expose_details=True)
    server = await serve(f"unix:{folder / 'services'}", [], add, interceptor, max_connection_age=300)
    settings = GatewaySettings(
        host="127.0.0.1",
        port=0,
        orchestrator_address=server.address,
        executor_address=server.address,
        rag_address=server.address,
        blobs_url=(folder / "blobs").as_uri(),
        call_seconds=SLOW_SECONDS / 2,
        limits=Limits(graph_seconds=graph_seconds),
    )
    headers = {"Content-Type": "application/json-patch+json", "If-Match": '"1"'}
    try:
        async with run_gateway(settings, telemetry) as url, httpx.AsyncClient(trust_env=False, timeout=30) as http:
            return await http.patch(f"{url}/api/graphs/g", content=b"[]", headers=headers)
    finally:
        await server.stop(0)


async def test_a_slow_change_of_a_graph_may_take_as_long_as_its_own_limit(
    telemetry: Telemetry, short_folder: Path
) -> None:
    response = await patch(telemetry, short_folder, graph_seconds=30)
    assert (response.status_code, response.headers["ETag"]) == (200, '"2"')


async def test_beyond_the_limit_the_error_is_a_timeout(telemetry: Telemetry, short_folder: Path) -> None:
    response = await patch(telemetry, short_folder, graph_seconds=SLOW_SECONDS / 3)
    assert (response.status_code, response.json()["error"]["code"]) == (504, "EXECUTION_TIMEOUT")
