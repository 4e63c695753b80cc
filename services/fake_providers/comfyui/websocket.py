"""WebSocket of the fake ComfyUI: events of one client's prompts."""

import asyncio
import json

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from services.fake_providers import connections
from services.fake_providers.behaviors import Behavior
from services.fake_providers.comfyui.prompt_queue import Message, PromptQueue
from services.fake_providers.scenario import IncomingRequest, Scenario


def build_websocket_route(scenario: Scenario, queue: PromptQueue) -> WebSocketRoute:
    """Return the route of the WebSocket: a failure rejects it, `cut_after` breaks it after that number of messages."""

    async def socket(websocket: WebSocket) -> None:
        client_id = websocket.query_params.get("clientId", "")
        exchange = scenario.start(websocket, IncomingRequest("comfyui.ws", body={"clientId": client_id}))
        if exchange.behavior.failure_kind:
            exchange.finish(exchange.behavior.failure_kind, 403)
            await websocket.close()
            return
        await websocket.accept()
        queue.clients[client_id] = asyncio.Queue()
        queue.clients[client_id].put_nowait({"type": "status", "data": {"status": queue.status(), "sid": client_id}})
        sending = asyncio.create_task(_send_messages(websocket, queue.clients[client_id], exchange.behavior))
        try:
            await _wait_for_disconnect(websocket, sending)
        finally:
            sending.cancel()
            queue.clients.pop(client_id, None)
            exchange.finish("cut" if sending.done() and not sending.cancelled() else "left")

    return WebSocketRoute("/ws", socket)


async def _send_messages(websocket: WebSocket, messages: "asyncio.Queue[Message]", behavior: Behavior) -> None:
    sent = 0
    while behavior.cut_after is None or sent < behavior.cut_after:
        message = await messages.get()
        if isinstance(message, bytes):
            await websocket.send_bytes(message)
        else:
            await websocket.send_text(json.dumps(message))
        sent += 1
    connections.reset_connection(websocket)


async def _wait_for_disconnect(websocket: WebSocket, sending: "asyncio.Task[None]") -> None:
    try:
        while not sending.done():
            await websocket.receive_text()
    except (WebSocketDisconnect, RuntimeError):
        return
