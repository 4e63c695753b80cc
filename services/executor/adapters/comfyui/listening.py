"""Listening to what a ComfyUI server tells about one work, as long as someone wants to know."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from httpx import URL
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from services.common.models.endpoint import Endpoint, is_loopback
from services.executor.adapters.comfyui.progress import Heard, hear

log = structlog.get_logger("reflow.comfyui")

OPEN_SECONDS = 10.0
CLOSE_SECONDS = 1.0
# Previews come over the same connection, as binary messages nobody reads.
MESSAGE_BYTES = 16 * 1024 * 1024


class Listener:
    """What was heard so far, and waiting for more."""

    def __init__(self, prompt_id: str, samplers: frozenset[str]) -> None:
        self._prompt_id = prompt_id
        self._changed = asyncio.Event()
        self.heard = Heard(samplers)

    def take(self, message: str | bytes) -> None:
        """Take a message in; binary ones are previews."""
        if isinstance(message, bytes):
            return
        heard = hear(self.heard, self._prompt_id, message)
        if heard != self.heard:
            self.heard = heard
            self._changed.set()

    async def more(self, seconds: float) -> None:
        """Wait until something was heard, at most so long."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await self._changed.wait()
        except TimeoutError:
            return
        finally:
            self._changed.clear()


@asynccontextmanager
async def listening(endpoint: Endpoint, client_id: str, listener: Listener, pause: float) -> AsyncIterator[None]:
    """Have *listener* told what the server tells *client_id*, over a connection made again when it breaks.

    *pause* is what lies between two connections, in seconds. A server that cannot be heard is no failure: what became
    of the work is asked over HTTP. Only an endpoint that HTTP has already asked may be listened to: that one call has
    held its address against the loopback switch.
    """
    task = asyncio.create_task(_listen(_address(endpoint, client_id), listener, pause))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class _SameAddress(connect):
    """Follows no redirects: they would lead around the loopback switch."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


async def _listen(address: str, listener: Listener, pause: float) -> None:
    while True:
        try:
            async with _opened(address) as connection:
                async for message in connection:
                    listener.take(message)
        except (OSError, WebSocketException, EOFError) as error:
            log.info("comfyui not heard", error=type(error).__name__)
        await asyncio.sleep(pause)


def _opened(address: str) -> connect:
    return _SameAddress(
        address,
        open_timeout=OPEN_SECONDS,
        close_timeout=CLOSE_SECONDS,
        max_size=MESSAGE_BYTES,
        compression=None,
        user_agent_header=None,
        # As for HTTP: what is on this machine is asked without the proxies that the environment names.
        proxy=None if is_loopback(URL(address).host) else True,
    )


def _address(endpoint: Endpoint, client_id: str) -> str:
    scheme, _, rest = endpoint.base_url.partition("://")
    return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/ws?clientId={client_id}"
