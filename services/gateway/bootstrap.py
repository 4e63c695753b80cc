"""Wiring of the gateway."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from services.common.blobs import open_blob_store
from services.common.telemetry import Telemetry
from services.common.worker_pool.pool import WorkerPool
from services.gateway.app import create_app
from services.gateway.clients import open_clients
from services.gateway.dependencies import Dependencies
from services.gateway.server.descriptors import raise_descriptor_limit
from services.gateway.server.http_server import serve_http
from services.gateway.server.limits import ServerLimits
from services.gateway.server.listener import listen_on
from services.gateway.settings import GatewaySettings

log = structlog.get_logger("reflow.gateway")

# Worker processes that parse large bodies; further bodies wait.
BODY_WORKERS = 1
LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, not listened on


@asynccontextmanager
async def run_gateway(settings: GatewaySettings, telemetry: Telemetry) -> AsyncIterator[str]:
    """Serve HTTP until the context ends, and yield the base URL once it listens.

    At the end open event streams are closed (clients can resume them), other requests have `stop_seconds` to end.
    Raises ListenError.
    """
    limits = choose_server_limits(settings, raise_descriptor_limit())
    async with open_dependencies(settings, telemetry) as deps:
        listener = listen_on(settings.host, settings.port)
        url = _url(settings.host, listener)
        app = create_app(deps)
        async with serve_http(app, listener, limits, stop_seconds=settings.stop_seconds, now=deps.now):
            log.info("gateway ready", url=url, connections=limits.connections)
            try:
                yield url
            finally:
                deps.stopping.set()


@asynccontextmanager
async def open_dependencies(settings: GatewaySettings, telemetry: Telemetry) -> AsyncIterator[Dependencies]:
    """Yield the dependencies of the gateway until the context ends."""
    async with open_clients(settings) as clients:
        yield Dependencies(
            settings=settings,
            clients=clients,
            blobs=open_blob_store(settings.blobs_url),
            workers=WorkerPool(BODY_WORKERS, memory_bytes=settings.limits.worker_bytes),
            telemetry=telemetry,
            stopping=asyncio.Event(),
            now=time.time,
        )


def choose_server_limits(settings: GatewaySettings, descriptors: int) -> ServerLimits:
    """Return the limits of the server in a process with *descriptors*: at most half of them are for connections.

    If that is less than configured, the limit per address is reduced in proportion.
    """
    connections = min(settings.connections, max(1, descriptors // 2))
    return ServerLimits(
        connections=connections,
        connections_per_address=max(1, settings.connections_per_address * connections // settings.connections),
        header_seconds=settings.header_seconds,
        write_seconds=settings.limits.watcher_seconds,
        message_bytes=settings.socket_message_bytes,
        ping_seconds=settings.comment_seconds,
    )


def _url(host: str, listener: socket.socket) -> str:
    """Return the base URL of the gateway on this machine."""
    name = LOOPBACK.get(host, host)
    port = listener.getsockname()[1]
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
