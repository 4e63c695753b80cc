"""Conversations about notes: a thread is a session of the orchestrator, its notes are the runs of that session."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reflow.v1 import orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.gateway import texts
from services.gateway.dependencies import Dependencies
from services.gateway.runs.queries import find_paused, get_run, get_session, list_runs

NOTE = "note"
# A thread waits with one run; a few of the newest include it also where later runs were started.
PAGE_SIZE = 20
# Fields of the orchestrator, and their names in the routes of notes.
_FIELDS = {
    "sessionId": "threadId",
    "runId": "threadId",
    "text": "message",
    "note": "message",
    "input": "message",
    "referenceAssetIds": "referenceImages",
}


@contextmanager
def translated_errors() -> Iterator[None]:
    """Make errors name threads and messages, as the routes of notes do."""
    try:
        yield
    except ReflowError as error:
        if error.code is Code.SESSION_UNKNOWN:
            raise ReflowError(error.code, texts.NO_THREAD, field="threadId") from error
        if error.code is Code.QUESTION_UNKNOWN and error.field == "runId":
            raise ReflowError(error.code, texts.NO_QUESTION, field="threadId") from error
        error.field = _FIELDS.get(error.field or "", error.field)
        raise


async def find_answerable_run(thread_id: str, deps: Dependencies) -> orchestrator_pb2.Run:
    """Return the note of a thread that an answer is for: the newest that waits, else the newest.

    Raises SESSION_UNKNOWN, SESSION_EXPIRED or RUN_UNKNOWN.
    """
    runs = await _list_notes(thread_id, deps)
    return find_paused(runs) or runs[0]


async def find_run(thread_id: str, run_id: str, deps: Dependencies) -> orchestrator_pb2.Run:
    """Return the note *run_id* of a thread, the newest for "".

    Raises SESSION_UNKNOWN, SESSION_EXPIRED or RUN_UNKNOWN.
    """
    if not run_id:
        return (await _list_notes(thread_id, deps))[0]
    run = await get_run(run_id, deps)
    if run.session_id != thread_id or run.workflow != NOTE:
        raise ReflowError(Code.RUN_UNKNOWN, texts.NO_SUCH_RUN, field="runId")
    return run


async def _list_notes(thread_id: str, deps: Dependencies) -> Sequence[orchestrator_pb2.Run]:
    runs = await list_runs(thread_id, deps, page_size=PAGE_SIZE, workflow=NOTE)
    if not runs:
        await get_session(thread_id, deps)  # raises where there is no such thread
        raise ReflowError(Code.RUN_UNKNOWN, texts.NO_RUN, field="threadId")
    return runs
