"""Work that a start begins and does not wait for: whoever needs it waits for it."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

log = structlog.get_logger("reflow.rag")


class Shipping:
    """Carries out *work* once; after a failure the next one who waits has it tried again."""

    def __init__(self, library: str, work: Callable[[], Awaitable[int]]) -> None:
        """*work* returns how many entries it added; *library* is what the log calls them."""
        self._library = library
        self._work = work
        self._alone = asyncio.Lock()
        self._done = False

    async def done(self) -> None:
        """Return once the work is done, now or by this call. Raises what it raises."""
        async with self._alone:
            if not self._done:
                added = await self._work()
                self._done = True
                log.info("library ready", library=self._library, added=added)

    async def begin(self) -> None:
        """Do the work without anybody waiting; a failure is told in the log."""
        try:
            await self.done()
        except Exception:
            log.exception("library not ready, to be tried again when it is asked for", library=self._library)
