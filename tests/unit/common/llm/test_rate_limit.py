"""The rate limit of a provider."""

from hypothesis import given
from hypothesis import strategies as st

from services.common.llm.rate_limit import WINDOW, next_start


def test_a_request_may_start_at_once_while_the_minute_has_room() -> None:
    assert next_start([10.0, 11.0], ahead=0, per_minute=3, now=12.0) == 12.0


def test_a_full_minute_lets_the_next_one_in_when_its_first_leaves() -> None:
    assert next_start([10.0, 11.0, 12.0], ahead=0, per_minute=3, now=13.0) == 70.0


def test_those_ahead_take_the_places_that_come_free_first() -> None:
    assert next_start([10.0, 11.0, 12.0], ahead=1, per_minute=3, now=13.0) == 71.0


def test_more_waiting_than_a_minute_holds_wait_for_the_minute_after() -> None:
    assert next_start([10.0, 11.0], ahead=2, per_minute=2, now=13.0) == 130.0


@given(st.lists(st.floats(0, 300), max_size=60), st.integers(1, 5))
def test_no_minute_ever_holds_more_than_its_number(arrivals: list[float], per_minute: int) -> None:
    starts: list[float] = []
    for arrival in sorted(arrivals):
        starts.append(next_start(starts, ahead=0, per_minute=per_minute, now=max([arrival, *starts[-1:]])))

    assert all(later >= first + WINDOW for first, later in zip(starts, starts[per_minute:], strict=False))


@given(st.lists(st.floats(0, 60), max_size=8), st.integers(0, 6), st.integers(1, 5))
def test_a_caller_further_ahead_starts_no_later(starts: list[float], ahead: int, per_minute: int) -> None:
    known = sorted(starts)

    assert next_start(known, ahead, per_minute, 61.0) <= next_start(known, ahead + 1, per_minute, 61.0)
