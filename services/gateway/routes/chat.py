"""POST /api/agent/chat: starts an image chat and streams its events."""

from typing import Annotated

from fastapi import APIRouter, Request

from services.common.rpc import current_language
from services.gateway.dependencies import Deps
from services.gateway.dialects.chat_sse.dialect import ChatSse
from services.gateway.openapi import describe_body, describe_stream, failures
from services.gateway.requests.body import IdempotencyKey, parsed_body, prefer_language
from services.gateway.runs.queries import start_and_watch_run
from services.gateway.runs.starts import start_chat
from services.gateway.schemas.chat import ChatBody, ChatRequest, parse_chat
from services.gateway.sse import EventStream, stream_started

_EXAMPLE = {"text": "画一只赛博朋克风格的猫", "size": "1024x1024"}

router = APIRouter(tags=["runs"])


@router.post(
    "/api/agent/chat",
    summary="Request an image",
    response_class=EventStream,
    responses=describe_stream() | failures(400, 404, 410, 413, 422, 429, 503),
    openapi_extra=describe_body(ChatBody, _EXAMPLE),
)
async def chat(
    request: Request,
    deps: Deps,
    body: Annotated[ChatRequest, parsed_body(parse_chat, takes_images=True, follows_text=True)],
    key: IdempotencyKey,
) -> EventStream:
    """Start a run and stream its events until it ends.

    With `maskData` an area is repainted. It is an image or paths, on `maskData.imageUrl` or on the last image of the
    session. The header `Idempotency-Key` makes repeating the request safe: a repeated key starts no second run, and
    streams the first one; with another request it is rejected (422). Disconnecting does not stop the run. Without
    `Accept-Language` the texts, errors included, are in the language of `text`.
    """
    prefer_language(request, body.input.text)
    started = await start_chat(body, request.headers.get("host", ""), deps, key, start_and_watch_run)
    dialect = ChatSse(started.run_id, started.session_id, current_language.get(), deps.expose_details)
    return stream_started(deps, dialect, started)
