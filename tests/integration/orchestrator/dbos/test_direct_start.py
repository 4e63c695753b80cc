"""A run that may start immediately does not wait until a replica polls the queue."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager

import pytest
from reflow.v1 import events_pb2

from services.common.contract.session import ChatMessage, LastResult
from services.common.database.pool import Pool
from services.common.limits import Limits
from services.orchestrator.adapters.dbos.decision import END_EXECUTIONS
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.engine.run_log import Progress, RunRow
from tests.fixtures.runs.orchestrator import Orchestrator, fast_limits, final_status, run_orchestrator
from tests.fixtures.runs.roles.scripted_roles import INTENT, Gate, Roles
from tests.fixtures.runs.schedulers import shared_log
from tests.fixtures.systems.eventually import eventually

# Longer than any test.
NEVER = 600.0
IN_QUEUE = "SELECT status FROM reflow_dbos.workflow_status WHERE status IN ('ENQUEUED', 'PENDING') ORDER BY status"
# At each commit that recorded a run or raised its epoch, records whether the commit waits for the disk.
RECORD_CLAIMS = """
CREATE TABLE claims (mode text);
CREATE FUNCTION record_claim() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN INSERT INTO claims VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER record_claim AFTER INSERT OR UPDATE OF epoch ON runs DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION record_claim()
"""
FORGET_CLAIMS = "DROP TRIGGER record_claim ON runs; DROP FUNCTION record_claim; DROP TABLE claims"
FREE = "UPDATE reflow_dbos.workflow_status SET status = 'SUCCESS' WHERE status = 'PENDING'"


@pytest.fixture
def gate() -> asyncio.Event:
    return asyncio.Event()


class Slow:
    """Orchestrators that poll the queue once, when they start."""

    def __init__(self, url: str, pool: Pool) -> None:
        self._shared = url, pool

    def __call__(self, roles: Roles, limits: Limits | None = None) -> AbstractAsyncContextManager[Orchestrator]:
        log = shared_log(self._shared[1])
        return run_orchestrator(log, roles, limits, shared=self._shared, poll_seconds=NEVER)


class CountedLog(PostgresLog):
    """Counts how often runs, events and sessions are read."""

    finds = 0
    reads = 0

    async def find(self, run_id: str) -> RunRow | None:
        self.finds += 1
        return await super().find(run_id)

    async def read_progress(self, cursors: Mapping[str, int], limit: int) -> Sequence[Progress]:
        self.reads += 1
        return await super().read_progress(cursors, limit)

    async def read(self, run_id: str, after: int, limit: int) -> list[bytes]:
        self.reads += 1
        return await super().read(run_id, after, limit)

    async def load_session(self, session_id: str, messages: int) -> tuple[tuple[ChatMessage, ...], LastResult | None]:
        self.reads += 1
        return await super().load_session(session_id, messages)


@pytest.fixture
async def slow(log_database_url: str, log_pool: Pool) -> AsyncIterator[Slow]:
    yield Slow(log_database_url, log_pool)


async def statuses(pool: Pool) -> list[str]:
    """Return the status of every execution that is not over."""
    async with pool.connection() as connection:
        return [row[0] for row in await (await connection.execute(IN_QUEUE)).fetchall()]


async def test_a_run_starts_without_a_poll_and_leaves_nothing_in_the_queue(slow: Slow, log_pool: Pool) -> None:
    async with slow(Roles()) as at:
        assert final_status(await at.run()) == ("SUCCEEDED", "")

        async def is_over() -> bool:
            return await statuses(log_pool) == []

        await eventually(is_over)


async def test_the_next_run_of_a_session_starts_when_the_first_has_ended(slow: Slow, gate: asyncio.Event) -> None:
    roles = Roles({("planner-1", 1): [Gate(gate), INTENT]})
    async with slow(roles) as at:
        session = await at.open_session("s")
        first = await at.start(session=session)
        second = await at.start(session=session)
        await eventually(lambda: roles.attempts("planner-1") == 1)
        gate.set()
        assert final_status(await at.events(first)) == ("SUCCEEDED", "")
        assert final_status(await at.events(second)) == ("SUCCEEDED", "")


async def test_beyond_the_limit_a_run_waits_in_the_queue(slow: Slow, log_pool: Pool, gate: asyncio.Event) -> None:
    roles = Roles({("planner-1", 1): [Gate(gate), INTENT]})
    async with slow(roles, fast_limits(running=3)) as at:
        await asyncio.gather(*(at.start() for _ in range(5)))
        await eventually(lambda: roles.attempts("planner-1") == 3)
        assert await statuses(log_pool) == ["ENQUEUED"] * 2 + ["PENDING"] * 3
        gate.set()


async def test_runs_that_wait_start_when_others_end_in_their_order(slow: Slow, gate: asyncio.Event) -> None:
    roles = Roles({("planner-1", 1): [Gate(gate), INTENT]})
    async with slow(roles, fast_limits(running=1)) as at:
        run_ids = [await at.start() for _ in range(4)]
        await eventually(lambda: roles.attempts("planner-1") == 1)
        gate.set()
        ended = [(await at.events(run_id))[-1] for run_id in run_ids]
        assert [final_status([event]) for event in ended] == [("SUCCEEDED", "")] * 4
        assert sorted(run_ids, key=lambda run_id: _nanoseconds(ended[run_ids.index(run_id)])) == run_ids


async def test_an_epoch_is_on_the_disk_before_its_run_starts(slow: Slow, log_pool: Pool, gate: asyncio.Event) -> None:
    async with log_pool.connection() as connection:
        await connection.execute(RECORD_CLAIMS)
        try:
            async with slow(Roles({("planner-1", 1): [Gate(gate), INTENT]}), fast_limits(running=1)) as at:
                run_ids = [await at.start() for _ in range(2)]
                gate.set()
                for run_id in run_ids:
                    await at.events(run_id)
            claims = await (await connection.execute("SELECT mode FROM claims")).fetchall()
        finally:
            await connection.execute(FORGET_CLAIMS)
    assert claims == [("on",)] * 3  # the second one waited, and was claimed when it was assigned


async def test_a_run_that_waited_is_not_read_back_by_the_replica_that_accepted_it(
    log_database_url: str, log_pool: Pool, gate: asyncio.Event
) -> None:
    log, roles = CountedLog(log_pool, ending=END_EXECUTIONS), Roles({("planner-1", 1): [Gate(gate), INTENT]})
    limits = fast_limits(running=1)
    async with run_orchestrator(log, roles, limits, shared=(log_database_url, log_pool), poll_seconds=NEVER) as at:
        run_ids = [await at.start() for _ in range(3)]
        gate.set()

        async def is_over() -> bool:
            rows = [await log.find(run_id) for run_id in run_ids]
            return all(row is not None and row.status.is_terminal for row in rows)

        await eventually(is_over)
        assert log.reads == 0


async def test_a_run_is_streamed_from_memory_by_the_replica_that_accepted_it(
    log_database_url: str, log_pool: Pool
) -> None:
    log, shared = CountedLog(log_pool), (log_database_url, log_pool)
    async with run_orchestrator(log, Roles(), shared=shared, poll_seconds=NEVER) as at:
        responses = await at.start_and_watch()
    sequences = [event.sequence for response in responses for event in response.events]
    assert final_status(responses[-1].events) == ("SUCCEEDED", "") and sequences == list(range(1, len(sequences) + 1))
    assert (log.finds, log.reads) == (0, 0)


async def test_a_new_run_does_not_overtake_one_that_waits(slow: Slow, log_pool: Pool, gate: asyncio.Event) -> None:
    roles = Roles({("planner-1", 1): [Gate(gate), INTENT]})
    async with slow(roles, fast_limits(running=1)) as at:
        await at.start()
        await at.start()
        async with log_pool.connection() as connection:
            await connection.execute(FREE)  # a replica that ended its run without a decision, as DBOS does
        await at.start()
        assert await statuses(log_pool) == ["ENQUEUED"] * 2
        gate.set()


async def test_a_run_cancelled_while_it_waits_leaves_the_queue(slow: Slow, log_pool: Pool, gate: asyncio.Event) -> None:
    roles = Roles({("planner-1", 1): [Gate(gate), INTENT]})
    async with slow(roles, fast_limits(running=1)) as at:
        first, second = await at.start(), await at.start()
        await at.cancel(second)
        assert await statuses(log_pool) == ["PENDING"]
        third = await at.start()
        gate.set()
        assert final_status(await at.events(first)) == ("SUCCEEDED", "")
        assert final_status(await at.events(third)) == ("SUCCEEDED", "")


def _nanoseconds(event: events_pb2.RunEvent) -> int:
    return event.time.ToNanoseconds()
