"""Trends: use of tags by period, and its direction.

Growth compares the last period with those before it:

    growth = (last - expected) / (expected + 1)

`last` is the tag's count in the last period; `expected` is the count with the same share of all notes as in the periods
before: (its count before / notes before) x notes of the last period. With shares, a month with
more notes, or an incomplete last period, is not a trend by itself. The added 1 (one note) dampens small
numbers: from 0 to 1 is +1.0, from 0 to 5 is +5.0, from 4 to 8 is +0.8, from 5 to 0 is -0.83.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum

RISES_FROM = 0.5
FALLS_FROM = -0.35
"""Growth from which a tag rises or falls."""
MIN_RISING_NOTES = 2
"""Minimum number of notes of a rising tag in the last period; fewer may be chance."""
MIN_EXPECTED_NOTES = 1
"""Minimum number of expected notes of a falling tag in the last period."""


class Period(StrEnum):
    """Length of a period; weeks start on Monday."""

    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"


class Direction(StrEnum):
    """Direction of a trend; new if the tag was never used before the last period."""

    NEW = "new"
    RISING = "rising"
    STEADY = "steady"
    FALLING = "falling"


@dataclass(frozen=True, slots=True)
class Span:
    """One period, from its first to its last day."""

    first_day: date
    last_day: date


@dataclass(frozen=True, slots=True)
class TaggedDay:
    """Number of notes of one day with a tag, and their total engagement."""

    tag: str
    day: date
    notes: int
    engagement: int


@dataclass(frozen=True, slots=True)
class TagTrend:
    """A tag over time: counts by period, oldest first; `peak` is the first day of its best period, latest of equals."""

    tag: str
    counts: tuple[int, ...]
    growth: float
    direction: Direction
    peak: date
    engagement: float

    @property
    def notes(self) -> int:
        """Number of notes with the tag."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class TrendReport:
    """The periods, their numbers of notes, and the rising, falling and most frequent tags."""

    spans: tuple[Span, ...]
    notes: tuple[int, ...] = field(metadata={"mirrors": None})  # in the message, of each span
    rising: tuple[TagTrend, ...]
    falling: tuple[TagTrend, ...]
    leading: tuple[TagTrend, ...]


def build_spans(until: date, period: Period, count: int) -> tuple[Span, ...]:
    """Return *count* periods, oldest first; the last is the one with the day *until*, and ends with it.

    Fewer at the start of the calendar.
    """
    spans: list[Span] = []
    last_day = until
    while len(spans) < count:
        first_day = _first_day(last_day, period)
        spans.append(Span(first_day, last_day))
        if first_day.toordinal() <= _FIRST_ORDINAL:
            break
        last_day = first_day - timedelta(days=1)
    return tuple(reversed(spans))


def build_report(
    spans: Sequence[Span],
    notes_by_day: Iterable[tuple[date, int]],
    tagged: Iterable[TaggedDay],
    *,
    limit: int,
    only: Collection[str] = (),
) -> TrendReport:
    """Return the report over *spans*.

    Args:
        spans: the periods, oldest first, without gaps; days outside do not count.
        notes_by_day: number of notes of each day, whatever their tags.
        tagged: number of notes of each day and tag.
        limit: maximum number of tags in each list.
        only: report only these tags, in `leading` also those that never occur; all tags if empty.

    """
    totals = [0] * len(spans)
    for day, count in notes_by_day:
        index = _find_span(spans, day)
        if index is not None:
            totals[index] += count
    trends = _compute_trends(spans, totals, tagged, only)
    upward = (Direction.NEW, Direction.RISING)
    rising = [one for one in trends if one.direction in upward and one.counts[-1] >= MIN_RISING_NOTES]
    falling = [one for one in trends if one.direction is Direction.FALLING]
    return TrendReport(
        tuple(spans),
        tuple(totals),
        tuple(sorted(rising, key=lambda one: (-one.growth, -one.notes, one.tag))[:limit]),
        tuple(sorted(falling, key=lambda one: (one.growth, -one.notes, one.tag))[:limit]),
        tuple(sorted(trends, key=lambda one: (-one.notes, -one.growth, one.tag))[:limit]),
    )


def compute_growth(counts: Sequence[int], totals: Sequence[int]) -> float:
    """Return the growth of a tag with *counts*, among *totals* notes by period (formula above); 0 for one period."""
    return (
        (counts[-1] - estimate_expected(counts, totals)) / (estimate_expected(counts, totals) + 1)
        if len(counts) > 1
        else 0.0
    )


def estimate_expected(counts: Sequence[int], totals: Sequence[int]) -> float:
    """Return the count of the last period at the previous share of the tag; 0 without previous notes."""
    before = sum(totals[:-1])
    return sum(counts[:-1]) / before * totals[-1] if before else 0.0


def classify_direction(counts: Sequence[int], totals: Sequence[int]) -> Direction:
    """Return the direction of a tag."""
    if len(counts) > 1 and counts[-1] and not any(counts[:-1]):
        return Direction.NEW
    growth = compute_growth(counts, totals)
    if growth >= RISES_FROM and counts[-1] >= MIN_RISING_NOTES:
        return Direction.RISING
    if growth <= FALLS_FROM and estimate_expected(counts, totals) >= MIN_EXPECTED_NOTES:
        return Direction.FALLING
    return Direction.STEADY


_FIRST_ORDINAL = date.min.toordinal()


def _first_day(day: date, period: Period) -> date:
    match period:
        case Period.WEEK:
            return date.fromordinal(max(day.toordinal() - day.weekday(), _FIRST_ORDINAL))
        case Period.MONTH:
            return day.replace(day=1)
        case Period.QUARTER:
            return date(day.year, 3 * ((day.month - 1) // 3) + 1, 1)


def _find_span(spans: Sequence[Span], day: date) -> int | None:
    return next((index for index, span in enumerate(spans) if span.first_day <= day <= span.last_day), None)


def _compute_trends(
    spans: Sequence[Span], totals: Sequence[int], tagged: Iterable[TaggedDay], only: Collection[str]
) -> list[TagTrend]:
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0] * len(spans))
    engagements: defaultdict[str, int] = defaultdict(int)
    for tag in only:
        counts[tag]  # requested, so reported even if it never occurs
    for one in tagged:
        index = _find_span(spans, one.day)
        if index is not None and (not only or one.tag in only):
            counts[one.tag][index] += one.notes
            engagements[one.tag] += one.engagement
    return [_compute_trend(tag, spans, row, totals, engagements[tag]) for tag, row in counts.items()]


def _compute_trend(
    tag: str, spans: Sequence[Span], counts: list[int], totals: Sequence[int], engagement: int
) -> TagTrend:
    peak = max(range(len(spans)), key=lambda index: (counts[index], index))
    return TagTrend(
        tag,
        tuple(counts),
        compute_growth(counts, totals),
        classify_direction(counts, totals),
        spans[peak].first_day,
        engagement / sum(counts) if any(counts) else 0.0,
    )
