"""Watching a run from any sequence: first what is stored, then live, each event exactly once."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

from services.common.errors import Code, ReflowError
from services.orchestrator.engine.following import Following
from services.orchestrator.engine.log import RunLog
from services.orchestrator.engine.tail import Tail, Tails

# Events that go out in one message at most, in number and in bytes: a message may have 4 MiB.
BATCH = 200
BATCH_BYTES = 1024 * 1024


async def watch(
    run_id: str, after: int, log: RunLog, tails: Tails, following: Following
) -> AsyncGenerator[list[bytes], None]:
    """Yield the events of a run after sequence *after*, in order and without gaps, until its end or a question.

    A run that waits for a person can wait for days: whoever wants to go on watches again once it is answered.

    Raises ReflowError RUN_UNKNOWN, or WORKFLOW_ERROR when the log stays away.
    """
    cursor = after
    while True:
        tail = tails.get(run_id)
        if tail is not None and tail.base <= cursor:
            async with aclosing(_read(tail, cursor)) as batches:
                async for batch in batches:
                    cursor += len(batch)
                    yield batch
            if tail.ended:
                return
            continue
        row = await log.find(run_id)  # before reading, so that a terminal status is not ahead of its events
        if row is None:
            raise ReflowError(Code.RUN_UNKNOWN, field="run_id")
        reaches = max(cursor, row.last_sequence)
        while page := await log.read(run_id, cursor, BATCH):
            cursor += len(page)
            for batch in _sized(page):
                yield batch
        if not row.status.driven and cursor == reaches:  # beyond, the question was answered while it was read
            return
        if row.status.driven and tails.get(run_id) is None:
            following.follow(run_id, cursor)


async def _read(tail: Tail, cursor: int) -> AsyncGenerator[list[bytes], None]:
    tail.readers += 1
    try:
        while True:
            while page := tail.after(cursor, BATCH):
                cursor += len(page)
                for batch in _sized(page):
                    yield batch
            if tail.closed:
                return
            await tail.changed()
    finally:
        tail.readers -= 1


def _sized(page: list[bytes]) -> Iterator[list[bytes]]:
    """Yield *page* in pieces of at most BATCH_BYTES; an event that is larger goes alone."""
    batch, size = list[bytes](), 0
    for payload in page:
        if batch and size + len(payload) > BATCH_BYTES:
            yield batch
            batch, size = [], 0
        batch.append(payload)
        size += len(payload)
    if batch:
        yield batch
