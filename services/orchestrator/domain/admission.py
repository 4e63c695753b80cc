"""Admission of runs: start now, wait, or reject. No I/O."""

from collections import deque
from collections.abc import Mapping
from enum import Enum, auto


class Decision(Enum):
    """Decision about an offered run."""

    START = auto()
    WAIT = auto()
    REJECT = auto()


class Admission:
    """Admits at most *running* concurrent runs, one of each session in order, and at most *waiting* more."""

    def __init__(self, max_running: int, max_waiting: int) -> None:
        self._max_running = max_running
        self._max_waiting = max_waiting
        self._running: dict[str, str] = {}
        self._waiting: deque[tuple[str, str]] = deque()

    @property
    def running(self) -> int:
        """Number of running runs."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Number of waiting runs."""
        return len(self._waiting)

    @property
    def has_capacity(self) -> bool:
        """Whether a run of a new session would be admitted."""
        return len(self._running) < self._max_running or len(self._waiting) < self._max_waiting

    def offer(self, run_id: str, session_id: str) -> Decision:
        """Admit a new run, or reject it."""
        if self._can_start(session_id):
            self._running[run_id] = session_id
            return Decision.START
        if len(self._waiting) >= self._max_waiting:
            return Decision.REJECT
        self._waiting.append((run_id, session_id))
        return Decision.WAIT

    def readmit(self, run_id: str, session_id: str) -> Decision:
        """Admit a run that was accepted before a restart. It is never rejected."""
        if self._can_start(session_id):
            self._running[run_id] = session_id
            return Decision.START
        self._waiting.append((run_id, session_id))
        return Decision.WAIT

    def release(self, run_id: str) -> list[str]:
        """Remove a running or waiting run, and return the runs that start in its place."""
        self._running.pop(run_id, None)
        self._waiting = deque(entry for entry in self._waiting if entry[0] != run_id)
        return self._promote()

    def contains(self, run_id: str) -> bool:
        """Whether a run is running or waiting."""
        return run_id in self._running or self.is_waiting(run_id)

    def is_waiting(self, run_id: str) -> bool:
        """Whether a run is waiting."""
        return any(entry[0] == run_id for entry in self._waiting)

    def _can_start(self, session_id: str) -> bool:
        busy = session_id in self._running.values() or any(session == session_id for _, session in self._waiting)
        return len(self._running) < self._max_running and not busy

    def _promote(self) -> list[str]:
        """Start waiting runs, oldest first; the next run of a session only when the session is free."""
        started, still_waiting = [], deque[tuple[str, str]]()
        busy = set(self._running.values())
        for run_id, session_id in self._waiting:
            if len(self._running) < self._max_running and session_id not in busy:
                self._running[run_id] = session_id
                started.append(run_id)
            else:
                still_waiting.append((run_id, session_id))
            busy.add(session_id)  # a later run of this session must not overtake
        self._waiting = still_waiting
        return started


def has_capacity(unfinished: Mapping[str, int], session_id: str, running: int, waiting: int) -> bool:
    """Return whether another run of a session is admitted next to those *unfinished* (their number by session).

    Of each session one run executes, of all sessions at most *running*; at most *waiting* more wait. Same rules as
    Admission.
    """
    free = len(unfinished) < running and session_id not in unfinished
    return free or sum(unfinished.values()) - min(len(unfinished), running) < waiting
