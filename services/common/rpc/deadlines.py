"""Deadline of the calls of a step: the limit of its agent, and never later than the call's own."""

from collections.abc import Callable

from services.common.rpc.interceptor import Context

MODEL_SHARE = 0.95
"""Share of a step's time for a model: the caller gives up at the whole of it, and must get the reason before."""


def step_deadline(context: Context, seconds: float, clock: Callable[[], float], *, share: float = 1.0) -> float:
    """Return the time on *clock*, in seconds, at which the calls of a step that may take *seconds* from now end.

    The calls get *share* of the time.
    """
    remaining = context.time_remaining()
    return clock() + share * (seconds if remaining is None else min(seconds, remaining))
