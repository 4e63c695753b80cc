"""Applies events to a run, and appends them to its log."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Generic

from services.common.cancellation import cancel_tasks
from services.common.errors import Code, ReflowError
from services.common.limits import MEGABYTE
from services.common.text.language import Text
from services.orchestrator.domain.events import Event, RecordedEvent
from services.orchestrator.domain.run import Fold, Run
from services.orchestrator.domain.workflow import State
from services.orchestrator.engine.run_log import Append, RunLog, RunRow
from services.orchestrator.engine.tail import Tail

Encode = Callable[[RecordedEvent], bytes]

# Period at whose end events that nothing waits for are appended: those of all runs of this process together. An append
# and its message to the watchers cost a run about 50 µs; nobody notices a tenth of a second.
PERIOD_SECONDS = 0.1


class RunTooLarge(Exception):
    """The pending events would exceed the size limit of the run's log."""


class EventWriter(Generic[State]):
    """The state of one run of one epoch, and the events that are applied to it and not yet recorded.

    Events are pending until they are submitted. Submitted ones are appended in their order: with the next `flush`, or
    in the background at the end of a period. `run` includes all of them. Watchers receive an event once it is recorded.
    *on_failure* receives what an append in the background raised.
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
        on_failure: Callable[[Exception], None],
    ) -> None:
        self.run = run
        self._recorded_run = run
        self._submitted_run = run
        self._row = row
        self._fold = fold
        self._stored_bytes = stored_bytes
        self._encode = encode
        self._tail = tail
        self._log = run_log
        self._now = now
        self._on_failure = on_failure
        self._pending: list[RecordedEvent] = []
        self._submitted: list[bytes] = []
        self._timer: asyncio.TimerHandle | None = None
        self._recording: asyncio.Task[None] | None = None
        self._failure: Exception | None = None
        self._size_exceeded = False

    @property
    def unrecorded(self) -> int:
        """Number of events that are applied and not recorded."""
        return self.run.sequence - self._recorded_run.sequence

    def apply(self, event: Event) -> None:
        """Apply *event* to the run. It is recorded after the next `submit` or `flush`."""
        recorded = RecordedEvent(self.run.sequence + 1, self._now(), event)
        self.run = self._fold.evolve(self.run, recorded)
        self._pending.append(recorded)

    def rollback(self) -> None:
        """Drop the pending events, and the submitted ones if appending them has failed."""
        if self._failure is not None:
            self._failure, self._submitted, self._submitted_run = None, [], self._recorded_run
        self._pending, self.run = [], self._submitted_run

    def submit(self, max_bytes: int) -> None:
        """Have the pending events appended in the background.

        Raises RunTooLarge when the log would exceed *max_bytes*: once, so that the end fits.
        """
        self._take_pending(max_bytes)
        if self._submitted and self._timer is None and self._recording is None:
            loop = asyncio.get_running_loop()
            period = loop.time() // PERIOD_SECONDS
            self._timer = loop.call_at((period + 1) * PERIOD_SECONDS, self._start_recording)

    async def flush(self, max_bytes: int) -> None:
        """Append the pending events, and return once all are recorded. Raises RunMovedOn, or as `submit`."""
        self._take_pending(max_bytes)
        self._stop_timer()
        if self._recording is not None:
            await asyncio.wait([self._recording])
        if self._failure is not None:
            raise self._failure
        await self._record()

    async def stop(self) -> None:
        """Stop to append in the background. What is in flight may still be recorded."""
        self._stop_timer()
        if self._recording is not None:
            await cancel_tasks(self._recording)

    def _take_pending(self, max_bytes: int) -> None:
        if not self._pending:
            return
        payloads = [self._encode(recorded) for recorded in self._pending]
        size = sum(map(len, payloads))
        if self._stored_bytes + size > max_bytes and not self._size_exceeded:
            self._size_exceeded = True
            raise RunTooLarge
        self._stored_bytes += size
        self._submitted += payloads
        self._submitted_run, self._pending = self.run, []

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _start_recording(self) -> None:
        self._timer = None
        if self._failure is None:
            self._recording = asyncio.create_task(self._record_in_background())

    async def _record_in_background(self) -> None:
        try:
            await self._record()
        except Exception as error:
            self._on_failure(error)
        finally:
            self._recording = None

    async def _record(self) -> None:
        """Append what is submitted, also meanwhile, and publish it to the watchers."""
        while self._submitted:
            payloads, run, self._submitted = self._submitted, self._submitted_run, []
            try:
                await self._log.append(self._to_append(tuple(payloads), run))
            except Exception as error:
                self._failure = error
                raise
            self._recorded_run = run
            self._tail.publish(payloads)

    def _to_append(self, payloads: tuple[bytes, ...], run: Run[State]) -> Append:
        assert run.last_at is not None, "a run with events has the time of the last one"
        return Append(
            run_id=self._row.run_id,
            epoch=self._row.epoch,
            first_sequence=self._recorded_run.sequence + 1,
            payloads=payloads,
            status=run.status,
            summary=self._fold.workflow.summarize(run.state) if run.status.is_terminal else None,
            at=run.last_at,
            expires_at=run.pending.expires_at if run.pending else None,
        )


def too_large_error(limit: int) -> ReflowError:
    """Return the error of a run whose log would exceed *limit* bytes."""
    megabytes = limit / MEGABYTE
    text = Text(
        f"这次运行的状态超过了 {megabytes:g} MB，已停止。请缩小请求后重新发起。",
        f"The state of this run exceeded {megabytes:g} MB, so it was stopped. Start again with a smaller request.",
    )
    return ReflowError(Code.WORKFLOW_ERROR, text, details=f"run state above {limit} bytes")
