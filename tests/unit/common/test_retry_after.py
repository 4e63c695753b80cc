"""The header Retry-After: seconds or a date."""

from hypothesis import given
from hypothesis import strategies as st

from services.common.network.retry_after import parse_retry_after


def test_a_retry_after_that_is_a_date_counts_from_the_responses_own_date() -> None:
    headers = {"date": "Sat, 21 Nov 2026 12:00:00 GMT", "retry-after": "Sat, 21 Nov 2026 12:00:30 GMT"}

    assert parse_retry_after(headers) == 30


def test_a_retry_after_that_lies_in_the_past_means_now() -> None:
    headers = {"date": "Sat, 21 Nov 2026 12:00:00 GMT", "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT"}

    assert parse_retry_after(headers) == 0


@given(st.text(max_size=40))
def test_any_retry_after_is_parsed_without_an_error(text: str) -> None:
    wait = parse_retry_after({"retry-after": text, "date": text})

    assert wait is None or wait >= 0
