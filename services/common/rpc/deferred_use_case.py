"""Use cases whose modules are loaded after the start.

A command starts the whole system for one run, which needs a few of its use cases, and the first event none. So their
modules are loaded at the first call. A service that goes on running loads the rest of them once it has started.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from threading import Lock
from typing import Any
from weakref import WeakSet

from services.common.collection import collection_paused
from services.common.contract.step import StepCall
from services.common.rpc.step_rpc import UseCase

_deferred = WeakSet["DeferredUseCase"]()
_creating = Lock()
"""One is created at a time: use cases share what the first of them creates."""


class DeferredUseCase:
    """A use case that *create* returns, called in a thread at the first call: there it imports what it needs."""

    def __init__(self, create: Callable[[], UseCase]) -> None:
        self._create = create
        self._use_case: UseCase | None = None
        self._lock = asyncio.Lock()
        _deferred.add(self)

    async def load(self) -> UseCase:
        """Return the use case; create it unless it was created."""
        async with self._lock:
            if self._use_case is None:
                with collection_paused():
                    self._use_case = await asyncio.to_thread(_create_alone, self._create)
            return self._use_case

    async def __call__(self, request: Any, call: StepCall) -> AsyncGenerator[Any, None]:
        """Yield what the use case yields."""
        use_case = self._use_case or await self.load()
        async with aclosing(use_case(request, call)) as outcomes:
            async for outcome in outcomes:
                yield outcome


def _create_alone(create: Callable[[], UseCase]) -> UseCase:
    with _creating:
        return create()


async def load_use_cases() -> None:
    """Load all use cases of this process."""
    for use_case in list(_deferred):
        await use_case.load()
