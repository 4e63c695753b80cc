"""Conversations: a thread is a session of the orchestrator, and its notes are that session's runs."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.gateway.creation import wording
from services.gateway.surroundings import Surroundings

NOTE = "note"
# A thread waits with one run; looking at a few finds it also where others were started behind it.
LOOKED_AT = 20
# What the orchestrator names, and what it is called at the note doors.
_FIELDS = {
    "sessionId": "threadId",
    "runId": "threadId",
    "text": "message",
    "note": "message",
    "input": "message",
    "referenceAssetIds": "referenceImages",
}


@contextmanager
def named() -> Iterator[None]:
    """Have failures speak of threads and messages, as the note doors do."""
    try:
        yield
    except ReflowError as error:
        if error.code is Code.SESSION_UNKNOWN:
            raise ReflowError(error.code, wording.NO_THREAD, field="threadId") from error
        if error.code is Code.QUESTION_UNKNOWN and error.field == "runId":
            raise ReflowError(error.code, wording.NOTHING_ASKED, field="threadId") from error
        error.field = _FIELDS.get(error.field or "", error.field)
        raise


async def open_thread(thread_id: str, world: Surroundings) -> None:
    """Have a thread of this id, new or not. Raises SESSION_EXPIRED."""
    asked = orchestrator_pb2.CreateSessionRequest(session_id=thread_id)
    await world.upstream.ask(world.upstream.orchestrator.CreateSession, asked)


async def waiting(thread_id: str, world: Surroundings) -> orchestrator_pb2.Run:
    """Return the note of a thread that an answer is for: the newest that waits, else the newest.

    Raises SESSION_UNKNOWN, SESSION_EXPIRED or RUN_UNKNOWN.
    """
    runs = await _begun(thread_id, world)
    return next((run for run in runs if run.status == events_pb2.RUN_STATUS_PAUSED), runs[0])


async def find(thread_id: str, run_id: str, world: Surroundings) -> orchestrator_pb2.Run:
    """Return the note *run_id* of a thread, the newest for "".

    Raises SESSION_UNKNOWN, SESSION_EXPIRED or RUN_UNKNOWN.
    """
    if not run_id:
        return (await _begun(thread_id, world))[0]
    asked = orchestrator_pb2.GetRunRequest(run_id=run_id)
    run = (await world.upstream.ask(world.upstream.orchestrator.GetRun, asked)).run
    if run.session_id != thread_id or run.workflow != NOTE:
        raise ReflowError(Code.RUN_UNKNOWN, wording.NO_SUCH_RUN, field="runId")
    return run


async def _begun(thread_id: str, world: Surroundings) -> Sequence[orchestrator_pb2.Run]:
    runs = await _notes(thread_id, world)
    if not runs:
        asked = orchestrator_pb2.GetSessionRequest(session_id=thread_id)
        await world.upstream.ask(world.upstream.orchestrator.GetSession, asked)  # says whether there is such a thread
        raise ReflowError(Code.RUN_UNKNOWN, wording.NO_RUN, field="threadId")
    return runs


async def _notes(thread_id: str, world: Surroundings) -> Sequence[orchestrator_pb2.Run]:
    asked = orchestrator_pb2.ListRunsRequest(session_id=thread_id, page_size=LOOKED_AT, workflow=NOTE)
    return (await world.upstream.ask(world.upstream.orchestrator.ListRuns, asked)).runs
