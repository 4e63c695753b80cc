"""What comes round: duties that are done again and again beside the runs."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from services.common.errors import ReflowError

log = structlog.get_logger("reflow.upkeep")

# Replicas that were started together do not keep doing their duties together.
SPREAD = 0.1


@dataclass(frozen=True, slots=True)
class Duty:
    """Something to do every so many *seconds*; it returns how much of it there was to do, which is told."""

    name: str
    seconds: float
    do: Callable[[], Awaitable[int]]


@asynccontextmanager
async def upkeep(*duties: Duty) -> AsyncIterator[None]:
    """Do *duties* until the context ends."""
    tasks = [asyncio.create_task(_again(duty), name=f"upkeep: {duty.name}") for duty in duties]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _again(duty: Duty) -> None:
    """Do a duty again and again. It comes round, so what fails is told only."""
    while True:
        await asyncio.sleep(duty.seconds * random.uniform(1 - SPREAD, 1 + SPREAD))  # noqa: S311  # protects nothing
        try:
            done = await duty.do()
        except ReflowError as error:  # the log's: away
            log.warning("duty put off", duty=duty.name, details=error.details)
        except Exception:
            log.exception("duty failed", duty=duty.name)
        else:
            if done:
                log.info("duty done", duty=duty.name, count=done)
