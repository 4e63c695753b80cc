"""Garbage collection during a start, and after it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
    """Exclude from later searches for garbage all that a process has loaded when its start is over."""
    gc.collect()
    gc.freeze()
