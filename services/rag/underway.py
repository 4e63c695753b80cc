"""Work that tells things on the way, heard as a stream while it goes on."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from types import TracebackType
from typing import Any, Generic, TypeVar

Telling = TypeVar("Telling")
Result = TypeVar("Result")


class UnderWay(Generic[Telling, Result]):
    """Does *work*, given what to tell with, from the moment the context is entered; leaving it ends the work."""

    def __init__(self, work: Callable[[Callable[[Telling], None]], Coroutine[Any, Any, Result]]) -> None:
        self._work = work
        self._told: asyncio.Queue[Telling | None] = asyncio.Queue()

    async def __aenter__(self) -> "UnderWay[Telling, Result]":
        self._task = asyncio.create_task(self._done())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def told(self) -> AsyncIterator[Telling]:
        """Yield what the work tells, until it ends, however it ends."""
        while (told := await self._told.get()) is not None:
            yield told

    async def result(self) -> Result:
        """Return what came of it. Raises what the work raised."""
        return await self._task

    async def _done(self) -> Result:
        try:
            return await self._work(self._told.put_nowait)
        finally:
            self._told.put_nowait(None)


async def together(*works: Awaitable[object]) -> None:
    """Wait for all of *works* side by side; when one fails, or the caller is cancelled, the others are ended first."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
