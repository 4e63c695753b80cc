"""The guarantees of every store of error counts, in memory and on PostgreSQL."""

from datetime import UTC, datetime, timedelta

import pytest

from services.common.database.pool import Pool
from services.common.errors import Code
from services.common.telemetry.error_counts import INTERVAL_SECONDS, ErrorCount
from services.orchestrator.adapters.error_ledgers import PostgresErrorLedger
from services.orchestrator.engine.error_ledger import CodeCount, ErrorLedger, ErrorReading

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def counted(count: int, code: Code = Code.LLM_TIMEOUT, *, intervals_ago: int = 0, node: str = "planner") -> ErrorCount:
    """Return the error count of the interval that started *intervals_ago* intervals before noon."""
    return ErrorCount(int(NOON.timestamp()) - intervals_ago * INTERVAL_SECONDS, code, node, count)


async def read(ledger: ErrorLedger, minutes: float = 1, code: str = "") -> ErrorReading:
    """Return the counts of the last *minutes* before noon."""
    return await ledger.read(NOON - timedelta(minutes=minutes), code)


async def test_a_repeated_or_outdated_report_changes_nothing(ledger: ErrorLedger) -> None:
    for count in (2, 3, 3, 2):
        await ledger.store("process", [counted(count)])
    assert list((await read(ledger)).counts) == [CodeCount("LLM_TIMEOUT", "planner", 3, 3)]


async def test_the_counts_of_several_processes_are_added_up(ledger: ErrorLedger) -> None:
    await ledger.store("one", [counted(2), counted(1, Code.QUEUE_FULL, node="")])
    await ledger.store("other", [counted(2)])
    assert list((await read(ledger)).counts) == [
        CodeCount("LLM_TIMEOUT", "planner", 4, 4),
        CodeCount("QUEUE_FULL", "", 1, 1),
    ]


async def test_the_window_has_only_its_own_counts_and_the_total_has_all(ledger: ErrorLedger) -> None:
    await ledger.store("process", [counted(5, intervals_ago=60), counted(1)])
    reading = await read(ledger)
    assert list(reading.counts) == [CodeCount("LLM_TIMEOUT", "planner", 1, 6)]
    assert reading.since == NOON - timedelta(seconds=60 * INTERVAL_SECONDS)


async def test_the_counts_of_one_code_can_be_read_separately(ledger: ErrorLedger) -> None:
    await ledger.store("process", [counted(5), counted(1, Code.QUEUE_FULL)])
    assert [one.code for one in (await read(ledger, code="QUEUE_FULL")).counts] == ["QUEUE_FULL"]


async def test_before_the_first_error_there_is_nothing(ledger: ErrorLedger) -> None:
    assert await read(ledger) == ErrorReading([], None)


@pytest.mark.parametrize("times", [1, 2])
async def test_old_counts_are_aggregated_and_remain_in_the_total(log_pool: Pool, times: int) -> None:
    ledger = PostgresErrorLedger(log_pool)
    for number in range(times):
        await ledger.store("process", [counted(5, intervals_ago=60 + number), counted(1)])
        assert await ledger.compact(NOON - timedelta(minutes=5)) == 1
    reading = await read(ledger)
    assert list(reading.counts) == [CodeCount("LLM_TIMEOUT", "planner", 1, 5 * times + 1)]
    assert reading.since == NOON - timedelta(seconds=(59 + times) * INTERVAL_SECONDS)
    async with log_pool.connection() as connection:
        rows = await (await connection.execute("SELECT count(*) FROM error_counts")).fetchone()
    assert rows == (1,)
