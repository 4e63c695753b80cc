"""Garbage collection during a start, and after it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# Objects that are created before the next search for garbage; Python's own 700 (2,000 since 3.14) costs a service that
# creates some hundreds for each event 6 % of its CPU time. What waits for the search is some megabytes at most.
SEARCH_AFTER_OBJECTS = 10_000


@contextmanager
def collection_paused() -> Iterator[None]:
    """Look for no garbage in the block, nor later among what it has left: modules live as long as the process.

    A fifth of the time of an import is otherwise spent searching what was imported before.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def freeze_collected() -> None:
    """Exclude from later searches for garbage all that a process has loaded when its start is over; search seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(SEARCH_AFTER_OBJECTS)
