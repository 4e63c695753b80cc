"""A deadline of a client."""

import asyncio
from collections.abc import Callable


class Deadline:
    """Calls a function unless it is stopped within *seconds* of its start."""

    def __init__(self, seconds: float, on_expiry: Callable[[], None]) -> None:
        self._seconds = seconds
        self._on_expiry = on_expiry
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start it; a running one is not extended."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._on_expiry)

    def stop(self) -> None:
        """Stop it, if it is running."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
