"""/api/sessions: opens sessions and returns their memory."""

from typing import Annotated

from fastapi import APIRouter

from services.gateway.dependencies import Deps
from services.gateway.json_mapper.sessions import chat_message_to_json, last_result_to_json
from services.gateway.openapi import describe_body, failures
from services.gateway.requests.body import parsed_body
from services.gateway.responses import JsonResponse
from services.gateway.runs.queries import get_session, open_session
from services.gateway.schemas.base import SessionBody, parse_session

CREATED = 201

router = APIRouter(prefix="/api/sessions", tags=["sessions"])


@router.post(
    "",
    summary="Open a session",
    status_code=CREATED,
    responses=failures(400, 410),
    openapi_extra=describe_body(SessionBody, {}, required=False),
)
async def create(deps: Deps, session_id: Annotated[str, parsed_body(parse_session)]) -> JsonResponse:
    """Return `{sessionId}`. An existing session is not changed."""
    return JsonResponse({"sessionId": await open_session(session_id, deps)}, CREATED)


@router.get("/{session_id}", summary="The memory of a session", responses=failures(404, 410))
async def get(session_id: str, deps: Deps) -> JsonResponse:
    """Return `{sessionId, messages, lastResult}`: at most 50 messages, oldest first, and the last image."""
    session = await get_session(session_id, deps)
    last = last_result_to_json(session.last_result) if session.last_result.asset_id else None
    messages = [chat_message_to_json(message) for message in session.messages]
    return JsonResponse({"sessionId": session_id, "messages": messages, "lastResult": last})
