"""The port to driving: who takes accepted runs up, and when."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from opentelemetry import propagate
from opentelemetry.trace import Span, Tracer

from services.common.telemetry import names
from services.orchestrator.engine.attendance import Attendance
from services.orchestrator.engine.crash_points import Reached, pass_by
from services.orchestrator.engine.drive import Drive
from services.orchestrator.engine.log import RunLog, RunRow, Starting
from services.orchestrator.engine.tail import Tail, Tails

# After a drive broke (a bug, or a database that stayed away) it is tried again, not given up.
PAUSE_AFTER_BREAKDOWN = 5.0

MakeDrive = Callable[[RunRow, Tail], Awaitable[Drive[object]]]
"""Folds the log of a claimed run into its drive, which publishes to a tail."""


class AnotherDriver(Exception):
    """Another orchestrator drives the runs of this database, and one of the two does not share it."""

    def __init__(self) -> None:
        super().__init__(
            "另一个 reflow 正在使用这个数据库，请先停止它，或换一个数据目录。 "
            "Another reflow is using this database: stop it first, or use another data folder."
        )


@dataclass(frozen=True, slots=True)
class DrivingParts:
    """What every way of driving stands on."""

    log: RunLog
    tails: Tails
    make_drive: MakeDrive
    attendance: Attendance
    tracer: Tracer
    reached: Reached = pass_by


class Driving(Protocol):
    """Gets every accepted run driven to its end, in the order of its session."""

    @property
    def running(self) -> int:
        """How many runs are driven here."""
        ...

    @property
    def waiting(self) -> int:
        """How many accepted runs wait for their turn, as far as this process knows."""
        ...

    async def recover(self) -> int:
        """Begin to drive, unfinished runs first; return how many of them nobody drove. Call once, before `accept`."""
        ...

    async def accept(self, starting: Starting) -> RunRow:
        """Record a run and see to it that it is driven.

        Returns the run recorded first when the request id is known. Raises QUEUE_FULL.
        """
        ...

    def turn(self, run_id: str) -> AbstractAsyncContextManager[object]:
        """Keep other answers to a run of this process, and cancels of it, waiting meanwhile."""
        ...

    async def resume(self, run_id: str) -> None:
        """Have a run go on whose question has been answered, within its turn. It is never refused."""
        ...

    async def cancel(self, run_id: str) -> bool:
        """Stop a run that has not ended; return whether a call in flight was cut off by it."""
        ...

    async def abandon(self, run_id: str) -> None:
        """End a run, cancelled, that is driven here; one that has come to a question meanwhile waits on."""
        ...

    async def stop(self) -> None:
        """Stop driving. What has not ended is taken up by another process, or at the next start. Once is enough."""
        ...


def run_span(tracer: Tracer, row: RunRow) -> AbstractContextManager[Span]:
    """Open the span of a drive, in the trace of the request that started the run."""
    parent = propagate.extract({"traceparent": row.traceparent})
    attributes = {names.RUN_ID: row.run_id, names.SESSION_ID: row.session_id}
    return tracer.start_as_current_span(names.RUN, parent, attributes=attributes)
