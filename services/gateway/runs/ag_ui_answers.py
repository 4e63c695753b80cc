"""Gives the answers to questions that the input of an AG-UI client carries."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from reflow.v1 import orchestrator_pb2
from starlette.requests import ClientDisconnect

from services.common.errors import Code, ReflowError
from services.gateway.dependencies import Dependencies
from services.gateway.dialects.ag_ui import texts
from services.gateway.dialects.ag_ui.interrupts import InterruptId
from services.gateway.run_watcher import StartStream
from services.gateway.runs.queries import cancel_run, find_run, get_run
from services.gateway.schemas.ag_ui import InterruptResponse, RunInput
from services.gateway.schemas.answers import to_answer_request, validate_answer

IsDisconnected = Callable[[], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a run: from the question *after_key* ("": from the start) to the next open question or the end."""

    run_id: str
    workflow: str
    after_key: str = ""
    # Questions up to this sequence number do not end it.
    answered_until: int = 0
    # Entries of `resume` that match no question of the thread.
    ignored_count: int = 0
    # The stream of a run that was started for it.
    opened: StartStream | None = None


async def answer_run(run_input: RunInput, deps: Dependencies, is_disconnected: IsDisconnected) -> Segment | None:
    """Give the answer of *run_input*, and return where its run resumes.

    None where a question was cancelled and the user has sent a new message: that is a new prompt. Raises
    QUESTION_UNKNOWN, ANSWER_CONFLICT, ANSWER_STALE or INVALID_INPUT_FORMAT without changing anything, and
    ClientDisconnect when the client has left meanwhile.
    """
    responses = run_input.responses
    matches = list[tuple[InterruptResponse, InterruptId, orchestrator_pb2.Run]]()
    for response in responses:
        if await is_disconnected():
            raise ClientDisconnect
        if match := await _find_question(response, run_input, deps):
            matches.append((response, *match))
    if not matches:
        raise ReflowError(Code.QUESTION_UNKNOWN, texts.NOT_AN_INTERRUPT, field=f"{responses[0].field}.interruptId")
    if len(matches) > 1:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, texts.ONE_ANSWER, field="resume")
    (response, interrupt_id, run) = matches[0]
    if response.cancelled:
        await _cancel(interrupt_id, run, deps)
        if run_input.ends_with_user_message:
            return None
    else:
        await _answer(run_input, response, interrupt_id, deps)
    return Segment(run.run_id, run.workflow, interrupt_id.key, ignored_count=len(responses) - 1)


async def _find_question(
    response: InterruptResponse, run_input: RunInput, deps: Dependencies
) -> tuple[InterruptId, orchestrator_pb2.Run] | None:
    """Return the question that *response* is for, and its run; None for a question of another thread."""
    interrupt_id = InterruptId.parse(response.interrupt_id)
    if interrupt_id is None:
        return None
    try:
        run = await find_run(interrupt_id.run_id, deps)
    except ReflowError as error:
        if error.code is Code.RUN_UNKNOWN:
            return None
        raise
    return (interrupt_id, run) if run.session_id == run_input.thread_id else None


async def _cancel(interrupt_id: InterruptId, run: orchestrator_pb2.Run, deps: Dependencies) -> None:
    """Cancel a run that waits for the cancelled question; a run that has resumed meanwhile continues."""
    run = await get_run(run.run_id, deps)
    if run.HasField("pending") and run.pending.question.key == interrupt_id.key:
        await cancel_run(run.run_id, deps)


async def _answer(
    run_input: RunInput, response: InterruptResponse, interrupt_id: InterruptId, deps: Dependencies
) -> None:
    try:
        payload = response.payload if response.payload is not None else {}
        request = to_answer_request(interrupt_id.run_id, validate_answer(payload))
        request.request_id, request.key = run_input.answer_id(response), interrupt_id.key
        request.digest = request.digest or interrupt_id.digest
        await deps.clients.call(deps.clients.orchestrator.AnswerRun, request)
    except ReflowError as error:
        error.field = _client_field(error, response)
        raise


def _client_field(error: ReflowError, response: InterruptResponse) -> str | None:
    if error.field in ("key", "runId", "digest"):
        return f"{response.field}.interruptId"
    if error.code is not Code.INVALID_INPUT_FORMAT:
        return error.field
    return f"{response.field}.payload.{error.field}" if error.field else f"{response.field}.payload"
