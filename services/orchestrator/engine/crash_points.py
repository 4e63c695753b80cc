"""Points at which a crash is most harmful, by name. Tests kill the process at each of them."""

from collections.abc import Callable
from enum import StrEnum


class CrashPoint(StrEnum):
    """A point between a change and its consequence."""

    # The event log
    STARTING = "starting"
    """A run was accepted and is not recorded."""
    STARTED = "started"
    """A run is recorded, and its caller has no response."""
    APPENDING = "appending"
    """Events are applied and not recorded."""
    APPENDED = "appended"
    """Events are recorded and not published."""
    CLAIMED = "claimed"
    """A run has a new epoch, and its executor has not started."""
    # The executor
    CALLING = "calling"
    """A step was started, and its service was not called. Its start is recorded unless the step is repeatable."""
    RECEIVED = "received"
    """The result of a service was received and is not recorded."""
    PAUSED = "paused"
    """A question is recorded, and its executor has not released the run."""
    ENDED = "ended"
    """The end of a run is recorded, and its executor has not released the run."""
    ANSWERED = "answered"
    """An answer is recorded, and the run was not scheduled again."""
    # Graphs
    CHANGED = "changed"
    """A change of a graph is stored, and the event of its run is not recorded."""
    # Webhooks and schedules
    SENT = "sent"
    """A report was sent to a webhook, and its outcome is not stored."""
    FIRED = "fired"
    """The run of a schedule is started, and the schedule has not advanced."""
    # The scheduler
    ACCEPTED = "accepted"
    """A run has its queue position, and its caller has no response."""
    DECIDED = "decided"
    """The next run is selected, and the decision is not committed."""
    DEQUEUED = "dequeued"
    """An execution was dequeued, and its run is not claimed."""
    RELEASED = "released"
    """An execution has released its run and its slot in the queue, and has not returned."""
    RESUMED = "resumed"
    """An answered run has its queue position again, and the caller has no response."""


OnCrashPoint = Callable[[CrashPoint], None]


def ignore_crash_point(_: CrashPoint) -> None:
    """Do nothing: the callback of production."""
