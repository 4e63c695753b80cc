"""Garbage collection during a start, and after it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# Number of new objects that triggers a garbage collection. Python's default of 700 (2,000 since 3.14) costs a service
# that creates some hundreds for each event 8 % of its CPU time, 10,000 still 2 %. The garbage that waits is at most
# some ten megabytes.
SEARCH_AFTER_OBJECTS = 50_000


@contextmanager
def collection_paused() -> Iterator[None]:
    """Disable garbage collection in the block, and exclude its objects from later ones: modules are never freed.

    Otherwise a fifth of the time of an import is spent scanning objects of earlier imports.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def freeze_collected() -> None:
    """Exclude all objects that exist after the start from later garbage collections, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(SEARCH_AFTER_OBJECTS)
