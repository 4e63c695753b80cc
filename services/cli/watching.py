"""Watching a run, through broken connections and the end of an orchestrator: each event exactly once."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from grpc.aio import AioRpcError, UnaryStreamCall
from reflow.v1 import events_pb2, orchestrator_pb2

from services.common.errors.wire import carries_reflow_error, from_rpc_error

WatchCall = UnaryStreamCall[orchestrator_pb2.WatchRunRequest, orchestrator_pb2.WatchRunResponse]
Watch = Callable[[int], WatchCall]
"""Asks for the events behind a sequence."""

# Tries in a row without an event before it is told: 12 seconds, in which an orchestrator has started again.
TRIES = 8
FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 3.0
# From this status on it is the services that failed, and asking again may help.
SERVER_FAULT = 500
LAST = ("run_ended", "question_asked")


async def events_behind(watch: Watch, after: int, tries: int = TRIES) -> AsyncGenerator[events_pb2.RunEvent, None]:
    """Yield the events of a run behind sequence *after*, in order, until it has ended or asks a person.

    A stream that breaks is taken up again behind the last event, at most *tries* times in a row without progress.
    Raises AioRpcError: what the orchestrator refuses, or how the last try failed.
    """
    cursor, broken = after, 0
    while True:
        began, fact = cursor, ""
        try:
            async with aclosing(_stream(watch, cursor)) as events:
                async for event in events:
                    cursor, broken, fact = event.sequence, 0, event.WhichOneof("fact") or ""
                    yield event
            if fact in LAST or cursor == began:
                return
        except AioRpcError as error:
            broken += 1
            if broken > tries or not _may_pass(error):
                raise
            await asyncio.sleep(min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (broken - 1)))


async def _stream(watch: Watch, after: int) -> AsyncGenerator[events_pb2.RunEvent, None]:
    call = watch(after)
    try:
        async for response in call:
            for event in response.events:
                if event.sequence > after:
                    after = event.sequence
                    yield event
    finally:
        call.cancel()


def _may_pass(error: AioRpcError) -> bool:
    """Whether asking again may help: the connection broke, or it is the service that failed."""
    return not carries_reflow_error(error) or from_rpc_error(error).kind.http_status >= SERVER_FAULT
