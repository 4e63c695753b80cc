"""The parts of the engine that the servicers share."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from services.common.limits import Limits
from services.orchestrator.engine.answers import Answers
from services.orchestrator.engine.error_ledger import ErrorReports
from services.orchestrator.engine.remote_tail import RemoteTails
from services.orchestrator.engine.run_log import RunLog
from services.orchestrator.engine.scheduler import Scheduler
from services.orchestrator.engine.sessions import Sessions
from services.orchestrator.engine.tail import Tails
from services.orchestrator.engine.watcher_registry import WatcherRegistry
from services.orchestrator.engine.workflows import Workflows
from services.orchestrator.graphs.graphs import Graphs


@dataclass(frozen=True, slots=True)
class Engine:
    """Parts of the engine, wired in bootstrap."""

    log: RunLog
    tails: Tails
    remote_tails: RemoteTails
    scheduler: Scheduler
    sessions: Sessions
    answers: Answers
    graphs: Graphs
    watchers: WatcherRegistry
    workflows: Workflows
    limits: Limits
    errors: ErrorReports
    now: Callable[[], datetime]
    new_id: Callable[[], str]
    expose_details: bool


def utc_now() -> datetime:
    """Return the current time in UTC, in microseconds as PostgreSQL stores it."""
    return datetime.now(UTC)
