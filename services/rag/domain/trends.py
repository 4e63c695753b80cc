"""Trends: how often tags are used, period by period, and which way they go.

Growth compares the last period with those before it:

    growth = (last - expected) / (expected + 1)

`last` is the tag's count in the last period; `expected` is what it would be had the tag kept its share of all notes of
the periods before: (its count before / notes before) x notes of the last period. Taking the share makes a month with
more notes, or a last period that is not over yet, no trend by itself. The added 1 (one note) keeps small numbers
small: from 0 to 1 is +1.0, from 0 to 5 is +5.0, from 4 to 8 is +0.8, from 5 to 0 is -0.83.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

RISES_FROM = 0.5
FALLS_FROM = -0.35
"""Growth from which on a tag rises or falls."""
TELLING = 2
"""Notes a tag needs in the last period to be rising; fewer are chance."""
MISSED = 1
"""Notes that a tag was expected to have in the last period, to be falling."""


class Period(StrEnum):
    """How long a period is; weeks begin on Monday."""

    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"


class Direction(StrEnum):
    """Which way a tag goes; new where it was never used before the last period."""

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
    """How many notes of one day bear a tag, and their engagement, summed up."""

    tag: str
    day: date
    notes: int
    engagement: int


@dataclass(frozen=True, slots=True)
class TagTrend:
    """A tag over time: its counts by period, oldest first; `peak` is the first day of its best, latest of equals."""

    tag: str
    counts: tuple[int, ...]
    growth: float
    direction: Direction
    peak: date
    engagement: float

    @property
    def notes(self) -> int:
        """Return how many notes bear it."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class TrendReport:
    """The periods, how many notes each has, and the tags: those that rise, those that fall, those used most."""

    spans: tuple[Span, ...]
    notes: tuple[int, ...]
    rising: tuple[TagTrend, ...]
    falling: tuple[TagTrend, ...]
    leading: tuple[TagTrend, ...]


def spans_until(until: date, period: Period, count: int) -> tuple[Span, ...]:
    """Return *count* periods, oldest first; the last is the one with the day *until*, and ends with it.

    Fewer where the calendar has no earlier ones.
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


def report(
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
        notes_by_day: how many notes each day has, whatever their tags.
        tagged: how many of them bear each tag.
        limit: tags in each list at most.
        only: tells of these tags alone, in `leading` also those that never occur; all tags where empty.

    """
    totals = [0] * len(spans)
    for day, count in notes_by_day:
        place = _place(spans, day)
        if place is not None:
            totals[place] += count
    trends = _trends(spans, totals, tagged, only)
    upward = (Direction.NEW, Direction.RISING)
    rising = [one for one in trends if one.direction in upward and one.counts[-1] >= TELLING]
    falling = [one for one in trends if one.direction is Direction.FALLING]
    return TrendReport(
        tuple(spans),
        tuple(totals),
        tuple(sorted(rising, key=lambda one: (-one.growth, -one.notes, one.tag))[:limit]),
        tuple(sorted(falling, key=lambda one: (one.growth, -one.notes, one.tag))[:limit]),
        tuple(sorted(trends, key=lambda one: (-one.notes, -one.growth, one.tag))[:limit]),
    )


def growth(counts: Sequence[int], totals: Sequence[int]) -> float:
    """Return the growth of a tag with *counts*, among *totals* notes by period (formula above); 0 for one period."""
    return (counts[-1] - expected(counts, totals)) / (expected(counts, totals) + 1) if len(counts) > 1 else 0.0


def expected(counts: Sequence[int], totals: Sequence[int]) -> float:
    """Return the count of the last period had the tag kept its share; 0 where there were no notes before."""
    before = sum(totals[:-1])
    return sum(counts[:-1]) / before * totals[-1] if before else 0.0


def direction(counts: Sequence[int], totals: Sequence[int]) -> Direction:
    """Return which way a tag goes."""
    if len(counts) > 1 and counts[-1] and not any(counts[:-1]):
        return Direction.NEW
    grown = growth(counts, totals)
    if grown >= RISES_FROM and counts[-1] >= TELLING:
        return Direction.RISING
    if grown <= FALLS_FROM and expected(counts, totals) >= MISSED:
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


def _place(spans: Sequence[Span], day: date) -> int | None:
    return next((place for place, span in enumerate(spans) if span.first_day <= day <= span.last_day), None)


def _trends(
    spans: Sequence[Span], totals: Sequence[int], tagged: Iterable[TaggedDay], only: Collection[str]
) -> list[TagTrend]:
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0] * len(spans))
    engagements: defaultdict[str, int] = defaultdict(int)
    for tag in only:
        counts[tag]  # named, so told of even where it never occurs
    for one in tagged:
        place = _place(spans, one.day)
        if place is not None and (not only or one.tag in only):
            counts[one.tag][place] += one.notes
            engagements[one.tag] += one.engagement
    return [_trend(tag, spans, row, totals, engagements[tag]) for tag, row in counts.items()]


def _trend(tag: str, spans: Sequence[Span], counts: list[int], totals: Sequence[int], engagement: int) -> TagTrend:
    peak = max(range(len(spans)), key=lambda place: (counts[place], place))
    return TagTrend(
        tag,
        tuple(counts),
        growth(counts, totals),
        direction(counts, totals),
        spans[peak].first_day,
        engagement / sum(counts) if any(counts) else 0.0,
    )
