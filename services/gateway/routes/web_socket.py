"""WS /api/ws: subscriptions to graphs and runs."""

from fastapi import APIRouter, WebSocket

from services.common.errors import Code, ReflowError
from services.common.rpc import current_language
from services.common.text.language import Language, Text
from services.gateway.dependencies import Dependencies
from services.gateway.errors import HttpError
from services.gateway.responses import error_response
from services.gateway.server.web_socket import WEB_SOCKET_PATH
from services.gateway.web_socket.session import SocketSession

UNAVAILABLE = 503
TOO_MANY = Text("打开的 WebSocket 太多，请稍后再试。", "There are too many open WebSockets. Please try again shortly.")


def create_router(deps: Dependencies) -> APIRouter:
    """Return the router of the WebSocket; it counts the open ones."""
    router = APIRouter()
    open_sockets = 0

    @router.websocket(WEB_SOCKET_PATH)
    async def serve_socket(socket: WebSocket) -> None:
        nonlocal open_sockets
        current_language.set(Language.from_accept_language(socket.headers.get("accept-language")))
        if open_sockets >= deps.settings.sockets:
            error = HttpError(UNAVAILABLE, ReflowError(Code.QUEUE_FULL, TOO_MANY))
            await socket.send_denial_response(error_response(error, deps))
            return
        open_sockets += 1
        try:
            await socket.accept()
            await SocketSession(socket, deps).serve()
        finally:
            open_sockets -= 1

    return router
