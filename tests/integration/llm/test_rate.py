"""Waiting for the rate limit of a provider."""

import asyncio
import time
from contextlib import aclosing
from dataclasses import dataclass

import pytest

from services.common.errors import Code, ReflowError
from services.common.llm.rate_limit import WINDOW, RateLimit
from services.common.llm.values import RateLimited
from tests.fixtures.systems.eventually import eventually

# Longer than a busy machine takes from one line to the next.
LEFT = 3.0


@dataclass
class Clock:
    """Real time, which a test can also advance."""

    ahead: float = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def start(rate: RateLimit, deadline: float) -> list[RateLimited]:
    async with aclosing(rate.pace(deadline)) as waiting:
        return [limited async for limited in waiting]


async def test_a_request_within_the_limit_starts_without_waiting(clock: Clock) -> None:
    assert await start(RateLimit("p", 1, clock), clock() + 1) == []


async def test_a_request_beyond_the_limit_waits_until_the_window_has_capacity(clock: Clock) -> None:
    rate = RateLimit("p", 1, clock)
    await start(rate, clock() + 1)
    began = clock()
    clock.ahead += WINDOW - LEFT

    limited = await start(rate, clock() + 10)

    assert [0 < each.seconds <= LEFT for each in limited] == [True]
    assert clock() - began >= WINDOW - 0.01


async def test_a_request_that_cannot_start_in_time_is_rejected_at_once_with_the_wait(clock: Clock) -> None:
    rate = RateLimit("p", 1, clock)
    await start(rate, clock() + 1)
    began = time.monotonic()

    with pytest.raises(ReflowError) as raised:
        await start(rate, clock() + 10)

    assert raised.value.code is Code.LLM_RATE_LIMIT
    assert raised.value.retry_after == pytest.approx(WINDOW, abs=0.5)
    assert time.monotonic() - began < 45


async def test_a_rejected_request_does_not_count_against_the_limit(clock: Clock) -> None:
    rate = RateLimit("p", 1, clock)
    await start(rate, clock() + 1)
    with pytest.raises(ReflowError):
        await start(rate, clock() + 10)
    clock.ahead += WINDOW

    assert await start(rate, clock() + 1) == []


async def test_waiting_requests_start_in_the_order_of_their_arrival(clock: Clock) -> None:
    rate, order = RateLimit("p", 3, clock), list[int]()
    for _ in range(3):
        await start(rate, clock() + 1)
    clock.ahead += WINDOW - LEFT

    async def one(number: int) -> None:
        await start(rate, clock() + 30)
        order.append(number)

    await asyncio.gather(*(one(number) for number in range(3)))

    assert order == [0, 1, 2]


async def test_a_request_cancelled_while_waiting_frees_its_slot_for_the_next(clock: Clock) -> None:
    rate = RateLimit("p", 1, clock)
    await start(rate, clock() + 1)
    clock.ahead += WINDOW - LEFT
    first = asyncio.create_task(start(rate, clock() + 30))
    await asyncio.sleep(0)  # let it enter the queue
    second = asyncio.create_task(start(rate, clock() + 500))
    await asyncio.sleep(0)

    first.cancel()

    await eventually(second.done, timeout=30)
    assert second.result()[0].seconds > WINDOW


async def test_a_slow_reader_of_its_wait_delays_no_other_call(clock: Clock) -> None:
    rate = RateLimit("p", 1, clock)
    await start(rate, clock() + 1)
    clock.ahead += WINDOW - LEFT
    async with aclosing(rate.pace(clock() + 30)) as slow:
        assert (await anext(slow)).seconds > 0

        assert [0 < limited.seconds <= LEFT for limited in await start(rate, clock() + 30)] == [True]
