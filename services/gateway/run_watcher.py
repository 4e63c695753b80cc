"""Watches a run through broken connections and restarts of the orchestrator. Each event is yielded exactly once."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

import structlog
from grpc.aio import AioRpcError, UnaryStreamCall
from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.common.rpc.failover import OpenStream
from services.gateway import texts
from services.gateway.clients import ServiceClients, call_metadata, to_reflow_error

Batch = Sequence[events_pb2.RunEvent]
StartStream = OpenStream[orchestrator_pb2.StartAndWatchRunResponse]
WatchStream = UnaryStreamCall[orchestrator_pb2.WatchRunRequest, orchestrator_pb2.WatchRunResponse]

log = structlog.get_logger("reflow.gateway")

MIN_BACKOFF_SECONDS = 0.1
MAX_BACKOFF_SECONDS = 3.0
# From this status on the service failed, and a retry may succeed.
SERVER_ERROR = 500


@dataclass(frozen=True, slots=True)
class StartedRun:
    """A run that was started to be watched: what is watched first is the stream that its start has opened."""

    run_id: str
    session_id: str
    stream: StartStream


async def watch_run(
    clients: ServiceClients, run_id: str, after_sequence: int, max_retries: int, opened: StartStream | None = None
) -> AsyncGenerator[Batch, None]:
    """Yield the events of a run after a sequence number, in order, until it ends or asks a question.

    A question that is answered before the stream ends does not end it. A broken stream is reopened after the last
    event, at most *max_retries* times in a row without progress. The first one is *opened*, if it is given.

    Raises:
        ReflowError: what the orchestrator rejects (RUN_UNKNOWN), or SSE_CONNECTION_ERROR when it stays unreachable.

    """
    cursor, failures = after_sequence, 0
    is_paused = False
    while True:
        stream, opened = opened or _open_stream(clients, run_id, cursor), None
        try:
            async with aclosing(_read_batches(stream, cursor)) as batches:
                async for batch in batches:
                    last = batch[-1]
                    cursor, failures, is_paused = last.sequence, 0, last.HasField("question_asked")
                    yield batch
                    if last.HasField("run_ended"):
                        return
            if is_paused:
                return
            reason = "the stream ended before the run"
        except AioRpcError as error:
            failure = to_reflow_error(error)
            if failure.kind.http_status < SERVER_ERROR:
                raise failure from error
            reason = failure.details or str(failure)
        failures += 1
        if failures > max_retries:
            raise ReflowError(Code.SSE_CONNECTION_ERROR, texts.BROKEN, details=reason)
        log.info("event stream reopened", run_id=run_id, after=cursor, failures=failures, reason=reason)
        await asyncio.sleep(min(MAX_BACKOFF_SECONDS, MIN_BACKOFF_SECONDS * 2 ** (failures - 1)))


def _open_stream(clients: ServiceClients, run_id: str, after: int) -> WatchStream:
    request = orchestrator_pb2.WatchRunRequest(run_id=run_id, after_sequence=after)
    return clients.orchestrator.WatchRun(request, metadata=call_metadata())


async def _read_batches(stream: StartStream | WatchStream, after: int) -> AsyncGenerator[Batch, None]:
    try:
        async for response in stream:
            batch = [event for event in response.events if event.sequence > after]
            if batch:
                after = batch[-1].sequence
                yield batch
    finally:
        stream.cancel()
