"""/api/agent/stream and /api/agent/confirm: starts, watches and answers notes."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from reflow.v1 import orchestrator_pb2

from services.gateway.dependencies import Deps
from services.gateway.dialects.note_sse.cursor import Cursor, parse_cursor
from services.gateway.dialects.note_sse.dialect import NoteSse
from services.gateway.dialects.note_sse.events import events_schema
from services.gateway.json_mapper.questions import question_to_json
from services.gateway.json_mapper.values import Json
from services.gateway.openapi import describe_body, describe_stream, failures
from services.gateway.requests.body import IdempotencyKey, parsed_body
from services.gateway.responses import JsonResponse
from services.gateway.runs.note_threads import find_answerable_run, find_run, translated_errors
from services.gateway.runs.open_questions import conflicts_with_question
from services.gateway.runs.queries import start_and_watch_run
from services.gateway.runs.starts import start_note
from services.gateway.schemas.answers import AnswerBody, to_answer_request
from services.gateway.schemas.base import SessionId
from services.gateway.schemas.notes import (
    ConfirmBody,
    NoteBody,
    NoteRequest,
    parse_confirmation,
    parse_note,
)
from services.gateway.sse import EventStream, create_stream, stream_started

_NOTE_EXAMPLE = {"message": "写一篇春游攻略", "approvals": ["content"]}
_ANSWER_EXAMPLE = {"threadId": "spring", "decision": "reject", "feedback": "标题再活泼一点"}
_EVENTS_SCHEMA = events_schema()

router = APIRouter(prefix="/api/agent", tags=["notes"])


@router.post(
    "/stream",
    summary="Request a note",
    response_class=EventStream,
    responses=describe_stream("NoteEvent") | failures(400, 404, 409, 410, 413, 422, 429, 503),
    openapi_extra=describe_body(NoteBody, _NOTE_EXAMPLE),
)
async def start(
    request: Request,
    deps: Deps,
    key: IdempotencyKey,
    note: Annotated[NoteRequest, parsed_body(parse_note, takes_images=True)],
) -> EventStream:
    """Start a note and stream its events until it is finished, or asks a question.

    Each event is `id: SEQUENCE.INDEX` and `data: {JSON}`; the last line is `data: [DONE]`. Their fields are those
    of `GET /api/agent/events/schema`. A note that waits for an answer ends the stream with `workflow_paused`; it
    is answered with `POST /api/agent/confirm`. 409 THREAD_WAITING while the thread waits.

    A note whose readers have all disconnected is stopped after a grace period, unless `background` is true. The
    header `Idempotency-Key` makes repeating the request safe: the same key starts nothing twice and streams the note
    started first.
    """
    with translated_errors():
        async with conflicts_with_question(note.thread_id, deps, _open_question):
            started = await start_note(note, request.headers.get("host", ""), deps, key, start_and_watch_run)
    dialect = NoteSse(expose_details=deps.expose_details)
    return stream_started(deps, dialect, started)


@router.post(
    "/confirm",
    summary="Answer a note that waits",
    response_class=EventStream,
    responses=describe_stream("NoteEvent") | failures(400, 404, 409, 410, 413, 422),
    openapi_extra=describe_body(ConfirmBody, _ANSWER_EXAMPLE),
)
async def confirm(
    deps: Deps, key: IdempotencyKey, confirmation: Annotated[tuple[str, AnswerBody], parsed_body(parse_confirmation)]
) -> EventStream:
    """Answer the question of the thread, and stream what follows, from the answer itself on.

    approve continues with the displayed content, reject has it generated again with `feedback`, modify replaces it by
    `content`, choose selects options of a question (`chosen`, or `feedback` where an answer of one's own is allowed).
    With `digest` the answer counts only for what was displayed under it. 409 when it was answered before
    (ANSWER_CONFLICT) or other content is displayed by now (ANSWER_STALE): nothing has changed then, and the note still
    waits. `Idempotency-Key` makes repeating safe.
    """
    thread_id, answer = confirmation
    with translated_errors():
        run = await find_answerable_run(thread_id, deps)
        message = to_answer_request(run.run_id, answer.model_copy(update={"request_id": key}))
        async with conflicts_with_question(thread_id, deps, _open_question):
            response = await deps.clients.call(deps.clients.orchestrator.AnswerRun, message)
    dialect = NoteSse(Cursor(response.sequence), deps.expose_details)
    return create_stream(deps, dialect, run_id=run.run_id, session_id=run.session_id)


@router.get(
    "/stream/{threadId}",
    summary="Resume the stream of a note",
    response_class=EventStream,
    responses=describe_stream("NoteEvent") | failures(400, 404, 410),
)
async def resume(
    request: Request,
    deps: Deps,
    thread_id: Annotated[SessionId, Path(alias="threadId")],
    run_id: Annotated[
        str, Query(alias="runId", max_length=64, description="By default the thread's newest note.")
    ] = "",
    last_event_id: Annotated[
        str | None, Query(alias="lastEventId", description="Instead of the header Last-Event-ID.")
    ] = None,
) -> EventStream:
    """Stream the events after `Last-Event-ID` (all of them without it), also of a note that is finished or waits."""
    with translated_errors():
        run = await find_run(thread_id, run_id, deps)
    after = parse_cursor(request.headers.get("last-event-id", last_event_id), run.last_sequence)
    dialect = NoteSse(after, deps.expose_details)
    return create_stream(deps, dialect, run_id=run.run_id, session_id=run.session_id)


def _open_question(run: orchestrator_pb2.Run) -> Json:
    """Return the question that a thread waits with, as its creative has it."""
    return {"pending": question_to_json(run.pending)}


@router.get("/events/schema", summary="The schema of a note's events")
async def events() -> JsonResponse:
    """Return the JSON Schema of one event."""
    return JsonResponse(_EVENTS_SCHEMA)
