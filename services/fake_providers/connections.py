"""Termination of connections: closed during a response, or reset."""

import asyncio
import socket
import struct
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

LINGER_ZERO = struct.pack("ii", 1, 0)


class ConnectionClosed(Exception):
    """Closes the connection without the rest of the response."""


class TransportProtocol(H11Protocol):
    """HTTP/1.1 protocol that passes the transport to requests, as `request.state.transport`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Pass the transport to the requests of this connection."""
        self.app_state = {**self.app_state, "transport": transport}
        super().connection_made(transport)


class ConnectionCloser:
    """Middleware that closes the connection when ConnectionClosed is raised."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        try:
            await self._app(scope, receive, send)
        except ConnectionClosed:
            transport = get_transport(scope)
            if transport is not None:
                transport.close()  # data sent so far is flushed


def reset_connection(connection: HTTPConnection) -> None:
    """Reset the TCP connection: the client receives ECONNRESET."""
    transport = get_transport(connection.scope)
    if transport is None:
        return
    sock = transport.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER_ZERO)
    transport.abort()


def get_transport(scope: Scope) -> asyncio.Transport | None:
    """Return the transport of a request served by TransportProtocol."""
    state: dict[str, Any] = scope.get("state", {})
    transport: asyncio.Transport | None = state.get("transport")
    return transport
