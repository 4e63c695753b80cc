"""Slots of the queue: the end of a run frees its slot, and all replicas together never exceed the limit."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from services.common.database.pool import Pool
from services.orchestrator.adapters.dbos import queue_statements as queue_sql
from services.orchestrator.adapters.dbos.decision import Decision
from services.orchestrator.adapters.dbos.executions import Assignment, FinishedExecution
from services.orchestrator.adapters.dbos.run_queue import RunQueue
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.crash_points import CrashPoint, ignore_crash_point
from services.orchestrator.engine.run_log import NewRun
from tests.fixtures.runs.log_entries import appending, starting
from tests.fixtures.runs.orchestrator import fast_limits, run_orchestrator
from tests.fixtures.runs.roles.scripted_roles import Roles
from tests.fixtures.runs.schedulers import shared_log
from tests.fixtures.systems.eventually import eventually

STATUSES = "SELECT status FROM reflow_dbos.workflow_status WHERE status IN ('ENQUEUED', 'PENDING') ORDER BY status"
# Ends a run as its executor does, in the middle of a decision of another replica.
END_ELSEWHERE = """
WITH ended AS (UPDATE runs SET status = 'succeeded', last_sequence = 2 WHERE run_id = %(run_id)s RETURNING drive_id)
UPDATE reflow_dbos.workflow_status SET status = 'SUCCESS' FROM ended WHERE workflow_uuid = drive_id
"""
# An execution without the columns that differ for each.
EXECUTION = """
SELECT to_jsonb(w) - '{workflow_uuid,owner_xid,created_at,updated_at,started_at_epoch_ms}'::text[] AS execution,
       w.started_at_epoch_ms >= w.created_at AND w.updated_at >= w.created_at AND w.owner_xid IS NOT NULL AS stamped,
       i.inputs::json #>> '{positionalArgs,0}' = runs.run_id
           AND i.inputs::json #>> '{positionalArgs,1}' = w.workflow_uuid
           AND i.inputs::json ->> 'namedArgs' = '{}' AND i.retention_timestamp >= w.created_at AS called_with_its_ids
FROM reflow_dbos.workflow_status AS w JOIN reflow_dbos.workflow_input AS i USING (workflow_uuid)
JOIN runs ON drive_id = w.workflow_uuid WHERE runs.run_id = %s
"""
# Rejects a commit with more executions than the limit.
GUARD = """
CREATE FUNCTION count_executions() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM reflow_dbos.workflow_status WHERE status = 'PENDING') > 3 THEN
        RAISE EXCEPTION 'more than 3 executions';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER count_executions AFTER INSERT OR UPDATE ON reflow_dbos.workflow_status
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_executions()
"""
REMOVE_GUARD = "DROP TRIGGER count_executions ON reflow_dbos.workflow_status; DROP FUNCTION count_executions"


class Replica:
    """A queue that records what is assigned to it, and executes nothing."""

    def __init__(self, pool: Pool, running: int, on_crash_point: Callable[[CrashPoint], None] = ignore_crash_point):
        self.queue = RunQueue(pool, fast_limits(running=running), on_crash_point=on_crash_point)
        self.log = shared_log(pool)
        self.assigned = list[Assignment]()
        self.queue.start_assigning(f"replica {id(self)}", self.assigned.append)

    @property
    def started(self) -> list[str]:
        return [assignment.row.run_id for assignment in self.assigned]

    async def end(self, number: int, status: RunStatus = RunStatus.SUCCEEDED) -> FinishedExecution:
        """Append the end of an assigned run; return what its executor releases next."""
        row = self.assigned[number].row
        await self.log.append(appending(row, "end", status=status))
        return FinishedExecution(row.run_id, row.session_id, self.assigned[number].execution_id, row.epoch)


def run(number: int) -> NewRun:
    """Return run *number* of a session of its own."""
    return starting(number, session=f"session {number}")


async def statuses(pool: Pool) -> list[str]:
    async with pool.connection() as connection:
        return [row[0] for row in await (await connection.execute(STATUSES)).fetchall()]


async def find_execution(pool: Pool, run_id: str) -> tuple[Any, ...]:
    async with pool.connection() as connection:
        row = await (await connection.execute(EXECUTION, (run_id,))).fetchone()
    assert row is not None
    return row


@pytest.fixture
async def pool(log_pool: Pool, log_database_url: str) -> Pool:
    """A pool on a database that has the tables of the queue."""
    async with log_pool.connection() as connection:
        there = await (await connection.execute("SELECT to_regclass('reflow_dbos.workflow_status')")).fetchone()
    if not there or not there[0]:
        async with run_orchestrator(PostgresLog(log_pool), Roles(), shared=(log_database_url, log_pool)):
            pass
    return log_pool


@pytest.mark.parametrize("status", [RunStatus.SUCCEEDED, RunStatus.PAUSED])
async def test_a_slot_is_free_with_the_event_that_ends_or_pauses_its_run(pool: Pool, status: RunStatus) -> None:
    replica = Replica(pool, running=1)
    await replica.queue.start(run(1))
    assert await statuses(pool) == ["PENDING"]
    await replica.end(0, status)
    assert await statuses(pool) == []
    await replica.queue.start(run(2))
    assert replica.started == [run(1).run_id, run(2).run_id]


async def test_the_release_of_a_run_assigns_its_slot_to_the_next(pool: Pool) -> None:
    replica = Replica(pool, running=1)
    for number in (1, 2):
        await replica.queue.start(run(number))
    finished = await replica.end(0)
    assert await statuses(pool) == ["ENQUEUED", "PENDING"]
    await replica.queue.release(finished)
    assert replica.started == [run(1).run_id, run(2).run_id]
    assert await statuses(pool) == ["PENDING"]


async def test_the_next_run_of_a_session_starts_with_the_release_of_the_one_before(pool: Pool) -> None:
    replica = Replica(pool, running=5)
    for number in (1, 2, 3):
        await replica.queue.start(replace(starting(number), new_session=number == 1))
    assert replica.started == [starting(1).run_id]
    for index in range(2):
        await replica.queue.release(await replica.end(index))
    assert replica.started == [starting(number).run_id for number in (1, 2, 3)]


async def test_a_run_that_was_queued_while_the_last_one_ended_starts_with_its_release(pool: Pool) -> None:
    replica = Replica(pool, running=1)
    for number in (1, 2):
        await replica.queue.start(run(number))
    first = replica.assigned[0]
    async with pool.connection() as connection:  # the append did not see that run 2 waits
        await connection.execute(END_ELSEWHERE, {"run_id": first.row.run_id})
    await replica.queue.release(FinishedExecution(first.row.run_id, first.row.session_id, first.execution_id, 1))
    assert replica.started == [run(1).run_id, run(2).run_id]


@pytest.mark.parametrize("same_session", [False, True])
async def test_a_run_whose_decision_did_not_see_an_end_starts_after_it(
    pool: Pool, log_database_url: str, same_session: bool
) -> None:
    def end_first(point: CrashPoint) -> None:
        if point is CrashPoint.DECIDED and replica.assigned and len(replica.assigned) == 1 and not ended:
            decisions.append(point)
            if len(decisions) == 2:  # the first one started nothing, and was replaced by this one
                ended.append(True)
                with psycopg.connect(log_database_url) as connection:
                    connection.execute(END_ELSEWHERE.encode(), {"run_id": first.run_id})

    decisions, ended = list[CrashPoint](), list[bool]()
    replica = Replica(pool, 5 if same_session else 1, end_first)
    first = starting(1, session="session 1")
    second = starting(2, session="session 1" if same_session else "session 2")
    await replica.queue.start(first)
    await replica.queue.start(replace(second, new_session=not same_session))
    assert ended
    assert replica.started == [first.run_id, second.run_id]


@pytest.mark.parametrize("resumed", ["answered", "next of a cancelled run"])
async def test_a_run_that_is_queued_again_and_did_not_see_an_end_starts_after_it(
    pool: Pool, log_database_url: str, resumed: str
) -> None:
    def end_first(point: CrashPoint) -> None:
        if point is CrashPoint.DECIDED and may_end:
            may_end.clear()
            with psycopg.connect(log_database_url) as connection:
                connection.execute(END_ELSEWHERE.encode(), {"run_id": run(1).run_id})

    may_end = asyncio.Event()
    replica = Replica(pool, 1, end_first)
    await replica.queue.start(run(2))
    paused = await replica.end(0, RunStatus.PAUSED)
    await replica.queue.release(paused)
    await replica.queue.start(run(1))
    row = await replica.log.claim_paused(run(2).run_id)
    assert row is not None
    await replica.log.append(appending(row, "answer", first=3, status=RunStatus.WAITING))
    may_end.set()
    if resumed == "answered":
        await replica.queue.requeue(row.run_id, row.session_id)
    else:
        await replica.queue.enqueue_next([row.session_id])
    assert replica.started == [run(number).run_id for number in (2, 1, 2)]


async def test_several_replicas_never_execute_more_than_the_limit(pool: Pool) -> None:
    """Check each commit while 60 runs of 2 replicas end in any order."""
    replicas = [Replica(pool, running=3), Replica(pool, running=3)]
    rng = random.Random(3)
    async with pool.connection() as connection:
        await connection.execute(GUARD)
    try:

        async def end_all(replica: Replica) -> None:
            done = 0
            while sum(len(each.assigned) for each in replicas) < 60 or done < len(replica.assigned):
                if done == len(replica.assigned):
                    await asyncio.sleep(0.005)
                    continue
                finished, done = await replica.end(done), done + 1
                await asyncio.sleep(rng.choice((0, 0.002)))
                await replica.queue.release(finished)

        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            for replica in replicas:
                group.create_task(end_all(replica))
            for number in range(1, 61):
                group.create_task(replicas[number % 2].queue.start(run(number)))
                await asyncio.sleep(rng.choice((0, 0.001)))
    finally:
        async with pool.connection() as connection:
            await connection.execute(REMOVE_GUARD)
    assert sorted(replicas[0].started + replicas[1].started) == [run(number).run_id for number in range(1, 61)]
    assert await statuses(pool) == []


async def test_an_execution_that_starts_at_once_is_recorded_as_if_dbos_had_dequeued_it(pool: Pool) -> None:
    replica = Replica(pool, running=1)
    await replica.queue.start(run(1))
    first = await find_execution(pool, run(1).run_id)
    await replica.queue.start(run(2))
    await replica.queue.release(await replica.end(0))
    second = await find_execution(pool, run(2).run_id)  # queued by the function of DBOS, then assigned
    assert first == second
    assert first[1:] == (True, True)


async def test_a_process_that_stops_in_the_middle_of_a_decision_does_not_block_the_others(pool: Pool) -> None:
    replica = Replica(pool, running=1)
    async with pool.connection() as stopped:
        with pytest.raises(psycopg.OperationalError):
            async with stopped.pipeline() as pipeline, stopped.transaction():
                cursor: Any = stopped.cursor()
                decision = Decision(cursor, pipeline)
                await decision.fetch(await decision.execute(queue_sql.LOCK_QUEUE, {}))
                await replica.queue.start(run(1))
                await decision.execute(queue_sql.UNFINISHED_BY_SESSION, {})
        await eventually(lambda: replica.started == [run(1).run_id])
