"""Port to the run log: the append-only event log of every run, and the sessions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from services.common.contract.session import ChatMessage, LastResult, SessionImage
from services.orchestrator.domain.events import RecordedEvent, RunStatus
from services.orchestrator.domain.workflow import Summary


class RunMovedOn(Exception):
    """Another executor has claimed the run: this one must stop without another write."""

    def __init__(self, run_id: str) -> None:
        super().__init__(f"run {run_id} is executed by another epoch")
        self.run_id = run_id


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run without its events. The fields without `mirrors` are those of the contract's Run.

    `new_session`: the run opened its session, which has no memory to load. Not stored; False when unknown.
    `request_digest`: what the request that started it stated; None for a run of an earlier version.
    """

    run_id: str
    session_id: str
    workflow: str
    status: RunStatus
    epoch: int = field(metadata={"mirrors": None})
    last_sequence: int
    traceparent: str = field(metadata={"mirrors": None})
    created_at: datetime
    updated_at: datetime
    new_session: bool = field(default=False, compare=False, metadata={"mirrors": None})
    request_digest: str | None = field(default=None, metadata={"mirrors": None})


@dataclass(frozen=True, slots=True)
class NewRun:
    """A run to record, with its first event *started* and its *payload*. `request_id` is None without one."""

    run_id: str
    request_id: str | None
    session_id: str
    new_session: bool
    workflow: str
    traceparent: str
    payload: bytes
    at: datetime
    started: RecordedEvent | None = field(default=None, compare=False)
    request_digest: str | None = None


@dataclass(frozen=True, slots=True)
class Append:
    """Events to append to a run, the first at *first_sequence*; the summary once the run ends.

    *expires_at* is the time at which the default answers the pending question; None when it never expires.
    """

    run_id: str
    epoch: int
    first_sequence: int
    payloads: tuple[bytes, ...]
    status: RunStatus
    summary: Summary | None
    at: datetime
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """Events of a run after a cursor, in order, and the last sequence of its log."""

    run_id: str
    status: RunStatus
    last_sequence: int
    payloads: list[bytes]


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session: the time of its last use, and whether it has an unfinished or a paused run."""

    last_used_at: datetime
    has_unfinished_run: bool
    has_paused_run: bool = False


class RunLog(Protocol):
    """An append-only log for each run, fenced by epochs.

    Every method may raise a ReflowError of code WORKFLOW_ERROR when the store stays unreachable.
    """

    async def start(self, new_run: NewRun) -> RunRow:
        """Record a run with epoch 1. When its request id is known, return the run recorded first instead."""
        ...

    async def claim(self, run_id: str) -> RunRow:
        """Increment the epoch of a run and return it: from now on, only that epoch appends.

        Raises RunMovedOn when the run is paused or has ended.
        """
        ...

    async def claim_paused(self, run_id: str) -> RunRow | None:
        """Claim a paused run. Return None, without a change, when it is not paused."""
        ...

    async def append(self, append: Append) -> None:
        """Append events, all or none. Raises RunMovedOn when the epoch or sequence is stale, or the run has ended.

        A repeated append of the same epoch, whose response was lost, succeeds.
        """
        ...

    async def read(self, run_id: str, after: int, limit: int) -> list[bytes]:
        """Return at most *limit* events of sequence after+1, after+2, ..., in order."""
        ...

    async def read_progress(self, cursors: Mapping[str, int], limit: int) -> Sequence[Progress]:
        """Return for each run the events after its cursor, at most *limit*, from one snapshot.

        Active runs without such events are omitted, and so are unknown runs.
        """
        ...

    async def find(self, run_id: str) -> RunRow | None:
        """Return a run, or None."""
        ...

    async def find_request(self, request_id: str) -> RunRow | None:
        """Return the run that a request id started, or None."""
        ...

    async def list_runs(
        self, session_id: str, workflow: str, before: tuple[datetime, str] | None, limit: int
    ) -> Sequence[RunRow]:
        """Return runs, newest first; of one session and one workflow unless these are ""; those older than *before*."""
        ...

    async def list_unfinished(self) -> Sequence[RunRow]:
        """Return all active runs, oldest first. Paused runs are not among them."""
        ...

    async def list_expired(self, now: datetime, limit: int) -> Sequence[RunRow]:
        """Return at most *limit* runs whose pending question has expired, the earliest expiry first."""
        ...

    async def open_session(self, session_id: str, at: datetime) -> None:
        """Record a session unless it is known."""
        ...

    async def find_session(self, session_id: str) -> SessionRow | None:
        """Return a session, or None."""
        ...

    async def delete_session_memory(self, before: datetime) -> int:
        """Delete the memory of sessions last used before *before*; return the number of runs concerned."""
        ...

    async def delete_old_runs(self, before: datetime, limit: int) -> int:
        """Delete runs that ended before *before*, with their events, and sessions of that age without a run.

        At most *limit* of each, the oldest first; return the number of both. An unfinished run is retained, however
        old, and so is its session.
        """
        ...

    async def load_session(self, session_id: str, messages: int) -> tuple[tuple[ChatMessage, ...], LastResult | None]:
        """Return the last *messages* messages of a session, oldest first, and its last image."""
        ...

    async def load_images(self, session_id: str, limit: int) -> Sequence[SessionImage]:
        """Return the newest *limit* images of a session, oldest first, and before them its first one."""
        ...
