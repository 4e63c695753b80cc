"""Seeding of a library in the background: the start does not wait for it, but calls that need the library do."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

log = structlog.get_logger("reflow.rag")


class SeedTask:
    """Runs *work* once; after a failure, the next caller that waits runs it again."""

    def __init__(self, library: str, work: Callable[[], Awaitable[int]]) -> None:
        """*work* returns the number of added entries; *library* is the name in the log."""
        self._library = library
        self._work = work
        self._lock = asyncio.Lock()
        self._done = False

    @property
    def done(self) -> bool:
        """Whether the work is done."""
        return self._done

    async def wait(self) -> None:
        """Return once the work is done, by this call if necessary. Raises the error of the work."""
        async with self._lock:
            if not self._done:
                added = await self._work()
                self._done = True
                log.info("library ready", library=self._library, added=added)

    async def run(self) -> None:
        """Run the work; a failure is logged, not raised."""
        try:
            await self.wait()
        except Exception:
            log.exception("library not ready, the next call that needs it retries", library=self._library)
