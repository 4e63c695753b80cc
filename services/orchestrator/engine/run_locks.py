"""Per-run locks within this process."""

import asyncio
from weakref import WeakValueDictionary


class RunLocks:
    """One lock for each run. It serializes answers to a run and its cancellation."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def get(self, run_id: str) -> asyncio.Lock:
        """Return the lock of a run: the same one to all that hold it or wait for it."""
        lock = self._locks.get(run_id)
        if lock is None:
            lock = self._locks[run_id] = asyncio.Lock()
        return lock
