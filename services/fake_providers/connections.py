"""Ending a connection as networks do: closed in the middle, or reset."""

import asyncio
import socket
import struct
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

AT_ONCE = struct.pack("ii", 1, 0)


class HungUp(Exception):
    """The connection is closed without the rest of the answer."""


class Reachable(H11Protocol):
    """HTTP/1.1 whose requests know their transport, as `request.state.transport`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Hand the transport to the requests of this connection."""
        self.app_state = {**self.app_state, "transport": transport}
        super().connection_made(transport)


class HangingUp:
    """Ends an answer where HungUp is raised, so that the server closes the connection there."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        try:
            await self._app(scope, receive, send)
        except HungUp:
            transport = transport_of(scope)
            if transport is not None:
                transport.close()  # what was sent so far still goes out


def reset(connection: HTTPConnection) -> None:
    """Reset the TCP connection: the caller reads ECONNRESET."""
    transport = transport_of(connection.scope)
    if transport is None:
        return
    held = transport.get_extra_info("socket")
    if held is not None:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    transport.abort()


def transport_of(scope: Scope) -> asyncio.Transport | None:
    """Return the transport of a request served by Reachable."""
    state: dict[str, Any] = scope.get("state", {})
    found: asyncio.Transport | None = state.get("transport")
    return found
