"""Waiting for a connection of the pool does not count against the time of the evidence step."""

import asyncio
import time

from services.common.contract.activity import Phase, Progress
from services.common.contract.tools import ToolName
from services.common.database.pool import Pool, open_pool
from services.common.text.language import Language
from services.rag.application.tool_calls import CallResult, ToolCalls, ToolEvent

OCCUPIED_SECONDS, LIMIT = 1.4, 0.8


async def test_a_call_may_wait_longer_for_a_connection_than_its_step_may_take(database_url: str) -> None:
    pool, events = await open_pool(database_url, min_size=1, max_size=1, name="full"), list[ToolEvent]()
    calls = ToolCalls(events.append, time.monotonic() + LIMIT, time.monotonic, Language.CHINESE, "evidence-1")

    async def count() -> CallResult[int]:
        async with pool.connection() as connection:
            await connection.execute("SELECT 1")
        return CallResult(1, {})

    occupied = asyncio.Event()
    holder = asyncio.create_task(_hold(pool, occupied))
    await occupied.wait()
    assert await calls.call(ToolName.SEARCH_NOTES, {}, count) == 1
    await holder
    await pool.close()
    phases = [event.phase for event in events if isinstance(event, Progress)]
    assert phases[0] is Phase.WAITING and phases[-1] is Phase.WORKING


async def test_a_call_that_takes_longer_than_its_step_may_take_has_no_result(pool: Pool) -> None:
    calls = ToolCalls(lambda _: None, time.monotonic() + 0.1, time.monotonic, Language.CHINESE, "evidence-1")

    async def sleep() -> CallResult[int]:
        async with pool.connection() as connection:
            await connection.execute("SELECT pg_sleep(2)")
        return CallResult(1, {})

    assert await calls.call(ToolName.SEARCH_NOTES, {}, sleep) is None


async def _hold(pool: Pool, occupied: asyncio.Event) -> None:
    async with pool.connection() as connection:
        occupied.set()
        await connection.execute("SELECT pg_sleep(%s)", (OCCUPIED_SECONDS,))
