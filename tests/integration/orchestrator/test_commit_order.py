"""Concurrent appends and claims over several connections, in each order of commits."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import psycopg
import pytest

from services.common.database.pool import open_pool
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.remote_tail import RemoteTails
from services.orchestrator.engine.run_log import RunLog, RunMovedOn, RunRow
from services.orchestrator.engine.tail import Tails
from services.orchestrator.engine.watch import watch
from tests.fixtures.runs.log_entries import appending, starting
from tests.fixtures.systems.eventually import eventually

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


class Blocked:
    """The row of a run, locked by a transaction: changes of the run wait. *looking* is another connection."""

    def __init__(self, looking: psycopg.AsyncConnection) -> None:
        self._looking = looking

    async def waited_for_by(self, number: int) -> None:
        """Wait until *number* statements wait for the lock."""

        async def wait() -> bool:
            row = await (await self._looking.execute(WAITING)).fetchone()
            return row == (number,)

        await eventually(wait)


@asynccontextmanager
async def blocked(url: str, run_id: str) -> AsyncIterator[Blocked]:
    """Lock the row of a run."""
    connect = psycopg.AsyncConnection.connect
    async with await connect(url, autocommit=True) as looking, await connect(url) as holding:
        await holding.execute("SELECT FROM runs WHERE run_id = %s FOR UPDATE", (run_id,))
        yield Blocked(looking)


@pytest.fixture
async def logs(postgres_log: PostgresLog, log_database_url: str) -> AsyncIterator[Sequence[PostgresLog]]:
    """The logs of two processes, on the same database."""
    pool = await open_pool(log_database_url, min_size=2, max_size=4, name="another")
    try:
        yield postgres_log, PostgresLog(pool)
    finally:
        await pool.close()


async def tail(log: RunLog, row: RunRow, seen: list[bytes]) -> None:
    """Watch a run that is executed elsewhere until it ends."""
    tails = Tails()
    async for batch in watch(row.run_id, 0, log, tails, RemoteTails(log, tails)):
        seen.extend(batch)


async def test_a_tailing_reader_loses_no_event_of_appends_that_commit_in_reverse_order(
    logs: Sequence[PostgresLog], log_database_url: str
) -> None:
    one, other = logs
    early, late = await one.start(starting(1)), await other.start(starting(2))
    seen_early, seen_late = list[bytes](), list[bytes]()
    async with asyncio.TaskGroup() as group:
        group.create_task(tail(other, early, seen_early))
        late_reader = group.create_task(tail(one, late, seen_late))
        async with blocked(log_database_url, early.run_id) as row:
            first = group.create_task(one.append(appending(early, "early 2", "early 3")))
            await row.waited_for_by(1)
            await other.append(appending(late, "late 2", "late 3", status=RunStatus.SUCCEEDED))
            await late_reader  # it has read every event that is visible
            assert seen_early == [b"1/1"] and not first.done()
        await first
        await one.append(appending(early, "early 4", first=4, status=RunStatus.SUCCEEDED))
    assert seen_late == [b"2/1", b"late 2", b"late 3"]
    assert seen_early == [b"1/1", b"early 2", b"early 3", b"early 4"]


@pytest.mark.parametrize("claim_first", [True, False])
async def test_a_concurrent_append_and_claim_agree_on_which_was_first(
    logs: Sequence[PostgresLog], log_database_url: str, claim_first: bool
) -> None:
    one, other = logs
    row = await one.start(starting())
    async with asyncio.TaskGroup() as group, blocked(log_database_url, row.run_id) as waiting:

        async def claim() -> RunRow:
            return await other.claim(row.run_id)

        async def append() -> bool:
            try:
                await one.append(appending(row, "old 2", "old 3"))
            except RunMovedOn:
                return False
            return True

        claiming = group.create_task(claim()) if claim_first else None
        await waiting.waited_for_by(int(claim_first))
        appended = group.create_task(append())
        await waiting.waited_for_by(1 + int(claim_first))
        claiming = claiming or group.create_task(claim())
        await waiting.waited_for_by(2)
    claimed, stands = claiming.result(), appended.result()
    assert claimed.last_sequence == (3 if stands else 1)
    await other.append(appending(claimed, "new", first=claimed.last_sequence + 1, status=RunStatus.SUCCEEDED))
    seen = list[bytes]()
    await tail(one, row, seen)
    assert seen == [b"1/1", *([b"old 2", b"old 3"] if stands else []), b"new"]


async def test_an_append_repeated_while_the_first_is_in_flight_is_recorded_once(
    logs: Sequence[PostgresLog], log_database_url: str
) -> None:
    row = await logs[0].start(starting())
    async with asyncio.TaskGroup() as group, blocked(log_database_url, row.run_id) as waiting:
        for log in logs:
            group.create_task(log.append(appending(row, "a", "b")))
        await waiting.waited_for_by(2)
    assert await logs[0].read(row.run_id, 0, 10) == [b"1/1", b"a", b"b"]


async def test_of_a_concurrent_answer_and_cancel_one_is_recorded(
    logs: Sequence[PostgresLog], log_database_url: str
) -> None:
    row = await logs[0].start(starting())
    await logs[0].append(appending(row, "asked", status=RunStatus.PAUSED))

    async def take(log: PostgresLog, what: str, status: RunStatus) -> bool:
        claimed = await log.claim_paused(row.run_id)
        if claimed is None:
            return False
        try:
            await log.append(appending(claimed, what, first=3, status=status))
        except RunMovedOn:
            return False
        return True

    async with asyncio.TaskGroup() as group, blocked(log_database_url, row.run_id) as waiting:
        answer = group.create_task(take(logs[0], "answer", RunStatus.WAITING))
        cancel = group.create_task(take(logs[1], "cancel", RunStatus.CANCELLED))
        await waiting.waited_for_by(2)
    assert [answer.result(), cancel.result()].count(True) == 1
    assert await logs[0].read(row.run_id, 2, 10) == [b"answer" if answer.result() else b"cancel"]
