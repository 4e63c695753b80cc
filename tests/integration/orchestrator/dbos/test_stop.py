"""Shutdown of an orchestrator that shares its queue through DBOS."""

import asyncio
from typing import Any

from services.common.database.pool import Pool
from services.orchestrator.domain.events import RunStatus
from tests.fixtures.runs.orchestrator import fast_limits, run_orchestrator
from tests.fixtures.runs.roles.scripted_roles import Hang, Roles
from tests.fixtures.runs.schedulers import shared_log
from tests.fixtures.systems.eventually import eventually


async def find_execution(pool: Pool, run_id: str) -> str:
    async with pool.connection() as connection:
        row: Any = await (await connection.execute("SELECT drive_id FROM runs WHERE run_id = %s", (run_id,))).fetchone()
    return str(row[0])


async def test_an_execution_that_dbos_delivers_during_the_stop_is_handed_over(
    log_pool: Pool, log_database_url: str
) -> None:
    roles = Roles({"planner": [Hang()]})
    shared = (log_database_url, log_pool)
    async with run_orchestrator(shared_log(log_pool), roles, fast_limits(running=1), shared=shared) as at:
        await at.start()
        await eventually(lambda: at.roles.attempts("planner-1") == 1)
        late = await at.start()  # queued: one run at a time
        execution = await find_execution(log_pool, late)
        stopping = asyncio.create_task(at.scheduler.stop())
        await eventually(lambda: not at.scheduler.running, timeout=30)
        # As DBOS does when its thread dequeued the execution just before the stop: only this call is late.
        await asyncio.wait_for(at.scheduler._execute_dequeued(late, execution), 30)
        assert at.roles.attempts("planner-1") == 1
        assert await find_execution(log_pool, late) != execution
        row = await at.log.find(late)
        assert row is not None and row.status is RunStatus.WAITING
        await stopping
