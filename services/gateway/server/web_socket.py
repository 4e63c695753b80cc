"""One WebSocket: uvicorn's protocol on the websockets library, with the deadlines and the limits of a connection."""

import asyncio
from collections.abc import Callable

from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from services.gateway.server.deadline import Deadline
from services.gateway.server.limits import ServerLimits
from services.gateway.server.periodic_log import PeriodicLog

# The only address at which a WebSocket is opened.
WEB_SOCKET_PATH = "/api/ws"


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket that is closed when a message waits for its reader for `write_seconds`, or a ping stays unanswered.

    Reading stops while a received message is handled, so that a client cannot fill the memory.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        limits: ServerLimits,
        slow_clients: PeriodicLog,
        on_close: Callable[[], None],
    ) -> None:
        super().__init__(config, server_state, app_state={}, _loop=asyncio.get_running_loop())
        self._slow_clients = slow_clients
        self._on_close = on_close
        self._writing = Deadline(limits.write_seconds, self._disconnect)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._writing.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._writing.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        self._writing.stop()
        super().connection_lost(exc)
        self._on_close()

    def _disconnect(self) -> None:
        self._slow_clients.record("a WebSocket was not read")
        self.transport.abort()
