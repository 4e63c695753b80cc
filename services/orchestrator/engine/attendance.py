"""Who watches which run, and the end of those that nobody watches any more."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import structlog

log = structlog.get_logger("reflow.attendance")

# Whether a run was watched in another process within so many seconds.
Elsewhere = Callable[[str, float], Awaitable[bool]]


class Attendance:
    """Has a run abandoned that is driven here and has had no watcher for as long as it said when it was started.

    A run that waits for a person is not driven, so it is never abandoned, and holds no timer.
    """

    def __init__(self) -> None:
        self._watchers: Counter[str] = Counter()
        self._patience: dict[str, float] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._abandoning: set[asyncio.Task[None]] = set()
        self._abandon: Callable[[str], Awaitable[object]] | None = None
        self._elsewhere: Elsewhere | None = None

    def abandon_with(self, abandon: Callable[[str], Awaitable[object]], elsewhere: Elsewhere | None = None) -> None:
        """Say what ends a run that nobody watches, and who knows of watchers elsewhere: called once, by bootstrap."""
        self._abandon, self._elsewhere = abandon, elsewhere

    def watched(self) -> set[str]:
        """Return the runs that are watched here."""
        return set(self._watchers)

    @contextmanager
    def watching(self, run_id: str) -> Iterator[None]:
        """Count a watcher of a run for as long as the context lasts."""
        self._watchers[run_id] += 1
        self._stop_timer(run_id)
        try:
            yield
        finally:
            self._watchers[run_id] -= 1
            if not self._watchers[run_id]:
                del self._watchers[run_id]
                self._start_timer(run_id)

    @contextmanager
    def driving(self, run_id: str, patience: float | None) -> Iterator[None]:
        """Look after a run while it is driven: without a watcher for *patience* seconds it ends; None: it goes on."""
        if patience is None:
            yield
            return
        self._patience[run_id] = patience
        if run_id not in self._watchers:
            self._start_timer(run_id)
        try:
            yield
        finally:
            del self._patience[run_id]
            self._stop_timer(run_id)

    def _start_timer(self, run_id: str) -> None:
        patience = self._patience.get(run_id)
        if patience is not None:
            loop = asyncio.get_running_loop()
            self._timers[run_id] = loop.call_later(patience, self._give_up, run_id)

    def _stop_timer(self, run_id: str) -> None:
        timer = self._timers.pop(run_id, None)
        if timer is not None:
            timer.cancel()

    def _give_up(self, run_id: str) -> None:
        self._timers.pop(run_id, None)
        if self._abandon is not None:
            task = asyncio.ensure_future(self._ended(run_id, self._abandon))
            self._abandoning.add(task)
            task.add_done_callback(self._abandoning.discard)

    async def _ended(self, run_id: str, abandon: Callable[[str], Awaitable[object]]) -> None:
        try:
            if await self._is_watched_elsewhere(run_id):
                return
            log.info("nobody watches the run any more", run_id=run_id)
            await abandon(run_id)
        except Exception:
            log.exception("a run that nobody watches could not be ended", run_id=run_id)
            self._look_again(run_id)

    async def _is_watched_elsewhere(self, run_id: str) -> bool:
        """Return whether somebody watches in another process, or here by now; look again later where they do there."""
        patience = self._patience.get(run_id)
        if self._elsewhere is None or patience is None or not await self._elsewhere(run_id, patience):
            return run_id in self._watchers
        self._look_again(run_id)
        return True

    def _look_again(self, run_id: str) -> None:
        if run_id in self._patience and run_id not in self._watchers and run_id not in self._timers:
            self._start_timer(run_id)
