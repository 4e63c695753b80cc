"""The moments at which a crash would hurt most, by name, so that tests can have a process die at each of them."""

from collections.abc import Callable
from enum import StrEnum


class CrashPoint(StrEnum):
    """A moment at which something has happened, and what follows from it has not."""

    # The log
    STARTING = "starting"
    """A run was accepted, and is not recorded."""
    STARTED = "started"
    """A run is recorded, and its caller does not know."""
    APPENDING = "appending"
    """Events have happened, and are not recorded."""
    APPENDED = "appended"
    """Events are recorded, and nobody was told."""
    CLAIMED = "claimed"
    """A run has a new epoch, and its driver has not begun."""
    # The engine
    CALLING = "calling"
    """A step is recorded as begun, and its service was not called."""
    HEARD = "heard"
    """A service's result has come, and is not recorded."""
    PAUSED = "paused"
    """A question is recorded, and its driver has not let the run go."""
    ENDED = "ended"
    """The end of a run is recorded, and its driver has not let it go."""
    ANSWERED = "answered"
    """An answer is recorded, and nobody was asked to go on with the run."""
    # Driving
    ACCEPTED = "accepted"
    """A run has its place in the queue, and its caller does not know."""
    DECIDED = "decided"
    """Who comes next is decided, and the decision is not recorded."""
    TAKEN = "taken"
    """A drive was taken out of the queue, and its run is not claimed."""
    LEFT = "left"
    """A drive has let its run go, and its place in the queue is not free."""
    RESUMED = "resumed"
    """An answered run has its place in the queue again, and whoever answered does not know."""


Reached = Callable[[CrashPoint], None]


def pass_by(_: CrashPoint) -> None:
    """Do nothing: what production does at every crash point."""
