"""Seeding runs once, and again after a failure."""

import asyncio

import pytest

from services.rag.application.seed_task import SeedTask


class Work:
    """Counts its calls; the first *failures* calls fail."""

    def __init__(self, failures: int = 0) -> None:
        self.calls = 0
        self._failures = failures

    async def __call__(self) -> int:
        self.calls += 1
        await asyncio.sleep(0)
        if self.calls <= self._failures:
            raise ConnectionError("away")
        return 3


async def test_concurrent_callers_run_the_work_once() -> None:
    work = Work()
    seed = SeedTask("notes", work)
    await asyncio.gather(seed.run(), *(seed.wait() for _ in range(5)))
    assert work.calls == 1


async def test_a_failure_is_logged_and_the_next_caller_retries() -> None:
    work = Work(failures=2)
    seed = SeedTask("notes", work)
    await seed.run()
    with pytest.raises(ConnectionError):
        await seed.wait()
    await seed.wait()
    assert work.calls == 3
