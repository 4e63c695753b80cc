"""Registry of the watchers of runs. Abandons runs that have no watcher for too long."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import structlog

log = structlog.get_logger("reflow.watcher_registry")

Abandon = Callable[[str], Awaitable[object]]
# Whether another process had a watcher of the run within the given number of seconds.
IsWatchedElsewhere = Callable[[str, float], Awaitable[bool]]


class WatcherRegistry:
    """Abandons a run that this process executes once it has had no watcher for its `abandon_after` seconds.

    A paused run is not executed, so it is never abandoned and has no timer.
    """

    def __init__(self) -> None:
        self._watchers: Counter[str] = Counter()
        self._abandon_after: dict[str, float] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._abandoning: set[asyncio.Task[None]] = set()
        self._abandon: Abandon | None = None
        self._is_watched_elsewhere: IsWatchedElsewhere | None = None

    def configure(self, abandon: Abandon, is_watched_elsewhere: IsWatchedElsewhere | None = None) -> None:
        """Set the callback that ends an abandoned run, and the one that knows the watchers of other processes."""
        self._abandon, self._is_watched_elsewhere = abandon, is_watched_elsewhere

    def watched_runs(self) -> set[str]:
        """Return the runs with a watcher in this process."""
        return set(self._watchers)

    @contextmanager
    def subscribe(self, run_id: str) -> Iterator[None]:
        """Register a watcher of a run while the context lasts."""
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
    def track_execution(self, run_id: str, abandon_after: float | None) -> Iterator[None]:
        """Abandon the run once it has no watcher for *abandon_after* seconds, while the context lasts; None: never."""
        if abandon_after is None:
            yield
            return
        self._abandon_after[run_id] = abandon_after
        if run_id not in self._watchers:
            self._start_timer(run_id)
        try:
            yield
        finally:
            del self._abandon_after[run_id]
            self._stop_timer(run_id)

    def _start_timer(self, run_id: str) -> None:
        abandon_after = self._abandon_after.get(run_id)
        if abandon_after is not None:
            loop = asyncio.get_running_loop()
            self._timers[run_id] = loop.call_later(abandon_after, self._on_timeout, run_id)

    def _stop_timer(self, run_id: str) -> None:
        timer = self._timers.pop(run_id, None)
        if timer is not None:
            timer.cancel()

    def _on_timeout(self, run_id: str) -> None:
        self._timers.pop(run_id, None)
        if self._abandon is not None:
            task = asyncio.ensure_future(self._abandon_unwatched(run_id, self._abandon))
            self._abandoning.add(task)
            task.add_done_callback(self._abandoning.discard)

    async def _abandon_unwatched(self, run_id: str, abandon: Abandon) -> None:
        try:
            if await self._is_watched(run_id):
                return
            log.info("run abandoned: it has no watcher", run_id=run_id)
            await abandon(run_id)
        except Exception:
            log.exception("abandoning a run failed", run_id=run_id)
            self._restart_timer(run_id)

    async def _is_watched(self, run_id: str) -> bool:
        """Return whether the run has a watcher, here or in another process; with one elsewhere, check again later."""
        seconds, elsewhere = self._abandon_after.get(run_id), self._is_watched_elsewhere
        if elsewhere is None or seconds is None or not await elsewhere(run_id, seconds):
            return run_id in self._watchers
        self._restart_timer(run_id)
        return True

    def _restart_timer(self, run_id: str) -> None:
        if run_id in self._abandon_after and run_id not in self._watchers and run_id not in self._timers:
            self._start_timer(run_id)
