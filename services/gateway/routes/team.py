"""POST /api/agent/team: starts a task of the agent team and streams its events."""

from typing import Annotated

from fastapi import APIRouter, Request

from services.common.rpc import current_language
from services.gateway.dependencies import Deps
from services.gateway.dialects.chat_sse.dialect import ChatSse
from services.gateway.openapi import describe_body, failures
from services.gateway.requests.body import IdempotencyKey, parsed_body
from services.gateway.runs.queries import start_and_watch_run
from services.gateway.runs.starts import start_team
from services.gateway.schemas.team import TeamBody, TeamRequest, parse_team
from services.gateway.sse import EventStream, stream_started

_EXAMPLE = {"text": "找出图里的文字并标注", "images": ["https://example.com/shot.png"]}

router = APIRouter(tags=["runs"])


@router.post(
    "/api/agent/team",
    summary="Have the agent team do a task",
    response_class=EventStream,
    responses=failures(400, 404, 410, 413, 422, 429, 503),
    openapi_extra=describe_body(TeamBody, _EXAMPLE),
)
async def team(
    request: Request,
    deps: Deps,
    key: IdempotencyKey,
    body: Annotated[TeamRequest, parsed_body(parse_team, takes_images=True)],
) -> EventStream:
    """Start a run of the agent team and stream its events until it ends.

    The result of a step is an iteration of an agent; the last event before the end has what each stage left.
    `Idempotency-Key` makes repeating the request safe. Disconnecting does not stop the run.
    """
    started = await start_team(body, request.headers.get("host", ""), deps, key, start_and_watch_run)
    dialect = ChatSse(started.run_id, started.session_id, current_language.get(), deps.expose_details)
    return stream_started(deps, dialect, started)
