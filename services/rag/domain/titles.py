"""Titles that are well received, and what their wording has in common."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from statistics import median

SHORT = 24
LONG = 40
"""Columns, a Chinese character taking two: up to 12 characters are a short title, more than 20 a long one."""

_NUMBER = re.compile(
    r"\d|(?<![一不第统唯])[一二两三四五六七八九十百]+(?=[个种件样本步条天周年月页招款支次处点道首副场篇三类])"
)
_QUESTION = re.compile(r"[?？]|(?:吗|呢)$")
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\u2b50\u2b55]")


class Pattern(StrEnum):
    """How a title is worded."""

    NUMBER = "number"
    QUESTION = "question"
    EXCLAMATION = "exclamation"
    EMOJI = "emoji"
    COLON = "colon"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Titled:
    """A note as far as its title goes, with how well it was received."""

    key: str
    title: str
    topic: str
    published: date
    engagement: int


@dataclass(frozen=True, slots=True)
class PatternFigures:
    """How often a pattern occurs, and how well titles with it are received.

    Attributes:
        share: part of the titles looked at, 0 to 1.
        engagement: the median; a mean would tell of the one note that everybody saw.
        lift: that divided by the median of all; 0 where that is 0.

    """

    pattern: Pattern
    notes: int
    share: float
    engagement: float
    lift: float


def patterns_of(title: str) -> tuple[Pattern, ...]:
    """Return every pattern of *title*, in the order of `Pattern`; exactly one of them is its length."""
    columns = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in title)
    length = Pattern.SHORT if columns <= SHORT else Pattern.MEDIUM if columns <= LONG else Pattern.LONG
    found = {
        Pattern.NUMBER: _NUMBER.search(title) is not None,
        Pattern.QUESTION: _QUESTION.search(title) is not None,
        Pattern.EXCLAMATION: "!" in title or "！" in title,
        Pattern.EMOJI: _EMOJI.search(title) is not None,
        Pattern.COLON: ":" in title or "：" in title,
        length: True,
    }
    return tuple(pattern for pattern in Pattern if found.get(pattern))


def best(titles: Sequence[Titled], limit: int) -> tuple[Titled, ...]:
    """Return the *limit* best received; of equals the newest first, then by key."""
    return tuple(sorted(titles, key=lambda one: (-one.engagement, -one.published.toordinal(), one.key))[:limit])


def pattern_figures(titles: Sequence[Titled]) -> tuple[PatternFigures, ...]:
    """Return the figures of each pattern that occurs, the highest lift first."""
    if not titles:
        return ()
    usual = float(median(one.engagement for one in titles))
    by_pattern: dict[Pattern, list[int]] = {}
    for one in titles:
        for pattern in patterns_of(one.title):
            by_pattern.setdefault(pattern, []).append(one.engagement)
    figures = [
        PatternFigures(
            pattern,
            len(engagements),
            len(engagements) / len(titles),
            float(median(engagements)),
            float(median(engagements)) / usual if usual else 0.0,
        )
        for pattern, engagements in by_pattern.items()
    ]
    return tuple(sorted(figures, key=lambda one: (-one.lift, list(Pattern).index(one.pattern))))
