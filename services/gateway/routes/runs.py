"""/api/runs: the state of runs, answers, cancellation, and resumed streams."""

from fastapi import APIRouter, Query, Request, Response
from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.common.rpc import current_language
from services.common.text.language import Language, Text
from services.gateway.dependencies import Deps
from services.gateway.dialects.chat_sse.dialect import ChatSse
from services.gateway.json_mapper.runs import run_summary_to_json, run_to_json, status_name
from services.gateway.openapi import describe_body, describe_stream, failures
from services.gateway.rejections import reject_field
from services.gateway.requests.body import parse, read_json
from services.gateway.responses import JsonResponse
from services.gateway.runs import queries
from services.gateway.schemas.answers import AnswerBody, parse_answer, to_answer_request
from services.gateway.sse import EventStream, create_stream

NO_CONTENT = 204
MAX_PAGE_SIZE = 500
# Sequences are unsigned 64 bit numbers; 19 digits always fit.
MAX_SEQUENCE_DIGITS = 19
# In these states no event follows without an answer.
_INACTIVE = (
    events_pb2.RUN_STATUS_SUCCEEDED,
    events_pb2.RUN_STATUS_FAILED,
    events_pb2.RUN_STATUS_CANCELLED,
    events_pb2.RUN_STATUS_PAUSED,
)
_EXAMPLE = {"decision": "reject", "feedback": "再亮一点"}

router = APIRouter(prefix="/api/runs", tags=["runs"])


@router.get("", summary="List runs, newest first")
async def list_runs(
    deps: Deps,
    session_id: str = Query("", alias="sessionId", max_length=128, description="Only this session's."),
    page_size: int = Query(50, alias="pageSize", ge=1, le=MAX_PAGE_SIZE),
    page_token: str = Query("", alias="pageToken", max_length=256, description="nextPageToken of the last page."),
) -> JsonResponse:
    """Return `{runs, nextPageToken}`, each run as in `GET /api/runs/{runId}` without its state."""
    page = await deps.clients.call(
        deps.clients.orchestrator.ListRuns,
        orchestrator_pb2.ListRunsRequest(session_id=session_id, page_size=page_size, page_token=page_token),
    )
    runs = [run_summary_to_json(run, expose_details=deps.expose_details) for run in page.runs]
    return JsonResponse({"runs": runs, "nextPageToken": page.next_page_token or None})


@router.get(
    "/{run_id}",
    summary="The state of a run",
    responses=failures(400, 404),
)
async def get_run(
    run_id: str,
    deps: Deps,
    at: int = Query(0, ge=0, lt=10**MAX_SEQUENCE_DIGITS, description="As it was after that event; 0 for now."),
) -> JsonResponse:
    """Return messages, userInput, intent, enhancedPrompt, executionResult, qualityCheck, uiComponents, pending (the
    question that waits for an answer), error and metadata {sessionId, currentNode, startTime, retryCount, retries}; a
    value that does not exist yet is null.
    """  # noqa: D205  # one sentence
    return JsonResponse(run_to_json(await queries.get_run(run_id, deps, at), expose_details=deps.expose_details))


@router.post("/{run_id}/cancel", summary="Stop a run", responses=failures(404))
async def cancel(run_id: str, deps: Deps) -> JsonResponse:
    """Return `{status, reachedCall}`: the run's status now, and whether a call in progress was cancelled."""
    response = await queries.cancel_run(run_id, deps)
    return JsonResponse({"status": status_name(response.status), "reachedCall": response.reached_call})


@router.post(
    "/{run_id}/answer",
    summary="Answer the question of a run",
    responses=failures(400, 404, 409, 413, 422),
    openapi_extra=describe_body(AnswerBody, _EXAMPLE),
)
async def answer(run_id: str, request: Request, deps: Deps) -> JsonResponse:
    """Return `{status, sequence}`: the run's status now, and the sequence of the event with the answer.

    Without `key` the pending question is answered; with `digest` only if its content has this digest. 409 if it was
    answered before (ANSWER_CONFLICT) or other content is displayed by now (ANSWER_STALE): then nothing changes.
    """
    body = await read_json(request, deps)
    await queries.find_run(run_id, deps)  # before the answer is parsed, which takes longer
    submitted = to_answer_request(run_id, await parse(body, deps, parse_answer))
    response = await deps.clients.call(deps.clients.orchestrator.AnswerRun, submitted)
    return JsonResponse({"status": status_name(response.status), "sequence": response.sequence})


@router.get(
    "/{run_id}/events",
    summary="Resume the stream of a run",
    response_class=EventStream,
    responses={
        **describe_stream(),
        NO_CONTENT: {"description": "The run has ended or waits: nothing follows."},
        **failures(400, 404),
    },
)
async def events(
    run_id: str,
    request: Request,
    deps: Deps,
    last_event_id: str | None = Query(None, alias="lastEventId", description="Instead of the header."),
) -> Response:
    """Stream the events after `Last-Event-ID` (all of them without it), even of a run that has ended.

    204 if the run has ended, or waits for an answer, and its last event is already known: then an EventSource stops
    reconnecting.
    """
    run = await queries.get_run(run_id, deps)
    after = _parse_sequence(request.headers.get("last-event-id", last_event_id), run)
    if after == run.last_sequence and run.status in _INACTIVE:
        return Response(status_code=NO_CONTENT)
    # A replay is in the language of its run, because the texts in its events are.
    language = Language(run.locale) if run.locale else current_language.get()
    dialect = ChatSse(run.run_id, run.session_id, language, deps.expose_details, after)
    return create_stream(deps, dialect, run_id=run.run_id, session_id=run.session_id)


def _parse_sequence(header: str | None, run: orchestrator_pb2.Run) -> int:
    """Return the sequence of a Last-Event-ID. Raises INVALID_INPUT_FORMAT for one that the run does not have."""
    if header is None:
        return 0
    if not (header.isascii() and header.isdigit() and len(header) <= MAX_SEQUENCE_DIGITS):
        raise reject_field(
            "Last-Event-ID",
            f"Last-Event-ID 应为收到的最后一个事件的 id（整数），收到“{header[:40]}”。",
            f'Last-Event-ID must be the id of the last event received, a whole number; got "{header[:40]}".',
        )
    if int(header) > run.last_sequence:
        text = Text(
            f"这次运行到目前只有 {run.last_sequence} 个事件，没有 id 为 {header} 的事件。",
            f"This run has {run.last_sequence} events so far, and none with the id {header}.",
        )
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="Last-Event-ID")
    return int(header)
