"""Tails of runs that other processes execute, for the watchers of this process."""

import asyncio
from dataclasses import dataclass

import structlog

from services.common.errors import ReflowError
from services.orchestrator.engine.run_log import Progress, RunLog
from services.orchestrator.engine.tail import Tail, Tails

log = structlog.get_logger("reflow.remote_tail")

# Interval at which the log is polled, once for all runs: the maximum delay of remote events.
POLL_SECONDS = 0.05
# Maximum number of events that are read of one run in one poll.
MAX_BATCH_EVENTS = 200


@dataclass(slots=True)
class _RemoteTail:
    tail: Tail
    cursor: int


class RemoteTails:
    """Fills the tails of runs that are executed elsewhere, with one query to the log for all of them.

    The cursor in the log is authoritative. Executors send nothing, so no notification can be lost.
    """

    def __init__(self, run_log: RunLog, tails: Tails) -> None:
        self._log = run_log
        self._tails = tails
        self._remote_tails: dict[str, _RemoteTail] = {}
        self._task: asyncio.Task[None] | None = None

    def open(self, run_id: str, after: int) -> None:
        """Open a tail of a run after sequence *after*. It grows with the log while it has readers."""
        self._remote_tails[run_id] = _RemoteTail(self._tails.open(run_id, after), after)
        if self._task is None:
            self._task = asyncio.create_task(self._poll(), name="poll remote tails")

    async def _poll(self) -> None:
        try:
            while self._close_unread():
                polled = self._remote_tails.copy()
                cursors = {run_id: remote.cursor for run_id, remote in polled.items()}
                for progress in await self._log.read_progress(cursors, MAX_BATCH_EVENTS):
                    if self._remote_tails.get(progress.run_id) is polled[progress.run_id]:  # not reopened meanwhile
                        self._publish(polled[progress.run_id], progress)
                await asyncio.sleep(POLL_SECONDS)
        except ReflowError as error:
            log.warning("remote tails closed", details=error.details)  # their watchers read the log and fail
        finally:
            self._task = None
            for run_id in list(self._remote_tails):
                self._close_tail(run_id)

    def _close_unread(self) -> bool:
        """Close the tails that have no readers, or whose run this process now executes; return whether any is left."""
        for run_id, remote in list(self._remote_tails.items()):
            if not remote.tail.readers or self._tails.get(run_id) is not remote.tail:
                self._close_tail(run_id)
        return bool(self._remote_tails)

    def _publish(self, remote: _RemoteTail, progress: Progress) -> None:
        if progress.payloads:
            remote.cursor += len(progress.payloads)
            remote.tail.publish(progress.payloads)
        if remote.cursor >= progress.last_sequence and not progress.status.is_active:
            self._close_tail(progress.run_id)

    def _close_tail(self, run_id: str) -> None:
        """Close the tail of a run. Its readers continue in the log."""
        remote = self._remote_tails.pop(run_id)
        if self._tails.get(run_id) is remote.tail:
            self._tails.close(run_id, ended=False)
