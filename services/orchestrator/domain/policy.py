"""How failures are met: which are tried again, and when. Pure; the jitter is passed in."""

from services.common.errors import CATALOGUE, Code
from services.common.limits import Limits
from services.orchestrator.domain.values import Failure, Role

# Spreads retries that failed together; a quarter is enough to part fifty runs over a second.
JITTER_SHARE = 0.25
# Seconds after which a critic that was lost in a call is asked once more: another replica is there already.
LOST_CRITIC_SECONDS = 1.0


def retry_delay(
    agent: Role, failure: Failure, failed: int, limits: Limits, jitter: float, *, lost: bool = False
) -> float | None:
    """Return the seconds until the next try of a step whose *failed*-th try just failed, or None for no more.

    The wait of the error's code (or the provider's own Retry-After) doubles with each
    try; *jitter*, from 0 to 1, lengthens it by up to a quarter. A critic is tried again
    only where it was *lost* in the call, and then once and soon: an unjudged picture now
    is worth more than a judged one in a minute.
    """
    kind = CATALOGUE[failure.code]
    if agent is Role.CRITIC:
        again = lost and failed <= min(1, limits.step_retries)
        return LOST_CRITIC_SECONDS * limits.retry_pace if again else None
    if not kind.retryable or failed > min(kind.max_retries, limits.step_retries):
        return None
    base = failure.retry_after if failure.retry_after is not None else kind.retry_after or 0.0
    return float(base * 2 ** (failed - 1) * (1 + JITTER_SHARE * jitter) * limits.retry_pace)


def step_seconds(agent: Role, limits: Limits, *, remote: bool) -> float:
    """Return how long a step of *agent* may work; *remote* when a remote model paints."""
    match agent:
        case Role.PLANNER:
            return limits.planner_seconds
        case Role.RAG:
            return limits.rag_seconds
        case Role.EXECUTOR:
            return limits.executor_remote_seconds if remote else limits.executor_seconds
        case Role.CRITIC:
            return limits.critic_seconds


def timeout_code(agent: Role) -> Code:
    """Return the code of a step of *agent* that ran out of time."""
    match agent:
        case Role.PLANNER:
            return Code.LLM_TIMEOUT
        case Role.RAG:
            return Code.VECTOR_DB_TIMEOUT
        case Role.EXECUTOR | Role.CRITIC:
            return Code.EXECUTION_TIMEOUT


def breakdown_code(agent: Role) -> Code:
    """Return the code of a service of *agent* that is gone, or answered what it must not."""
    match agent:
        case Role.PLANNER:
            return Code.LLM_API_ERROR
        case Role.RAG:
            return Code.VECTOR_DB_ERROR
        case Role.EXECUTOR | Role.CRITIC:
            return Code.EXECUTION_FAILED
