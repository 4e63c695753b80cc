"""Whose turn it is with a run, within this process."""

import asyncio
from weakref import WeakValueDictionary


class Turns:
    """A lock for each run, held while a paused run is answered or cancelled: one run has one task."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, run_id: str) -> asyncio.Lock:
        """Return the lock of a run: the same for all who hold it or wait for it."""
        lock = self._locks.get(run_id)
        if lock is None:
            lock = self._locks[run_id] = asyncio.Lock()
        return lock
