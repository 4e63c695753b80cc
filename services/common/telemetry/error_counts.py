"""Counts of errors by code and node, in intervals, until they are stored."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from services.common.errors import Code

INTERVAL_SECONDS = 10
# A process that cannot report for long drops the oldest intervals.
MAX_COUNTS = 10_000


class _Key(NamedTuple):
    at: int
    code: Code
    node: str


@dataclass(frozen=True, slots=True)
class ErrorCount:
    """Errors of one code and node in the interval that starts *at* (seconds since 1970), so far."""

    at: int
    code: Code
    node: str
    count: int


class ErrorCounts:
    """Counts errors by the clock *now* (seconds since 1970).

    `changes` returns whole counts, not differences: storing one twice changes nothing, so a report whose response was
    lost is repeated.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._counts: dict[_Key, int] = {}
        self._stored: dict[_Key, int] = {}

    def add(self, code: Code, node: str) -> None:
        """Count one error now."""
        key = _Key(self._interval(), code, node)
        self._counts[key] = self._counts.get(key, 0) + 1
        if len(self._counts) > MAX_COUNTS:
            self._drop(min(self._counts, key=lambda one: one.at))

    def changes(self, limit: int = MAX_COUNTS) -> list[ErrorCount]:
        """Return at most *limit* counts that have changed since they were stored, the oldest first."""
        changed = [key for key, count in self._counts.items() if self._stored.get(key) != count]
        return [ErrorCount(*key, self._counts[key]) for key in changed[:limit]]

    def acknowledge(self, counts: Iterable[ErrorCount]) -> None:
        """Accept that *counts* are stored. Those of past intervals cannot change any more, and are dropped."""
        self._stored |= {_Key(count.at, count.code, count.node): count.count for count in counts}
        interval = self._interval()
        for key in [key for key in self._stored if key.at < interval]:
            if self._stored[key] == self._counts.get(key):
                self._drop(key)

    def _drop(self, key: _Key) -> None:
        self._counts.pop(key, None)
        self._stored.pop(key, None)

    def _interval(self) -> int:
        return int(self._now()) // INTERVAL_SECONDS * INTERVAL_SECONDS
