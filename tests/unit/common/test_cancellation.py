"""Cancelled tasks are awaited until they have ended."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from services.common.cancellation import cancel_tasks


async def wait_until_cancelled() -> None:
    await asyncio.Event().wait()


async def lose_first_cancel() -> None:
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        await asyncio.Event().wait()


async def fail() -> None:
    raise ValueError("failed before it was cancelled")


@pytest.mark.parametrize("work", [wait_until_cancelled, lose_first_cancel, fail])
async def test_a_task_has_ended_even_if_it_loses_a_cancel_and_its_failure_is_not_raised(
    work: Callable[[], Coroutine[None, None, None]],
) -> None:
    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await cancel_tasks(task, interval=0.01)
    assert task.done()


async def test_a_caller_who_is_cancelled_meanwhile_still_waits() -> None:
    task = asyncio.create_task(lose_first_cancel())
    await asyncio.sleep(0)
    ending = asyncio.create_task(cancel_tasks(task))
    for _ in range(3):  # the first cancel has arrived, and is lost
        await asyncio.sleep(0)
    ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending
    assert task.done()


async def test_without_tasks_nothing_is_awaited() -> None:
    await cancel_tasks()
