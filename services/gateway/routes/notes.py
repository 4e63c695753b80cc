"""/api/agent/stream and /api/agent/confirm: a note asked for, watched, and answered."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from services.gateway.answering import JsonResponse
from services.gateway.bodies import SessionId
from services.gateway.creation import threads
from services.gateway.creation.bodies import ConfirmBody, NoteBody
from services.gateway.creation.cursor import START, Cursor, read_cursor
from services.gateway.creation.events import events_schema
from services.gateway.creation.intake import read_confirm, read_note
from services.gateway.creation.references import take_in
from services.gateway.creation.streaming import note_stream
from services.gateway.intake import answer_request, request_id
from services.gateway.openapi import failures, json_body
from services.gateway.reading import read_json
from services.gateway.streaming import EventStream
from services.gateway.surroundings import Surroundings

_WISH = {"message": "写一篇春游攻略", "approvals": ["content"]}
_ANSWER = {"threadId": "spring", "decision": "reject", "feedback": "标题再活泼一点"}


def note_routes(world: Surroundings) -> APIRouter:
    """Return the routes that make notes."""
    router = APIRouter(prefix="/api/agent", tags=["notes"])
    _add_start(router, world)
    _add_confirm(router, world)
    _add_resume(router, world)
    return router


def _add_start(router: APIRouter, world: Surroundings) -> None:
    @router.post(
        "/stream",
        summary="Say which note you would like",
        response_class=EventStream,
        responses=failures(400, 404, 409, 410, 413, 429, 503),
        openapi_extra=json_body(NoteBody, _WISH),
    )
    async def start(request: Request) -> EventStream:
        """Start a note and stream its events until it is done, or asks.

        Each event is `id: SEQUENCE.INDEX` and `data: {JSON}`; the last line is `data: [DONE]`. Their fields are those
        of `GET /api/agent/events/schema`. A note that waits for an answer ends the stream with `workflow_paused`; it
        is answered with `POST /api/agent/confirm`. 409 THREAD_WAITING while the thread waits.

        A note whose readers have all left is stopped after a grace period, unless `background` is true. The header
        `Idempotency-Key` makes repeating the request safe: the same key starts nothing twice and streams the note
        started first.
        """
        key = request_id(request.headers.get("idempotency-key"))
        wish = await read_json(request, world, read_note)
        hosts = {request.headers.get("host", "").lower(), *world.settings.hosts}
        with threads.named():
            references = await take_in(wish, lambda netloc: netloc.lower() in hosts, world)
            if wish.thread_id:
                await threads.open_thread(wish.thread_id, world)
            asked = wish.request(
                request_id=key, reference_asset_ids=references, abandon_seconds=world.settings.abandon_seconds
            )
            started = await world.upstream.ask(world.upstream.orchestrator.StartRun, asked)
        return note_stream(world, started.run_id, started.session_id, START)


def _add_confirm(router: APIRouter, world: Surroundings) -> None:
    @router.post(
        "/confirm",
        summary="Answer a note that waits",
        response_class=EventStream,
        responses=failures(400, 404, 409, 410, 413),
        openapi_extra=json_body(ConfirmBody, _ANSWER),
    )
    async def confirm(request: Request) -> EventStream:
        """Answer what the thread waits for, and stream what follows, from the answer itself on.

        approve goes on with what was shown, reject has it made again with `feedback`, modify puts `content` in its
        place, choose names options of a question (`chosen`, or `feedback` where own words will do). With `digest` the
        answer counts only for what was shown under it. 409 when it was answered already (ANSWER_CONFLICT) or another
        thing is shown by now (ANSWER_STALE): nothing has changed then, and the note still waits. `Idempotency-Key`
        makes repeating safe.
        """
        key = request_id(request.headers.get("idempotency-key"))
        thread_id, answer = await read_json(request, world, read_confirm)
        with threads.named():
            run = await threads.waiting(thread_id, world)
            given = answer_request(run.run_id, answer.model_copy(update={"request_id": key}))
            taken = await world.upstream.ask(world.upstream.orchestrator.AnswerRun, given)
        return note_stream(world, run.run_id, run.session_id, Cursor(taken.sequence))


def _add_resume(router: APIRouter, world: Surroundings) -> None:
    @router.get(
        "/stream/{threadId}",
        summary="Take the stream of a note up again",
        response_class=EventStream,
        responses=failures(400, 404, 410),
    )
    async def resume(
        request: Request,
        thread_id: Annotated[SessionId, Path(alias="threadId")],
        run_id: Annotated[str, Query(alias="runId", max_length=64, description="Or the thread's newest note.")] = "",
        last_event_id: Annotated[
            str | None, Query(alias="lastEventId", description="Instead of the header Last-Event-ID.")
        ] = None,
    ) -> EventStream:
        """Stream the events after `Last-Event-ID` (all of them without it), also of a note that is done or waits."""
        with threads.named():
            run = await threads.find(thread_id, run_id, world)
        after = read_cursor(request.headers.get("last-event-id", last_event_id), run.last_sequence)
        return note_stream(world, run.run_id, run.session_id, after)

    schema = events_schema()

    @router.get("/events/schema", summary="What the events of a note look like")
    async def events() -> JsonResponse:
        """Return the JSON Schema of one event."""
        return JsonResponse(schema)
