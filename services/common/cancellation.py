"""The end of tasks that run in the background."""

import asyncio
from typing import Any

CANCEL_INTERVAL = 10.0
"""Seconds after which a task that is still running is cancelled again; the cleanup of a cancelled task takes less."""


async def cancel_tasks(*tasks: asyncio.Future[Any], interval: float = CANCEL_INTERVAL) -> None:
    """Cancel *tasks* and wait until they have ended. What they raise is not raised.

    Cancelling once is not enough: before Python 3.12, `asyncio.wait_for` loses a cancel that arrives together with what
    it waits for, and the connection pool waits by it.
    """
    loop = asyncio.get_running_loop()

    timer: asyncio.TimerHandle

    def cancel() -> None:
        nonlocal timer
        for task in tasks:
            task.cancel()
        timer = loop.call_later(interval, cancel)

    cancel()
    try:
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        timer.cancel()
