"""Retention: deletes old runs."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from services.common.limits import Limits
from services.orchestrator.engine.run_log import RunLog

# Runs of one transaction: it takes some hundredths of a second, so it does not delay other writes.
BATCH_SIZE = 500
# Delay between two batches, so that other writes come first.
BATCH_DELAY_SECONDS = 0.2
# A session outlives its usable period by this much, whatever is set: no run is about to start in it.
GRACE_PERIOD = timedelta(hours=1)
SECONDS_PER_DAY = 86_400


class Retention:
    """Deletes runs that ended more than *retention_days* ago, and sessions without runs.

    Several processes may do so concurrently. Unfinished runs are retained, however old.
    """

    def __init__(self, run_log: RunLog, retention_days: float, limits: Limits, now: Callable[[], datetime]) -> None:
        self._log = run_log
        self._now = now
        usable = timedelta(seconds=limits.session_idle_seconds)
        self._period = max(timedelta(seconds=retention_days * SECONDS_PER_DAY), usable + GRACE_PERIOD)

    async def delete_old_runs(self) -> int:
        """Delete what is older than the retention period, batch by batch; return the number of runs and sessions."""
        before, total = self._now() - self._period, 0
        while deleted := await self._log.delete_old_runs(before, BATCH_SIZE):
            total += deleted
            await asyncio.sleep(BATCH_DELAY_SECONDS)
        return total
