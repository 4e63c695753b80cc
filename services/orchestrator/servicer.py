"""OrchestratorService: maps requests to the engine, and its results to responses."""

import asyncio
import uuid
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from reflow.v1 import orchestrator_pb2, orchestrator_pb2_grpc, planner_pb2, questions_pb2

from services.common.contract.proto_mapper import from_proto, to_proto
from services.common.contract.questions import Answer
from services.common.errors import Code, ReflowError
from services.common.rpc.interceptor import Context, ReaderTooSlow
from services.common.text.language import Text
from services.orchestrator.adapters import error_mapper, run_mapper
from services.orchestrator.adapters.event_mapper import status_to_proto
from services.orchestrator.adapters.event_stream import serialize_started, to_watch_response
from services.orchestrator.adapters.redaction import redact_run
from services.orchestrator.adapters.request_values import format_page_token, parse_page_token
from services.orchestrator.engine.answers import SubmittedAnswer
from services.orchestrator.engine.run_log import RunRow
from services.orchestrator.engine.watch import watch
from services.orchestrator.engine_parts import Engine
from services.orchestrator.run_starter import RunStarter

DEFAULT_PAGE_SIZE = 50
READER_TOO_SLOW = Text(
    "读取太慢，事件流已断开；请从第 {cursor} 个事件之后继续。",
    "Events were read too slowly, so the stream was closed. Watch again after sequence {cursor}.",
)
BEYOND_LAST_EVENT = Text("这次运行到目前只有 {last} 个事件。", "This run has no event after {last} so far.")


class OrchestratorServicer(orchestrator_pb2_grpc.OrchestratorServiceServicer):
    """Starts, answers, cancels and describes runs."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._starter = RunStarter(engine)

    async def StartRun(
        self, request: orchestrator_pb2.StartRunRequest, context: Context
    ) -> orchestrator_pb2.StartRunResponse:
        return run_mapper.started_to_proto(await self._starter.start(request))

    def WatchRun(self, request: orchestrator_pb2.WatchRunRequest, context: Context) -> AsyncIterator[Any]:
        """Stream the events of a run as serialized WatchRunResponse messages (`serialize_response`)."""
        return self._stream_events(_parse_run_id(request.run_id), request.after_sequence)

    def StartAndWatchRun(self, request: orchestrator_pb2.StartRunRequest, context: Context) -> AsyncIterator[Any]:
        """Start a run and stream its events as serialized StartAndWatchRunResponse messages."""
        return self._stream_events("", 0, request)

    async def CheckAdmission(
        self, request: orchestrator_pb2.CheckAdmissionRequest, context: Context
    ) -> orchestrator_pb2.CheckAdmissionResponse:
        if not await self._engine.scheduler.has_capacity():
            await self._starter.find_repeated(request.request_id, ReflowError(Code.QUEUE_FULL))
        return orchestrator_pb2.CheckAdmissionResponse()

    async def AnswerRun(
        self, request: orchestrator_pb2.AnswerRunRequest, context: Context
    ) -> orchestrator_pb2.AnswerRunResponse:
        run_id = (await self._find(request.run_id)).run_id  # before the answer is parsed, which takes longer
        submitted = SubmittedAnswer(_parse_answer(request.answer), request.key, request.digest, request.request_id)
        # Shielded: an answered run must be resumed even if the caller disconnects.
        sequence = await asyncio.shield(asyncio.ensure_future(self._engine.answers.answer(run_id, submitted)))
        row = await self._find(run_id)
        return orchestrator_pb2.AnswerRunResponse(status=status_to_proto(row.status), sequence=sequence)

    async def CancelRun(
        self, request: orchestrator_pb2.CancelRunRequest, context: Context
    ) -> orchestrator_pb2.CancelRunResponse:
        row = await self._find(request.run_id)
        reached_call = False
        if not row.status.is_terminal:
            reached_call = await asyncio.shield(asyncio.ensure_future(self._engine.scheduler.cancel(row.run_id)))
            row = await self._find(request.run_id)
        return orchestrator_pb2.CancelRunResponse(status=status_to_proto(row.status), reached_call=reached_call)

    async def GetRun(
        self, request: orchestrator_pb2.GetRunRequest, context: Context
    ) -> orchestrator_pb2.GetRunResponse:
        row = await self._find(request.run_id)
        if request.at_sequence > row.last_sequence:
            raise _beyond_last_event(row)
        run = await self._engine.workflows.load_run(row, self._engine.log, request.at_sequence or None)
        if request.at_sequence:
            row = replace(row, status=run.status, last_sequence=run.sequence, updated_at=run.last_at or row.updated_at)
        message = run_mapper.run_to_proto(row, run, self._engine.limits)
        if not self._engine.expose_details:
            redact_run(message)
        return orchestrator_pb2.GetRunResponse(run=message)

    async def ListRuns(
        self, request: orchestrator_pb2.ListRunsRequest, context: Context
    ) -> orchestrator_pb2.ListRunsResponse:
        size = request.page_size or DEFAULT_PAGE_SIZE
        before = parse_page_token(request.page_token)
        rows = await self._engine.log.list_runs(request.session_id, request.workflow, before, size)
        return orchestrator_pb2.ListRunsResponse(
            runs=[to_proto(row, orchestrator_pb2.Run) for row in rows],
            next_page_token=format_page_token([(row.created_at, row.run_id) for row in rows], size),
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
        messages, last = await self._engine.sessions.load_memory(request.session_id)
        return orchestrator_pb2.GetSessionResponse(
            messages=[to_proto(entry, planner_pb2.ChatMessage) for entry in messages],
            last_result=to_proto(last, planner_pb2.LastResult) if last else None,
        )

    async def GetErrorStatistics(
        self, request: orchestrator_pb2.GetErrorStatisticsRequest, context: Context
    ) -> orchestrator_pb2.GetErrorStatisticsResponse:
        window = error_mapper.parse_window(request)
        reading = await self._engine.errors.read(window, error_mapper.parse_code(request))
        return error_mapper.statistics_to_proto(reading, window)

    async def ReportErrors(
        self, request: orchestrator_pb2.ReportErrorsRequest, context: Context
    ) -> orchestrator_pb2.ReportErrorsResponse:
        await self._engine.errors.store(request.process_id, error_mapper.parse_counts(request, self._engine.now()))
        return orchestrator_pb2.ReportErrorsResponse()

    async def _stream_events(
        self, run_id: str, cursor: int, start: orchestrator_pb2.StartRunRequest | None = None
    ) -> AsyncGenerator[bytes, None]:
        """Yield the events after *cursor* of the run *run_id*, or of the one that *start* requests, as responses.

        One generator for both: a reader that is too slow is reported to the one that knows the cursor.
        """
        engine, started = self._engine, b""
        if start is not None:
            row = await self._starter.start(start)
            run_id, started = row.run_id, serialize_started(run_mapper.started_to_proto(row))
        events = watch(run_id, cursor, engine.log, engine.tails, engine.remote_tails)
        with engine.watchers.subscribe(run_id):
            async with aclosing(events) as batches:
                async for batch in batches:
                    try:
                        yield started + to_watch_response(batch, expose_details=engine.expose_details)
                    except ReaderTooSlow:
                        raise _reader_too_slow(cursor) from None
                    cursor, started = cursor + len(batch), b""

    async def _find(self, run_id: str) -> RunRow:
        row = await self._engine.log.find(_parse_run_id(run_id))
        if row is None:
            raise ReflowError(Code.RUN_UNKNOWN, field="run_id")
        return row


def _parse_run_id(run_id: str) -> str:
    """Return *run_id* in canonical form. Raises RUN_UNKNOWN for a malformed id."""
    try:
        return str(uuid.UUID(run_id))
    except ValueError:
        raise ReflowError(Code.RUN_UNKNOWN, field="run_id") from None


def _reader_too_slow(cursor: int) -> ReflowError:
    """Return the error of a watcher that reads too slowly. It can watch again after *cursor*."""
    text = Text(READER_TOO_SLOW.zh.format(cursor=cursor), READER_TOO_SLOW.en.format(cursor=cursor))
    return ReflowError(Code.SSE_CONNECTION_ERROR, text, metadata={"after_sequence": str(cursor)})


def _beyond_last_event(row: RunRow) -> ReflowError:
    """Return the error for a sequence after the last event of *row*."""
    text = Text(
        BEYOND_LAST_EVENT.zh.format(last=row.last_sequence), BEYOND_LAST_EVENT.en.format(last=row.last_sequence)
    )
    return ReflowError(Code.INVALID_INPUT_FORMAT, text, field="at_sequence")


def _parse_answer(message: questions_pb2.Answer) -> Answer:
    """Return the answer of *message*. Raises INVALID_INPUT_FORMAT without a decision, or for invalid JSON."""
    if not message.decision or message.decision not in questions_pb2.Decision.values():
        raise ReflowError(Code.INVALID_INPUT_FORMAT, field="answer.decision")
    try:
        return from_proto(message, Answer)
    except ValueError as error:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, field="answer.content", details=str(error)) from None
