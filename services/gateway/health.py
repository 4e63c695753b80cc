"""Health checks of the services behind the gateway."""

import asyncio
from collections.abc import Mapping

from grpc.aio import AioRpcError, Channel
from grpc_health.v1 import health_pb2, health_pb2_grpc

CHECK_SECONDS = 2.0


async def check_health(channels: Mapping[str, Channel]) -> dict[str, bool]:
    """Return for each service, by name, whether it reports that it is serving."""
    serving = await asyncio.gather(*(_is_serving(channel) for channel in channels.values()))
    return dict(zip(channels, serving, strict=True))


async def _is_serving(channel: Channel) -> bool:
    check = health_pb2_grpc.HealthStub(channel).Check  # type: ignore[attr-defined]  # missing in its stubs
    try:
        response = await check(health_pb2.HealthCheckRequest(), timeout=CHECK_SECONDS)
    except AioRpcError:
        return False
    return bool(response.status == health_pb2.HealthCheckResponse.SERVING)
