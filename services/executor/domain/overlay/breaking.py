"""Where a line may end: between Chinese characters, between Latin words, never against the rules of punctuation."""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from itertools import accumulate
from typing import NamedTuple

import rjieba

# GB/T 15834-2011, 5.1.10 and JIS X 4051: what must not begin a line, and what must not end one.
NOT_FIRST = frozenset(
    "，。、；：？！）》」』】〕〉〗］｝”’…—～·‧％‰℃°,.;:?!)]}%ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々〻ヽヾゝゞ"
)
NOT_LAST = frozenset("（《「『【〔〈〖［｛“‘￥＄£€¥$([{#＃@＠№")

# A Latin word with what is written together with it; an apostrophe inside one does not end it.
_CHINESE = "\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffef\U00020000-\U0003ffff"
_WORD = rf"(?:[^\s{_CHINESE}“”‘’…—]|(?<=\w)’(?=[A-Za-z]))+"
_TOKEN = re.compile(rf"(\s*)({_WORD}|\S)")
_LETTER = re.compile(r"(\s*)(\S)")
# What a split Chinese word costs; an empty line costs 1, a half-empty one a quarter.
SPLIT_WORD = 0.3


class Keep(Enum):
    """What is kept on one line."""

    ALL_WORDS = auto()
    LATIN_WORDS = auto()
    CHARACTERS = auto()


class Piece(NamedTuple):
    """What stays on one line: *gap* is the space before it, which goes where a line begins with the piece."""

    gap: str
    text: str
    splits_word: bool


class Extent(NamedTuple):
    """How far a text goes, and how much of that is empty where its punctuation begins or ends a line."""

    advance: float
    lead: float
    tail: float


class _Way(NamedTuple):
    """Lines and cost of setting the pieces up to some point, and where the last of those lines begins."""

    lines: int
    cost: float
    start: int


def pieces_of(paragraph: str, keep: Keep = Keep.LATIN_WORDS) -> list[Piece]:
    """Return the pieces of one *paragraph*."""
    starts = set(accumulate((len(word) for word in rjieba.cut(paragraph)), initial=0))
    pieces = list[Piece]()
    for token in (_LETTER if keep is Keep.CHARACTERS else _TOKEN).finditer(paragraph):
        gap, text = token.groups()
        splits_word = not gap and token.start(2) not in starts
        glued = pieces and (pieces[-1].text[-1] in NOT_LAST or text[0] in NOT_FIRST)
        if glued or (pieces and splits_word and keep is Keep.ALL_WORDS):
            before = pieces.pop()
            pieces.append(before._replace(text=before.text + gap + text))
        else:
            pieces.append(Piece(gap, text, splits_word))
    return pieces


def break_lines(pieces: Sequence[Piece], extent: Callable[[str], Extent], width: float) -> list[str] | None:
    """Return *pieces* in as few lines as possible, None when a piece is wider than *width*.

    Among the ways to do that: the one whose lines are most alike and split the fewest Chinese words
    (the sum of squared slacks, as in Knuth and Plass, Breaking paragraphs into lines, 1981).
    """
    extents = [extent(piece.text) for piece in pieces]
    gaps = [extent(piece.gap).advance if piece.gap else 0.0 for piece in pieces]
    best = [_Way(0, 0.0, 0)]
    for end in range(1, len(pieces) + 1):
        split = SPLIT_WORD if end < len(pieces) and pieces[end].splits_word else 0.0
        ways = list(_endings(extents, gaps, width, best, end))
        if not ways:
            return None
        way = min(ways)
        best.append(way._replace(cost=way.cost + split))
    lines, end = list[str](), len(pieces)
    while end:
        start = best[end].start
        lines.append(_joined(pieces[start:end]))
        end = start
    return lines[::-1]


def _endings(
    extents: Sequence[Extent], gaps: Sequence[float], width: float, best: Sequence[_Way], end: int
) -> Iterator[_Way]:
    """Yield every way to end a line of at most *width* before the piece *end*."""
    length = -extents[end - 1].tail
    for start in range(end - 1, -1, -1):
        length += extents[start].advance
        seen = length - extents[start].lead
        if seen <= width:
            yield _Way(best[start].lines + 1, best[start].cost + ((width - seen) / width) ** 2, start)
        elif length - width > extents[start].advance:
            return  # longer lines are wider still
        length += gaps[start]


def _joined(pieces: Sequence[Piece]) -> str:
    return pieces[0].text + "".join(piece.gap + piece.text for piece in pieces[1:])
