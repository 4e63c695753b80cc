"""Readiness of a process."""

import asyncio

import httpx
from grpc.aio import AioRpcError
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.common.rpc.channel import open_channel

_POLL_SECONDS = 0.1
_RESPONSE_SECONDS = 2.0


async def wait_until_ready(address: str) -> None:
    """Wait until the server at *address* is ready: `unix:PATH` for gRPC, or a URL; "" is ready at once."""
    if not address:
        return
    ready = _responds if address.startswith("http") else _is_serving
    while True:
        if await ready(address):
            return
        await asyncio.sleep(_POLL_SECONDS)


async def _is_serving(address: str) -> bool:
    if not await _accepts_connections(address):
        return False
    async with open_channel(address) as channel:
        check = health_pb2_grpc.HealthStub(channel).Check  # type: ignore[attr-defined]  # missing in its stubs
        try:
            answer = await check(health_pb2.HealthCheckRequest(), timeout=_RESPONSE_SECONDS)
        except AioRpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


async def _accepts_connections(address: str) -> bool:
    """Return whether a connection is accepted. gRPC would back off ever longer after a rejected one."""
    try:
        _, writer = await asyncio.open_unix_connection(address.removeprefix("unix:"))
    except OSError:
        return False
    writer.close()
    return True


async def _responds(url: str) -> bool:
    async with httpx.AsyncClient(trust_env=False, timeout=_RESPONSE_SECONDS) as client:
        try:
            return (await client.get(f"{url}/healthz")).is_success
        except httpx.HTTPError:
            return False
