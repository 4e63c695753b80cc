"""Calls of the orchestrator that several routes share."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.contract.note import NoteInput
from services.common.contract.proto_mapper import set_oneof
from services.common.contract.results import WorkflowInput
from services.common.text.language import find_written_language
from services.gateway.dependencies import Dependencies
from services.gateway.json_mapper.values import to_duration
from services.gateway.run_watcher import StartedRun

Started = TypeVar("Started", covariant=True)


class Start(Protocol[Started]):
    """Starts the requested run: `start_run`, or `start_and_watch_run` where the same request streams its events."""

    async def __call__(self, request: orchestrator_pb2.StartRunRequest, deps: Dependencies) -> Started:
        """Return the started run. Raises ReflowError."""
        ...


def build_start_request(
    workflow_input: WorkflowInput,
    *,
    request_id: str,
    session_id: str,
    digest: str,
    abandon_seconds: float | None = None,
    language: str = "",
) -> orchestrator_pb2.StartRunRequest:
    """Return the request to start a run; it is cancelled after *abandon_seconds* without a watcher, None: never.

    *digest* is that of the client's request: with another one, *request_id* is rejected. The run is in *language*;
    by default a note is in the language of its prompt, and another run in that of the call.
    """
    if isinstance(workflow_input, NoteInput):
        language = language or find_written_language(workflow_input.text) or ""
    request = orchestrator_pb2.StartRunRequest(
        request_id=request_id, session_id=session_id, request_digest=digest, locale=language
    )
    set_oneof(request, "input", workflow_input)
    if abandon_seconds is not None:
        request.abandon_after.CopyFrom(to_duration(abandon_seconds))
    return request


async def start_run(request: orchestrator_pb2.StartRunRequest, deps: Dependencies) -> orchestrator_pb2.StartRunResponse:
    """Start a run that this request does not watch. Raises ReflowError."""
    return await deps.clients.call(deps.clients.orchestrator.StartRun, request)


async def start_and_watch_run(request: orchestrator_pb2.StartRunRequest, deps: Dependencies) -> StartedRun:
    """Start a run, and open the stream of its events by the same call. Raises ReflowError."""
    stream = await deps.clients.open_stream(deps.clients.orchestrator.StartAndWatchRun, request)
    started = stream.first.started
    return StartedRun(started.run_id, started.session_id, stream)


async def get_run(run_id: str, deps: Dependencies, at_sequence: int = 0) -> orchestrator_pb2.Run:
    """Return a run, as it was after *at_sequence* (0: now). Raises RUN_UNKNOWN."""
    request = orchestrator_pb2.GetRunRequest(run_id=run_id, at_sequence=at_sequence)
    return (await deps.clients.call(deps.clients.orchestrator.GetRun, request)).run


async def find_run(run_id: str, deps: Dependencies) -> orchestrator_pb2.Run:
    """Return a run without its state: only its first event is replayed. Raises RUN_UNKNOWN."""
    return await get_run(run_id, deps, at_sequence=1)


async def list_runs(
    session_id: str, deps: Dependencies, *, page_size: int, workflow: str = ""
) -> Sequence[orchestrator_pb2.Run]:
    """Return the newest runs of a session."""
    request = orchestrator_pb2.ListRunsRequest(session_id=session_id, page_size=page_size, workflow=workflow)
    return (await deps.clients.call(deps.clients.orchestrator.ListRuns, request)).runs


def find_paused(runs: Sequence[orchestrator_pb2.Run]) -> orchestrator_pb2.Run | None:
    """Return the first of *runs* that waits for an answer."""
    return next((run for run in runs if run.status == events_pb2.RUN_STATUS_PAUSED), None)


async def cancel_run(run_id: str, deps: Dependencies) -> orchestrator_pb2.CancelRunResponse:
    """Cancel a run."""
    request = orchestrator_pb2.CancelRunRequest(run_id=run_id)
    return await deps.clients.call(deps.clients.orchestrator.CancelRun, request)


async def open_session(session_id: str, deps: Dependencies) -> str:
    """Open a session, which may exist, and return its id. Raises SESSION_EXPIRED."""
    request = orchestrator_pb2.CreateSessionRequest(session_id=session_id)
    return (await deps.clients.call(deps.clients.orchestrator.CreateSession, request)).session_id


async def get_session(session_id: str, deps: Dependencies) -> orchestrator_pb2.GetSessionResponse:
    """Return a session. Raises SESSION_UNKNOWN or SESSION_EXPIRED."""
    request = orchestrator_pb2.GetSessionRequest(session_id=session_id)
    return await deps.clients.call(deps.clients.orchestrator.GetSession, request)
