"""Watches a run from any sequence: stored events first, then live ones, each exactly once."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

from services.common.errors import Code, ReflowError
from services.orchestrator.engine.remote_tail import RemoteTails
from services.orchestrator.engine.run_log import RunLog
from services.orchestrator.engine.tail import Tail, Tails

# Limits of one response: a gRPC message is at most 4 MiB.
MAX_BATCH_EVENTS = 200
MAX_BATCH_BYTES = 1024 * 1024


async def watch(
    run_id: str, after: int, log: RunLog, tails: Tails, remote_tails: RemoteTails
) -> AsyncGenerator[list[bytes], None]:
    """Yield the events of a run after sequence *after*, in order and without gaps, until it ends or pauses.

    A run can stay paused for days. To continue, watch again after the answer.

    Raises ReflowError RUN_UNKNOWN, or WORKFLOW_ERROR when the log stays unreachable.
    """
    cursor = after
    while True:
        tail = tails.get(run_id)
        if tail is not None and tail.base <= cursor:
            async with aclosing(_read_tail(tail, cursor)) as batches:
                async for batch in batches:
                    cursor += len(batch)
                    yield batch
            if tail.ended:
                return
            continue
        row = await log.find(run_id)  # before reading, so that a terminal status is not ahead of its events
        if row is None:
            raise ReflowError(Code.RUN_UNKNOWN, field="run_id")
        last_sequence = max(cursor, row.last_sequence)
        while page := await log.read(run_id, cursor, MAX_BATCH_EVENTS):
            cursor += len(page)
            for batch in _split_by_size(page):
                yield batch
        if not row.status.is_active and cursor == last_sequence:  # beyond it, the question was answered meanwhile
            return
        if row.status.is_active and tails.get(run_id) is None:
            remote_tails.open(run_id, cursor)


async def _read_tail(tail: Tail, cursor: int) -> AsyncGenerator[list[bytes], None]:
    tail.readers += 1
    try:
        while True:
            while page := tail.after(cursor, MAX_BATCH_EVENTS):
                cursor += len(page)
                for batch in _split_by_size(page):
                    yield batch
            if tail.closed:
                return
            await tail.wait_for_change()
    finally:
        tail.readers -= 1


def _split_by_size(page: list[bytes]) -> Iterator[list[bytes]]:
    """Yield *page* in batches of at most MAX_BATCH_BYTES. A larger event is a batch of its own."""
    batch, size = list[bytes](), 0
    for payload in page:
        if batch and size + len(payload) > MAX_BATCH_BYTES:
            yield batch
            batch, size = [], 0
        batch.append(payload)
        size += len(payload)
    if batch:
        yield batch
