"""Rate limit of a provider: requests per minute, as a sliding window."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence

from services.common.llm.provider_errors import rate_limited
from services.common.llm.values import RateLimited

WINDOW = 60.0
# Sleeping less is not worth it: a timer that rings a little early is waited for once more.
_SHORTEST_SLEEP = 0.001


def next_start(starts: Sequence[float], ahead: int, per_minute: int, now: float) -> float:
    """Return when a request may start that has *ahead* others waiting before it.

    *starts* are the times of the latest requests, oldest first; no *per_minute* + 1 lie within a window. Pure.
    """
    planned = list(starts)[-per_minute:]
    for _ in range(ahead + 1):
        full = len(planned) >= per_minute
        planned.append(max(now, planned[-per_minute] + WINDOW) if full else now)
    return planned[-1]


class RateLimit:
    """Lets at most *per_minute* requests start in any minute, in the order of their coming. Of one process."""

    def __init__(self, provider: str, per_minute: int, clock: Callable[[], float]) -> None:
        self._provider = provider
        self._per_minute = per_minute
        self._clock = clock
        self._starts: deque[float] = deque(maxlen=per_minute)
        self._waiting: list[asyncio.Event] = []

    async def pace(self, deadline: float) -> AsyncGenerator[RateLimited, None]:
        """Wait until a request may start, and count it; yield once how long that takes, when it takes any time.

        Raises LLM_RATE_LIMIT at once, with the wait needed, when that is past *deadline*. Who leaves while waiting
        gives the place up; a caller that is slow to receive the wait has none yet, and delays nobody.
        """
        needed = self._demand(deadline)
        if needed > 0:
            yield RateLimited(needed)
            self._demand(deadline)
        slot = asyncio.Event()
        self._waiting.append(slot)
        try:
            while self._waiting[0] is not slot:
                await slot.wait()
            while (left := self._needed(0)) > 0:  # noqa: ASYNC110 -- for a time, not for a fact
                await asyncio.sleep(max(left, _SHORTEST_SLEEP))
            self._starts.append(self._clock())
        finally:
            self._waiting.remove(slot)
            if self._waiting:
                self._waiting[0].set()

    def _demand(self, deadline: float) -> float:
        """Return the seconds that a request coming now must wait. Raises LLM_RATE_LIMIT when they are too many."""
        needed = self._needed(len(self._waiting))
        if needed > 0 and self._clock() + needed > deadline:
            raise rate_limited(self._provider, needed)
        return needed

    def _needed(self, ahead: int) -> float:
        now = self._clock()
        return next_start(self._starts, ahead, self._per_minute, now) - now
