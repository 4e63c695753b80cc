"""The run of a session that waits for an answer, for errors that refer to it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from reflow.v1 import orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.gateway.dependencies import Dependencies
from services.gateway.errors import HttpError, http_status
from services.gateway.json_mapper.values import Json
from services.gateway.runs.queries import find_paused, get_run, list_runs

# The newest runs of a session among which the waiting one is searched.
PAGE_SIZE = 100
_CONFLICTS = (Code.THREAD_WAITING, Code.ANSWER_CONFLICT, Code.ANSWER_STALE)


async def find_waiting_run(session_id: str, deps: Dependencies) -> orchestrator_pb2.Run | None:
    """Return the run of a session that waits for an answer, with its state."""
    waiting = find_paused(await list_runs(session_id, deps, page_size=PAGE_SIZE))
    return await get_run(waiting.run_id, deps) if waiting else None


@asynccontextmanager
async def conflicts_with_question(
    session_id: str, deps: Dependencies, describe: Callable[[orchestrator_pb2.Run], Json]
) -> AsyncIterator[None]:
    """Add the open question to rejections that refer to it: members of the response, as *describe* returns them."""
    try:
        yield
    except ReflowError as error:
        if error.code not in _CONFLICTS:
            raise
        run = await find_waiting_run(session_id, deps)
        if run is None or not run.HasField("pending"):
            raise
        raise HttpError(http_status(error), error, describe(run)) from error
