"""Applies events to a run, and appends them to its log."""

from collections.abc import Callable
from datetime import datetime
from typing import Generic

from services.orchestrator.domain.events import Event, RecordedEvent
from services.orchestrator.domain.run import Fold, Run
from services.orchestrator.domain.workflow import State
from services.orchestrator.engine.run_log import Append, RunLog, RunRow
from services.orchestrator.engine.tail import Tail

Encode = Callable[[RecordedEvent], bytes]


class RunTooLarge(Exception):
    """The pending events would exceed the size limit of the run's log."""


class EventWriter(Generic[State]):
    """The state of one run of one epoch, and the events that are applied to it and not yet recorded.

    `run` includes the pending events. Watchers receive an event once it is recorded.
    """

    def __init__(
        self,
        row: RunRow,
        run: Run[State],
        fold: Fold[State],
        stored_bytes: int,
        encode: Encode,
        tail: Tail,
        run_log: RunLog,
        now: Callable[[], datetime],
    ) -> None:
        self.run = run
        self._recorded_run = run
        self._row = row
        self._fold = fold
        self._stored_bytes = stored_bytes
        self._encode = encode
        self._tail = tail
        self._log = run_log
        self._now = now
        self._pending: list[RecordedEvent] = []
        self._size_exceeded = False

    def apply(self, event: Event) -> None:
        """Apply *event* to the run. It is recorded at the next `flush`."""
        recorded = RecordedEvent(self.run.sequence + 1, self._now(), event)
        self.run = self._fold.evolve(self.run, recorded)
        self._pending.append(recorded)

    def rollback(self) -> None:
        """Drop the pending events."""
        self._pending, self.run = [], self._recorded_run

    async def flush(self, max_bytes: int) -> None:
        """Append the pending events to the log, then publish them to the watchers.

        Raises RunMovedOn, or RunTooLarge when the log would exceed *max_bytes*: once, so that the end fits.
        """
        if not self._pending:
            return
        payloads = [self._encode(recorded) for recorded in self._pending]
        size = sum(map(len, payloads))
        if self._stored_bytes + size > max_bytes and not self._size_exceeded:
            self._size_exceeded = True
            raise RunTooLarge
        await self._log.append(self._to_append(tuple(payloads)))
        self._stored_bytes += size
        self._recorded_run, self._pending = self.run, []
        self._tail.publish(payloads)

    def _to_append(self, payloads: tuple[bytes, ...]) -> Append:
        run = self.run
        return Append(
            run_id=self._row.run_id,
            epoch=self._row.epoch,
            first_sequence=self._recorded_run.sequence + 1,
            payloads=payloads,
            status=run.status,
            summary=self._fold.workflow.summarize(run.state) if run.status.is_terminal else None,
            at=self._pending[-1].at,
            expires_at=run.pending.expires_at if run.pending else None,
        )
