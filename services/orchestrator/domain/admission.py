"""Who may run now, who waits, and who is refused. No I/O: the driving tells it what happens."""

from collections import deque
from collections.abc import Mapping
from enum import Enum, auto


class Decision(Enum):
    """What became of an offer."""

    START = auto()
    WAIT = auto()
    REFUSE = auto()


class Admission:
    """At most *running* runs at once, one of each session in order, and at most *waiting* behind them."""

    def __init__(self, running: int, waiting: int) -> None:
        self._most_running = running
        self._most_waiting = waiting
        self._running: dict[str, str] = {}
        self._waiting: deque[tuple[str, str]] = deque()

    @property
    def running(self) -> int:
        """How many run."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def offer(self, run_id: str, session_id: str) -> Decision:
        """Take a new run in, or refuse it."""
        if self._may_start(session_id):
            self._running[run_id] = session_id
            return Decision.START
        if len(self._waiting) >= self._most_waiting:
            return Decision.REFUSE
        self._waiting.append((run_id, session_id))
        return Decision.WAIT

    def readmit(self, run_id: str, session_id: str) -> Decision:
        """Take a run in again that was accepted before a restart: it is never refused."""
        if self._may_start(session_id):
            self._running[run_id] = session_id
            return Decision.START
        self._waiting.append((run_id, session_id))
        return Decision.WAIT

    def leave(self, run_id: str) -> list[str]:
        """Let a run go, running or waiting, and return those that start in its place."""
        self._running.pop(run_id, None)
        self._waiting = deque(entry for entry in self._waiting if entry[0] != run_id)
        return self._promoted()

    def holds(self, run_id: str) -> bool:
        """Whether a run runs or waits."""
        return run_id in self._running or self.waits(run_id)

    def waits(self, run_id: str) -> bool:
        """Whether a run waits."""
        return any(entry[0] == run_id for entry in self._waiting)

    def _may_start(self, session_id: str) -> bool:
        busy = session_id in self._running.values() or any(session == session_id for _, session in self._waiting)
        return len(self._running) < self._most_running and not busy

    def _promoted(self) -> list[str]:
        """Start waiting runs, oldest first, each session's next only when its session is free."""
        started, kept = [], deque[tuple[str, str]]()
        busy = set(self._running.values())
        for run_id, session_id in self._waiting:
            if len(self._running) < self._most_running and session_id not in busy:
                self._running[run_id] = session_id
                started.append(run_id)
            else:
                kept.append((run_id, session_id))
            busy.add(session_id)  # a later run of this session must not overtake
        self._waiting = kept
        return started


def may_join(unfinished: Mapping[str, int], session_id: str, running: int, waiting: int) -> bool:
    """Return whether one more run of a session is taken in beside those *unfinished* (how many, by session).

    Of each session one runs, of all sessions *running*; the others wait, at most *waiting*. Decides as Admission does.
    """
    free = len(unfinished) < running and session_id not in unfinished
    return free or sum(unfinished.values()) - min(len(unfinished), running) < waiting
