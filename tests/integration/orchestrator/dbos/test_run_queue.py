"""Signals between replicas through the database, and groups of runs."""

import asyncio
from dataclasses import replace

from psycopg.errors import ForeignKeyViolation

from services.common.database.pool import Pool
from services.common.limits import Limits
from services.orchestrator.adapters.dbos.run_queue import RunQueue
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.domain.events import RunStatus
from tests.fixtures.runs.log_entries import appending, starting
from tests.fixtures.runs.orchestrator import fast_limits, final_status, run_orchestrator
from tests.fixtures.runs.roles.scripted_roles import INTENT, Gate, Roles
from tests.fixtures.runs.schedulers import shared_log
from tests.fixtures.systems.eventually import eventually

ASSIGN_EXECUTION = "UPDATE runs SET drive_id = 'a drive' WHERE run_id = %s"
EXECUTION = "SELECT drive_id FROM runs WHERE run_id = %s"
TAKE = """
UPDATE reflow_dbos.workflow_status SET status = 'PENDING', executor_id = %s
FROM runs WHERE run_id = %s AND workflow_uuid = drive_id AND workflow_status.status = 'ENQUEUED'
RETURNING workflow_uuid
"""


async def test_an_executor_that_released_its_run_does_not_answer_a_cancel_for_the_next_one(log_pool: Pool) -> None:
    log, queue = PostgresLog(log_pool), RunQueue(log_pool, Limits())
    row = await log.start(starting())
    await queue.request_cancel(row.run_id)
    await queue.record_cancel_outcome(
        row.run_id, reached_call=False
    )  # it was drained, and the run continues on another replica
    assert await queue.list_requested_cancels([row.run_id]) == [row.run_id]
    await log.append(appending(row, "end", status=RunStatus.CANCELLED))
    await queue.record_cancel_outcome(row.run_id, reached_call=True)
    assert await queue.find_cancel_outcome(row.run_id) is True
    assert await queue.list_requested_cancels([row.run_id]) == []


async def test_a_repeated_cancel_request_is_received_again(log_pool: Pool) -> None:
    log, queue = PostgresLog(log_pool), RunQueue(log_pool, Limits())
    row = await log.start(starting())
    await log.append(appending(row, "end", status=RunStatus.CANCELLED))
    await queue.request_cancel(row.run_id)
    await queue.record_cancel_outcome(row.run_id, reached_call=False)
    await queue.request_cancel(row.run_id)
    assert await queue.list_requested_cancels([row.run_id]) == [row.run_id]


async def test_an_answer_does_not_wait_until_the_previous_executor_releases_the_run(log_pool: Pool) -> None:
    log = PostgresLog(log_pool)
    row = await log.start(starting())
    async with log_pool.connection() as connection:
        await connection.execute(ASSIGN_EXECUTION, (row.run_id,))
    await log.append(appending(row, "asked", status=RunStatus.PAUSED))
    assert await log.claim_paused(row.run_id) is not None
    async with log_pool.connection() as connection:
        assert await (await connection.execute(EXECUTION, (row.run_id,))).fetchone() == (None,)


async def test_an_execution_lost_between_the_queue_and_its_replica_is_queued_again(
    log_pool: Pool, log_database_url: str
) -> None:
    gate = asyncio.Event()
    roles = Roles({("planner-1", 1): [Gate(gate), INTENT]})
    async with run_orchestrator(
        shared_log(log_pool), roles, fast_limits(running=1), shared=(log_database_url, log_pool)
    ) as at:
        first = await at.start()
        await eventually(lambda: at.roles.attempts("planner-1"))
        second = await at.start()
        async with log_pool.connection() as connection:
            taken = await connection.execute(TAKE, (at.scheduler._runtime.replica_id, second))
            assert await taken.fetchone()
        gate.set()
        assert final_status(await at.events(first)) == ("SUCCEEDED", "")
        assert final_status(await at.events(second)) == ("SUCCEEDED", "")


async def test_one_run_that_the_database_rejects_does_not_take_its_group_down(
    log_pool: Pool, log_database_url: str
) -> None:
    async with run_orchestrator(shared_log(log_pool), Roles(), shared=(log_database_url, log_pool)):
        pass  # it has created the tables of the queue
    queue = RunQueue(log_pool, Limits())
    bad = replace(starting(2, session="unknown"), new_session=False)
    good, rejected, other = await asyncio.gather(
        queue.start(starting(1)), queue.start(bad), queue.start(starting(3)), return_exceptions=True
    )
    assert isinstance(rejected, ForeignKeyViolation)
    assert not isinstance(good, BaseException) and not isinstance(other, BaseException)
