"""A question to a model that is under way while something else is done."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from types import TracebackType
from typing import Generic, TypeAlias

from services.common.errors import Code, ReflowError
from services.common.models.values import Answer, Answering, Held, Piece, Shape, Spent

Telling: TypeAlias = Held | Piece | Spent


class Looking(Generic[Shape]):
    """Hears *answers* out from the moment the context is entered; leaving it ends the question wherever it is."""

    def __init__(self, answers: Answering[Shape]) -> None:
        self._answers = answers
        self._told: asyncio.Queue[Telling | None] = asyncio.Queue()

    async def __aenter__(self) -> "Looking[Shape]":
        self._hearing = asyncio.create_task(self._hear())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._hearing.cancel()
        await asyncio.gather(self._hearing, return_exceptions=True)

    async def told(self) -> AsyncIterator[Telling]:
        """Yield what the model told on the way, to the end of the question, however it ends."""
        while (told := await self._told.get()) is not None:
            yield told

    async def seen(self) -> Shape:
        """Return what the model answered. Raises ReflowError when it failed."""
        return await self._hearing

    async def _hear(self) -> Shape:
        seen: Shape | None = None
        try:
            async with aclosing(self._answers) as answers:
                async for told in answers:
                    if isinstance(told, Answer):
                        seen = told.value
                    else:
                        self._told.put_nowait(told)
        finally:
            self._told.put_nowait(None)
        if seen is None:
            raise ReflowError(Code.LLM_API_ERROR, details="the model's answers ended without one", node="critic")
        return seen
