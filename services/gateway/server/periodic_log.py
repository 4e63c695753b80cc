"""Rate-limited log lines about events that clients can cause without limit."""

from collections.abc import Callable

import structlog

log = structlog.get_logger("reflow.gateway")


class PeriodicLog:
    """Logs one event at most once per period, with its number of occurrences since the last line."""

    def __init__(self, event: str, clock: Callable[[], float], seconds: float = 60.0) -> None:
        self._event = event
        self._clock = clock
        self._seconds = seconds
        self._count = 0
        self._next_at = clock()

    def record(self, reason: str) -> None:
        """Count an occurrence, and log if the last line is a period ago; the line names the latest *reason*."""
        self._count += 1
        if self._clock() >= self._next_at:
            log.warning(self._event, reason=reason, count=self._count)
            self._count, self._next_at = 0, self._clock() + self._seconds
