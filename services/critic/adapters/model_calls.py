"""A model call that runs concurrently with other work of a step."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from types import TracebackType
from typing import Generic, TypeAlias

from services.common.contract.activity import Usage
from services.common.errors import Code, ReflowError
from services.common.llm.values import Completion, CompletionStream, RateLimited, Shape, TextDelta

ModelEvent: TypeAlias = RateLimited | TextDelta | Usage


class ConcurrentCall(Generic[Shape]):
    """Consumes *completions* as soon as the context is entered; leaving the context cancels the call."""

    def __init__(self, completions: CompletionStream[Shape]) -> None:
        self._completions = completions
        self._events: asyncio.Queue[ModelEvent | None] = asyncio.Queue()

    async def __aenter__(self) -> "ConcurrentCall[Shape]":
        self._task = asyncio.create_task(self._consume())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def events(self) -> AsyncIterator[ModelEvent]:
        """Yield the events before the completion, until the call succeeds or fails."""
        while (event := await self._events.get()) is not None:
            yield event

    async def result(self) -> Shape:
        """Return the completion. Raises ReflowError if the call failed."""
        return await self._task

    async def _consume(self) -> Shape:
        result: Shape | None = None
        try:
            async with aclosing(self._completions) as completions:
                async for event in completions:
                    if isinstance(event, Completion):
                        result = event.value
                    else:
                        self._events.put_nowait(event)
        finally:
            self._events.put_nowait(None)
        if result is None:
            raise ReflowError(Code.LLM_API_ERROR, details="the model's answers ended without one", node="critic")
        return result
