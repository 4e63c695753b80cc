"""Event stream of a run that survives broken connections and restarts: each event exactly once."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from grpc.aio import AioRpcError, UnaryStreamCall
from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.errors.wire import carries_reflow_error, from_rpc_error
from services.common.rpc.failover import OpenStream

StartStream = OpenStream[orchestrator_pb2.StartAndWatchRunResponse]
WatchCall = UnaryStreamCall[orchestrator_pb2.WatchRunRequest, orchestrator_pb2.WatchRunResponse]
Watch = Callable[[int], WatchCall]
"""Requests the events after a sequence."""

# Consecutive attempts without an event before the error is raised: 12 seconds, in which an orchestrator restarts.
MAX_ATTEMPTS = 8
FIRST_DELAY_SECONDS = 0.1
MAX_DELAY_SECONDS = 3.0
# From this HTTP status on the service failed, and a retry may help.
SERVER_ERROR = 500
# A stream ends after one of these events.
FINAL_EVENTS = ("run_ended", "question_asked")


async def watch_events(
    watch: Watch, after: int, max_attempts: int = MAX_ATTEMPTS, opened: StartStream | None = None
) -> AsyncGenerator[events_pb2.RunEvent, None]:
    """Yield the events of a run after sequence *after*, in order, until the run ends or asks a question.

    A broken stream is resumed after its last event, at most *max_attempts* times in a row without progress. The first
    one is *opened*, if it is given. Raises AioRpcError where the orchestrator rejects the request or the last attempt
    fails.
    """
    cursor, attempts = after, 0
    while True:
        start, payload = cursor, ""
        stream, opened = opened or watch(cursor), None
        try:
            async with aclosing(_read_events(stream, cursor)) as events:
                async for event in events:
                    cursor, attempts, payload = event.sequence, 0, event.WhichOneof("payload") or ""
                    yield event
            if payload in FINAL_EVENTS or cursor == start:
                return
        except AioRpcError as error:
            attempts += 1
            if attempts > max_attempts or not _is_transient(error):
                raise
            await asyncio.sleep(min(MAX_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** (attempts - 1)))


async def _read_events(stream: StartStream | WatchCall, after: int) -> AsyncGenerator[events_pb2.RunEvent, None]:
    try:
        async for response in stream:
            for event in response.events:
                if event.sequence > after:
                    after = event.sequence
                    yield event
    finally:
        stream.cancel()


def _is_transient(error: AioRpcError) -> bool:
    """Return whether a retry may help: the connection broke, or the service failed."""
    return not carries_reflow_error(error) or from_rpc_error(error).kind.http_status >= SERVER_ERROR
