"""Retried failures and their delays: the table of the error model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.contract.failure import Failure
from services.common.contract.role import Role
from services.common.errors import Code
from services.common.limits import Limits
from services.orchestrator.domain.retry_policy import retry_delay
from services.orchestrator.domain.timeouts import step_timeout, timeout_code, unavailable_code

LIMITS = Limits()
# The waits before each retry, in seconds, without jitter.
WAITS: dict[Code, list[float]] = {
    Code.LLM_API_ERROR: [5, 10, 20],
    Code.LLM_RATE_LIMIT: [60],
    Code.LLM_TIMEOUT: [3, 6],
    Code.INVALID_INPUT_EMPTY: [],
    Code.INVALID_INPUT_FORMAT: [],
    Code.MASK_DATA_MISSING: [],
    Code.MASK_DATA_INVALID: [],
    Code.INTENT_UNKNOWN: [],
    Code.EXECUTION_FAILED: [5, 10, 20],
    Code.EXECUTION_TIMEOUT: [5],
    Code.VECTOR_DB_ERROR: [1],
    Code.VECTOR_DB_TIMEOUT: [],
    Code.WORKFLOW_ERROR: [],
    Code.SSE_CONNECTION_ERROR: [],
    Code.SESSION_EXPIRED: [],
    Code.SESSION_UNKNOWN: [],
    Code.RUN_UNKNOWN: [],
    Code.ASSET_UNKNOWN: [],
    Code.STYLE_UNKNOWN: [],
    Code.NOTE_UNKNOWN: [],
    Code.CREATIVE_UNKNOWN: [],
    Code.PROMPT_UNKNOWN: [],
    Code.TEMPLATE_UNKNOWN: [],
    Code.THREAD_WAITING: [],
    Code.IDEMPOTENCY_KEY_REUSED: [],
    Code.MODEL_UNKNOWN: [],
    Code.NODE_TYPE_UNKNOWN: [],
    Code.WEBHOOK_UNKNOWN: [],
    Code.DELIVERY_UNKNOWN: [],
    Code.SCHEDULE_UNKNOWN: [],
    Code.GRAPH_UNKNOWN: [],
    Code.GRAPH_INVALID: [],
    Code.GRAPH_CONFLICT: [],
    Code.PATCH_REJECTED: [],
    Code.GRAPH_NOT_EXECUTABLE: [],
    Code.NOTHING_TO_UNDO: [],
    Code.LLM_REFUSED: [],
    Code.CONTENT_REFUSED: [],
    Code.OUTCOME_UNKNOWN: [],
    Code.TOOL_FAILED: [],
    Code.IMAGE_UNUSABLE: [],
    Code.BUDGET_EXCEEDED: [],
    Code.QUEUE_FULL: [],
    Code.STORAGE_FULL: [],
    Code.QUESTION_UNKNOWN: [],
    Code.ANSWER_CONFLICT: [],
    Code.ANSWER_STALE: [],
    Code.PERMISSION_DENIED: [],
    Code.UNKNOWN_ERROR: [],
}


def waits(agent: Role, failure: Failure, limits: Limits = LIMITS, jitter: float = 0.0) -> list[float]:
    """Return the waits before the retries of a step that always fails with *failure*."""
    stored: list[float] = []
    while (delay := retry_delay(agent, failure, len(stored) + 1, limits, jitter)) is not None:
        stored.append(delay)
    return stored


def test_the_table_names_every_code() -> None:
    assert set(WAITS) == set(Code)


@pytest.mark.parametrize("code", Code)
def test_each_code_is_retried_as_often_and_after_the_waits_of_the_table(code: Code) -> None:
    assert waits(Role.EXECUTOR, Failure(code, "x")) == WAITS[code]


@pytest.mark.parametrize("code", Code)
def test_a_critic_is_never_retried(code: Code) -> None:
    assert waits(Role.CRITIC, Failure(code, "x")) == []


@pytest.mark.parametrize("code", Code)
def test_a_lost_critic_is_called_once_more_after_a_short_delay(code: Code) -> None:
    delays = [retry_delay(Role.CRITIC, Failure(code, "x"), failed, LIMITS, 1, lost=True) for failed in (1, 2)]
    assert delays == [1, None]


def test_the_setting_limits_the_attempts_of_every_code() -> None:
    assert waits(Role.EXECUTOR, Failure(Code.EXECUTION_FAILED, "x"), Limits(step_retries=1)) == [5]


def test_the_retry_after_of_a_provider_is_respected() -> None:
    assert waits(Role.PLANNER, Failure(Code.LLM_RATE_LIMIT, "x", retry_after=7)) == [7]


def test_a_retry_after_of_zero_means_at_once() -> None:
    assert waits(Role.PLANNER, Failure(Code.LLM_RATE_LIMIT, "x", retry_after=0)) == [0]


def test_the_retry_pace_multiplies_every_wait() -> None:
    assert waits(Role.PLANNER, Failure(Code.LLM_TIMEOUT, "x"), Limits(retry_pace=0.5)) == [1.5, 3]


@given(st.floats(0, 1))
def test_jitter_lengthens_a_wait_by_a_quarter_at_most_and_never_shortens_it(jitter: float) -> None:
    assert all(
        plain <= wait <= 1.25 * plain
        for plain, wait in zip([5, 10, 20], waits(Role.EXECUTOR, Failure(Code.EXECUTION_FAILED, "x"), jitter=jitter),
                               strict=True)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("agent", "remote", "seconds"),
    [
        (Role.PLANNER, False, 10),
        (Role.RAG, False, 5),
        (Role.EXECUTOR, False, 5),
        (Role.EXECUTOR, True, 60),
        (Role.CRITIC, False, 8),
        (Role.CRITIC, True, 8),
    ],
)
def test_each_agent_has_its_time_limit(agent: Role, remote: bool, seconds: float) -> None:
    assert step_timeout(agent, LIMITS, remote=remote) == seconds


@pytest.mark.parametrize(
    ("agent", "late", "broken"),
    [
        (Role.PLANNER, Code.LLM_TIMEOUT, Code.LLM_API_ERROR),
        (Role.RAG, Code.VECTOR_DB_TIMEOUT, Code.VECTOR_DB_ERROR),
        (Role.EXECUTOR, Code.EXECUTION_TIMEOUT, Code.EXECUTION_FAILED),
        (Role.CRITIC, Code.EXECUTION_TIMEOUT, Code.EXECUTION_FAILED),
    ],
)
def test_a_late_or_broken_service_has_the_code_of_its_agent(agent: Role, late: Code, broken: Code) -> None:
    assert (timeout_code(agent), unavailable_code(agent)) == (late, broken)
