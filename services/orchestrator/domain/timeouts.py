"""Timeouts of steps, and the error codes of steps whose service did not respond. Pure."""

from services.common.contract.role import Role
from services.common.errors import Code
from services.common.limits import Limits


def step_timeout(role: Role, limits: Limits, *, remote: bool) -> float:
    """Return the timeout of a step in seconds; *remote* when a remote model executes it."""
    match role:
        case Role.PLANNER:
            return limits.planner_seconds
        case Role.RAG:
            return limits.rag_seconds
        case Role.EXECUTOR:
            return limits.executor_remote_seconds if remote else limits.executor_seconds
        case Role.CRITIC:
            return limits.critic_seconds


def timeout_code(role: Role) -> Code:
    """Return the code of a step that timed out."""
    match role:
        case Role.PLANNER:
            return Code.LLM_TIMEOUT
        case Role.RAG:
            return Code.VECTOR_DB_TIMEOUT
        case Role.EXECUTOR | Role.CRITIC:
            return Code.EXECUTION_TIMEOUT


def unavailable_code(role: Role) -> Code:
    """Return the code of a step whose service is unavailable, or returned an invalid response."""
    match role:
        case Role.PLANNER:
            return Code.LLM_API_ERROR
        case Role.RAG:
            return Code.VECTOR_DB_ERROR
        case Role.EXECUTOR | Role.CRITIC:
            return Code.EXECUTION_FAILED
