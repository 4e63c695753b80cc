"""Request bodies, limited in size and time while they arrive. Large ones are parsed in a worker process."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Annotated, Any, TypeVar

from fastapi import Depends
from starlette.requests import Request

from services.common.errors import Code, ReflowError
from services.common.images.rejection import BODY, Rejection
from services.common.limits import Limits
from services.common.rpc import current_language
from services.common.text.language import Text, detect_language
from services.gateway.dependencies import Dependencies, get_dependencies
from services.gateway.errors import HttpError
from services.gateway.schemas.base import parse_idempotency_key

Parsed = TypeVar("Parsed")
Parser = Callable[[bytes, Limits], Parsed]

JSON = "application/json"
_TEXT = re.compile(rb'"text"\s*:\s*("(?:[^"\\]|\\.)*")')
REQUEST_TIMEOUT = 408
UNSUPPORTED_MEDIA_TYPE = 415
# Larger bodies are parsed in a worker process: base64 of this size takes 10 ms, points twice that, both in proportion.
MAX_INLINE_BYTES = 256 * 1024
BODY_REJECTION = Rejection(Code.INVALID_INPUT_FORMAT, "body", BODY)
# How long a client with a too large body may continue to send, so that it receives the response and not a broken
# connection.
LINGER_SECONDS = 5.0


def parsed_body(parser: Parser[Any], *, takes_images: bool = False, follows_text: bool = False) -> Any:
    """Return the FastAPI dependency that provides the JSON body of a request as *parser* returns it.

    *follows_text*: without `Accept-Language` the errors are in the language of the body's `text`.
    """

    async def parse_body(request: Request) -> Any:
        deps = get_dependencies(request)
        body = await read_json(request, deps, takes_images=takes_images)
        if follows_text:
            prefer_language(request, find_text(body))
        return await parse(body, deps, parser)

    return Depends(parse_body)


def prefer_language(request: Request, text: str) -> None:
    """Set the language of the response to that of *text*, unless the request states one or *text* has none."""
    if "accept-language" not in request.headers and (language := detect_language(text)):
        current_language.set(language)


def find_text(body: bytes) -> str:
    """Return the value of `text` in *body*, JSON that may be invalid or lack other fields; "" for none.

    Of a large body, which has an image, only the beginning and the end are searched.
    """
    if len(body) > 2 * MAX_INLINE_BYTES:
        body = body[:MAX_INLINE_BYTES] + body[-MAX_INLINE_BYTES:]
    found = _TEXT.search(body)
    try:
        return str(json.loads(found[1])) if found else ""
    except ValueError:
        return ""


def get_idempotency_key(request: Request) -> str:
    """Return the request id of the Idempotency-Key header, "" without one. Raises INVALID_INPUT_FORMAT."""
    return parse_idempotency_key(request.headers.get("idempotency-key"))


IdempotencyKey = Annotated[str, Depends(get_idempotency_key)]


async def parse_json(
    request: Request, deps: Dependencies, parser: Parser[Parsed], *, takes_images: bool = False
) -> Parsed:
    """Return the JSON body of *request* as *parser* returns it. Raises ReflowError."""
    return await parse(await read_json(request, deps, takes_images=takes_images), deps, parser)


async def read_json(request: Request, deps: Dependencies, *, takes_images: bool = False) -> bytes:
    """Return the JSON body of *request*, not parsed yet. Raises ReflowError."""
    media_type = get_content_type(request)
    if media_type != JSON and (media_type or has_body(request)):
        raise reject_media_type(media_type, JSON)
    return await read_body(request, deps, takes_images=takes_images)


async def parse(body: bytes, deps: Dependencies, parser: Parser[Parsed]) -> Parsed:
    """Return *body* as *parser* returns it, off the event loop where it is large. Raises ReflowError."""
    if len(body) <= MAX_INLINE_BYTES:
        return parser(body, deps.settings.limits)
    return await deps.workers.run(parser, body, deps.settings.limits)


async def read_body(
    request: Request,
    deps: Dependencies,
    *,
    takes_images: bool = False,
    max_bytes: int | None = None,
    rejection: Rejection = BODY_REJECTION,
) -> bytes:
    """Return the request's body: of at most *max_bytes*, `body_bytes` where the route *takes_images*, or `json_bytes`.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT when it takes too long; when it is too large the error of *rejection*, once
            the client has sent everything, or so much or for so long that it is not read on.
        ClientDisconnect: when the client has disconnected.

    """
    settings, declared = deps.settings, request.headers.get("content-length", "")
    max_bytes = max_bytes or (settings.body_bytes if takes_images else settings.json_bytes)
    chunks = request.stream()
    if declared.isdigit() and int(declared) > max_bytes:
        if "100-continue" not in request.headers.get("expect", "").lower():
            await _drain(chunks, settings.body_bytes)
        raise rejection.too_large(int(declared), max_bytes)
    body = bytearray()
    try:
        async with asyncio.timeout(deps.settings.body_seconds):
            async for chunk in chunks:
                body += chunk
                if len(body) > max_bytes:
                    drained, is_known = await _drain(chunks, settings.body_bytes)
                    raise rejection.too_large(len(body) + drained, max_bytes, is_known=is_known)
    except TimeoutError:
        raise _reject_duration(deps.settings.body_seconds) from None
    return bytes(body)


def get_content_type(request: Request) -> str:
    """Return the media type of the request's body, "" when it states none."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def has_body(request: Request) -> bool:
    """Return whether *request* has a body, by its headers."""
    return "transfer-encoding" in request.headers or request.headers.get("content-length", "0") != "0"


def reject_media_type(media_type: str, accepted: str) -> HttpError:
    """Return the error for a body of *media_type* ("" for none) at a route that takes the *accepted* types.

    A type has to be stated: a browser sends a body without one, or of a form's types, for a page of any site.
    """
    text = (
        Text(
            f"不支持 Content-Type {media_type[:80]}，请使用 {accepted}。",
            f"Content-Type {media_type[:80]} is not supported here; use {accepted}.",
        )
        if media_type
        else Text(f"缺少 Content-Type，请使用 {accepted}。", f"Content-Type is missing; use {accepted}.")
    )
    return HttpError(UNSUPPORTED_MEDIA_TYPE, ReflowError(Code.INVALID_INPUT_FORMAT, text, field="Content-Type"))


async def _drain(chunks: AsyncGenerator[bytes, None], max_bytes: int) -> tuple[int, bool]:
    """Read and discard the rest of the body; return its size so far, and whether it was complete."""
    size = 0
    # Drained bytes take no memory, so exceeding the budget of bodies is not another error.
    with suppress(TimeoutError, HttpError):
        async with asyncio.timeout(LINGER_SECONDS):
            async for chunk in chunks:
                size += len(chunk)
                if size > max_bytes:
                    return size, False
            return size, True
    return size, False


def _reject_duration(seconds: float) -> HttpError:
    text = Text(f"请求体没有在 {seconds:g} 秒内发完。", f"The body did not arrive within {seconds:g} seconds.")
    return HttpError(REQUEST_TIMEOUT, ReflowError(Code.INVALID_INPUT_FORMAT, text, field="body"))
