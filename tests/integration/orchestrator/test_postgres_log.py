"""The guarantees of a log that can be unavailable and commits in groups."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import psycopg
import pytest

from services.common.database.pool import Pool, open_pool
from services.common.errors import Code, ReflowError
from services.orchestrator.adapters.group_commit import MAX_GROUP_SIZE, GroupCommit
from services.orchestrator.adapters.postgres_log import PostgresLog
from tests.fixtures.runs.log_entries import appending, starting


async def test_one_run_that_the_database_rejects_does_not_take_its_group_down(postgres_log: PostgresLog) -> None:
    bad = replace(starting(2), traceparent="a\0b")
    good, rejected, other = await asyncio.gather(
        postgres_log.start(starting(1)), postgres_log.start(bad), postgres_log.start(starting(3)),
        return_exceptions=True,
    )  # fmt: skip
    assert isinstance(rejected, psycopg.DataError)
    assert not isinstance(good, BaseException) and not isinstance(other, BaseException)


async def test_a_database_that_stays_unavailable_is_reported_as_unavailable(log_database_url: str) -> None:
    pool = await open_pool(log_database_url, min_size=1, max_size=1, name="test")
    await pool.close()
    with pytest.raises(ReflowError) as caught:
        await PostgresLog(pool, retry_timeout=0.2).find("x")
    assert caught.value.code is Code.WORKFLOW_ERROR


async def test_connections_that_the_server_closes_are_replaced_unnoticed(
    postgres_log: PostgresLog, log_database_url: str
) -> None:
    row = await postgres_log.start(starting())
    with psycopg.connect(log_database_url, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid()"
        )
    await postgres_log.append(appending(row, "a"))
    assert await postgres_log.read(row.run_id, 0, 10) == [b"1/1", b"a"]


async def test_appends_that_arrive_during_a_commit_form_the_next_group() -> None:
    groups: list[Sequence[int]] = []

    async def commit(group: Sequence[int]) -> Sequence[int]:
        groups.append(group)
        await asyncio.sleep(0)
        return group

    commits = GroupCommit[int, int](commit)
    answers = await asyncio.gather(*map(commits.submit, range(MAX_GROUP_SIZE + 10)))
    assert answers == list(range(MAX_GROUP_SIZE + 10))
    assert [len(group) for group in groups] == [MAX_GROUP_SIZE, 10]


async def test_a_cancelled_submitter_does_not_prevent_the_others_from_being_answered() -> None:
    gate = asyncio.Event()

    async def commit(group: Sequence[int]) -> Sequence[int]:
        await gate.wait()
        return group

    commits = GroupCommit[int, int](commit)
    gone, stored = (asyncio.create_task(commits.submit(number)) for number in (1, 2))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    gate.set()
    assert await stored == 2 and gone.cancelled()


async def test_the_runs_of_a_workflow_have_an_index_in_the_order_of_a_list(log_pool: Pool) -> None:
    async with log_pool.connection() as connection:
        found = await connection.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'runs_of_workflow'")
        assert [definition.partition("btree ")[2] for (definition,) in await found.fetchall()] == [
            "(workflow, created_at, run_id)"
        ]
