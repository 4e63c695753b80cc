"""The most recent events of runs, in memory: watchers read them without a query to the store."""

import asyncio


class Tail:
    """The events of a run from sequence `base` + 1 on, growing while the run is executed.

    Watchers read with their own cursor: a slow one does not delay the others. `readers` is their number.
    """

    def __init__(self, base: int) -> None:
        self.base = base
        self.closed = False
        self.ended = False
        self.readers = 0
        self._payloads: list[bytes] = []
        self._changed = asyncio.Event()

    def after(self, cursor: int, limit: int) -> list[bytes]:
        """Return at most *limit* events after sequence *cursor*, which is at least `base`."""
        start = cursor - self.base
        return self._payloads[start : start + limit]

    def publish(self, payloads: list[bytes]) -> None:
        """Add events that are recorded, and wake the readers."""
        self._payloads.extend(payloads)
        self._notify()

    def close(self, *, ended: bool) -> None:
        """End publishing: the run *ended*, or is executed elsewhere."""
        self.closed, self.ended = True, ended
        self._notify()

    async def wait_for_change(self) -> None:
        """Wait until events are published or the tail is closed."""
        await self._changed.wait()

    def _notify(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


class Tails:
    """The tails of all runs that this process executes, or reads remotely for its watchers."""

    def __init__(self) -> None:
        self._tails: dict[str, Tail] = {}

    def open(self, run_id: str, base: int) -> Tail:
        """Return a new tail of a run whose log reaches to *base*; the previous tail is closed."""
        self.close(run_id, ended=False)
        tail = self._tails[run_id] = Tail(base)
        return tail

    def get(self, run_id: str) -> Tail | None:
        """Return the tail of a run, or None."""
        return self._tails.get(run_id)

    def close(self, run_id: str, *, ended: bool) -> None:
        """Close the tail of a run, if there is one. Its readers still read it to its end."""
        tail = self._tails.pop(run_id, None)
        if tail is not None:
            tail.close(ended=ended)
