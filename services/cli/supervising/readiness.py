"""Whether a process can be asked for what it is there for."""

import asyncio

import httpx
from grpc.aio import AioRpcError
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.common.serving.channel import open_channel

_PAUSE_SECONDS = 0.1
_ANSWER_SECONDS = 2.0


async def until_ready(address: str) -> None:
    """Wait until who listens at *address* says that it is ready: host:port for gRPC, or a URL; "" is ready at once."""
    if not address:
        return
    ready = _page_answers if address.startswith("http") else _serves
    while True:
        if await ready(address):
            return
        await asyncio.sleep(_PAUSE_SECONDS)


async def _serves(address: str) -> bool:
    if not await _listened_on(address):
        return False
    async with open_channel(address) as channel:
        check = health_pb2_grpc.HealthStub(channel).Check  # type: ignore[attr-defined]  # missing in its stubs
        try:
            answer = await check(health_pb2.HealthCheckRequest(), timeout=_ANSWER_SECONDS)
        except AioRpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


async def _listened_on(address: str) -> bool:
    """Whether a connection is taken. gRPC, refused once, would wait ever longer before it looks again."""
    host, _, port = address.rpartition(":")
    try:
        _, writer = await asyncio.open_connection(host, int(port))
    except OSError:
        return False
    writer.close()
    return True


async def _page_answers(url: str) -> bool:
    async with httpx.AsyncClient(trust_env=False, timeout=_ANSWER_SECONDS) as client:
        try:
            return (await client.get(f"{url}/healthz")).is_success
        except httpx.HTTPError:
            return False
