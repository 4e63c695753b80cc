"""Runs that other processes drive, followed for those who watch them here."""

import asyncio
from dataclasses import dataclass

import structlog

from services.common.errors import ReflowError
from services.orchestrator.engine.log import Progress, RunLog
from services.orchestrator.engine.tail import Tail, Tails

log = structlog.get_logger("reflow.following")

# How often the log is asked, once for all runs together; so late is what happens elsewhere seen here.
POLL_SECONDS = 0.05
# Events of one run that are read at once; a run that is further ahead is caught up with in several rounds.
BATCH = 200


@dataclass(slots=True)
class _Followed:
    tail: Tail
    cursor: int


class Following:
    """Feeds the tails of runs that are driven elsewhere, one question to the log for all of them.

    The log's cursor is the truth: nothing is told by the driver, so nothing that it tells can be lost.
    """

    def __init__(self, run_log: RunLog, tails: Tails) -> None:
        self._log = run_log
        self._tails = tails
        self._followed: dict[str, _Followed] = {}
        self._task: asyncio.Task[None] | None = None

    def follow(self, run_id: str, after: int) -> None:
        """Open a tail of a run from sequence *after* on, that grows as its log does while it is read."""
        self._followed[run_id] = _Followed(self._tails.open(run_id, after), after)
        if self._task is None:
            self._task = asyncio.create_task(self._follow_all(), name="follow runs")

    async def _follow_all(self) -> None:
        try:
            while self._drop_unread():
                asked = self._followed.copy()
                cursors = {run_id: followed.cursor for run_id, followed in asked.items()}
                for progress in await self._log.progress(cursors, BATCH):
                    if self._followed.get(progress.run_id) is asked[progress.run_id]:  # not begun anew meanwhile
                        self._take(asked[progress.run_id], progress)
                await asyncio.sleep(POLL_SECONDS)
        except ReflowError as error:
            log.warning("runs driven elsewhere are not followed", details=error.details)  # their watchers are told
        finally:
            self._task = None
            for run_id in list(self._followed):
                self._let_go(run_id)

    def _drop_unread(self) -> bool:
        """Let go of the runs that nobody reads any more, or that are driven here by now; return whether any is left."""
        for run_id, followed in list(self._followed.items()):
            if not followed.tail.readers or self._tails.get(run_id) is not followed.tail:
                self._let_go(run_id)
        return bool(self._followed)

    def _take(self, followed: _Followed, progress: Progress) -> None:
        if progress.payloads:
            followed.cursor += len(progress.payloads)
            followed.tail.publish(progress.payloads)
        if followed.cursor >= progress.last_sequence and not progress.status.driven:
            self._let_go(progress.run_id)

    def _let_go(self, run_id: str) -> None:
        """Close the tail of a run; its readers look at the log for what comes next."""
        followed = self._followed.pop(run_id)
        if self._tails.get(run_id) is followed.tail:
            self._tails.close(run_id, ended=False)
