"""Whether the services behind answer."""

import asyncio
from collections.abc import Mapping

from grpc.aio import AioRpcError, Channel
from grpc_health.v1 import health_pb2, health_pb2_grpc

CHECK_SECONDS = 2.0


async def check_all(channels: Mapping[str, Channel]) -> dict[str, bool]:
    """Return for each service by name whether it says it is serving."""
    answers = await asyncio.gather(*(_serving(channel) for channel in channels.values()))
    return dict(zip(channels, answers, strict=True))


async def _serving(channel: Channel) -> bool:
    check = health_pb2_grpc.HealthStub(channel).Check  # type: ignore[attr-defined]  # missing in its stubs
    try:
        answer = await check(health_pb2.HealthCheckRequest(), timeout=CHECK_SECONDS)
    except AioRpcError:
        return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)
