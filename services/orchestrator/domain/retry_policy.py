"""Retry policy: which failures are retried, and when. Pure: the jitter is a parameter."""

from services.common.contract.failure import Failure
from services.common.contract.role import Role
from services.common.errors import CATALOG
from services.common.limits import Limits

# Spreads the retries of calls that failed together. A quarter separates fifty runs over a second.
JITTER_SHARE = 0.25
# Delay in seconds before a critic that was lost during a call is retried: another replica is already available.
LOST_CRITIC_RETRY_SECONDS = 1.0


def retry_delay(
    role: Role, failure: Failure, failed: int, limits: Limits, jitter: float, *, lost: bool = False
) -> float | None:
    """Return the seconds until the next attempt of a step whose *failed*-th attempt failed, None for no retry.

    The delay of the error's code (or the provider's Retry-After) doubles with each attempt; *jitter*, from 0 to 1,
    adds up to a quarter. A critic is retried only once, soon, and only when its service was *lost* during the call:
    an image without a review now is better than a reviewed one in a minute.
    """
    kind = CATALOG[failure.code]
    if role is Role.CRITIC:
        retried = lost and failed <= min(1, limits.step_retries)
        return LOST_CRITIC_RETRY_SECONDS * limits.retry_pace if retried else None
    if not kind.retryable or failed > min(kind.max_retries, limits.step_retries):
        return None
    base = failure.retry_after if failure.retry_after is not None else kind.retry_after or 0.0
    return float(base * 2 ** (failed - 1) * (1 + JITTER_SHARE * jitter) * limits.retry_pace)
