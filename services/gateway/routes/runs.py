"""/api/runs: taking a stream up again, the state of runs, stopping them."""

from fastapi import APIRouter, Query, Request, Response
from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.gateway import spelling
from services.gateway.answering import JsonResponse
from services.gateway.bodies import AnswerBody
from services.gateway.intake import answer_request, read_answer
from services.gateway.openapi import failures, json_body
from services.gateway.reading import read_json
from services.gateway.refusing import field_refused
from services.gateway.state import run_state, run_summary
from services.gateway.streaming import EventStream, event_stream
from services.gateway.surroundings import Surroundings

NO_CONTENT = 204
LARGEST_PAGE = 500
# Sequences are unsigned 64 bit numbers; 19 digits always fit.
MOST_DIGITS = 19
# Nothing follows until somebody answers, or ever.
_STANDING = (
    events_pb2.RUN_STATUS_SUCCEEDED,
    events_pb2.RUN_STATUS_FAILED,
    events_pb2.RUN_STATUS_CANCELLED,
    events_pb2.RUN_STATUS_PAUSED,
)
_EXAMPLE = {"decision": "reject", "feedback": "再亮一点"}


def run_routes(world: Surroundings) -> APIRouter:
    """Return the routes about runs."""
    router = APIRouter(prefix="/api/runs", tags=["runs"])
    _add_states(router, world)
    _add_answers(router, world)
    _add_events(router, world)
    return router


def _add_states(router: APIRouter, world: Surroundings) -> None:
    orchestrator = world.upstream.orchestrator

    @router.get("", summary="List runs, newest first")
    async def list_runs(
        session_id: str = Query("", alias="sessionId", max_length=128, description="Only this session's."),
        page_size: int = Query(50, alias="pageSize", ge=1, le=LARGEST_PAGE),
        page_token: str = Query("", alias="pageToken", max_length=256, description="nextPageToken of the last page."),
    ) -> JsonResponse:
        """Return `{runs, nextPageToken}`, each run as in `GET /api/runs/{runId}` without its state."""
        page = await world.upstream.ask(
            orchestrator.ListRuns,
            orchestrator_pb2.ListRunsRequest(session_id=session_id, page_size=page_size, page_token=page_token),
        )
        runs = [run_summary(run, expose_details=world.expose_details) for run in page.runs]
        return JsonResponse({"runs": runs, "nextPageToken": page.next_page_token or None})

    @router.get("/{run_id}", summary="The state of a run", responses=failures(400, 404))
    async def get_run(
        run_id: str,
        at: int = Query(0, ge=0, lt=10**MOST_DIGITS, description="As it was after that event; 0 for now."),
    ) -> JsonResponse:
        """Return messages, userInput, intent, enhancedPrompt, executionResult, qualityCheck, uiComponents, pending (the
        question it waits for an answer to), error and metadata {sessionId, currentNode, startTime, retryCount}; what
        is not there yet is null.
        """  # noqa: D205  # one sentence
        return JsonResponse(run_state(await _find(run_id, world, at), expose_details=world.expose_details))

    @router.post("/{run_id}/cancel", summary="Stop a run", responses=failures(404))
    async def cancel(run_id: str) -> JsonResponse:
        """Return `{status, reachedCall}`: the run's status now, and whether a call in flight was cut off."""
        asked = orchestrator_pb2.CancelRunRequest(run_id=run_id)
        answer = await world.upstream.ask(orchestrator.CancelRun, asked)
        return JsonResponse({"status": spelling.status(answer.status), "reachedCall": answer.reached_call})


def _add_answers(router: APIRouter, world: Surroundings) -> None:
    @router.post(
        "/{run_id}/answer",
        summary="Answer what a run waits for",
        responses=failures(400, 404, 409, 413),
        openapi_extra=json_body(AnswerBody, _EXAMPLE),
    )
    async def answer(run_id: str, request: Request) -> JsonResponse:
        """Return `{status, sequence}`: the run's status now, and the event that holds the answer.

        Without `key` the question that waits is meant; with `digest` only as it was shown under it. 409 when it was
        answered already (ANSWER_CONFLICT) or another thing is shown by now (ANSWER_STALE): nothing has changed then.
        """
        given = await read_json(request, world, read_answer)
        orchestrator = world.upstream.orchestrator
        taken = await world.upstream.ask(orchestrator.AnswerRun, answer_request(run_id, given))
        return JsonResponse({"status": spelling.status(taken.status), "sequence": taken.sequence})


def _add_events(router: APIRouter, world: Surroundings) -> None:
    @router.get(
        "/{run_id}/events",
        summary="Take the stream of a run up again",
        response_class=EventStream,
        responses={
            NO_CONTENT: {"description": "The run has ended or waits: nothing follows."},
            **failures(400, 404),
        },
    )
    async def events(
        run_id: str,
        request: Request,
        last_event_id: str | None = Query(None, alias="lastEventId", description="Instead of the header."),
    ) -> Response:
        """Stream the events after `Last-Event-ID` (all of them without it), also of a run that has ended.

        204 when the run has ended, or waits for an answer, and its last event is already known: an EventSource then
        stops reconnecting.
        """
        run = await _find(run_id, world)
        after = _cursor(request.headers.get("last-event-id", last_event_id), run)
        if after == run.last_sequence and run.status in _STANDING:
            return Response(status_code=NO_CONTENT)
        return event_stream(world, run.run_id, run.session_id, after)


async def _find(run_id: str, world: Surroundings, at: int = 0) -> orchestrator_pb2.Run:
    asked = orchestrator_pb2.GetRunRequest(run_id=run_id, at_sequence=at)
    return (await world.upstream.ask(world.upstream.orchestrator.GetRun, asked)).run


def _cursor(given: str | None, run: orchestrator_pb2.Run) -> int:
    """Return the sequence after which to go on. Raises INVALID_INPUT_FORMAT for one that the run never had."""
    if given is None:
        return 0
    if not (given.isascii() and given.isdigit() and len(given) <= MOST_DIGITS):
        raise field_refused(
            "Last-Event-ID",
            f"Last-Event-ID 应为收到的最后一个事件的 id（整数），收到“{given[:40]}”。",
            f'Last-Event-ID must be the id of the last event received, a whole number; got "{given[:40]}".',
        )
    if int(given) > run.last_sequence:
        text = Text(
            f"这次运行到目前只有 {run.last_sequence} 个事件，没有 id 为 {given} 的事件。",
            f"This run has {run.last_sequence} events so far, and none with the id {given}.",
        )
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="Last-Event-ID")
    return int(given)
