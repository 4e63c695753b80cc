"""Old runs are deleted after their end, and never before, in memory and on PostgreSQL."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import psycopg
import pytest
from reflow.v1 import orchestrator_pb2

from services.common.database.pool import Pool, open_pool
from services.common.errors import Code
from services.common.limits import Limits
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine import retention
from services.orchestrator.engine.retention import Retention
from services.orchestrator.engine.run_log import RunLog, RunRow
from tests.fixtures.runs.log_entries import BEGINNING, appending, end, starting
from tests.fixtures.runs.orchestrator import expect_error, run_orchestrator, unwrap_error
from tests.fixtures.runs.roles.scripted_roles import Roles
from tests.integration.orchestrator.test_commit_order import blocked

LATER = BEGINNING + timedelta(days=100)
LONG_AGO = timedelta(days=4_000)


async def ended(log: RunLog, number: int, *, session: str = "s", request_id: str | None = None) -> RunRow:
    """Record run *number*, which ended a minute after it started."""
    row = await log.start(starting(number, session=session, request_id=request_id))
    await end(log, row, "asked", "answered")
    return row


async def numbers(log: RunLog) -> set[int]:
    """Return the numbers of the stored runs."""
    return {uuid.UUID(row.run_id).int for row in await log.list_runs("", "", None, 100)}


async def left_of(pool: Pool, run_id: str) -> int:
    """Return the number of stored events of a run."""
    async with pool.connection() as connection:
        found = await connection.execute("SELECT count(*) FROM run_events WHERE run_id = %s", (run_id,))
        row = await found.fetchone()
    assert row is not None
    return int(row[0])


# Deleted runs


async def test_a_run_past_its_retention_is_deleted_with_its_events_and_its_session(run_log: RunLog) -> None:
    row = await ended(run_log, 1, request_id="r")
    assert await run_log.delete_old_runs(LATER, 10) == 2
    assert await run_log.find(row.run_id) is None and await run_log.read(row.run_id, 0, 10) == []
    assert await run_log.find_session("s") is None and await run_log.find_request("r") is None


async def test_no_event_of_a_deleted_run_is_left_in_the_database(postgres_log: PostgresLog, log_pool: Pool) -> None:
    row = await ended(postgres_log, 1)
    assert await left_of(log_pool, row.run_id) == 2
    await postgres_log.delete_old_runs(LATER, 10)
    assert await left_of(log_pool, row.run_id) == 0


async def test_the_age_of_a_run_counts_from_its_end(run_log: RunLog) -> None:
    row = await ended(run_log, 1)
    found = await run_log.find(row.run_id)
    assert found is not None and found.updated_at > row.created_at
    await run_log.delete_old_runs(found.updated_at, 10)
    assert await run_log.find(row.run_id) == found
    await run_log.delete_old_runs(found.updated_at + timedelta(microseconds=1), 10)
    assert await run_log.find(row.run_id) is None


async def test_the_oldest_runs_are_deleted_first_in_batches(run_log: RunLog) -> None:
    for number in range(1, 6):
        await ended(run_log, number, session="kept")
    await run_log.start(starting(9, session="kept"))
    assert await run_log.delete_old_runs(LATER, 2) == 2 and await numbers(run_log) == {3, 4, 5, 9}
    assert await run_log.delete_old_runs(LATER, 2) == 2 and await numbers(run_log) == {5, 9}
    assert await run_log.delete_old_runs(LATER, 2) == 1 and await run_log.delete_old_runs(LATER, 2) == 0


async def test_a_request_id_whose_run_was_deleted_starts_a_new_run(run_log: RunLog) -> None:
    await ended(run_log, 1, request_id="r")
    await run_log.delete_old_runs(LATER, 10)
    assert (await run_log.start(starting(2, request_id="r"))).run_id == starting(2).run_id


async def test_a_session_that_never_had_a_run_is_deleted_too(run_log: RunLog) -> None:
    await run_log.open_session("unused", BEGINNING)
    await run_log.open_session("young", LATER)
    assert await run_log.delete_old_runs(LATER, 10) == 1
    assert await run_log.find_session("unused") is None and await run_log.find_session("young") is not None


# Retained runs


@pytest.mark.parametrize("status", [RunStatus.WAITING, RunStatus.RUNNING, RunStatus.PAUSED])
async def test_a_run_that_has_not_ended_stays_with_its_session_however_old(run_log: RunLog, status: RunStatus) -> None:
    row = await run_log.start(starting(1))
    await run_log.append(appending(row, "more", status=status))
    assert await run_log.delete_old_runs(BEGINNING + LONG_AGO, 10) == 0
    assert await run_log.read(row.run_id, 0, 10) == [b"1/1", b"more"]
    assert await run_log.find_session("s") is not None


async def test_a_session_with_a_younger_run_stays(run_log: RunLog) -> None:
    await ended(run_log, 1)
    young = replace(starting(2), at=LATER)
    await end(run_log, await run_log.start(young), "asked", "answered")
    assert await run_log.delete_old_runs(LATER, 10) == 1
    assert await numbers(run_log) == {2} and await run_log.find_session("s") is not None


# Races


@pytest.fixture
async def logs(postgres_log: PostgresLog, log_database_url: str) -> AsyncIterator[Sequence[PostgresLog]]:
    """The logs of two processes, on the same database."""
    pool = await open_pool(log_database_url, min_size=2, max_size=4, name="another")
    try:
        yield postgres_log, PostgresLog(pool)
    finally:
        await pool.close()


async def test_an_old_run_that_is_answered_concurrently_is_not_deleted(
    logs: Sequence[PostgresLog], log_database_url: str
) -> None:
    row = await logs[0].start(starting())
    await logs[0].append(appending(row, "asked", status=RunStatus.PAUSED))

    async def answer() -> None:
        claimed = await logs[0].claim_paused(row.run_id)
        assert claimed is not None
        await logs[0].append(appending(claimed, "answered", first=3, status=RunStatus.WAITING))

    async with asyncio.TaskGroup() as group, blocked(log_database_url, row.run_id) as waiting:
        group.create_task(answer())
        await waiting.waited_for_by(1)
        assert await logs[1].delete_old_runs(LATER, 10) == 0
    assert await logs[1].delete_old_runs(LATER, 10) == 0
    assert await logs[0].read(row.run_id, 0, 10) == [b"1/1", b"asked", b"answered"]


async def test_an_old_run_that_is_claimed_to_be_answered_is_still_there_for_the_answer(run_log: RunLog) -> None:
    row = await run_log.start(starting())
    await run_log.append(appending(row, "asked", status=RunStatus.PAUSED))
    claimed = await run_log.claim_paused(row.run_id)
    assert claimed is not None and await run_log.delete_old_runs(LATER, 10) == 0
    await run_log.append(appending(claimed, "answered", first=3, status=RunStatus.WAITING))
    assert await run_log.delete_old_runs(LATER, 10) == 0
    assert (await run_log.claim(row.run_id)).last_sequence == 3


async def test_a_deletion_waits_for_no_other_and_deletes_what_another_leaves(
    logs: Sequence[PostgresLog], log_database_url: str
) -> None:
    first, second = await ended(logs[0], 1), await ended(logs[0], 2)
    async with blocked(log_database_url, first.run_id):
        assert await logs[1].delete_old_runs(LATER, 10) == 1
        assert await numbers(logs[0]) == {1} and await logs[0].read(second.run_id, 0, 10) == []
    assert await logs[1].delete_old_runs(LATER, 10) == 2  # the run, and the session of both runs


async def test_two_concurrent_deletions_delete_everything_once(logs: Sequence[PostgresLog]) -> None:
    for number in range(1, 41):
        await ended(logs[0], number, session=f"s{number}")

    async def retire(log: PostgresLog) -> int:
        total = 0
        while done := await log.delete_old_runs(LATER, 5):
            total += done
        return total

    await asyncio.gather(*map(retire, logs))
    assert await numbers(logs[0]) == set()
    assert await retire(logs[0]) == 0 and await logs[0].find_session("s7") is None


async def test_runs_to_delete_are_found_by_an_index(postgres_log: PostgresLog, log_database_url: str) -> None:
    async with await psycopg.AsyncConnection.connect(log_database_url) as connection:
        found = await connection.execute("SELECT indexname FROM pg_indexes WHERE tablename IN ('runs', 'sessions')")
        assert {("runs_ended",), ("sessions_by_age",)} <= set(await found.fetchall())


async def test_a_session_without_runs_is_found_behind_more_with_runs_than_a_batch_examines(run_log: RunLog) -> None:
    for number in range(1, 6):
        await run_log.start(starting(number, session=f"a{number}"))
    await run_log.open_session("unused", BEGINNING + timedelta(days=1))
    assert await run_log.delete_old_runs(LATER, 2) == 1
    assert await run_log.find_session("unused") is None and await run_log.find_session("a5") is not None


async def test_a_session_that_was_examined_is_not_read_again_and_is_deleted_with_its_last_run(
    postgres_log: PostgresLog, log_pool: Pool
) -> None:
    row = await postgres_log.start(starting())
    await postgres_log.delete_old_runs(LATER, 10)
    async with log_pool.connection() as connection:  # as if its runs had been lost in another way: it is not deleted
        await connection.execute("ALTER TABLE runs DISABLE TRIGGER ALL")
        await connection.execute("UPDATE runs SET session_id = 'another'")
    assert await postgres_log.delete_old_runs(LATER, 10) == 0
    async with log_pool.connection() as connection:
        await connection.execute("UPDATE runs SET session_id = 's'")
        await connection.execute("ALTER TABLE runs ENABLE TRIGGER ALL")
    await postgres_log.append(appending(row, "done", status=RunStatus.SUCCEEDED))
    assert await postgres_log.delete_old_runs(LATER, 10) == 2


# The periodic task


def storing(log: RunLog, days: float, at: datetime) -> Retention:
    """Return the retention of *log* for *days*, with *at* as the current time."""
    return Retention(log, days, Limits(), lambda: at)


async def test_the_periodic_task_deletes_batch_after_batch_until_nothing_is_left(
    run_log: RunLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    monkeypatch.setattr(retention, "BATCH_DELAY_SECONDS", 0)
    for number in range(1, 6):
        await ended(run_log, number)
    assert await storing(run_log, 99, LATER).delete_old_runs() == 6
    assert await numbers(run_log) == set()


async def test_a_run_within_its_retention_stays(run_log: RunLog) -> None:
    await ended(run_log, 1)
    assert await storing(run_log, 101, LATER).delete_old_runs() == 0


async def test_runs_are_stored_for_as_long_as_their_session_can_be_used_and_an_hour(run_log: RunLog) -> None:
    await ended(run_log, 1)
    usable = timedelta(seconds=Limits().session_idle_seconds)
    assert await storing(run_log, 0.0001, BEGINNING + usable + timedelta(minutes=59)).delete_old_runs() == 0
    assert await storing(run_log, 0.0001, BEGINNING + usable + timedelta(minutes=62)).delete_old_runs() == 2


# At the endpoints


async def test_a_deleted_run_is_unknown_to_its_watchers_and_to_later_requests() -> None:
    log = MemoryLog()
    async with run_orchestrator(log, Roles()) as at:
        run_id = (await at.run())[-1].run_id
        await log.delete_old_runs(datetime.now(BEGINNING.tzinfo) + LONG_AGO, 10)
        assert (await expect_error(at.get(run_id))).code is Code.RUN_UNKNOWN
        watching = at.stub.WatchRun(orchestrator_pb2.WatchRunRequest(run_id=run_id), timeout=30)
        assert (await expect_error(unwrap_error(watching.read()))).code is Code.RUN_UNKNOWN
