"""Wires the gateway; nothing else does."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
import uvicorn

from services.common.blobs import open_blob_store
from services.common.http_server import HttpServer
from services.common.telemetry import Telemetry
from services.common.worker_pool.pool import WorkerPool
from services.gateway.app import create_app
from services.gateway.clients import open_clients
from services.gateway.dependencies import Dependencies
from services.gateway.settings import GatewaySettings

log = structlog.get_logger("reflow.gateway")

# Connections that wait to be accepted.
BACKLOG = 2_048
# Worker processes that parse large bodies; further bodies wait.
BODY_WORKERS = 1
LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, not listened on


class ListenError(Exception):
    """The gateway cannot listen on its address."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(
            f"不能监听 {host}:{port}，可能已被占用，请换一个端口。 "
            f"Cannot listen on {host}:{port} ({reason}); it may be in use, so try another port."
        )


@asynccontextmanager
async def run_gateway(settings: GatewaySettings, telemetry: Telemetry) -> AsyncIterator[str]:
    """Serve HTTP until the context ends, and yield the base URL once it listens.

    At the end open event streams are closed (clients can resume them), other requests have `stop_seconds` to end.
    Raises ListenError.
    """
    async with open_clients(settings) as clients:
        listener = listen_on(settings.host, settings.port)
        deps = Dependencies(
            settings=settings,
            clients=clients,
            blobs=open_blob_store(settings.blobs_url),
            workers=WorkerPool(BODY_WORKERS),
            telemetry=telemetry,
            stopping=asyncio.Event(),
            now=time.time,
        )
        config = uvicorn.Config(
            create_app(deps),
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=settings.stop_seconds,
        )
        server = HttpServer(config)
        serving = asyncio.create_task(server.serve([listener]))
        try:
            await server.listening.wait()
            url = _url(settings.host, listener)
            log.info("gateway ready", url=url)
            yield url
        finally:
            deps.stopping.set()
            server.should_exit = True
            await serving


def listen_on(host: str, port: int) -> socket.socket:
    """Return a socket that listens on *host* and *port* (0 for any free one). Raises ListenError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio disables Nagle's algorithm only then: with it enabled, an event that
    # follows the headers waits 40 ms for the client's delayed acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ListenError(host, port, error.strerror or str(error)) from error
    return listener


def _url(host: str, listener: socket.socket) -> str:
    """Return the base URL of the gateway on this machine."""
    name = LOOPBACK.get(host, host)
    port = listener.getsockname()[1]
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
