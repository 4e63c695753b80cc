"""Two hundred requests at once: the allowed number run or wait, the others are rejected with a retry delay."""

import asyncio
from collections import Counter
from pathlib import Path

import httpx
import pytest

from tests.fixtures.systems.command_line import PATIENT
from tests.fixtures.systems.system import SseEvent, System, read_events, running

AT_ONCE = 200
MEGABYTE = 1024 * 1024
# What caches, connection pools and the allocator may keep after a flood.
STORED = 40 * MEGABYTE


def flood(system: System) -> list[tuple[int, str, list[SseEvent]]]:
    """Send AT_ONCE chats at the same moment; return status, Retry-After and events of each."""

    async def one(client: httpx.AsyncClient, number: int) -> tuple[int, str, list[SseEvent]]:
        body = {"text": f"a moon, oil painting {number}", "width": 128, "height": 128}
        async with client.stream("POST", "/api/agent/chat", json=body) as response:
            if response.status_code != 200:
                await response.aread()
                return response.status_code, response.headers.get("Retry-After", ""), []
            lines = [line async for line in response.aiter_lines()]
        return 200, "", list(read_events(lines))

    async def all_of_them() -> list[tuple[int, str, list[SseEvent]]]:
        limits = httpx.Limits(max_connections=AT_ONCE)
        async with httpx.AsyncClient(base_url=system.url, timeout=300, limits=limits) as client:
            return list(await asyncio.gather(*(one(client, number) for number in range(AT_ONCE))))

    return asyncio.run(all_of_them())


@pytest.mark.alone
def test_of_200_runs_at_once_the_accepted_succeed_the_others_get_a_retry_hint_and_memory_is_released(
    tmp_path: Path,
) -> None:
    with running(tmp_path, **PATIENT | {"REFLOW_LIMITS__RUN_SECONDS": "1800"}) as system:
        flood(system)  # the first flood fills pools and caches
        before = system.memory()
        answers = flood(system)
        after = system.memory()
    statuses = Counter(status for status, _, _ in answers)
    assert set(statuses) == {200, 429}
    # Runs that end while the last requests arrive free slots for a few more than 150; test_limits_of_runs.py
    # tests the exact limits, where no run can end meanwhile.
    assert 150 <= statuses[200] < AT_ONCE, statuses
    assert all(int(hint) >= 1 for status, hint, _ in answers if status == 429)
    ends = Counter(events[-1].data["status"] for status, _, events in answers if status == 200)
    assert ends == {"succeeded": statuses[200]}
    assert after - before < STORED
