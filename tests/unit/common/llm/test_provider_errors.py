"""Failures of a provider as errors of the catalog."""

import json

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.errors import Code
from services.common.llm.provider_errors import (
    MAX_DETAILS,
    describe,
    from_error_object,
    from_status,
    from_transport,
)
from services.common.text.language import Language

KEY = "Secret.0123456789-MARKED"  # matches no known format of a key


def rejected(status: int, code: str = "", message: str = "", **headers: str) -> Code:
    body = json.dumps({"error": {"code": code, "message": message, "type": "x"}})
    return from_status(
        status, {name.replace("_", "-"): value for name, value in headers.items()}, body, "p", secrets=()
    ).code


@pytest.mark.parametrize("status", [500, 502, 503, 529, 409])
def test_a_provider_that_fails_is_an_api_error(status: int) -> None:
    assert rejected(status) is Code.LLM_API_ERROR


@pytest.mark.parametrize("status", [408, 504])
def test_a_provider_that_gives_up_waiting_is_a_timeout(status: int) -> None:
    assert rejected(status) is Code.LLM_TIMEOUT


@pytest.mark.parametrize("status", [301, 400, 401, 402, 403, 404, 413, 422])
def test_a_failure_that_no_retry_can_repair_is_rejected(status: int) -> None:
    assert rejected(status) is Code.LLM_REFUSED


def test_too_many_requests_is_the_rate_limit() -> None:
    assert rejected(429, "rate_limit_exceeded") is Code.LLM_RATE_LIMIT


@pytest.mark.parametrize("code", ["insufficient_quota", "credit_balance_exhausted", "Arrearage", "1113"])
def test_an_empty_account_is_rejected_although_it_is_reported_as_too_many_requests(code: str) -> None:
    assert rejected(429, code) is Code.LLM_REFUSED


def test_a_quota_of_tokens_a_minute_is_the_rate_limit() -> None:
    message = "Allocated quota exceeded, please increase your quota limit."

    assert rejected(429, "insufficient_quota", message) is Code.LLM_RATE_LIMIT


def test_a_free_quota_that_is_used_up_is_rejected() -> None:
    assert rejected(429, "Throttling.AllocationQuota", "Free allocated quota exceeded.") is Code.LLM_REFUSED


@pytest.mark.parametrize(
    "code",
    [
        "content_filter",
        "data_inspection_failed",
        "DataInspectionFailed",
        "InternalError.Algo.DataInspectionFailed",
        "IPInfringementSuspect",
        "1301",
    ],
)
def test_a_content_filter_rejects_the_content(code: str) -> None:
    assert rejected(400, code) is Code.CONTENT_REFUSED


def test_a_content_filter_without_a_code_is_recognized_by_its_message() -> None:
    assert rejected(400, "invalid_request_error", "Content Exists Risk") is Code.CONTENT_REFUSED


def test_the_error_format_of_dashscope_is_parsed() -> None:
    body = json.dumps({"code": "DataInspectionFailed", "message": "inappropriate", "request_id": "1"})

    assert from_status(400, {}, body, "dashscope", secrets=()).code is Code.CONTENT_REFUSED


def test_the_providers_retry_after_is_passed_on() -> None:
    error = from_status(429, {"retry-after": "17"}, "", "p", secrets=())

    assert error.retry_after == 17
    assert error.message(Language.ENGLISH) == "The model service is rate limited. Try again in 17 s."


def test_a_retry_after_is_also_passed_on_for_an_overload() -> None:
    assert from_status(503, {"retry-after": "9"}, "", "p", secrets=()).retry_after == 9


@given(st.text(max_size=200))
def test_any_body_is_parsed_without_an_unexpected_error(body: str) -> None:
    assert from_status(400, {}, body, "p", secrets=()).code in (Code.LLM_REFUSED, Code.CONTENT_REFUSED)


def test_a_deeply_nested_body_does_not_crash() -> None:
    assert from_status(500, {}, "[" * 90_000, "p", secrets=()).code is Code.LLM_API_ERROR


@pytest.mark.parametrize("error", [TimeoutError(), httpx.ReadTimeout("slow"), httpx.PoolTimeout("full")])
def test_a_slow_connection_is_a_timeout(error: Exception) -> None:
    assert from_transport(error, "p", secrets=()).code is Code.LLM_TIMEOUT


@pytest.mark.parametrize("error", [httpx.ConnectError("refused"), httpx.RemoteProtocolError("cut"), OSError("gone")])
def test_a_broken_connection_is_an_api_error(error: Exception) -> None:
    assert from_transport(error, "p", secrets=()).code is Code.LLM_API_ERROR


@pytest.mark.parametrize(
    ("reported", "code"),
    [
        ({"code": "rate_limit_exceeded", "message": "slow down"}, Code.LLM_RATE_LIMIT),
        ({"code": "content_filter", "message": "no", "type": "400"}, Code.CONTENT_REFUSED),
        # DashScope's, when it rejects the text that the model has generated so far.
        (
            {"code": "data_inspection_failed", "type": "data_inspection_failed", "message": "Output data may ..."},
            Code.CONTENT_REFUSED,
        ),
        ({"code": "insufficient_quota", "type": "insufficient_quota", "message": "pay"}, Code.LLM_REFUSED),
        ({"code": "Arrearage", "message": "pay"}, Code.LLM_REFUSED),
        ({"code": "insufficient_quota", "message": "Allocated quota exceeded."}, Code.LLM_RATE_LIMIT),
        ({"code": "limit_requests", "message": "slow down"}, Code.LLM_RATE_LIMIT),
        ({"code": 401, "message": "who?"}, Code.LLM_REFUSED),
        ({"message": "the engine died"}, Code.LLM_API_ERROR),
        ("the engine died", Code.LLM_API_ERROR),
        (None, Code.LLM_API_ERROR),
    ],
)
def test_an_error_reported_in_the_middle_of_a_completion_keeps_its_code(reported: object, code: Code) -> None:
    assert from_error_object(reported, "p", secrets=()).code is code


def test_an_unpaired_surrogate_in_a_message_can_be_encoded_in_the_details() -> None:
    from_status(400, {}, r'{"error": {"message": "cannot draw \ud83d"}}', "p", secrets=()).details.encode()


def test_the_key_is_removed_from_the_details() -> None:
    error = from_status(401, {}, f"no such key: {KEY}", "p", secrets=[KEY])

    assert KEY not in error.details
    assert KEY not in str(error)


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer abc.def-123",
        "Incorrect API key provided: sk-abcd****6789.",
        "GET https://me:abc.def-123@host/v1",
        "GET https://host/v1?api_key=abc.def-123&x=1",
    ],
)
def test_text_that_looks_like_a_key_is_removed_although_it_is_not_our_key(text: str) -> None:
    reported = describe(text, ())

    assert "***" in reported
    assert "123" not in reported
    assert "6789" not in reported


@pytest.mark.parametrize("before", range(19_960, 20_010, 5))
def test_truncation_never_leaves_a_part_of_the_key(before: int) -> None:
    assert KEY[:6] not in describe(" " * before + KEY + "x" * 1_000, [KEY])


@given(st.text(max_size=2_000))
def test_details_are_one_line_of_limited_length(text: str) -> None:
    reported = describe(text, ())

    assert len(reported) <= MAX_DETAILS
    assert len(reported.splitlines()) <= 1
