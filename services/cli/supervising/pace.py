"""How long a process may take to stop, and how long one that has ended stays down before it is started again."""

FIRST_PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 5.0
# A process that was up for so long had started well: whatever ended it is taken for news.
SETTLED_SECONDS = 30.0
# A process that has not stopped by itself by then is killed: 5 s are for calls in flight, the rest for handing over.
STOP_SECONDS = 20.0


def next_pause(last: float, uptime: float) -> float:
    """Return the seconds to wait, after *last* seconds the time before (0 for none) and *uptime* seconds up."""
    if last == 0 or uptime >= SETTLED_SECONDS:
        return FIRST_PAUSE_SECONDS
    return min(LONGEST_PAUSE_SECONDS, 2 * last)
