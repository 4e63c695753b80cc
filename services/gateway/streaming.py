"""Event streams to people: pulled by the reader, kept alive while silent, ended when the gateway stops."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from enum import Enum, auto
from typing import Any, TypeVar

from fastapi.sse import format_sse_event
from starlette.responses import StreamingResponse
from starlette.types import Send

from services.common.errors import ReflowError
from services.common.serving import current_language
from services.gateway import wording
from services.gateway.answering import told
from services.gateway.dialect import ServerEvent, spell
from services.gateway.surroundings import Surroundings
from services.gateway.watching import follow

Item = TypeVar("Item")


class EventStream(StreamingResponse):
    """A response of server-sent events. Its source is closed with it, also when the reader leaves in mid-event."""

    media_type = "text/event-stream"

    async def stream_response(self, send: Send) -> None:
        source: Any = self.body_iterator
        async with aclosing(source):
            await super().stream_response(send)


class Silence(Enum):
    """Why nothing came."""

    IDLE = auto()
    STOPPING = auto()


def event_stream(world: Surroundings, run_id: str, session_id: str, after: int) -> EventStream:
    """Return the response that tells the events of a run after sequence *after*."""
    return EventStream(_told(world, run_id, session_id, after), headers=stream_headers(run_id, session_id))


def stream_headers(run_id: str, session_id: str) -> dict[str, str]:
    """Return the headers of a stream: kept and held back by nobody, and whose it is."""
    return {
        "Cache-Control": "no-cache",
        "X-Accel-Buffering": "no",
        "X-Run-Id": run_id,
        "X-Session-Id": session_id,
    }


async def _told(world: Surroundings, run_id: str, session_id: str, after: int) -> AsyncGenerator[bytes, None]:
    language, settings = current_language.get(), world.settings
    batches = follow(world.upstream, run_id, after, settings.watch_tries)
    try:
        async with aclosing(paced(batches, settings.comment_seconds, world.stopping)) as items:
            async for item in items:
                match item:
                    case Silence.IDLE:
                        yield format_sse_event(comment=wording.IDLE)
                    case Silence.STOPPING:
                        yield format_sse_event(comment=wording.STOPPING)
                    case events:
                        spelled = (spell(event, language, expose_details=world.expose_details) for event in events)
                        yield b"".join(event.encode() for event in spelled if event is not None)
    except ReflowError as error:
        value = told(error, world, session_id=session_id, run_id=run_id)
        yield ServerEvent("error", None, value["timestamp"], session_id, run_id, value).encode()


async def paced(
    source: AsyncGenerator[Item, None], idle_seconds: float, stopping: asyncio.Event
) -> AsyncGenerator[Item | Silence, None]:
    """Yield what *source* gives, IDLE for every *idle_seconds* without anything, and STOPPING, last, once it is set.

    The source is asked for one item at a time, only once the last one was taken, and closed at the end.
    """
    following: asyncio.Task[Item | None] | None = None
    stop = asyncio.ensure_future(stopping.wait())
    try:
        while True:
            following = following or asyncio.ensure_future(_next(source))
            await asyncio.wait({following, stop}, timeout=idle_seconds, return_when=asyncio.FIRST_COMPLETED)
            if following.done():
                item, following = following.result(), None
                if item is None:
                    return
                yield item
            elif stop.done():
                yield Silence.STOPPING
                return
            else:
                yield Silence.IDLE
    finally:
        stop.cancel()
        if following is not None:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
        await source.aclose()


async def _next(source: AsyncGenerator[Item, None]) -> Item | None:
    return await anext(source, None)
