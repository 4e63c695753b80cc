"""Work that runs as a task, and the activities that it emits, as a stream."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from types import TracebackType
from typing import Any, Generic, TypeVar

from services.common.cancellation import cancel_tasks

Event = TypeVar("Event")
Result = TypeVar("Result")


class ActivityStream(Generic[Event, Result]):
    """Runs *work*, called with a function that emits events, while the context is open; leaving it cancels the work."""

    def __init__(self, work: Callable[[Callable[[Event], None]], Coroutine[Any, Any, Result]]) -> None:
        self._work = work
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()

    async def __aenter__(self) -> "ActivityStream[Event, Result]":
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await cancel_tasks(self._task)

    async def events(self) -> AsyncIterator[Event]:
        """Yield the activities that the work emits, until it ends or fails."""
        while (event := await self._events.get()) is not None:
            yield event

    async def result(self) -> Result:
        """Return the result of the work. Raises what the work raised."""
        return await self._task

    async def _run(self) -> Result:
        try:
            return await self._work(self._events.put_nowait)
        finally:
            self._events.put_nowait(None)


async def run_concurrently(*works: Awaitable[object]) -> None:
    """Wait for all of *works*; when one fails, or the caller is cancelled, cancel the others first."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.gather(*tasks)
    finally:
        await cancel_tasks(*tasks)
