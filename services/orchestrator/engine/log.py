"""The port to the run log: what the engine needs of a store, and what it promises."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from services.orchestrator.domain.events import RunStatus
from services.orchestrator.domain.values import ChatMessage, LastResult
from services.orchestrator.domain.workflow import Summary


class RunMovedOn(Exception):
    """Another driver has taken the run up: stop, and touch nothing more."""

    def __init__(self, run_id: str) -> None:
        super().__init__(f"run {run_id} is driven by another epoch")
        self.run_id = run_id


@dataclass(frozen=True, slots=True)
class RunRow:
    """What the log knows of a run without reading its events.

    `new_session`: it opened its session, so there is nothing to recall; not kept, False when in doubt.
    """

    run_id: str
    session_id: str
    workflow: str
    status: RunStatus
    epoch: int
    last_sequence: int
    traceparent: str
    created_at: datetime
    updated_at: datetime
    new_session: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Starting:
    """A run to be recorded, with its first event. `request_id` is None when the caller chose none."""

    run_id: str
    request_id: str | None
    session_id: str
    new_session: bool
    workflow: str
    traceparent: str
    payload: bytes
    at: datetime


@dataclass(frozen=True, slots=True)
class Appending:
    """Events to be recorded for a run, the first at *first_sequence*; the summary once it ends.

    *expires_at* is when the question that the run then waits for is answered by default; None for no such time.
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
    """Where a run stands beyond a cursor: its next events, in order, and how far its log reaches."""

    run_id: str
    status: RunStatus
    last_sequence: int
    payloads: list[bytes]


@dataclass(frozen=True, slots=True)
class SessionRow:
    """When a session was last used, whether a run of it is unfinished, and whether one waits for a person."""

    last_used_at: datetime
    unfinished: bool
    waiting: bool = False


class RunLog(Protocol):
    """An append-only log for each run, fenced by epochs.

    Every method may raise a ReflowError of code WORKFLOW_ERROR when the store stays away.
    """

    async def start(self, starting: Starting) -> RunRow:
        """Record a run with epoch 1. When its request id is known, return the run recorded first instead."""
        ...

    async def claim(self, run_id: str) -> RunRow:
        """Count the epoch of a run up and return it: from now on, only that epoch appends.

        Raises RunMovedOn when nobody is to drive it: it waits for a person, or has ended.
        """
        ...

    async def claim_paused(self, run_id: str) -> RunRow | None:
        """Claim a run that waits for a person; None when it does not, and then nothing changes."""
        ...

    async def append(self, appending: Appending) -> None:
        """Record events, all or none. Raises RunMovedOn when the epoch or the sequence is not the run's, or it ended.

        What this epoch has recorded there already is taken for the same, said again because the answer was lost.
        """
        ...

    async def read(self, run_id: str, after: int, limit: int) -> list[bytes]:
        """Return at most *limit* events of sequence after+1, after+2, ..., in order."""
        ...

    async def progress(self, cursors: Mapping[str, int], limit: int) -> Sequence[Progress]:
        """Return of each run the events behind its cursor, at most *limit*, all as of one moment.

        Runs that are driven and have no such events are left out, and those that are not there.
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

    async def unfinished(self) -> Sequence[RunRow]:
        """Return all runs that somebody is to drive, oldest first: those that wait for a person are not among them."""
        ...

    async def expired(self, now: datetime, limit: int) -> Sequence[RunRow]:
        """Return at most *limit* runs whose question's time is over, the longest over first."""
        ...

    async def open_session(self, session_id: str, at: datetime) -> None:
        """Record a session unless it is known."""
        ...

    async def session(self, session_id: str) -> SessionRow | None:
        """Return a session, or None."""
        ...

    async def forget(self, before: datetime) -> int:
        """Forget what sessions remember that were last used before *before*; return of how many runs."""
        ...

    async def retire(self, before: datetime, limit: int) -> int:
        """Delete runs that ended before *before*, with their events, and sessions that old which have no run.

        At most *limit* of each, the longest ended first; return how many of both. A run that has not ended stays,
        however old, and so does its session.
        """
        ...

    async def recall(self, session_id: str, messages: int) -> tuple[tuple[ChatMessage, ...], LastResult | None]:
        """Return the last *messages* messages of a session, oldest first, and its last picture."""
        ...
