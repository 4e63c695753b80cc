"""One connection of a client: uvicorn's HTTP/1.1, with deadlines and stricter parsing."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from services.gateway.server.deadline import Deadline
from services.gateway.server.limits import ServerLimits
from services.gateway.server.periodic_log import PeriodicLog
from services.gateway.server.rejections import encode_rejection, reject_malformed_request
from services.gateway.server.web_socket import WEB_SOCKET_PATH, WebSocketConnection

# Each chunk of a body costs the event loop 20 µs, regardless of its size: a body may have this many chunks of any size,
# and one more per this number of bytes.
_FREE_CHUNKS = 4_096
_MIN_CHUNK_BYTES = 256


class HttpConnection(H11Protocol):
    """A connection that is closed when its client keeps the server waiting.

    A request's line and headers have `header_seconds` to arrive, counted from the connection, or from the end of the
    last response; the rest of a body that nothing reads falls under it too. While a request is handled its handler
    waits for the body. A response that the client does not read is aborted after `write_seconds`.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        limits: ServerLimits,
        slow_clients: PeriodicLog,
        now: Callable[[], float],
        on_close: Callable[[], None],
    ) -> None:
        super().__init__(config, server_state, app_state={}, _loop=asyncio.get_running_loop())
        self.conn = StrictConnection(h11.SERVER)
        self._limits = limits
        self._slow_clients = slow_clients
        self._now = now
        self._on_close = on_close
        self._reading = Deadline(limits.header_seconds, partial(self._disconnect, "no complete request arrived"))
        self._writing = Deadline(limits.write_seconds, partial(self._disconnect, "a response was not read"))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._update_reading()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._update_reading()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._reading.stop()
        self._update_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._writing.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._writing.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        self._reading.stop()
        self._writing.stop()
        super().connection_lost(exc)
        self._on_close()

    def send_400_response(self, msg: str) -> None:
        """Reject what is not HTTP, unless a response has started. The handler of a malformed body sees a disconnect."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(encode_rejection(reject_malformed_request(), self._now()))
        self.transport.close()

    def _should_upgrade(self) -> bool:
        """Return whether a request opens a WebSocket; uvicorn would log each attempt at another address."""
        return self.scope["path"] == WEB_SOCKET_PATH and self._get_upgrade() == b"websocket"

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection to a WebSocket, which counts as the same connection."""
        self._reading.stop()
        self.connections.discard(self)
        lines = [b"%s %s HTTP/1.1" % (event.method, event.target), *(b"%s: %s" % header for header in self.headers)]
        web_socket = WebSocketConnection(
            self.config, self.server_state, self._limits, self._slow_clients, self._on_close
        )
        web_socket.connection_made(self.transport)
        web_socket.data_received(b"\r\n".join(lines) + b"\r\n\r\n")
        self.transport.set_protocol(web_socket)

    def _update_reading(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self._reading.start()
        else:
            self._reading.stop()

    def _disconnect(self, reason: str) -> None:
        self._slow_clients.record(reason)
        self.transport.abort()


class StrictConnection(h11.Connection):
    """A parser that rejects bodies of very small chunks, which cost far more to parse than to send."""

    def __init__(self, our_role: Any) -> None:
        super().__init__(our_role)
        self._chunks = 0
        self._bytes = 0

    def next_event(self) -> Any:
        """Return the next event. Raises RemoteProtocolError for what is not HTTP, or has too many chunks."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._chunks += 1
            self._bytes += len(event.data)
            if self._chunks > _FREE_CHUNKS + self._bytes // _MIN_CHUNK_BYTES:
                raise h11.RemoteProtocolError("too many chunks")
        return event
