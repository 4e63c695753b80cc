"""What replicas tell each other through the database."""

import asyncio

from services.common.database.pool import Pool
from services.common.limits import Limits
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.adapters.shared_queue import SharedQueue
from services.orchestrator.domain.events import RunStatus
from tests.fixtures.eventually import eventually
from tests.fixtures.house import brisk, ended, house
from tests.fixtures.scripted_roles import INTENT, Gate, Roles
from tests.integration.orchestrator.test_log_contract import appending, starting

GIVE_DRIVE = "UPDATE runs SET drive_id = 'a drive' WHERE run_id = %s"
DRIVE = "SELECT drive_id FROM runs WHERE run_id = %s"
TAKE = """
UPDATE reflow_dbos.workflow_status SET status = 'PENDING', executor_id = %s
FROM runs WHERE run_id = %s AND workflow_uuid = drive_id AND workflow_status.status = 'ENQUEUED'
RETURNING workflow_uuid
"""


async def test_a_driver_that_let_its_run_go_does_not_answer_a_cancel_for_the_next_one(log_pool: Pool) -> None:
    log, queue = PostgresLog(log_pool), SharedQueue(log_pool, Limits())
    row = await log.start(starting())
    await queue.ask_to_cancel(row.run_id)
    await queue.answer_cancel(row.run_id, reached=False)  # it was drained, and the run goes on elsewhere
    assert await queue.cancels_asked([row.run_id]) == [row.run_id]
    await log.append(appending(row, "end", status=RunStatus.CANCELLED))
    await queue.answer_cancel(row.run_id, reached=True)
    assert await queue.cancel_answer(row.run_id) is True
    assert await queue.cancels_asked([row.run_id]) == []


async def test_a_cancel_that_is_asked_for_again_is_heard_again(log_pool: Pool) -> None:
    log, queue = PostgresLog(log_pool), SharedQueue(log_pool, Limits())
    row = await log.start(starting())
    await log.append(appending(row, "end", status=RunStatus.CANCELLED))
    await queue.ask_to_cancel(row.run_id)
    await queue.answer_cancel(row.run_id, reached=False)
    await queue.ask_to_cancel(row.run_id)
    assert await queue.cancels_asked([row.run_id]) == [row.run_id]


async def test_an_answer_does_not_wait_for_the_drive_that_asked_to_let_the_run_go(log_pool: Pool) -> None:
    log = PostgresLog(log_pool)
    row = await log.start(starting())
    async with log_pool.connection() as connection:
        await connection.execute(GIVE_DRIVE, (row.run_id,))
    await log.append(appending(row, "asked", status=RunStatus.PAUSED))
    assert await log.claim_paused(row.run_id) is not None
    async with log_pool.connection() as connection:
        assert await (await connection.execute(DRIVE, (row.run_id,))).fetchone() == (None,)


async def test_a_drive_that_got_lost_between_the_queue_and_its_replica_is_queued_again(
    log_pool: Pool, log_database_url: str
) -> None:
    gate = asyncio.Event()
    roles = Roles({("planner-1", 1): [Gate(gate), INTENT]})
    async with house(PostgresLog(log_pool), roles, brisk(running=1), shared=(log_database_url, log_pool)) as at:
        first = await at.start()
        await eventually(lambda: at.roles.attempts("planner-1"))
        second = await at.start()
        async with log_pool.connection() as connection:
            taken = await connection.execute(TAKE, (at.driving._runtime.replica_id, second))
            assert await taken.fetchone()
        gate.set()
        assert ended(await at.events(first)) == ("SUCCEEDED", "")
        assert ended(await at.events(second)) == ("SUCCEEDED", "")
