"""/api/sessions: opening one, and what it remembers."""

from fastapi import APIRouter, Request
from reflow.v1 import orchestrator_pb2

from services.common.limits import Limits
from services.gateway import spelling
from services.gateway.answering import JsonResponse
from services.gateway.bodies import SessionBody, parse_body
from services.gateway.openapi import failures, json_body
from services.gateway.reading import read_json
from services.gateway.surroundings import Surroundings

CREATED = 201


def session_routes(world: Surroundings) -> APIRouter:
    """Return the routes about sessions."""
    router = APIRouter(prefix="/api/sessions", tags=["sessions"])
    orchestrator = world.upstream.orchestrator

    @router.post(
        "",
        summary="Open a session",
        status_code=CREATED,
        responses=failures(400, 410),
        openapi_extra=json_body(SessionBody, {}, required=False),
    )
    async def create(request: Request) -> JsonResponse:
        """Return `{sessionId}`. A session that is open already stays as it is."""
        wanted = await read_json(request, world, _read_session)
        asked = orchestrator_pb2.CreateSessionRequest(session_id=wanted)
        answer = await world.upstream.ask(orchestrator.CreateSession, asked)
        return JsonResponse({"sessionId": answer.session_id}, CREATED)

    @router.get("/{session_id}", summary="What a session remembers", responses=failures(404, 410))
    async def get(session_id: str) -> JsonResponse:
        """Return `{sessionId, messages, lastResult}`: at most 50 messages, oldest first, and the last picture."""
        asked = orchestrator_pb2.GetSessionRequest(session_id=session_id)
        session = await world.upstream.ask(orchestrator.GetSession, asked)
        last = spelling.last_result(session.last_result) if session.last_result.asset_id else None
        messages = [spelling.chat_message(said) for said in session.messages]
        return JsonResponse({"sessionId": session_id, "messages": messages, "lastResult": last})

    return router


def _read_session(body: bytes, _: Limits) -> str:
    return parse_body(SessionBody, body).session_id or ""
