"""Request bodies: counted as they come, and read where they stop nobody."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import TypeVar

from starlette.requests import Request

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.limits import MEGABYTE, Limits
from services.gateway.errors import HttpError
from services.gateway.surroundings import Surroundings

Read = TypeVar("Read")

REQUEST_TIMEOUT = 408
CONTENT_TOO_LARGE = 413
UNSUPPORTED_MEDIA_TYPE = 415
# Larger bodies are read in a worker process: base64 of this size takes 10 ms, points twice that, both in proportion.
READ_AT_ONCE = 256 * 1024
# How long a sender of too much may go on, so that it hears the answer rather than a broken connection.
LINGER_SECONDS = 5.0


async def read_json(request: Request, world: Surroundings, read: Callable[[bytes, Limits], Read]) -> Read:
    """Return what *read* makes of the request's JSON body. Raises ReflowError."""
    kind = content_type(request)
    if kind not in ("", "application/json"):
        raise unsupported(kind, "application/json")
    body = await read_body(request, world)
    if len(body) <= READ_AT_ONCE:
        return read(body, world.settings.limits)
    return await world.workers.run(read, body, world.settings.limits)


async def read_body(request: Request, world: Surroundings) -> bytes:
    """Return the request's body.

    Raises INVALID_INPUT_FORMAT when it is too large or takes too long; ClientDisconnect when the sender has left.
    """
    most, expected = world.settings.body_bytes, request.headers.get("content-length", "")
    chunks = request.stream()
    if expected.isdigit() and int(expected) > most:
        if "100-continue" not in request.headers.get("expect", "").lower():
            await _drain(chunks, most)
        raise _too_large(most)
    body = bytearray()
    try:
        async with asyncio.timeout(world.settings.body_seconds):
            async for chunk in chunks:
                body += chunk
                if len(body) > most:
                    await _drain(chunks, most)
                    raise _too_large(most)
    except TimeoutError:
        raise _too_slow(world.settings.body_seconds) from None
    return bytes(body)


def content_type(request: Request) -> str:
    """Return the media type of the request's body, "" when it states none."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def unsupported(kind: str, accepted: str) -> HttpError:
    """Return the error for a body of media type *kind* where *accepted* is what would do."""
    text = Text(
        f"不支持 Content-Type {kind[:80]}，请使用 {accepted}。",
        f"Content-Type {kind[:80]} is not supported here; use {accepted}.",
    )
    return HttpError(UNSUPPORTED_MEDIA_TYPE, ReflowError(Code.INVALID_INPUT_FORMAT, text, field="Content-Type"))


async def _drain(chunks: AsyncGenerator[bytes, None], most: int) -> None:
    seen = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            async for chunk in chunks:
                seen += len(chunk)
                if seen > most:
                    return


def _too_large(most: int) -> HttpError:
    size = f"{most / MEGABYTE:g} MB"
    text = Text(f"请求体太大：最多 {size}。", f"The body is too large: at most {size}.")
    return HttpError(CONTENT_TOO_LARGE, ReflowError(Code.INVALID_INPUT_FORMAT, text, field="body"))


def _too_slow(seconds: float) -> HttpError:
    text = Text(f"请求体没有在 {seconds:g} 秒内发完。", f"The body did not arrive within {seconds:g} seconds.")
    return HttpError(REQUEST_TIMEOUT, ReflowError(Code.INVALID_INPUT_FORMAT, text, field="body"))
