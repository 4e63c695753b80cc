"""Executions of runs that several orchestrators share: values."""

from collections.abc import Callable
from dataclasses import dataclass

from services.orchestrator.domain.events import RunStatus
from services.orchestrator.engine.run_log import NewRun, RunRow


@dataclass(frozen=True, slots=True)
class FinishedExecution:
    """An execution of one epoch that is over: its run has ended, is paused, or is handed over."""

    run_id: str
    session_id: str
    execution_id: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """An execution that starts at once at this replica: its run, claimed, and its input if it was accepted here."""

    execution_id: str
    row: RunRow
    new_run: NewRun | None


OnAssigned = Callable[[Assignment], None]


@dataclass(frozen=True, slots=True)
class UnfinishedRun:
    """An active run, and its execution that is queued or in progress."""

    session_id: str
    execution_id: str | None
    status: RunStatus
