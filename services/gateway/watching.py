"""Following a run, through broken connections and restarts of the orchestrator, each event exactly once."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import structlog
from grpc.aio import AioRpcError
from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.gateway import wording
from services.gateway.upstream import Upstream, refused, travelling

Batch = list[events_pb2.RunEvent]

log = structlog.get_logger("reflow.gateway")

FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 3.0
# From this status on it is the services that failed, and asking again may help.
SERVER_FAULT = 500


async def follow(upstream: Upstream, run_id: str, after: int, tries: int) -> AsyncGenerator[Batch, None]:
    """Yield the events of a run after sequence *after*, in order, until its end; ask for more only when asked.

    It ends at a question, too, unless that is answered so soon that the orchestrator goes on.

    A stream that breaks is taken up again behind the last event, at most *tries* times in a row without progress.

    Raises:
        ReflowError: what the orchestrator refuses (RUN_UNKNOWN), or SSE_CONNECTION_ERROR when it stays away.

    """
    cursor, broken, fact = after, 0, ""
    while True:
        try:
            async with aclosing(_watch(upstream, run_id, cursor)) as batches:
                async for batch in batches:
                    cursor, broken, fact = batch[-1].sequence, 0, batch[-1].WhichOneof("fact") or ""
                    yield batch
                    if fact == "run_ended":
                        return
            if fact == "question_asked":
                return
            why = "the stream ended before the run"
        except AioRpcError as error:
            failure = refused(error)
            if failure.kind.http_status < SERVER_FAULT:
                raise failure from error
            why = failure.details or str(failure)
        broken += 1
        if broken > tries:
            raise ReflowError(Code.SSE_CONNECTION_ERROR, wording.BROKEN, details=why)
        log.info("stream of events taken up again", run_id=run_id, after=cursor, broken=broken, why=why)
        await asyncio.sleep(min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (broken - 1)))


async def _watch(upstream: Upstream, run_id: str, after: int) -> AsyncGenerator[Batch, None]:
    request = orchestrator_pb2.WatchRunRequest(run_id=run_id, after_sequence=after)
    call = upstream.orchestrator.WatchRun(request, metadata=travelling())
    try:
        async for response in call:
            batch = [event for event in response.events if event.sequence > after]
            if batch:
                after = batch[-1].sequence
                yield batch
    finally:
        call.cancel()
