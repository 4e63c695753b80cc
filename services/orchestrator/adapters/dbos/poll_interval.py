"""How often the queue is polled: often while the deployment has runs, rarely while it has none."""

# A poll costs 4 ms of CPU. While no run is active, nothing waits in the queue: a new run starts without it.
IDLE_POLL_SECONDS = 1.0
IDLE_AFTER_SECONDS = 10.0


class PollInterval:
    """Chooses the interval of a deployment from what one of its replicas sees. Times are seconds of one clock."""

    def __init__(self, busy_seconds: float, now: float) -> None:
        """*busy_seconds* is the interval while there are runs."""
        self._busy_seconds = busy_seconds
        self._seconds = 0.0
        self._set_at = self._active_at = now

    def choose(self, now: float, *, is_active: bool) -> float | None:
        """Return the interval to be set now, None to leave it. *is_active*: the deployment has runs.

        All replicas share the interval. While there are runs it is set again: another replica may have seen none.
        """
        self._active_at = now if is_active else self._active_at
        is_idle = now - self._active_at >= IDLE_AFTER_SECONDS
        seconds = max(self._busy_seconds, IDLE_POLL_SECONDS) if is_idle else self._busy_seconds
        is_old = is_active and now - self._set_at >= IDLE_AFTER_SECONDS
        return seconds if seconds != self._seconds or is_old else None

    def record(self, seconds: float, now: float) -> None:
        """Record that the interval was set to *seconds*."""
        self._seconds, self._set_at = seconds, now
