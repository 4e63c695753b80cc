"""Keeping runs for so long and no longer."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from services.common.limits import Limits
from services.orchestrator.engine.log import RunLog

# Runs of one transaction: some hundredths of a second, behind which nobody has to wait.
BATCH = 500
# Between two batches, so that the log's own work comes first.
PAUSE_SECONDS = 0.2
# A session is kept this much longer than it can be used, whatever is set: nobody is about to start a run in it.
GRACE = timedelta(hours=1)
SECONDS_A_DAY = 86_400


class Retention:
    """Deletes runs that ended more than *keep_days* ago, and the sessions that nothing is left of.

    Several processes may do it at once. Runs that have not ended are kept, however old.
    """

    def __init__(self, run_log: RunLog, keep_days: float, limits: Limits, now: Callable[[], datetime]) -> None:
        self._log = run_log
        self._now = now
        usable = timedelta(seconds=limits.session_idle_seconds)
        self._keep = max(timedelta(seconds=keep_days * SECONDS_A_DAY), usable + GRACE)

    async def retire(self) -> int:
        """Delete what is too old, batch after batch; return how many runs and sessions that were."""
        before, total = self._now() - self._keep, 0
        while retired := await self._log.retire(before, BATCH):
            total += retired
            await asyncio.sleep(PAUSE_SECONDS)
        return total
