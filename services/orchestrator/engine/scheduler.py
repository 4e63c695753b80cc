"""Port to the scheduler: decides when, and in which replica, an accepted run is executed."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from opentelemetry import propagate
from opentelemetry.trace import Span, Tracer

from services.common.telemetry import names
from services.orchestrator.engine.crash_points import OnCrashPoint, ignore_crash_point
from services.orchestrator.engine.run_executor import RunExecutor
from services.orchestrator.engine.run_log import NewRun, RunLog, RunRow
from services.orchestrator.engine.tail import Tail, Tails
from services.orchestrator.engine.watcher_registry import WatcherRegistry

# An execution that raised (a bug, or an unreachable database) is restarted, not given up.
RESTART_DELAY_SECONDS = 5.0

CreateExecutor = Callable[[RunRow, Tail, NewRun | None], Awaitable[RunExecutor[object]]]
"""Replays the log of a claimed run and returns its executor, which publishes to the tail.

The log is not read when it consists of the first event of the given NewRun.
"""


class DatabaseInUse(Exception):
    """Another orchestrator executes the runs of this database, and one of the two does not share it."""

    def __init__(self) -> None:
        super().__init__(
            "另一个 reflow 正在使用这个数据库，请先停止它，或换一个数据目录。 "
            "Another reflow is using this database: stop it first, or use another data folder."
        )


@dataclass(frozen=True, slots=True)
class SchedulerDeps:
    """Dependencies of every scheduler."""

    log: RunLog
    tails: Tails
    create_executor: CreateExecutor
    watchers: WatcherRegistry
    tracer: Tracer
    on_crash_point: OnCrashPoint = ignore_crash_point


class Scheduler(Protocol):
    """Has every accepted run executed to its end, in the order of its session."""

    @property
    def running(self) -> int:
        """Number of runs that this process executes."""
        ...

    @property
    def waiting(self) -> int:
        """Number of accepted runs that wait for execution, as far as this process knows."""
        ...

    async def recover(self) -> int:
        """Start to execute runs, unfinished ones first; return how many were orphaned. Call once, before `accept`."""
        ...

    async def accept(self, new_run: NewRun) -> RunRow:
        """Record a run and schedule it.

        Returns the run recorded first when the request id is known. Raises QUEUE_FULL.
        """
        ...

    async def has_capacity(self) -> bool:
        """Return whether a run of a new session would be admitted now."""
        ...

    def lock(self, run_id: str) -> AbstractAsyncContextManager[object]:
        """Exclude other answers to a run, and its cancellation, within this process."""
        ...

    async def resume(self, run_id: str) -> None:
        """Schedule a run whose question was answered, under its lock. It is never rejected."""
        ...

    async def cancel(self, run_id: str) -> bool:
        """Cancel a run that has not ended; return whether that cancelled a call in flight."""
        ...

    async def abandon(self, run_id: str) -> None:
        """End a run that this process executes as cancelled. A run that has paused meanwhile stays paused."""
        ...

    async def stop(self) -> None:
        """Stop executing. Unfinished runs are resumed by another process, or at the next start. Idempotent."""
        ...


def start_run_span(tracer: Tracer, row: RunRow) -> AbstractContextManager[Span]:
    """Start the span of an execution, in the trace of the request that started the run."""
    parent = propagate.extract({"traceparent": row.traceparent})
    attributes = {names.RUN_ID: row.run_id, names.SESSION_ID: row.session_id}
    return tracer.start_as_current_span(names.RUN, parent, attributes=attributes)
