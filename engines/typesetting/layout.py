"""Layout of a text in a box: the largest size that fits, and the position of each line."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engines.language.words import take_words
from engines.typesetting.line_breaks import (
    NOT_AT_LINE_END,
    NOT_AT_LINE_START,
    Extent,
    Segment,
    WordBreak,
    break_lines,
    split_segments,
)
from engines.typesetting.typeface import Typeface
from engines.typesetting.values import Align, Anchor, Rectangle

ELLIPSIS = "…"
# Fractions of the size. The square of an ideograph reaches 0.88 above and 0.12 below the baseline.
ASCENT, DESCENT = 0.88, 0.12
TITLE_PITCH, BODY_PITCH = 1.28, 1.45
TITLE_LINES = 3
# The smallest share of the largest size that is accepted to avoid breaks in Chinese words.
MIN_SIZE_SHARE = 0.8
# A text can be narrower at a larger size: fonts round the advance of each glyph to whole pixels. Within this many sizes
# every advance grows by a pixel, as none is below a fifth of the size: what fits at a size fits at this many less.
ROUNDING_SIZES = 5


class SizeRange(NamedTuple):
    """Minimum and maximum size in pixels."""

    min: int
    max: int


@dataclass(frozen=True, slots=True)
class Margin:
    """Free space between text and box, in fractions of the size."""

    horizontal: float = 0.0
    vertical: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line and its extent around its start and its baseline, in pixels."""

    text: str
    left: int
    right: int
    above: int
    below: int


@dataclass(frozen=True, slots=True)
class TextLayout:
    """Lines at one size; *truncated* if the end of the text is missing."""

    size: int
    lines: tuple[Line, ...]
    truncated: bool = False

    @property
    def pitch(self) -> int:
        """Distance of two baselines in pixels."""
        return math.ceil(self.size * (TITLE_PITCH if len(self.lines) <= TITLE_LINES else BODY_PITCH))

    @property
    def width(self) -> int:
        """Width of the widest line."""
        return max(line.right - line.left for line in self.lines)

    @property
    def above(self) -> int:
        """Height above the first baseline."""
        square = math.ceil(ASCENT * self.size)
        return max(square, *(line.above - number * self.pitch for number, line in enumerate(self.lines)))

    @property
    def below(self) -> int:
        """Height below the first baseline."""
        square = math.ceil(DESCENT * self.size) + (len(self.lines) - 1) * self.pitch
        return max(square, *(line.below + number * self.pitch for number, line in enumerate(self.lines)))


class PlacedLine(NamedTuple):
    """A line and the start of its baseline in the image."""

    line: Line
    x: int
    y: int

    @property
    def bounds(self) -> Rectangle:
        """The rectangle of the line."""
        return self.x + self.line.left, self.y - self.line.above, self.x + self.line.right, self.y + self.line.below


def fit_text(
    text: str, typeface: Typeface, room: tuple[int, int], sizes: SizeRange, margin: Margin
) -> TextLayout | None:
    """Return *text* at the largest of *sizes* that fits *room* (width, height), None if none does.

    A slightly smaller size is used if it avoids breaks in Chinese words, unless the text is a column of characters.
    Latin words are broken only if they do not fit at any size.
    """

    def search(word_break: WordBreak) -> TextLayout | None:
        paragraphs = _split_paragraphs(text, word_break)
        return _find_largest(sizes, lambda size: _lay_out(paragraphs, typeface, size, room, margin))

    best = search(WordBreak.NORMAL)
    if best is None:
        return search(WordBreak.BREAK_ALL)
    if all(len(line.text) == 1 for line in best.lines):
        return best
    whole = search(WordBreak.KEEP_ALL)
    return whole if whole is not None and whole.size >= MIN_SIZE_SHARE * best.size else best


def truncate_text(text: str, typeface: Typeface, room: tuple[int, int], size: int, margin: Margin) -> TextLayout | None:
    """Return as much of *text* as fits *room* at *size*, with an ellipsis; None if not even one character fits."""

    def cut(length: int) -> str:
        return take_words(text, length).rstrip("".join(NOT_AT_LINE_END)).rstrip()

    def fits(length: int) -> TextLayout | None:
        paragraphs = _split_paragraphs(cut(length) + ELLIPSIS, WordBreak.BREAK_ALL)
        return _lay_out(paragraphs, typeface, size, room, margin)

    # Brackets at the beginning have nothing to stand before: lengths at which nothing is left are no candidates.
    first = next((length for length in range(1, len(text)) if cut(length)), len(text))
    best = _find_largest(SizeRange(first, len(text) - 1), fits)
    return TextLayout(best.size, best.lines, truncated=True) if best is not None else None


def place_lines(layout: TextLayout, box: Rectangle, align: Align, anchor: Anchor, margin: Margin) -> list[PlacedLine]:
    """Return the lines of *layout* with their positions; all of them lie within *box*."""
    horizontal, vertical = _to_pixels(margin, layout.size)
    left, top, right, bottom = box[0] + horizontal, box[1] + vertical, box[2] - horizontal, box[3] - vertical
    free = bottom - top - layout.above - layout.below
    first = top + layout.above + {Anchor.TOP: 0, Anchor.MIDDLE: free // 2, Anchor.BOTTOM: free}[anchor]
    placed = list[PlacedLine]()
    for number, line in enumerate(layout.lines):
        spare = right - left - (line.right - line.left)
        x = left + {Align.LEFT: 0, Align.CENTER: spare // 2, Align.RIGHT: spare}[align] - line.left
        placed.append(PlacedLine(line, x, first + number * layout.pitch))
    return placed


def _find_largest(range_: SizeRange, fits: Callable[[int], TextLayout | None]) -> TextLayout | None:
    """Return the result of *fits* for the largest number of *range_* for which it is not None.

    If it is not None for a number, it is not None for the one that is ROUNDING_SIZES less, if that is in *range_*.
    """
    low, high, best = range_.min, range_.max, None
    while low <= high:
        middle = (low + high + 1) // 2
        layout = fits(middle)
        if layout is None:
            high = middle - 1
        else:
            best, low = layout, middle + 1
    number = low
    while number <= min(range_.max, low + ROUNDING_SIZES - 1):  # else no larger number fits either
        layout = fits(number)
        number += 1
        if layout is not None:
            best, low = layout, number
    return best


def _split_paragraphs(text: str, word_break: WordBreak) -> list[list[Segment]]:
    return [split_segments(paragraph, word_break) for paragraph in text.split("\n")]


def _lay_out(
    paragraphs: Sequence[Sequence[Segment]], typeface: Typeface, size: int, room: tuple[int, int], margin: Margin
) -> TextLayout | None:
    horizontal, vertical = _to_pixels(margin, size)
    width, height = room[0] - 2 * horizontal, room[1] - 2 * vertical

    @cache
    def extent(part: str) -> Extent:
        return _measure_extent(part, typeface, size)

    lines = list[Line]()
    for segments in paragraphs:
        # The minimum number of lines, with two blank halves of punctuation each: rejects most sizes that are too large.
        fewest = (
            sum(extent(segment.text).advance for segment in segments) / (width + 2 * size) if width > 0 else math.inf
        )
        broken = _break(segments, extent, typeface, size, width) if (fewest - 1) * size * TITLE_PITCH < height else None
        if broken is None:
            return None
        lines += broken
    layout = TextLayout(size, tuple(lines))
    return layout if layout.above + layout.below <= height else None


def _break(
    segments: Sequence[Segment], extent: Callable[[str], Extent], typeface: Typeface, size: int, width: int
) -> list[Line] | None:
    """Return *segments* as lines within *width*, None if a single segment is wider.

    Lines are broken by their advance widths. If strokes exceed these, lines are broken again at a smaller width.
    Otherwise a size whose lines are just too wide would not fit, although larger ones do, on more lines.
    """
    within = width
    while within > 0 and (texts := break_lines(segments, extent, within)) is not None:
        lines = [_measure_line(text, typeface, size) for text in texts]
        beyond = max((line.right - line.left for line in lines), default=0) - width
        if beyond <= 0:
            return lines
        within -= beyond
    return None


def _measure_line(text: str, typeface: Typeface, size: int) -> Line:
    """Return *text* as a line, without the blank halves of punctuation at its ends."""
    left, top, right, bottom = typeface.measure_bounds(text, size)
    lead, tail = _measure_blank(text, typeface, size)
    return Line(text, lead or min(0, left), right - tail, max(0, -top), max(0, bottom))


def _measure_extent(text: str, typeface: Typeface, size: int) -> Extent:
    return Extent(typeface.measure_advance(text, size), *_measure_blank(text, typeface, size))


def _measure_blank(text: str, typeface: Typeface, size: int) -> tuple[int, int]:
    """Return the blank widths of punctuation at the start and end of *text*."""
    lead = typeface.measure_bearings(text[0], size)[0] if text[0] in NOT_AT_LINE_END else 0
    tail = typeface.measure_bearings(text[-1], size)[1] if text[-1] in NOT_AT_LINE_START else 0
    return lead, tail


def _to_pixels(margin: Margin, size: int) -> tuple[int, int]:
    return math.ceil(margin.horizontal * size), math.ceil(margin.vertical * size)
