"""What a thread is at: the run that it waits with, and answers to what that asks."""

from dataclasses import dataclass

from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.gateway import spelling
from services.gateway.ag_ui import wording
from services.gateway.ag_ui.asking import Answering, Asked
from services.gateway.ag_ui.interrupts import InterruptId
from services.gateway.bodies import AnswerBody
from services.gateway.intake import answer_request, read_answer
from services.gateway.surroundings import Surroundings

# The newest runs of a thread among which one that waits is looked for.
LOOKED_AT = 100


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a run: behind the question *after_key*, "" for from its beginning, and on to the next question."""

    run_id: str
    workflow: str
    after_key: str = ""
    # Entries of resume that answer nothing here.
    ignored: int = 0


async def answered(asked: Asked, world: Surroundings) -> Segment | None:
    """Give the answer that is *asked* for, and return where its run goes on.

    None where a question was abandoned and the user has said something new: that is a new wish. Raises
    QUESTION_UNKNOWN, ANSWER_CONFLICT, ANSWER_STALE or INVALID_INPUT_FORMAT, changing nothing.
    """
    found = [(answer, *waiting) for answer in asked.answers if (waiting := await _find(answer, asked, world))]
    if not found:
        raise ReflowError(
            Code.QUESTION_UNKNOWN, wording.NOT_AN_INTERRUPT, field=f"{asked.answers[0].field}.interruptId"
        )
    if len(found) > 1:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, wording.ONE_ANSWER, field="resume")
    (answer, named, run) = found[0]
    if answer.abandoned:
        await _abandon(named, run, world)
        if asked.speaks:
            return None
    else:
        await _give(asked, answer, named, world)
    return Segment(run.run_id, run.workflow, named.key, len(asked.answers) - 1)


async def started(wanted: orchestrator_pb2.StartRunRequest, workflow: str, world: Surroundings) -> Segment:
    """Start what is *wanted*, and return its run: the one that waits where that is what is wanted.

    Raises THREAD_WAITING where another one waits: its question comes first.
    """
    orchestrator = world.upstream.orchestrator
    try:
        return Segment((await world.upstream.ask(orchestrator.StartRun, wanted)).run_id, workflow)
    except ReflowError as error:
        if error.code is not Code.THREAD_WAITING:
            raise
        run = await _waiting(wanted.session_id, world)
        if run is None or not _asks_the_same(run, wanted):
            raise ReflowError(Code.THREAD_WAITING, field="resume") from error
        return Segment(run.run_id, run.workflow)


async def _waiting(thread_id: str, world: Surroundings) -> orchestrator_pb2.Run | None:
    """Return the run of a thread that waits for an answer, whole."""
    asked = orchestrator_pb2.ListRunsRequest(session_id=thread_id, page_size=LOOKED_AT)
    page = await world.upstream.ask(world.upstream.orchestrator.ListRuns, asked)
    waiting = next((run for run in page.runs if run.status == events_pb2.RUN_STATUS_PAUSED), None)
    return await _run(waiting.run_id, world) if waiting else None


def _asks_the_same(run: orchestrator_pb2.Run, wanted: orchestrator_pb2.StartRunRequest) -> bool:
    """Tell whether *run* is what is *wanted*, so that a request sent once more is shown its question once more."""
    kind = wanted.WhichOneof("input")
    if kind != run.WhichOneof("state"):
        return False
    if kind == "note":
        one, other = run.note.input, wanted.note
        return (one.text, list(one.reference_asset_ids)) == (other.text, list(other.reference_asset_ids))
    was, now = run.image_chat.input, wanted.image_chat
    return (was.text, was.image_asset_id, was.mask_asset_id) == (now.text, now.image_asset_id, now.mask_asset_id)


async def _find(
    answer: Answering, asked: Asked, world: Surroundings
) -> tuple[InterruptId, orchestrator_pb2.Run] | None:
    """Return which question of which run *answer* is for; None for one that this thread never asked."""
    named = InterruptId.read(answer.interrupt_id)
    if named is None:
        return None
    try:
        run = await _run(named.run_id, world)
    except ReflowError as error:
        if error.code is Code.RUN_UNKNOWN:
            return None
        raise
    return (named, run) if run.session_id == asked.thread_id else None


async def _run(run_id: str, world: Surroundings) -> orchestrator_pb2.Run:
    found = orchestrator_pb2.GetRunRequest(run_id=run_id)
    return (await world.upstream.ask(world.upstream.orchestrator.GetRun, found)).run


async def _abandon(named: InterruptId, run: orchestrator_pb2.Run, world: Surroundings) -> None:
    """Stop a run that waits for what is abandoned; one that has gone on meanwhile goes on."""
    if run.HasField("pending") and run.pending.question.key == named.key:
        stop = orchestrator_pb2.CancelRunRequest(run_id=run.run_id)
        await world.upstream.ask(world.upstream.orchestrator.CancelRun, stop)


async def _give(asked: Asked, answer: Answering, named: InterruptId, world: Surroundings) -> None:
    try:
        request = answer_request(named.run_id, _answer(answer, world.settings.limits))
        request.request_id, request.key = asked.answer_id(answer), named.key
        request.digest = request.digest or named.digest
        await world.upstream.ask(world.upstream.orchestrator.AnswerRun, request)
    except ReflowError as error:
        error.field = _answer_field(error, answer)
        raise


def _answer(answer: Answering, limits: Limits) -> AnswerBody:
    return read_answer(spelling.dump(answer.payload if answer.payload is not None else {}), limits)


def _answer_field(error: ReflowError, answer: Answering) -> str | None:
    if error.field in ("key", "runId", "digest"):
        return f"{answer.field}.interruptId"
    if error.code is not Code.INVALID_INPUT_FORMAT:
        return error.field
    return f"{answer.field}.payload.{error.field}" if error.field else f"{answer.field}.payload"
