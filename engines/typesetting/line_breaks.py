"""Line breaking: between Chinese characters and between Latin words, according to the rules of punctuation."""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from itertools import accumulate
from typing import NamedTuple

from services.common.text import segmentation

# GB/T 15834-2011, 5.1.10 and JIS X 4051: characters that must not start a line, and those that must not end one.
NOT_AT_LINE_START = frozenset(
    "，。、；：？！）》」』】〕〉〗］｝”’…—～·‧％‰℃°,.;:?!)]}%ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々〻ヽヾゝゞ"
)
NOT_AT_LINE_END = frozenset("（《「『【〔〈〖［｛“‘￥＄£€¥$([{#＃@＠№")

# A Latin word with adjacent signs; an apostrophe inside a word does not end it.
_CHINESE = "\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffef\U00020000-\U0003ffff"
_WORD = rf"(?:[^\s{_CHINESE}“”‘’…—]|(?<=\w)’(?=[A-Za-z]))+"
_TOKEN = re.compile(rf"(\s*)({_WORD}|\S)")
_LETTER = re.compile(r"(\s*)(\S)")
# Cost of a split Chinese word; an empty line costs 1, a half-empty one a quarter.
SPLIT_WORD_COST = 0.3


class WordBreak(Enum):
    """Rules for breaking words, as in the CSS property `word-break`.

    KEEP_ALL breaks no word, NORMAL breaks Chinese words but no Latin ones, BREAK_ALL breaks between any characters.
    """

    KEEP_ALL = auto()
    NORMAL = auto()
    BREAK_ALL = auto()


class Segment(NamedTuple):
    """A part of a paragraph without break opportunities; *gap* is the space before it, dropped at a line start."""

    gap: str
    text: str
    splits_word: bool


class Extent(NamedTuple):
    """Advance width of a text, and the blank part of punctuation at its start and end."""

    advance: float
    lead: float
    tail: float


class _Break(NamedTuple):
    """Number and cost of the lines up to a segment, and the index where the last of these lines starts."""

    lines: int
    cost: float
    start: int


def split_segments(paragraph: str, word_break: WordBreak = WordBreak.NORMAL) -> list[Segment]:
    """Return the segments of one *paragraph*."""
    starts = set(accumulate((len(word) for word in segmentation.segment(paragraph)), initial=0))
    segments = list[Segment]()
    for token in (_LETTER if word_break is WordBreak.BREAK_ALL else _TOKEN).finditer(paragraph):
        gap, text = token.groups()
        splits_word = not gap and token.start(2) not in starts
        glued = segments and (segments[-1].text[-1] in NOT_AT_LINE_END or text[0] in NOT_AT_LINE_START)
        if glued or (segments and splits_word and word_break is WordBreak.KEEP_ALL):
            before = segments.pop()
            segments.append(before._replace(text=before.text + gap + text))
        else:
            segments.append(Segment(gap, text, splits_word))
    return segments


def break_lines(segments: Sequence[Segment], extent: Callable[[str], Extent], width: float) -> list[str] | None:
    """Return *segments* in as few lines as possible, None if a segment is wider than *width*.

    Among the solutions, select the one with the most even lines and the fewest split Chinese words
    (the sum of squared slacks, as in Knuth and Plass, Breaking paragraphs into lines, 1981).
    """
    extents = [extent(segment.text) for segment in segments]
    gaps = [extent(segment.gap).advance if segment.gap else 0.0 for segment in segments]
    best = [_Break(0, 0.0, 0)]
    for end in range(1, len(segments) + 1):
        split = SPLIT_WORD_COST if end < len(segments) and segments[end].splits_word else 0.0
        breaks = list(_iterate_breaks(extents, gaps, width, best, end))
        if not breaks:
            return None
        line_break = min(breaks)
        best.append(line_break._replace(cost=line_break.cost + split))
    lines, end = list[str](), len(segments)
    while end:
        start = best[end].start
        lines.append(_join(segments[start:end]))
        end = start
    return lines[::-1]


def _iterate_breaks(
    extents: Sequence[Extent], gaps: Sequence[float], width: float, best: Sequence[_Break], end: int
) -> Iterator[_Break]:
    """Yield every break that ends a line of at most *width* before the segment *end*."""
    length = -extents[end - 1].tail
    for start in range(end - 1, -1, -1):
        length += extents[start].advance
        visible = length - extents[start].lead
        if visible <= width:
            yield _Break(best[start].lines + 1, best[start].cost + ((width - visible) / width) ** 2, start)
        elif length - width > extents[start].advance:
            return  # longer lines are wider still
        length += gaps[start]


def _join(segments: Sequence[Segment]) -> str:
    return segments[0].text + "".join(segment.gap + segment.text for segment in segments[1:])
