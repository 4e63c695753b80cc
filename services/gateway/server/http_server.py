"""The HTTP server: uvicorn inside a process that handles signals itself, accepting connections by its own limits."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import uvicorn
from starlette.types import ASGIApp

from services.common.http_server import HttpServer
from services.gateway.server.acceptor import Acceptor
from services.gateway.server.connection import HttpConnection
from services.gateway.server.limits import ServerLimits
from services.gateway.server.periodic_log import PeriodicLog
from services.gateway.server.rejections import encode_rejection


@asynccontextmanager
async def serve_http(
    app: ASGIApp, listener: socket.socket, limits: ServerLimits, *, stop_seconds: int, now: Callable[[], float]
) -> AsyncIterator[None]:
    """Serve *app* on *listener*, which is closed, until the context ends; open requests have *stop_seconds* to end.

    Args:
        app: the application.
        listener: the listening socket.
        limits: numbers of connections, and deadlines of clients.
        stop_seconds: time for open requests at the end.
        now: clock for the time of errors (seconds since 1970).

    """
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="error",  # with a warning for each malformed request, any client could fill the log
        access_log=False,
        lifespan="off",
        http=HttpConnection,
        ws="none",  # server/web_socket.py
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,  # its memory for each connection is more than a graph
        ws_ping_interval=limits.ping_seconds,
        ws_ping_timeout=limits.ping_seconds,
        proxy_headers=False,  # nothing depends on the address of a client
        server_header=False,
        timeout_graceful_shutdown=stop_seconds,
    )
    server = _Server(config, listener, limits, now)
    serving = asyncio.create_task(server.serve([listener]))
    await server.listening.wait()
    try:
        yield
    finally:
        server.should_exit = True
        await serving


class _Server(HttpServer):
    """A server that accepts connections by its own limits."""

    def __init__(
        self, config: uvicorn.Config, listener: socket.socket, limits: ServerLimits, now: Callable[[], float]
    ) -> None:
        super().__init__(config)
        self._listener = listener
        self._limits = limits
        self._now = now

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        slow_clients = PeriodicLog("slow clients disconnected", asyncio.get_running_loop().time)

        def create_connection(on_close: Callable[[], None]) -> asyncio.Protocol:
            return HttpConnection(self.config, self.server_state, self._limits, slow_clients, self._now, on_close)

        acceptor = Acceptor(
            self._listener, create_connection, self._limits, lambda error: encode_rejection(error, self._now())
        )
        self.servers = [acceptor]  # type: ignore[list-item]  # uvicorn closes it, nothing else
        self.started = True
        self.listening.set()
