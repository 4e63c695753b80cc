"""POST /mcp: the streamable HTTP transport, without sessions, so that any replica serves any request."""

import asyncio
import importlib
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from services.common.errors import Code, ReflowError
from services.common.text.language import Language, Text
from services.gateway.dependencies import Dependencies
from services.gateway.errors import HttpError
from services.gateway.requests.body import JSON, get_content_type, read_body, reject_media_type
from services.gateway.responses import METHOD_NOT_ALLOWED, error_response

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

PATH = "/mcp"
_POST_ALONE = Text(
    "/mcp 只接受 POST：这里没有会话，也没有服务器主动发起的消息。",
    "/mcp accepts only POST: there are no sessions, and no messages that the server starts.",
)


class McpEndpoint:
    """The ASGI application of /mcp. The library, whose import takes a second, is loaded by the first request."""

    def __init__(self, deps: Dependencies) -> None:
        self._deps = deps
        self._lock = asyncio.Lock()
        self._manager: StreamableHTTPSessionManager | None = None
        self._serving: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            body = await self._read(request)
            manager = await self._open()
        except ReflowError as error:
            await error_response(error, self._deps)(scope, receive, send)
            return
        await manager.handle_request(scope, _replay(body, receive), _unbuffered(send))

    async def _read(self, request: Request) -> bytes:
        """Return the body of *request*. Raises ReflowError for another method, type or size."""
        if request.method != "POST":
            raise HttpError(METHOD_NOT_ALLOWED, ReflowError(Code.INVALID_INPUT_FORMAT, _POST_ALONE))
        if (media_type := get_content_type(request)) != JSON:
            raise reject_media_type(media_type, JSON)
        return await read_body(request, self._deps, max_bytes=self._deps.settings.mcp_bytes)

    async def _open(self) -> "StreamableHTTPSessionManager":
        """Return the manager of the transport, which serves until the gateway stops."""
        async with self._lock:
            if self._manager is None:
                server = await asyncio.to_thread(importlib.import_module, "services.gateway.mcp_server.server")
                from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
                from mcp.server.transport_security import TransportSecuritySettings

                manager = StreamableHTTPSessionManager(
                    server.create_server(self._deps, Language.CHINESE),
                    stateless=True,
                    # Host and Origin are checked for all routes: requests/checks.py
                    security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
                    max_request_body_size=self._deps.settings.mcp_bytes,
                )
                started = asyncio.Event()
                self._serving = asyncio.create_task(self._serve(manager, started))
                await started.wait()
                self._manager = manager
            return self._manager

    async def _serve(self, manager: "StreamableHTTPSessionManager", started: asyncio.Event) -> None:
        async with manager.run():
            started.set()
            await self._deps.stopping.wait()


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a receiver of *body*, and then of the client's disconnect."""
    is_read = False

    async def receive_body() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_body


def _unbuffered(send: Send) -> Send:
    """Return *send* with the header that keeps proxies from buffering an event stream."""

    async def send_unbuffered(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message)["X-Accel-Buffering"] = "no"
        await send(message)

    return send_unbuffered
