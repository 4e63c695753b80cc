"""Time limit for stopping a process, and delays before one that ended is restarted."""

FIRST_DELAY_SECONDS = 0.2
MAX_DELAY_SECONDS = 5.0
# A process that was up this long had started successfully: its end resets the delay.
STABLE_SECONDS = 30.0
# A process that has not stopped by then is killed: 5 s are for calls in flight, the rest for handing over runs.
STOP_SECONDS = 20.0


def next_delay(last: float, uptime: float) -> float:
    """Return the delay in seconds after the *last* one (0 for none) and *uptime* seconds."""
    if last == 0 or uptime >= STABLE_SECONDS:
        return FIRST_DELAY_SECONDS
    return min(MAX_DELAY_SECONDS, 2 * last)
