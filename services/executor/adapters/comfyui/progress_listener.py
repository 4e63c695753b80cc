"""Receives the WebSocket messages of a ComfyUI server about one task."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from httpx import URL
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from services.common.cancellation import cancel_tasks
from services.common.llm.endpoint import Endpoint, is_loopback
from services.executor.adapters.comfyui.progress import WorkProgress, apply_message

log = structlog.get_logger("reflow.comfyui")

OPEN_SECONDS = 10.0
CLOSE_SECONDS = 1.0
# Previews come over the same connection as binary messages, which are ignored.
MESSAGE_BYTES = 16 * 1024 * 1024


class ProgressListener:
    """The progress so far; `wait` returns when it changes."""

    def __init__(self, prompt_id: str, samplers: frozenset[str]) -> None:
        self._prompt_id = prompt_id
        self._changed = asyncio.Event()
        self.progress = WorkProgress(samplers)

    def receive(self, message: str | bytes) -> None:
        """Apply a message; binary ones are previews."""
        if isinstance(message, bytes):
            return
        progress = apply_message(self.progress, self._prompt_id, message)
        if progress != self.progress:
            self.progress = progress
            self._changed.set()

    async def wait(self, seconds: float) -> None:
        """Wait until the progress changes, at most *seconds*."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await self._changed.wait()
        except TimeoutError:
            return
        finally:
            self._changed.clear()


@asynccontextmanager
async def listen(endpoint: Endpoint, client_id: str, listener: ProgressListener, pause: float) -> AsyncIterator[None]:
    """Pass the server's messages for *client_id* to *listener*; reconnect when the connection breaks.

    *pause* is the time between two connections, in seconds. A server without WebSocket is not an error: the state of
    the task is polled over HTTP. Connect only to an endpoint that was already called over HTTP: that call has checked
    its address against the loopback switch.
    """
    task = asyncio.create_task(_receive_messages(_websocket_url(endpoint, client_id), listener, pause))
    try:
        yield
    finally:
        await cancel_tasks(task)


class _ConnectWithoutRedirects(connect):
    """Follows no redirects: they would bypass the loopback switch."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


async def _receive_messages(address: str, listener: ProgressListener, pause: float) -> None:
    while True:
        try:
            async with _connect(address) as connection:
                async for message in connection:
                    listener.receive(message)
        except (OSError, WebSocketException, EOFError) as error:
            log.info("comfyui websocket closed", error=type(error).__name__)
        await asyncio.sleep(pause)


def _connect(address: str) -> connect:
    return _ConnectWithoutRedirects(
        address,
        open_timeout=OPEN_SECONDS,
        close_timeout=CLOSE_SECONDS,
        max_size=MESSAGE_BYTES,
        compression=None,
        user_agent_header=None,
        # As for HTTP: connections to this machine do not use the proxies of the environment.
        proxy=None if is_loopback(URL(address).host) else True,
    )


def _websocket_url(endpoint: Endpoint, client_id: str) -> str:
    scheme, _, rest = endpoint.base_url.partition("://")
    return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/ws?clientId={client_id}"
