"""Server-sent events: the stream that all dialects share, with keep-alive comments and an end when the gateway stops.

Why no library does this: docs/decisions/0007-libraries.md.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from enum import Enum, auto
from typing import Any, TypeAlias, TypeVar

from fastapi.sse import format_sse_event
from starlette.responses import StreamingResponse
from starlette.types import Send

from services.common.cancellation import cancel_tasks
from services.common.errors import ReflowError
from services.gateway.dependencies import Dependencies
from services.gateway.dialects.dialect import Dialect
from services.gateway.responses import record_error
from services.gateway.run_watcher import Batch, StartedRun, StartStream, watch_run

Item = TypeVar("Item")
State = TypeVar("State")
Message = TypeVar("Message")

KEEP_ALIVE = format_sse_event(comment="still here")


class EventStream(StreamingResponse):
    """A response of server-sent events. Its source is closed with it, also when the client disconnects mid-event.

    So is *opened*, the stream that a start has opened: a source that is closed before it is read does not end it.
    """

    media_type = "text/event-stream"
    opened: StartStream | None = None

    async def stream_response(self, send: Send) -> None:
        source: Any = self.body_iterator
        try:
            async with aclosing(source):
                await super().stream_response(send)
        finally:
            if self.opened is not None:
                self.opened.cancel()


class Signal(Enum):
    """What a stream with keep-alive yields in place of an item."""

    IDLE = auto()
    STOPPING = auto()


Loader: TypeAlias = Callable[[State, Batch], Awaitable[State]]
"""Returns the state with what the events of a batch refer to and do not contain."""


def create_stream(
    deps: Dependencies,
    dialect: Dialect[State, Message],
    *,
    run_id: str,
    session_id: str,
    loader: Loader[State] | None = None,
    opened: StartStream | None = None,
) -> EventStream:
    """Return the response that streams the events of a run in *dialect*; *loader* runs before a batch is rendered.

    *opened* is the stream of a run that was started to be watched.
    """
    headers = {
        "Cache-Control": "no-cache",
        "X-Accel-Buffering": "no",
        "X-Run-Id": run_id,
        "X-Session-Id": session_id,
    }
    batches = watch_run(deps.clients, run_id, dialect.after_sequence, deps.settings.watch_retries, opened)
    stream = EventStream(_render_run(deps, dialect, batches, run_id, session_id, loader), headers=headers)
    stream.opened = opened
    return stream


def stream_started(deps: Dependencies, dialect: Dialect[State, Message], started: StartedRun) -> EventStream:
    """Return the response that streams the events of a run in *dialect* from the call that has started it."""
    return create_stream(deps, dialect, run_id=started.run_id, session_id=started.session_id, opened=started.stream)


async def _render_run(
    deps: Dependencies,
    dialect: Dialect[State, Message],
    batches: AsyncGenerator[Batch, None],
    run_id: str,
    session_id: str,
    loader: Loader[State] | None,
) -> AsyncGenerator[bytes, None]:
    settings, state = deps.settings, dialect.initial
    if opening := dialect.render_opening():
        yield opening
    try:
        async with aclosing(with_keep_alive(batches, settings.comment_seconds, deps.stopping)) as items:
            async for item in items:
                match item:
                    case Signal.IDLE:
                        yield KEEP_ALIVE
                    case Signal.STOPPING:
                        yield dialect.render_stop()
                        return
                    case batch:
                        if loader is not None:
                            state = await loader(state, batch)
                        state, chunk = render_batch(dialect, state, batch)
                        if chunk:
                            yield chunk
                if dialect.is_finished(state):
                    return
        ending = dialect.render_end(state)
    except ReflowError as error:
        ending = dialect.render_error(state, record_error(error, deps, session_id=session_id, run_id=run_id))
    if ending:
        yield ending


def render_batch(dialect: Dialect[State, Message], state: State, batch: Batch) -> tuple[State, bytes]:
    """Return the state after *batch*, and its messages as server-sent events."""
    chunks = []
    for event in batch:
        state, messages = dialect.render(state, event)
        chunks += [dialect.to_sse(message) for message in messages]
    return state, b"".join(chunks)


async def with_keep_alive(
    source: AsyncGenerator[Item, None], idle_seconds: float, stopping: asyncio.Event
) -> AsyncGenerator[Item | Signal, None]:
    """Yield the items of *source*, IDLE after every *idle_seconds* of silence, and STOPPING, last, once it is set.

    The next item is requested only after the last one was consumed. The source is closed at the end.
    """
    pending: asyncio.Task[Item | None] | None = None
    stop = asyncio.ensure_future(stopping.wait())
    try:
        while True:
            pending = pending or asyncio.ensure_future(_next_item(source))
            await asyncio.wait({pending, stop}, timeout=idle_seconds, return_when=asyncio.FIRST_COMPLETED)
            if pending.done():
                item, pending = pending.result(), None
                if item is None:
                    return
                yield item
            elif stop.done():
                yield Signal.STOPPING
                return
            else:
                yield Signal.IDLE
    finally:
        stop.cancel()
        if pending is not None:
            await cancel_tasks(pending)
        await source.aclose()


async def _next_item(source: AsyncGenerator[Item, None]) -> Item | None:
    return await anext(source, None)
