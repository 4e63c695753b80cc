"""Rate limit of a provider: requests per minute, as a sliding window."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import TYPE_CHECKING

from services.common.llm.provider_errors import rate_limited
from services.common.llm.values import RateLimited

if TYPE_CHECKING:  # loads the client of the database
    from services.common.llm.shared_rate import Permits, SharedRates

WINDOW = 60.0
# Minimum sleep: a timer that fires slightly early causes another one.
_SHORTEST_SLEEP = 0.001


def next_start(starts: Sequence[float], ahead: int, per_minute: int, now: float) -> float:
    """Return when a request may start that has *ahead* others before it in the queue.

    *starts* are the times of the latest requests, oldest first; no window contains more than *per_minute* of them.
    Pure.
    """
    planned = list(starts)[-per_minute:]
    for _ in range(ahead + 1):
        full = len(planned) >= per_minute
        planned.append(max(now, planned[-per_minute] + WINDOW) if full else now)
    return planned[-1]


class RateLimit:
    """Lets at most *per_minute* requests start in any minute: of this process, or of all that share *rates*.

    Requests of this process start in the order of their arrival.
    """

    def __init__(
        self, provider: str, per_minute: int, clock: Callable[[], float], rates: "SharedRates | None" = None
    ) -> None:
        self._provider = provider
        self._per_minute = per_minute
        self._clock = clock
        self._rates = rates
        # With shared rates: the requests of other processes, as of the last time that a permit was denied.
        self._starts: deque[float] = deque(maxlen=per_minute)
        self._waiting: list[asyncio.Event] = []
        self._requests: list[asyncio.Future[bool]] = []
        self._round_trips: asyncio.Task[None] | None = None

    async def pace(self, deadline: float) -> AsyncGenerator[RateLimited, None]:
        """Wait until a request may start, and count it; yield the delay once, if there is one.

        Raises LLM_RATE_LIMIT at once, with the required delay, if that is past *deadline*. A cancelled caller leaves
        the queue. A caller that has not received the delay yet is not in the queue, and delays no other.
        """
        if not self._waiting and await self._take_permit():
            return
        needed = self._demand(deadline)
        if needed > 0:
            yield RateLimited(needed)
            self._demand(deadline)
        slot = asyncio.Event()
        self._waiting.append(slot)
        try:
            while self._waiting[0] is not slot:
                await slot.wait()
            await self._wait_for_permit(deadline)
        finally:
            self._waiting.remove(slot)
            if self._waiting:
                self._waiting[0].set()

    async def _wait_for_permit(self, deadline: float) -> None:
        """Wait for a permit as the first of this process. Raises LLM_RATE_LIMIT when other processes get them all."""
        while True:
            while (left := self._needed(0)) > 0:  # noqa: ASYNC110 -- for a time, not for a fact
                await asyncio.sleep(max(left, _SHORTEST_SLEEP))
            if await self._take_permit():
                return
            if self._clock() + self._needed(0) > deadline:
                raise rate_limited(self._provider, self._needed(0))

    async def _take_permit(self) -> bool:
        """Return whether a request may start now, and count it if so."""
        if self._rates is None:
            return self._take_own_permit()
        request: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._requests.append(request)
        if self._round_trips is None:
            self._round_trips = asyncio.create_task(self._take_shared_permits(self._rates))
        return await request

    def _take_own_permit(self) -> bool:
        if self._needed(0) > 0:
            return False
        self._starts.append(self._clock())
        return True

    async def _take_shared_permits(self, rates: "SharedRates") -> None:
        """Take permits for all waiting requests: one round trip for all that arrived during the previous one."""
        batch: list[asyncio.Future[bool]] = []
        try:
            while batch := [request for request in self._requests if not request.done()]:
                self._requests = []
                self._serve(batch, await rates.take(self._provider, len(batch), self._per_minute))
        except Exception as error:  # a defect: all waiting requests fail with it
            for request in (*batch, *self._requests):
                if not request.done():
                    request.set_exception(error)
            self._requests = []
        finally:
            self._round_trips = None

    def _serve(self, batch: Sequence[asyncio.Future[bool]], permits: "Permits | None") -> None:
        now = self._clock()
        if permits is not None and permits.ages is not None:
            self._starts = deque((now - age for age in permits.ages), maxlen=self._per_minute)
        elif permits is not None:
            self._starts.extend([now] * permits.granted)
        left = permits.granted if permits is not None else 0
        for request in batch:
            if not request.done():
                request.set_result(self._take_own_permit() if permits is None else left > 0)
                left -= 1

    def _demand(self, deadline: float) -> float:
        """Return the delay of a request that arrives now, in seconds. Raises LLM_RATE_LIMIT when it is too long."""
        needed = self._needed(len(self._waiting))
        if needed > 0 and self._clock() + needed > deadline:
            raise rate_limited(self._provider, needed)
        return needed

    def _needed(self, ahead: int) -> float:
        now = self._clock()
        return next_start(self._starts, ahead, self._per_minute, now) - now
