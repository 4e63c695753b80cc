"""Titles with high engagement, and their patterns."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from statistics import median

from services.common.text.width import measure_width

MAX_SHORT = 24
MAX_MEDIUM = 40
"""In columns; a Chinese character takes two: up to 12 characters are a short title, more than 20 a long one."""

_NUMBER = re.compile(
    r"\d|(?<![一不第统唯])[一二两三四五六七八九十百]+(?=[个种件样本步条天周年月页招款支次处点道首副场篇三类])"
)
_QUESTION = re.compile(r"[?？]|(?:吗|呢)$")
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\u2b50\u2b55]")


class TitlePattern(StrEnum):
    """A pattern of titles."""

    NUMBER = "number"
    QUESTION = "question"
    EXCLAMATION = "exclamation"
    EMOJI = "emoji"
    COLON = "colon"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class TitledNote:
    """The title of a note with its engagement."""

    key: str
    title: str
    topic: str
    published: date
    engagement: int


@dataclass(frozen=True, slots=True)
class TitlePatternStatistics:
    """Frequency of a pattern, and the engagement of titles with it.

    Attributes:
        share: share of the analyzed titles, 0 to 1.
        engagement: the median; a single viral note would dominate a mean.
        lift: that divided by the median of all titles; 0 if the latter is 0.

    """

    pattern: TitlePattern
    notes: int
    share: float
    engagement: float
    lift: float


def detect_patterns(title: str) -> tuple[TitlePattern, ...]:
    """Return every pattern of *title*, in the order of `TitlePattern`; exactly one of them is its length."""
    columns = measure_width(title)
    if columns <= MAX_SHORT:
        length = TitlePattern.SHORT
    else:
        length = TitlePattern.MEDIUM if columns <= MAX_MEDIUM else TitlePattern.LONG
    has_pattern = {
        TitlePattern.NUMBER: _NUMBER.search(title) is not None,
        TitlePattern.QUESTION: _QUESTION.search(title) is not None,
        TitlePattern.EXCLAMATION: "!" in title or "！" in title,
        TitlePattern.EMOJI: _EMOJI.search(title) is not None,
        TitlePattern.COLON: ":" in title or "：" in title,
        length: True,
    }
    return tuple(pattern for pattern in TitlePattern if has_pattern.get(pattern))


def select_best(titles: Sequence[TitledNote], limit: int) -> tuple[TitledNote, ...]:
    """Return the *limit* titles with the highest engagement; of equals the newest first, then by key."""
    return tuple(sorted(titles, key=lambda one: (-one.engagement, -one.published.toordinal(), one.key))[:limit])


def compute_pattern_statistics(titles: Sequence[TitledNote]) -> tuple[TitlePatternStatistics, ...]:
    """Return the statistics of each pattern that occurs, the highest lift first."""
    if not titles:
        return ()
    overall = float(median(one.engagement for one in titles))
    by_pattern: dict[TitlePattern, list[int]] = {}
    for one in titles:
        for pattern in detect_patterns(one.title):
            by_pattern.setdefault(pattern, []).append(one.engagement)
    statistics = [
        TitlePatternStatistics(
            pattern,
            len(engagements),
            len(engagements) / len(titles),
            float(median(engagements)),
            float(median(engagements)) / overall if overall else 0.0,
        )
        for pattern, engagements in by_pattern.items()
    ]
    return tuple(sorted(statistics, key=lambda one: (-one.lift, list(TitlePattern).index(one.pattern))))
