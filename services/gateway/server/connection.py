"""One connection of a client: uvicorn's HTTP/1.1, with deadlines and stricter parsing."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from services.gateway.server.limits import ServerLimits
from services.gateway.server.periodic_log import PeriodicLog
from services.gateway.server.rejections import encode_rejection, reject_malformed_request

# Each chunk of a body costs the event loop 20 µs, however small it is: a body may have this many of any size, and one
# more for every so many bytes.
_FREE_CHUNKS = 4_096
_MIN_CHUNK_BYTES = 256


class HttpConnection(H11Protocol):
    """A connection that is closed when its client keeps the server waiting.

    A request's line and headers have `header_seconds` to arrive, counted from the connection, or from the end of the
    last response; the rest of a body that nothing reads falls under it too. While a request is handled its handler
    waits for the body. A response that waits for its reader is given up after `write_seconds`.
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
        self._slow_clients = slow_clients
        self._now = now
        self._on_close = on_close
        self._reading = _Deadline(limits.header_seconds, partial(self._disconnect, "no complete request arrived"))
        self._writing = _Deadline(limits.write_seconds, partial(self._disconnect, "a response was not read"))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._update_reading()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
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
        return False  # no protocol but HTTP is served; uvicorn would log each attempt

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


class _Deadline:
    """Calls a function unless it is stopped within *seconds* of its start."""

    def __init__(self, seconds: float, on_expiry: Callable[[], None]) -> None:
        self._seconds = seconds
        self._on_expiry = on_expiry
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start it; a running one is not extended."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._on_expiry)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
