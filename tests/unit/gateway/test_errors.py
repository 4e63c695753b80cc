"""Errors as JSON."""

import pytest

from services.common.contract.failure import Failure
from services.common.errors import CATALOG, Code, ReflowError
from services.common.errors.message import failure_to_proto
from services.common.text.language import Language
from services.gateway.errors import (
    HttpError,
    error_message_to_json,
    error_to_json,
    http_status,
    public_field,
    retry_after_header,
)


@pytest.mark.parametrize("code", list(Code))
def test_every_code_has_the_properties_of_the_catalog(code: Code) -> None:
    value = error_to_json(ReflowError(code), Language.ENGLISH, at=1.5, trace_id="t", expose_details=False)
    kind = CATALOG[code]
    assert (value["code"], value["category"], value["level"]) == (code, kind.category, kind.level)
    assert (value["message"], value["timestamp"]) == (ReflowError(code).message(Language.ENGLISH), 1_500)
    assert (value["recoverable"], value["retryable"], value["maxRetries"]) == (
        kind.recoverable,
        kind.retryable,
        kind.max_retries,
    )
    assert value["metadata"] == {"traceId": "t", "field": None}


def test_metadata_has_json_names_and_a_field_keeps_the_name_that_the_user_wrote() -> None:
    error = ReflowError(Code.INVALID_INPUT_FORMAT, field="foo_bar", metadata={"after_sequence": "7"})
    value = error_to_json(error, Language.ENGLISH, at=1.5, trace_id="t", expose_details=False)
    assert value["metadata"] == {"afterSequence": "7", "traceId": "t", "field": "foo_bar"}


def test_the_error_of_a_run_has_the_same_field_and_metadata() -> None:
    message = failure_to_proto(
        Failure(Code.MODEL_UNKNOWN, "no", invalid_field="preferred_model", metadata={"attempts": "1"}, trace_id="t")
    )
    value = error_message_to_json(message, at_ms=1, session_id="", run_id="", expose_details=False)
    assert value["metadata"] == {"attempts": "1", "traceId": "t", "field": "preferredModel"}


@pytest.mark.parametrize("exposed", [True, False])
def test_stack_and_details_are_present_in_development_only(exposed: bool) -> None:
    message = failure_to_proto(Failure(Code.UNKNOWN_ERROR, "no", details="inner", stack="Traceback"))
    value = error_message_to_json(message, at_ms=1, session_id="", run_id="", expose_details=exposed)
    assert {"details", "stack"} & set(value) == ({"details", "stack"} if exposed else set())


@pytest.mark.parametrize(("seconds", "header"), [(0, "1"), (0.2, "1"), (5, "5"), (5.1, "6")])
def test_retry_after_is_in_whole_seconds_and_at_least_one(seconds: float, header: str) -> None:
    assert retry_after_header(ReflowError(Code.QUEUE_FULL, retry_after=seconds)) == {"Retry-After": header}


def test_what_cannot_be_retried_has_no_retry_after() -> None:
    assert retry_after_header(ReflowError(Code.INTENT_UNKNOWN, retry_after=5)) == {}


def test_a_rejection_by_http_itself_retains_its_status() -> None:
    error = ReflowError(Code.INVALID_INPUT_FORMAT)
    assert (http_status(error), http_status(HttpError(413, error))) == (400, 413)


@pytest.mark.parametrize(
    ("contract", "public"),
    [
        (None, None),
        ("text", "text"),
        ("image_chat.preferred_model", "preferredModel"),
        ("session_id", "sessionId"),
        ("image_chat.image_asset_id", "imageUrl"),
        ("request_id", "Idempotency-Key"),
        ("maskData.coordinates[0]", "maskData.coordinates[0]"),
    ],
)
def test_fields_have_their_http_names(contract: str | None, public: str | None) -> None:
    assert public_field(contract) == public
