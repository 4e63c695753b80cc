"""The fake providers as a running server."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from services.common.http_server import HttpServer
from services.fake_providers.app import create_app
from services.fake_providers.behaviors import ScenarioSteps
from services.fake_providers.connections import TransportProtocol
from services.fake_providers.scenario import Scenario

STOP_SECONDS = 1
BACKLOG = 1_024


@asynccontextmanager
async def run_server(
    host: str, port: int, *, key_required: bool, steps: ScenarioSteps | None = None
) -> AsyncIterator[str]:
    """Serve until the context ends, and yield the URL once it listens. Raises OSError where it cannot.

    At the end, requests in progress have STOP_SECONDS to finish.
    """
    scenario = Scenario(key_required=key_required, clock=time.monotonic, now=time.time)
    scenario.configure(steps or {})
    listener = _listen(host, port)
    config = uvicorn.Config(
        create_app(scenario),
        http=TransportProtocol,
        log_config=None,
        log_level="critical",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    server = HttpServer(config)
    running = asyncio.create_task(server.serve([listener]))
    try:
        await server.listening.wait()
        yield _url(listener)
    finally:
        server.should_exit = True
        await running
        listener.close()


def _listen(host: str, port: int) -> socket.socket:
    kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(kind, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
