"""Until when a step may ask others: the limit of its agent, and never longer than the call itself."""

from collections.abc import Callable

from services.common.serving.interceptor import Context

SHARE_OF_A_MODEL = 0.95
"""The part of a step's time that a model may take: who called gives up at the whole of it, and must hear why before."""


def step_deadline(context: Context, seconds: float, clock: Callable[[], float], *, share: float = 1.0) -> float:
    """Return the time on *clock*, in seconds, until which a step that may take *seconds* from now may ask others.

    They are given *share* of the time.
    """
    remaining = context.time_remaining()
    return clock() + share * (seconds if remaining is None else min(seconds, remaining))
