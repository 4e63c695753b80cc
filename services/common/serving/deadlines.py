"""Until when a step may ask others: the limit of its agent, and never longer than the call itself."""

from collections.abc import Callable

from services.common.serving.interceptor import Context


def step_deadline(context: Context, seconds: float, clock: Callable[[], float]) -> float:
    """Return the time on *clock*, in seconds, by which a step that may take *seconds* from now must have asked."""
    remaining = context.time_remaining()
    return clock() + (seconds if remaining is None else min(seconds, remaining))
