"""Use cases whose modules are loaded after the start.

A command starts the whole system for one run, which needs few use cases, and none of them before the first event. So
their modules are loaded at the first call. A long-running service loads the others once it has started.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from threading import Lock
from typing import Any
from weakref import WeakSet

import structlog

from services.common.collection import collection_paused
from services.common.contract.step import StepCall
from services.common.rpc.step_rpc import UseCase

log = structlog.get_logger("reflow.serving")

_deferred = WeakSet["DeferredUseCase"]()
_creating = Lock()
"""One is created at a time: use cases share what the first of them creates."""


class DeferredUseCase:
    """A use case that *create* returns, called in a thread at the first call: there it imports what it needs."""

    def __init__(self, create: Callable[[], UseCase]) -> None:
        self._create = create
        self._use_case: UseCase | None = None
        self._creation: asyncio.Task[UseCase] | None = None
        _deferred.add(self)

    async def load(self) -> UseCase:
        """Return the use case; create it unless it was created. After a failure the next call creates it."""
        if self._use_case is None:
            if self._creation is None or self._creation.done():
                self._creation = asyncio.create_task(self._create_in_thread())
            # Shielded: a thread goes on when its caller leaves, and another caller would create the use case again.
            return await asyncio.shield(self._creation)
        return self._use_case

    async def __call__(self, request: Any, call: StepCall) -> AsyncGenerator[Any, None]:
        """Yield what the use case yields."""
        use_case = self._use_case or await self.load()
        async with aclosing(use_case(request, call)) as outcomes:
            async for outcome in outcomes:
                yield outcome

    async def _create_in_thread(self) -> UseCase:
        with collection_paused():
            self._use_case = await asyncio.to_thread(_create_alone, self._create)
        return self._use_case


def _create_alone(create: Callable[[], UseCase]) -> UseCase:
    with _creating:
        return create()


async def load_use_cases() -> None:
    """Load all use cases of this process. Raises what the creation of one raises."""
    for use_case in list(_deferred):
        await use_case.load()


async def load_use_cases_in_background() -> None:
    """Load all use cases of a process that serves already. A failure is logged, and repeated by the next call."""
    try:
        await load_use_cases()
    except Exception:
        log.exception("use cases not loaded, the next call of each creates it")
