"""The rate limit of a provider."""

from hypothesis import given
from hypothesis import strategies as st

from services.common.llm.rate_limit import WINDOW, next_start


def test_a_request_may_start_at_once_while_the_minute_has_room() -> None:
    assert next_start([10.0, 11.0], ahead=0, per_minute=3, now=12.0) == 12.0


def test_in_a_full_minute_the_next_request_starts_when_the_first_one_expires() -> None:
    assert next_start([10.0, 11.0, 12.0], ahead=0, per_minute=3, now=13.0) == 70.0


def test_requests_ahead_in_the_queue_take_the_free_slots_first() -> None:
    assert next_start([10.0, 11.0, 12.0], ahead=1, per_minute=3, now=13.0) == 71.0


def test_requests_beyond_the_limit_of_a_minute_wait_for_the_next_one() -> None:
    assert next_start([10.0, 11.0], ahead=2, per_minute=2, now=13.0) == 130.0


@given(st.lists(st.floats(0, 300), max_size=60), st.integers(1, 5))
def test_no_minute_has_more_requests_than_the_limit(arrivals: list[float], per_minute: int) -> None:
    starts: list[float] = []
    for arrival in sorted(arrivals):
        starts.append(next_start(starts, ahead=0, per_minute=per_minute, now=max([arrival, *starts[-1:]])))

    assert all(later >= first + WINDOW for first, later in zip(starts, starts[per_minute:], strict=False))


@given(st.lists(st.floats(0, 60), max_size=8), st.integers(0, 6), st.integers(1, 5))
def test_a_caller_with_fewer_requests_ahead_starts_no_later(starts: list[float], ahead: int, per_minute: int) -> None:
    known = sorted(starts)

    assert next_start(known, ahead, per_minute, 61.0) <= next_start(known, ahead + 1, per_minute, 61.0)
