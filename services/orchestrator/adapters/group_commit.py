"""Group commit: items that arrive during one transaction are committed together in the next."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from services.common.errors import ReflowError

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

# Limits the arrays of a statement, and so the time for which others wait.
MAX_GROUP_SIZE = 200


class GroupCommit(Generic[Item, Outcome]):
    """Passes items to *commit* in groups, one group at a time. Each submitter receives its own outcome.

    *commit* returns one outcome for each item, in order; an outcome that is an exception is raised.
    It raises ReflowError when the store is unreachable, and anything else when an item is rejected.
    """

    def __init__(self, commit: Callable[[Sequence[Item]], Awaitable[Sequence[Outcome | Exception]]]) -> None:
        self._commit = commit
        self._pending: list[tuple[Item, asyncio.Future[Outcome]]] = []
        self._committing: asyncio.Task[None] | None = None

    async def submit(self, item: Item) -> Outcome:
        """Return the outcome of *item* once its group is committed."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._pending.append((item, future))
        if self._committing is None:
            self._committing = asyncio.create_task(self._drain())
        return await future

    async def _drain(self) -> None:
        try:
            while self._pending:
                group, self._pending = self._pending[:MAX_GROUP_SIZE], self._pending[MAX_GROUP_SIZE:]
                await self._commit_group(group)
        finally:
            self._committing = None

    async def _commit_group(self, group: list[tuple[Item, "asyncio.Future[Outcome]"]]) -> None:
        outcomes = await self._commit_items([item for item, _ in group])
        for (_, future), outcome in zip(group, outcomes, strict=True):
            if future.done():
                continue  # its submitter was cancelled; the commit is not undone
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    async def _commit_items(self, items: Sequence[Item]) -> Sequence[Outcome | Exception]:
        """Return the outcomes of *commit*. When one item is rejected, all are committed one by one."""
        try:
            return await self._commit(items)
        except ReflowError as error:  # the store is unreachable, for every submitter of the group
            return [error] * len(items)
        except Exception as error:
            if len(items) == 1:
                return [error]
            return [outcome for item in items for outcome in await self._commit_items([item])]
