"""The end of each log that is being written, so that watchers follow without asking the store."""

import asyncio


class Tail:
    """The events of a run from sequence `base` + 1 on, growing while it is driven.

    Watchers pull with their own cursor: a slow one costs nothing and slows nobody. `readers` is how many there are.
    """

    def __init__(self, base: int) -> None:
        self.base = base
        self.closed = False
        self.ended = False
        self.readers = 0
        self._payloads: list[bytes] = []
        self._changed = asyncio.Event()

    def after(self, cursor: int, limit: int) -> list[bytes]:
        """Return at most *limit* events of sequence cursor+1, ...; *cursor* is at least `base`."""
        begin = cursor - self.base
        return self._payloads[begin : begin + limit]

    def publish(self, payloads: list[bytes]) -> None:
        """Add events that are durable, and wake the watchers."""
        self._payloads.extend(payloads)
        self._wake()

    def close(self, *, ended: bool) -> None:
        """Say that nothing more will be published here: the run *ended*, or is driven elsewhere."""
        self.closed, self.ended = True, ended
        self._wake()

    async def changed(self) -> None:
        """Wait for more."""
        await self._changed.wait()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


class Tails:
    """The tails of all runs that this process drives, is about to, or follows for those who watch them."""

    def __init__(self) -> None:
        self._tails: dict[str, Tail] = {}

    def open(self, run_id: str, base: int) -> Tail:
        """Return a new tail of a run whose log reaches to *base*; the old one is closed."""
        self.close(run_id, ended=False)
        tail = self._tails[run_id] = Tail(base)
        return tail

    def get(self, run_id: str) -> Tail | None:
        """Return the tail of a run, or None."""
        return self._tails.get(run_id)

    def close(self, run_id: str, *, ended: bool) -> None:
        """Close the tail of a run, if there is one. Watchers that hold it read it to its end."""
        tail = self._tails.pop(run_id, None)
        if tail is not None:
            tail.close(ended=ended)
