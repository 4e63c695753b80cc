"""Periodic tasks that run next to the runs."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from services.common.cancellation import cancel_tasks
from services.common.errors import ReflowError

log = structlog.get_logger("reflow.periodic_tasks")

# Spreads the tasks of replicas that were started together.
JITTER_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class PeriodicTask:
    """A task that runs every *interval* seconds. *run* returns the number of items that it processed."""

    name: str
    interval: float
    run: Callable[[], Awaitable[int]]


@asynccontextmanager
async def run_periodically(*tasks: PeriodicTask) -> AsyncIterator[None]:
    """Run *tasks* until the context ends."""
    running = [asyncio.create_task(_repeat(task), name=f"periodic: {task.name}") for task in tasks]
    try:
        yield
    finally:
        await cancel_tasks(*running)


async def _repeat(task: PeriodicTask) -> None:
    """Run a periodic task. Failures are logged, not raised: the next interval tries again."""
    while True:
        jitter = random.uniform(1 - JITTER_SHARE, 1 + JITTER_SHARE)  # noqa: S311  # no security purpose
        await asyncio.sleep(task.interval * jitter)
        try:
            count = await task.run()
        except ReflowError as error:  # the database is unreachable
            log.warning("periodic task postponed", task=task.name, details=error.details)
        except Exception:
            log.exception("periodic task failed", task=task.name)
        else:
            if count:
                log.info("periodic task done", task=task.name, count=count)
