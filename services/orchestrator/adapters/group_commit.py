"""Group commit: what arrives while one transaction is under way goes into the next, together."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from services.common.errors import ReflowError

Item = TypeVar("Item")
Answer = TypeVar("Answer")

# Keeps a statement's arrays, and so the time others wait for it, small.
LARGEST_GROUP = 200


class GroupCommit(Generic[Item, Answer]):
    """Hands items to *commit* in groups, one group at a time; each submitter gets its own answer.

    *commit* returns one answer for each item, in order; an answer that is an exception is raised.
    It raises ReflowError when the store is away, and anything else when an item is refused.
    """

    def __init__(self, commit: Callable[[Sequence[Item]], Awaitable[Sequence[Answer | Exception]]]) -> None:
        self._commit = commit
        self._pending: list[tuple[Item, asyncio.Future[Answer]]] = []
        self._committing: asyncio.Task[None] | None = None

    async def submit(self, item: Item) -> Answer:
        """Return the answer to *item* once its group is durable."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._pending.append((item, future))
        if self._committing is None:
            self._committing = asyncio.create_task(self._drain())
        return await future

    async def _drain(self) -> None:
        try:
            while self._pending:
                group, self._pending = self._pending[:LARGEST_GROUP], self._pending[LARGEST_GROUP:]
                await self._settle(group)
        finally:
            self._committing = None

    async def _settle(self, group: list[tuple[Item, "asyncio.Future[Answer]"]]) -> None:
        answers = await self._answers([item for item, _ in group])
        for (_, future), answer in zip(group, answers, strict=True):
            if future.done():
                continue  # its submitter was cancelled; the commit stands
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    async def _answers(self, items: Sequence[Item]) -> Sequence[Answer | Exception]:
        """Return what *commit* answers; items of which one is refused are committed one by one."""
        try:
            return await self._commit(items)
        except ReflowError as error:  # the store is away: every submitter of the group must hear of it
            return [error] * len(items)
        except Exception as error:
            if len(items) == 1:
                return [error]
            return [answer for item in items for answer in await self._answers([item])]
