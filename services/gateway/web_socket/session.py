"""The session of one WebSocket: its subscriptions, each a task that sends the events it watches."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass

from reflow.v1 import graphs_pb2
from starlette.websockets import WebSocket, WebSocketDisconnect

from services.common.cancellation import cancel_tasks
from services.common.errors import Code, ReflowError
from services.common.rpc import current_language
from services.common.text.language import Text
from services.gateway.dependencies import Dependencies
from services.gateway.dialects.chat_sse.dialect import ChatSse
from services.gateway.graphs.graph_watcher import watch_graph
from services.gateway.responses import record_error
from services.gateway.run_watcher import watch_run
from services.gateway.web_socket.messages import (
    ClientMessage,
    parse_message,
    plain_message,
    run_message,
    update_message,
)

# Close codes of RFC 6455.
GOING_AWAY = 1001
POLICY_VIOLATION = 1008
# A client may send this many seconds' worth of messages at once.
BURST_SECONDS = 10.0

TOO_FAST = Text("消息发得太快，连接已关闭。", "Messages came too fast, so the connection was closed.")


@dataclass
class MessageBudget:
    """A token bucket: *rate* messages a second in the long run. *clock* gives seconds."""

    rate: float
    clock: Callable[[], float]

    def __post_init__(self) -> None:
        self._tokens, self._at = self.rate * BURST_SECONDS, self.clock()

    def take(self) -> bool:
        """Take one message; return whether there was one left."""
        now = self.clock()
        self._tokens = min(self.rate * BURST_SECONDS, self._tokens + (now - self._at) * self.rate) - 1
        self._at = now
        return self._tokens >= 0


class SocketSession:
    """Serves an accepted WebSocket until it closes, sends too much, or the gateway stops."""

    def __init__(self, socket: WebSocket, deps: Dependencies) -> None:
        self._socket = socket
        self._deps = deps
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sending = asyncio.Lock()
        self._budget = MessageBudget(deps.settings.socket_messages_per_second, asyncio.get_running_loop().time)

    async def serve(self) -> None:
        """Handle messages until the end."""
        receiving = asyncio.create_task(self._receive())
        stopping = asyncio.create_task(self._deps.stopping.wait())
        try:
            await asyncio.wait({receiving, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if receiving.done():
                receiving.result()
            else:
                await self._socket.close(GOING_AWAY)
        except WebSocketDisconnect:
            pass
        finally:
            tasks = [receiving, stopping, *self._tasks.values()]
            await cancel_tasks(*tasks)

    async def _receive(self) -> None:
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if not self._budget.take():
                await self._send_error(ReflowError(Code.QUEUE_FULL, TOO_FAST))
                await self._socket.close(POLICY_VIOLATION)
                return
            try:
                await self._handle(parse_message(received.get("text") or ""))
            except ReflowError as error:
                await self._send_error(error)

    async def _handle(self, message: ClientMessage) -> None:
        key = message.graph_id or message.run_id or ""
        match message.type:
            case "ping":
                await self._send(plain_message("pong"))
            case "subscribe":
                await self._subscribe(key, message)
            case "unsubscribe":
                await self._unsubscribe(key)
                await self._send(plain_message("unsubscribed", **message.topic))

    async def _subscribe(self, key: str, message: ClientMessage) -> None:
        await self._unsubscribe(key)
        limit = self._deps.settings.socket_subscriptions
        if len(self._tasks) >= limit:
            text = Text(f"一个连接最多订阅 {limit} 项。", f"One connection takes at most {limit} subscriptions.")
            raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="graphId" if message.graph_id else "runId")
        after = await self._find_start(message)
        await self._send(plain_message("subscribed", **message.topic, **after))
        self._tasks[key] = asyncio.create_task(self._push(key, message, next(iter(after.values()))))

    async def _find_start(self, message: ClientMessage) -> dict[str, int]:
        """Return the cursor of a subscription. Raises GRAPH_UNKNOWN for a graph that does not exist."""
        if message.graph_id is None:
            return {"afterSequence": message.after_sequence or 0}
        request = graphs_pb2.GetGraphRequest(graph_id=message.graph_id)
        current = (await self._deps.clients.call(self._deps.clients.graphs.GetGraph, request)).graph.revision
        after = current - 1 if message.after_revision is None else min(message.after_revision, current)
        return {"afterRevision": after}

    async def _unsubscribe(self, key: str) -> None:
        task = self._tasks.pop(key, None)
        if task is not None:
            await cancel_tasks(task)

    async def _push(self, key: str, message: ClientMessage, after: int) -> None:
        """Send the events of a subscription. A run's subscription ends when the run ends or asks a question."""
        source = self._watch_graph(message.graph_id, after) if message.graph_id else self._watch_run(key, after)
        try:
            async for text in source:
                await self._send(text)
            await self._send(plain_message("unsubscribed", **message.topic))
        except ReflowError as error:
            await self._send_error(error, **message.topic)
        except (WebSocketDisconnect, RuntimeError):
            return  # the connection is closed: `serve` ends
        finally:
            if self._tasks.get(key) is asyncio.current_task():
                del self._tasks[key]

    async def _watch_graph(self, graph_id: str, after: int) -> AsyncIterator[str]:
        retries = self._deps.settings.watch_retries
        async with aclosing(watch_graph(self._deps.clients, graph_id, after, retries)) as updates:
            async for update in updates:
                yield update_message(update)

    async def _watch_run(self, run_id: str, after: int) -> AsyncIterator[str]:
        dialect = ChatSse(run_id, "", current_language.get(), self._deps.expose_details, after)
        async with aclosing(watch_run(self._deps.clients, run_id, after, self._deps.settings.watch_retries)) as batches:
            async for batch in batches:
                for event in batch:
                    _, rendered = dialect.render(None, event)
                    for one in rendered:
                        yield run_message(one)

    async def _send(self, text: str) -> None:
        async with self._sending:
            await self._socket.send_text(text)

    async def _send_error(self, error: ReflowError, **topic: object) -> None:
        await self._send(plain_message("error", error=record_error(error, self._deps), **topic))
