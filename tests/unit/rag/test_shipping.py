"""What a start begins is done once, whoever waits, and tried again after a failure."""

import asyncio

import pytest

from services.rag.shipping import Shipping


class Work:
    """Counts how often it is carried out; fails as often as it is told."""

    def __init__(self, failures: int = 0) -> None:
        self.calls = 0
        self._failures = failures

    async def __call__(self) -> int:
        self.calls += 1
        await asyncio.sleep(0)
        if self.calls <= self._failures:
            raise ConnectionError("away")
        return 3


async def test_many_who_wait_have_it_done_once() -> None:
    work = Work()
    shipping = Shipping("notes", work)
    await asyncio.gather(shipping.begin(), *(shipping.done() for _ in range(5)))
    assert work.calls == 1


async def test_a_failed_start_is_no_failure_and_the_next_one_who_waits_has_it_tried_again() -> None:
    work = Work(failures=2)
    shipping = Shipping("notes", work)
    await shipping.begin()
    with pytest.raises(ConnectionError):
        await shipping.done()
    await shipping.done()
    assert work.calls == 3
