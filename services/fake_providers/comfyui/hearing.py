"""The WebSocket of the fake ComfyUI: what happens to one client's work, as it happens."""

import asyncio
import json

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from services.fake_providers import connections
from services.fake_providers.acts import Act
from services.fake_providers.comfyui.works import Message, Works
from services.fake_providers.script import Script, Visit


def hear(script: Script, works: Works) -> WebSocketRoute:
    """Return the route of the WebSocket: `fails` refuses it, `cut_after` breaks it after so many messages."""

    async def socket(websocket: WebSocket) -> None:
        client_id = websocket.query_params.get("clientId", "")
        turn = script.open(websocket, Visit("comfyui.ws", body={"clientId": client_id}))
        if turn.act.fails:
            turn.ended(turn.act.fails, 403)
            await websocket.close()
            return
        await websocket.accept()
        works.clients[client_id] = asyncio.Queue()
        works.clients[client_id].put_nowait({"type": "status", "data": {"status": works.status(), "sid": client_id}})
        telling = asyncio.create_task(_tell(websocket, works.clients[client_id], turn.act))
        try:
            await _until_gone(websocket, telling)
        finally:
            telling.cancel()
            works.clients.pop(client_id, None)
            turn.ended("cut" if telling.done() and not telling.cancelled() else "left")

    return WebSocketRoute("/ws", socket)


async def _tell(websocket: WebSocket, messages: "asyncio.Queue[Message]", act: Act) -> None:
    told = 0
    while act.cut_after is None or told < act.cut_after:
        message = await messages.get()
        if isinstance(message, bytes):
            await websocket.send_bytes(message)
        else:
            await websocket.send_text(json.dumps(message))
        told += 1
    connections.reset(websocket)


async def _until_gone(websocket: WebSocket, telling: "asyncio.Task[None]") -> None:
    try:
        while not telling.done():
            await websocket.receive_text()
    except (WebSocketDisconnect, RuntimeError):
        return
