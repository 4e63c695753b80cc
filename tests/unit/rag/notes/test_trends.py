"""Growth of tags compares the last period with earlier ones; small counts give only small growth."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rag.domain.trends import (
    Direction,
    Period,
    Span,
    TaggedDay,
    TrendReport,
    build_report,
    build_spans,
    classify_direction,
    compute_growth,
)

SPANS = build_spans(date(2026, 4, 20), Period.MONTH, 3)
FEBRUARY, MARCH, APRIL = date(2026, 2, 10), date(2026, 3, 10), date(2026, 4, 10)


def report(counts: dict[str, tuple[int, int, int]], totals: tuple[int, int, int], **options: object) -> TrendReport:
    days = (FEBRUARY, MARCH, APRIL)
    tagged = [
        TaggedDay(tag, day, count, 10 * count)
        for tag, row in counts.items()
        for day, count in zip(days, row, strict=True)
        if count
    ]
    only = options.get("only", ())
    assert isinstance(only, tuple)
    return build_report(SPANS, list(zip(days, totals, strict=True)), tagged, limit=5, only=only)


@pytest.mark.parametrize(
    ("counts", "totals", "grown"),
    [
        ((0, 1), (10, 10), 1.0),
        ((0, 5), (10, 10), 5.0),
        ((4, 8), (10, 10), 0.8),
        ((5, 0), (10, 10), -5 / 6),
        ((4, 8), (10, 20), 0.0),  # twice the notes, twice the tag: no trend
        ((4, 2), (10, 5), 0.0),  # a period that is not over
        ((3,), (10,), 0.0),
        ((0, 0), (0, 0), 0.0),
        ((0, 2), (0, 2), 2.0),
    ],
)
def test_growth_follows_the_formula(counts: tuple[int, ...], totals: tuple[int, ...], grown: float) -> None:
    assert compute_growth(counts, totals) == pytest.approx(grown)


@pytest.mark.parametrize(
    ("counts", "totals", "which"),
    [
        ((0, 0, 3), (10, 10, 10), Direction.NEW),
        ((1, 1, 4), (10, 10, 10), Direction.RISING),
        ((0, 1, 1), (10, 10, 10), Direction.STEADY),
        ((4, 4, 0), (10, 10, 10), Direction.FALLING),
        ((1, 0, 0), (10, 10, 10), Direction.STEADY),  # a difference of one note may be random
        ((3, 3, 3), (10, 10, 10), Direction.STEADY),
    ],
)
def test_the_direction_of_a_tag_follows_its_growth(
    counts: tuple[int, ...], totals: tuple[int, ...], which: Direction
) -> None:
    assert classify_direction(counts, totals) is which


def test_rising_and_falling_tags_have_their_own_lists_and_leading_has_all() -> None:
    found = report({"春游": (0, 1, 6), "滑雪": (6, 3, 0), "收纳": (2, 2, 2)}, (10, 10, 10))
    assert [trend.tag for trend in found.rising] == ["春游"]
    assert [trend.tag for trend in found.falling] == ["滑雪"]
    assert [trend.tag for trend in found.leading] == ["滑雪", "春游", "收纳"]
    assert (found.rising[0].counts, found.rising[0].peak, found.rising[0].engagement) == (
        (0, 1, 6),
        date(2026, 4, 1),
        10,
    )


def test_a_new_tag_with_one_note_is_not_rising() -> None:
    assert report({"一次": (0, 0, 1)}, (10, 10, 10)).rising == ()


def test_requested_tags_are_reported_even_if_they_never_occur() -> None:
    found = report({"春游": (0, 1, 6), "滑雪": (6, 3, 0)}, (10, 10, 10), only=("滑雪", "没有"))
    assert {trend.tag: trend.counts for trend in found.leading} == {"滑雪": (6, 3, 0), "没有": (0, 0, 0)}


def test_months_weeks_and_quarters_end_with_the_requested_day() -> None:
    day = date(2026, 4, 15)
    assert build_spans(day, Period.MONTH, 2) == (
        Span(date(2026, 3, 1), date(2026, 3, 31)),
        Span(date(2026, 4, 1), day),
    )
    assert build_spans(day, Period.WEEK, 1) == (Span(date(2026, 4, 13), day),)
    assert build_spans(day, Period.QUARTER, 2)[0] == Span(date(2026, 1, 1), date(2026, 3, 31))


@given(st.dates(), st.sampled_from(Period), st.integers(1, 53))
def test_periods_follow_each_other_without_gaps(until: date, period: Period, count: int) -> None:
    spans = build_spans(until, period, count)
    assert 1 <= len(spans) <= count
    assert spans[-1].last_day == until
    for before, after in pairwise(spans):
        assert before.last_day + timedelta(days=1) == after.first_day


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=12))
def test_growth_is_never_below_minus_one(rows: list[tuple[int, int]]) -> None:
    counts = [min(count, total) for count, total in rows]
    assert compute_growth(counts, [total for _, total in rows]) > -1
