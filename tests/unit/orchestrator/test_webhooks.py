"""Signature, body and retries of webhooks."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.domain.events import RunStatus
from services.orchestrator.domain.webhook_signature import format_secret, sign
from services.orchestrator.domain.webhooks import (
    Dead,
    Delivered,
    Report,
    Response,
    RetryIn,
    build_body,
    decide,
    describe_failure,
)
from services.orchestrator.webhooks.store import Webhook

BACKOFF = (5.0, 300.0, 1_800.0)
AT = datetime(2026, 7, 1, 12, 0, 0, 123_456, tzinfo=timezone(timedelta(hours=8)))


def test_the_signature_is_that_of_the_libraries_of_standard_webhooks() -> None:
    # The vector of the reference implementations.
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    signature = sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_secret_has_the_form_of_standard_webhooks() -> None:
    assert format_secret(bytes(range(24))) == "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"


@given(status=st.integers(0, 599), attempts=st.integers(1, 10))
def test_a_delivery_ends_by_success_or_after_its_last_attempt(status: int, attempts: int) -> None:
    match decide(Response(status), attempts, BACKOFF):
        case Delivered():
            assert 200 <= status < 300
        case RetryIn(seconds):
            assert attempts <= len(BACKOFF) and seconds == BACKOFF[attempts - 1] and status != 410
        case Dead(disables):
            assert attempts > len(BACKOFF) or status == 410
            assert disables == (status == 410)


@pytest.mark.parametrize(("wait", "delay"), [(0.0, 5.0), (2.0, 5.0), (90.0, 90.0)])
def test_the_receiver_may_ask_for_a_longer_delay(wait: float, delay: float) -> None:
    assert decide(Response(429, retry_after=wait), 1, BACKOFF) == RetryIn(delay)


@pytest.mark.parametrize(
    ("response", "text"),
    [
        (Response(204), ""),
        (Response(302), "HTTP 302: redirects are not followed"),
        (Response(500), "HTTP 500"),
        (Response(0, "no response within 15 seconds"), "no response within 15 seconds"),
    ],
)
def test_a_failure_is_described(response: Response, text: str) -> None:
    assert describe_failure(response) == text


def test_a_body_has_type_time_and_run() -> None:
    body = json.loads(build_body(Report("r", "s", "note", RunStatus.PAUSED, 7, AT)))
    assert body == {
        "type": "run.waiting",
        "timestamp": "2026-07-01T04:00:00.123Z",
        "data": {"runId": "r", "sessionId": "s", "workflow": "note", "status": "paused", "sequence": 7},
    }


def test_a_webhook_prints_no_secret() -> None:
    assert "whsec" not in repr(Webhook("w", "https://a.com", (), datetime.now(UTC), secret="whsec_x"))
