"""Start of runs: for a caller, or for a fire time of a schedule."""

import asyncio
import hashlib
from dataclasses import replace

from opentelemetry import propagate
from reflow.v1 import orchestrator_pb2

from services.common.contract.graphs.graph_execution import GraphExecutionInput
from services.common.contract.input_validation import validate_input
from services.common.contract.results import WorkflowInput
from services.common.errors import Code, ReflowError
from services.common.rpc.interceptor import current_language
from services.common.text.language import Language
from services.orchestrator.adapters.event_mapper import event_to_proto, input_from_proto
from services.orchestrator.domain.events import RecordedEvent, RunStarted
from services.orchestrator.engine.run_log import NewRun, RunRow
from services.orchestrator.engine.workflows import derive_seed
from services.orchestrator.engine_parts import Engine

MAX_ABANDON_SECONDS = 86_400.0


class RunStarter:
    """Starts the runs that requests describe."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def validate(self, request: orchestrator_pb2.StartRunRequest) -> WorkflowInput:
        """Return the input of *request*. Raises INVALID_INPUT_* naming the field."""
        if request.locale not in ("", *Language):
            raise ReflowError(Code.INVALID_INPUT_FORMAT, field="locale")
        if request.WhichOneof("input") is None:
            raise ReflowError(Code.INVALID_INPUT_EMPTY, field="input")
        return validate_input(input_from_proto(request), self._engine.limits)

    async def start(self, request: orchestrator_pb2.StartRunRequest) -> RunRow:
        """Record and schedule the run of *request*, in its language; return it, or the one that it started before.

        Raises IDEMPOTENCY_KEY_REUSED where another request started that one.
        """
        workflow_input = self.validate(request)
        if request.session_id:
            try:
                await self._engine.sessions.validate_free(request.session_id)
            except ReflowError as error:
                return _check_digest(await self.find_repeated(request.request_id, error), request)
        workflow_input = await self._engine.graphs.editor.pin(workflow_input)
        started = RunStarted(
            workflow_input, request.locale or current_language.get().value, _parse_abandon_after(request)
        )
        accepting = asyncio.ensure_future(self._engine.scheduler.accept(self._new_run(request, started)))
        # Shielded: a recorded run must be scheduled even if the caller disconnects.
        return _check_digest(await asyncio.shield(accepting), request)

    async def find_repeated(self, request_id: str, rejection: ReflowError) -> RunRow:
        """Return the run that the request *request_id* started before; raise *rejection* when there is none."""
        known = await self._engine.log.find_request(request_id) if request_id else None
        if known is None:
            raise rejection
        return known

    def _new_run(self, request: orchestrator_pb2.StartRunRequest, event: RunStarted) -> NewRun:
        run_id, at = self._engine.new_id(), self._engine.now()
        session_id = request.session_id or self._engine.new_id()
        if not isinstance(event.input, GraphExecutionInput) and event.input.seed is None:
            # Recorded with the request, so that sending it again with this seed repeats the run.
            event = replace(event, input=replace(event.input, seed=derive_seed(run_id)))
        carrier: dict[str, str] = {}
        propagate.inject(carrier)
        started = RecordedEvent(1, at, event)
        return NewRun(
            run_id=run_id,
            request_id=request.request_id or None,
            session_id=session_id,
            new_session=not request.session_id,
            workflow=request.WhichOneof("input") or "",
            traceparent=carrier.get("traceparent", ""),
            payload=event_to_proto(run_id, session_id, started).SerializeToString(),
            at=at,
            started=started,
            request_digest=_compute_digest(request),
        )


def _compute_digest(request: orchestrator_pb2.StartRunRequest) -> str:
    """Return a digest of *request*: of workflow, session and input, or the caller's own digest of these."""
    workflow = request.WhichOneof("input") or ""
    stated = request.request_digest.encode() or getattr(request, workflow).SerializeToString(deterministic=True)
    return hashlib.sha256(b"\0".join((workflow.encode(), request.session_id.encode(), stated))).hexdigest()


def _check_digest(row: RunRow, request: orchestrator_pb2.StartRunRequest) -> RunRow:
    """Return the run that *request* started. Raises IDEMPOTENCY_KEY_REUSED where another one did."""
    if row.request_digest is not None and row.request_digest != _compute_digest(request):
        raise ReflowError(Code.IDEMPOTENCY_KEY_REUSED, field="request_id")
    return row


def _parse_abandon_after(request: orchestrator_pb2.StartRunRequest) -> float | None:
    """Return the seconds without a watcher after which the run is cancelled, None for never."""
    if not request.HasField("abandon_after"):
        return None
    seconds = request.abandon_after.ToNanoseconds() / 1e9
    if not 0 < seconds <= MAX_ABANDON_SECONDS:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, field="abandon_after")
    return seconds
