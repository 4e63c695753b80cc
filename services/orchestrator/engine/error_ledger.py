"""Port to the error counts of the deployment, and the part of this process in them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from services.common.telemetry import ErrorStatistics
from services.common.telemetry.error_counts import INTERVAL_SECONDS, ErrorCount

MAX_WINDOW = timedelta(days=7)
"""Longest window of the statistics. Older counts are stored as totals."""
DEFAULT_WINDOW = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class CodeCount:
    """How often a code of a node occurred: within a window, and since counting began."""

    code: str
    node: str
    count: int
    total: int


@dataclass(frozen=True, slots=True)
class ErrorReading:
    """The counts by code and node, most frequent first, and when counting began (None: before the first error)."""

    counts: Sequence[CodeCount]
    since: datetime | None


class ErrorLedger(Protocol):
    """Stores the error counts of all processes.

    Every method may raise a ReflowError of code WORKFLOW_ERROR when the store stays unreachable.
    """

    async def store(self, process_id: str, counts: Sequence[ErrorCount]) -> None:
        """Store the counts of a process. Each replaces a smaller one of the same interval."""
        ...

    async def read(self, after: datetime, code: str) -> ErrorReading:
        """Return the counts of *code* ("" for all), those of intervals after *after* as within the window."""
        ...

    async def compact(self, before: datetime) -> int:
        """Sum up the counts of intervals before *before*; return the number of sums that changed."""
        ...


class ErrorReports:
    """The errors of the deployment: those of this process from *statistics*, all others from *ledger*."""

    def __init__(self, statistics: ErrorStatistics, ledger: ErrorLedger, now: Callable[[], datetime]) -> None:
        self.statistics = statistics
        self._ledger = ledger
        self._now = now

    async def flush(self) -> int:
        """Store what this process has counted; return 0: it is not worth a line in the log."""
        counts = self.statistics.counts
        if changes := counts.changes():
            await self._ledger.store(self.statistics.process_id, changes)
            counts.acknowledge(changes)
        return 0

    async def store(self, process_id: str, counts: Sequence[ErrorCount]) -> None:
        """Store the counts that another process reports."""
        await self._ledger.store(process_id, counts)

    async def read(self, window: timedelta, code: str) -> ErrorReading:
        """Return the counts of *code* ("" for all) within *window*, to the interval, and in total."""
        await self.flush()
        return await self._ledger.read(self._now() - window - timedelta(seconds=INTERVAL_SECONDS), code)

    async def compact(self) -> int:
        """Sum up the counts that are older than every window."""
        return await self._ledger.compact(self._now() - MAX_WINDOW - timedelta(seconds=INTERVAL_SECONDS))


def interval_start(count: ErrorCount) -> datetime:
    """Return the start of the interval of *count*."""
    return datetime.fromtimestamp(count.at, UTC)
