"""OrchestratorService: gRPC in, engine, gRPC out."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from opentelemetry import propagate
from reflow.v1 import errors_pb2, events_pb2, orchestrator_pb2, orchestrator_pb2_grpc, planner_pb2, questions_pb2

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.limits import Limits
from services.common.serving.interceptor import Context, ReaderTooSlow, current_language
from services.common.telemetry import ErrorLedger
from services.orchestrator.adapters import products_codec, questions_codec, runs_codec
from services.orchestrator.adapters.events_codec import STATUSES, event_message
from services.orchestrator.adapters.failures_codec import CATEGORIES
from services.orchestrator.adapters.mirror import message_of, value_of
from services.orchestrator.domain.events import Recorded, RunStarted
from services.orchestrator.domain.intake import checked
from services.orchestrator.domain.questions import Answer
from services.orchestrator.engine.answering import Answering, Given
from services.orchestrator.engine.attendance import Attendance
from services.orchestrator.engine.driving import Driving
from services.orchestrator.engine.following import Following
from services.orchestrator.engine.log import RunLog, RunRow, Starting
from services.orchestrator.engine.sessions import Sessions
from services.orchestrator.engine.tail import Tails
from services.orchestrator.engine.watch import watch
from services.orchestrator.engine.workflows import Workflows

DEFAULT_WINDOW_SECONDS = 3_600.0
DEFAULT_PAGE = 50
LONGEST_ABANDON_SECONDS = 86_400.0
CUT_OFF = Text(
    "读取太慢，事件流已断开；请从第 {cursor} 个事件之后继续。",
    "Events were taken too slowly, so the stream was cut off. Watch again after sequence {cursor}.",
)
NOT_THERE = Text("这次运行到目前只有 {last} 个事件。", "This run has no event after {last} so far.")


@dataclass(frozen=True, slots=True)
class Engine:
    """What the servicer needs of the engine, wired in bootstrap."""

    log: RunLog
    tails: Tails
    following: Following
    driving: Driving
    sessions: Sessions
    answering: Answering
    attendance: Attendance
    workflows: Workflows
    limits: Limits
    errors: ErrorLedger
    now: Callable[[], datetime]
    new_id: Callable[[], str]
    expose_details: bool


class OrchestratorServicer(orchestrator_pb2_grpc.OrchestratorServiceServicer):
    """Starts, streams, stops and tells about runs."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def StartRun(
        self, request: orchestrator_pb2.StartRunRequest, context: Context
    ) -> orchestrator_pb2.StartRunResponse:
        if request.WhichOneof("input") is None:
            raise ReflowError(Code.INVALID_INPUT_EMPTY, field="input")
        asked = checked(products_codec.held_input(request), self._engine.limits)
        if request.session_id:
            try:
                await self._engine.sessions.check_free(request.session_id)
            except ReflowError as error:
                row = await self._begun_before(request.request_id, error)
                return _start_response(row)
        starting = self._starting(request, RunStarted(asked, current_language.get().value, _abandon_after(request)))
        # A caller that goes away must not leave a run recorded that nobody drives.
        return _start_response(await asyncio.shield(asyncio.ensure_future(self._engine.driving.accept(starting))))

    async def WatchRun(
        self, request: orchestrator_pb2.WatchRunRequest, context: Context
    ) -> AsyncIterator[orchestrator_pb2.WatchRunResponse]:
        run_id, cursor = _known_form(request.run_id), request.after_sequence
        watching = watch(run_id, cursor, self._engine.log, self._engine.tails, self._engine.following)
        with self._engine.attendance.watching(run_id):
            async with aclosing(watching) as batches:
                async for batch in batches:
                    try:
                        yield self._told(batch)
                    except ReaderTooSlow:
                        raise _cut_off(cursor) from None
                    cursor += len(batch)

    async def AnswerRun(
        self, request: orchestrator_pb2.AnswerRunRequest, context: Context
    ) -> orchestrator_pb2.AnswerRunResponse:
        run_id = _known_form(request.run_id)
        given = Given(_answer(request.answer), request.key, request.digest, request.request_id)
        # A caller that goes away must not leave a run answered that nobody drives.
        answering = asyncio.ensure_future(self._engine.answering.answer(run_id, given))
        sequence = await asyncio.shield(answering)
        row = await self._find(run_id)
        return orchestrator_pb2.AnswerRunResponse(status=STATUSES[row.status], sequence=sequence)

    async def CancelRun(
        self, request: orchestrator_pb2.CancelRunRequest, context: Context
    ) -> orchestrator_pb2.CancelRunResponse:
        row = await self._find(request.run_id)
        reached = False
        if not row.status.terminal:
            reached = await asyncio.shield(asyncio.ensure_future(self._engine.driving.cancel(row.run_id)))
            row = await self._find(request.run_id)
        return orchestrator_pb2.CancelRunResponse(status=STATUSES[row.status], reached_call=reached)

    async def GetRun(
        self, request: orchestrator_pb2.GetRunRequest, context: Context
    ) -> orchestrator_pb2.GetRunResponse:
        row = await self._find(request.run_id)
        if request.at_sequence > row.last_sequence:
            raise _beyond_the_end(row)
        run = await self._engine.workflows.state(row, self._engine.log, request.at_sequence or None)
        if request.at_sequence:
            row = replace(row, status=run.status, last_sequence=run.sequence, updated_at=run.last_at or row.updated_at)
        message = runs_codec.run_message(row, run, self._engine.limits)
        if not self._engine.expose_details:
            _redact_state(message)
        return orchestrator_pb2.GetRunResponse(run=message)

    async def ListRuns(
        self, request: orchestrator_pb2.ListRunsRequest, context: Context
    ) -> orchestrator_pb2.ListRunsResponse:
        try:
            before = runs_codec.page_start(request.page_token)
        except ValueError:
            raise ReflowError(Code.INVALID_INPUT_FORMAT, field="page_token") from None
        size = request.page_size or DEFAULT_PAGE
        rows = await self._engine.log.list_runs(request.session_id, request.workflow, before, size)
        token = runs_codec.page_token(rows[-1]) if len(rows) == size else ""
        return orchestrator_pb2.ListRunsResponse(
            runs=[runs_codec.row_message(row) for row in rows], next_page_token=token
        )

    async def CreateSession(
        self, request: orchestrator_pb2.CreateSessionRequest, context: Context
    ) -> orchestrator_pb2.CreateSessionResponse:
        session_id = request.session_id or self._engine.new_id()
        await self._engine.sessions.open(session_id)
        return orchestrator_pb2.CreateSessionResponse(session_id=session_id)

    async def GetSession(
        self, request: orchestrator_pb2.GetSessionRequest, context: Context
    ) -> orchestrator_pb2.GetSessionResponse:
        messages, last = await self._engine.sessions.recall(request.session_id)
        return orchestrator_pb2.GetSessionResponse(
            messages=[message_of(said, planner_pb2.ChatMessage) for said in messages],
            last_result=message_of(last, planner_pb2.LastResult) if last else None,
        )

    async def GetErrorStatistics(
        self, request: orchestrator_pb2.GetErrorStatisticsRequest, context: Context
    ) -> orchestrator_pb2.GetErrorStatisticsResponse:
        asked = request.window.ToNanoseconds() / 1e9 if request.HasField("window") else DEFAULT_WINDOW_SECONDS
        if asked <= 0:
            raise ReflowError(Code.INVALID_INPUT_FORMAT, field="window")
        response = orchestrator_pb2.GetErrorStatisticsResponse()
        response.window.FromNanoseconds(int(asked * 1e9))
        for rate in self._engine.errors.rates(asked):
            category = CATEGORIES[rate.category]
            response.rates.append(
                errors_pb2.ErrorRate(
                    code=rate.code, category=category, node=rate.node, count=rate.count, per_minute=rate.per_minute
                )
            )
        return response

    def _told(self, batch: list[bytes]) -> orchestrator_pb2.WatchRunResponse:
        """Return events as they leave the service."""
        response = orchestrator_pb2.WatchRunResponse()
        for payload in batch:
            response.events.add().MergeFromString(payload)
        if not self._engine.expose_details:
            for event in response.events:
                _redact(event)
        return response

    def _starting(self, request: orchestrator_pb2.StartRunRequest, started: RunStarted) -> Starting:
        run_id, at = self._engine.new_id(), self._engine.now()
        session_id = request.session_id or self._engine.new_id()
        carrier: dict[str, str] = {}
        propagate.inject(carrier)
        return Starting(
            run_id=run_id,
            request_id=request.request_id or None,
            session_id=session_id,
            new_session=not request.session_id,
            workflow=request.WhichOneof("input") or "",
            traceparent=carrier.get("traceparent", ""),
            payload=event_message(run_id, session_id, Recorded(1, at, started)).SerializeToString(),
            at=at,
        )

    async def _begun_before(self, request_id: str, refusal: ReflowError) -> RunRow:
        """Return the run that *request_id* began: asking again is not what *refusal* refuses; else raise that."""
        known = await self._engine.log.find_request(request_id) if request_id else None
        if known is None:
            raise refusal
        return known

    async def _find(self, run_id: str) -> RunRow:
        row = await self._engine.log.find(_known_form(run_id))
        if row is None:
            raise ReflowError(Code.RUN_UNKNOWN, field="run_id")
        return row


def _start_response(row: RunRow) -> orchestrator_pb2.StartRunResponse:
    return orchestrator_pb2.StartRunResponse(run_id=row.run_id, session_id=row.session_id, status=STATUSES[row.status])


def _known_form(run_id: str) -> str:
    """Return *run_id*. Raises RUN_UNKNOWN for what cannot be the id of a run."""
    try:
        return str(uuid.UUID(run_id))
    except ValueError:
        raise ReflowError(Code.RUN_UNKNOWN, field="run_id") from None


def _cut_off(cursor: int) -> ReflowError:
    """Return what a watcher is told that takes its events too slowly: it may watch again from *cursor* on."""
    text = Text(CUT_OFF.zh.format(cursor=cursor), CUT_OFF.en.format(cursor=cursor))
    return ReflowError(Code.SSE_CONNECTION_ERROR, text, metadata={"after_sequence": str(cursor)})


def _beyond_the_end(row: RunRow) -> ReflowError:
    """Return what is told of a sequence that the run of *row* has not reached."""
    text = Text(NOT_THERE.zh.format(last=row.last_sequence), NOT_THERE.en.format(last=row.last_sequence))
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, field="at_sequence")


def _answer(message: questions_pb2.Answer) -> Answer:
    """Return the answer of *message*. Raises INVALID_INPUT_FORMAT for no decision, or a content that is not JSON."""
    if message.decision not in questions_codec.DECISIONS:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, field="answer.decision")
    try:
        return value_of(message, Answer)
    except ValueError as error:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, field="answer.content", details=str(error)) from None


def _abandon_after(request: orchestrator_pb2.StartRunRequest) -> float | None:
    """Return after how many seconds without a watcher the run is cancelled, None for never."""
    if not request.HasField("abandon_after"):
        return None
    seconds = request.abandon_after.ToNanoseconds() / 1e9
    if not 0 < seconds <= LONGEST_ABANDON_SECONDS:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, field="abandon_after")
    return seconds


def _redact(event: events_pb2.RunEvent) -> None:
    """Take what is for engineers out of an event that leaves the service."""
    match event.WhichOneof("fact"):
        case "step_failed":
            event.step_failed.error.ClearField("details")
        case "warning_recorded":
            event.warning_recorded.error.ClearField("details")
        case "error_raised":
            event.error_raised.ClearField("details")
        case "run_ended" if event.run_ended.HasField("error"):
            event.run_ended.error.ClearField("details")


def _redact_state(run: orchestrator_pb2.Run) -> None:
    """Take what is for engineers out of a run that leaves the service."""
    if run.HasField("error"):
        run.error.ClearField("details")
    if run.WhichOneof("state") == "note" and run.note.HasField("last_error"):  # asked first: to touch one sets it
        run.note.last_error.ClearField("details")


def utc_now() -> datetime:
    """Return the time now, in UTC, to the microsecond that PostgreSQL keeps."""
    return datetime.now(UTC)
