"""The largest size at which a text fits its box, and where each of its lines stands."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from services.executor.domain.overlay.breaking import NOT_FIRST, NOT_LAST, Extent, Keep, Piece, break_lines, pieces_of
from services.executor.domain.overlay.typeface import Typeface
from services.executor.domain.overlay.values import Align, Anchor, Rectangle

ELLIPSIS = "…"
# Parts of the size. An ideograph's square stands 0.88 above and 0.12 below the baseline.
ASCENT, DESCENT = 0.88, 0.12
TITLE_PITCH, BODY_PITCH = 1.28, 1.45
TITLE_LINES = 3
# How much of the largest size is kept at least for the sake of whole Chinese words.
WORTH = 0.8


class Sizes(NamedTuple):
    """The least and the most size that is wanted, in pixels."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Margin:
    """What stays free between text and box, as parts of the size."""

    across: float = 0.0
    down: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line, with what it takes on both sides of its start and of its baseline; pixels."""

    text: str
    left: int
    right: int
    above: int
    below: int


@dataclass(frozen=True, slots=True)
class Setting:
    """Lines at one size; *cut* when the end of the text is missing."""

    size: int
    lines: tuple[Line, ...]
    cut: bool = False

    @property
    def pitch(self) -> int:
        """From one baseline to the next, in pixels."""
        return math.ceil(self.size * (TITLE_PITCH if len(self.lines) <= TITLE_LINES else BODY_PITCH))

    @property
    def width(self) -> int:
        """Of the widest line."""
        return max(line.right - line.left for line in self.lines)

    @property
    def above(self) -> int:
        """What the lines take above the first baseline."""
        square = math.ceil(ASCENT * self.size)
        return max(square, *(line.above - number * self.pitch for number, line in enumerate(self.lines)))

    @property
    def below(self) -> int:
        """What the lines take below the first baseline."""
        square = math.ceil(DESCENT * self.size) + (len(self.lines) - 1) * self.pitch
        return max(square, *(line.below + number * self.pitch for number, line in enumerate(self.lines)))


class Placed(NamedTuple):
    """A line, and where on the picture its baseline starts."""

    line: Line
    x: int
    y: int

    @property
    def area(self) -> Rectangle:
        """What the line takes."""
        return self.x + self.line.left, self.y - self.line.above, self.x + self.line.right, self.y + self.line.below


def largest(text: str, typeface: Typeface, room: tuple[int, int], sizes: Sizes, margin: Margin) -> Setting | None:
    """Return *text* at the largest of *sizes* that fits *room* (width, height), None when none does.

    It is set a little smaller where that keeps Chinese words whole, unless it stands as a column of characters;
    Latin words are broken only when they cannot be kept whole at any size.
    """

    def search(keep: Keep) -> Setting | None:
        paragraphs = _paragraphs(text, keep)
        return _search(sizes, lambda size: _set(paragraphs, typeface, size, room, margin))

    found = search(Keep.LATIN_WORDS)
    if found is None:
        return search(Keep.CHARACTERS)
    if all(len(line.text) == 1 for line in found.lines):
        return found
    whole = search(Keep.ALL_WORDS)
    return whole if whole is not None and whole.size >= WORTH * found.size else found


def shortened(text: str, typeface: Typeface, room: tuple[int, int], size: int, margin: Margin) -> Setting | None:
    """Return as much of *text* as fits *room* at *size*, with an ellipsis; None when not one character does."""

    def fits(length: int) -> Setting | None:
        kept = text[:length].rstrip().rstrip("".join(NOT_LAST)).rstrip()
        return _set(_paragraphs(kept + ELLIPSIS, Keep.CHARACTERS), typeface, size, room, margin) if kept else None

    found = _search(Sizes(1, len(text) - 1), fits)
    return Setting(found.size, found.lines, cut=True) if found is not None else None


def place(setting: Setting, box: Rectangle, align: Align, anchor: Anchor, margin: Margin) -> list[Placed]:
    """Return where the lines of *setting* stand in *box*; nothing of them lies outside it."""
    across, down = _pixels(margin, setting.size)
    left, top, right, bottom = box[0] + across, box[1] + down, box[2] - across, box[3] - down
    free = bottom - top - setting.above - setting.below
    first = top + setting.above + {Anchor.TOP: 0, Anchor.MIDDLE: free // 2, Anchor.BOTTOM: free}[anchor]
    placed = list[Placed]()
    for number, line in enumerate(setting.lines):
        spare = right - left - (line.right - line.left)
        x = left + {Align.LEFT: 0, Align.CENTRE: spare // 2, Align.RIGHT: spare}[align] - line.left
        placed.append(Placed(line, x, first + number * setting.pitch))
    return placed


def _search(range_: Sizes, fits: Callable[[int], Setting | None]) -> Setting | None:
    """Return what *fits* gives for the greatest number of *range_* for which it gives anything."""
    low, high, found = range_.least, range_.most, None
    while low <= high:
        middle = (low + high + 1) // 2
        setting = fits(middle)
        if setting is None:
            high = middle - 1
        else:
            found, low = setting, middle + 1
    return found


def _paragraphs(text: str, keep: Keep) -> list[list[Piece]]:
    return [pieces_of(paragraph, keep) for paragraph in text.split("\n")]


def _set(
    paragraphs: Sequence[Sequence[Piece]], typeface: Typeface, size: int, room: tuple[int, int], margin: Margin
) -> Setting | None:
    across, down = _pixels(margin, size)
    width, height = room[0] - 2 * across, room[1] - 2 * down

    @cache
    def extent(part: str) -> Extent:
        return _extent(part, typeface, size)

    lines = list[Line]()
    for pieces in paragraphs:
        # So many lines at the least, two empty pieces of punctuation in each: tells most sizes that are too large.
        fewest = sum(extent(piece.text).advance for piece in pieces) / (width + 2 * size) if width > 0 else math.inf
        broken = _broken(pieces, extent, typeface, size, width) if (fewest - 1) * size * TITLE_PITCH < height else None
        if broken is None:
            return None
        lines += broken
    setting = Setting(size, tuple(lines))
    return setting if setting.above + setting.below <= height else None


def _broken(
    pieces: Sequence[Piece], extent: Callable[[str], Extent], typeface: Typeface, size: int, width: int
) -> list[Line] | None:
    """Return *pieces* as lines of which nothing goes beyond *width*, None when a piece alone does.

    Lines are broken by their advances, and strokes may go a little beyond those: then anew, by so much narrower.
    Otherwise a size whose lines are just too wide would not fit, though larger ones do, on more lines.
    """
    within = width
    while within > 0 and (texts := break_lines(pieces, extent, within)) is not None:
        lines = [_measured(text, typeface, size) for text in texts]
        beyond = max((line.right - line.left for line in lines), default=0) - width
        if beyond <= 0:
            return lines
        within -= beyond
    return None


def _measured(text: str, typeface: Typeface, size: int) -> Line:
    """Return *text* as a line, without the empty halves of punctuation at its ends."""
    left, top, right, bottom = typeface.reach(text, size)
    lead, tail = _empty(text, typeface, size)
    return Line(text, lead or min(0, left), right - tail, max(0, -top), max(0, bottom))


def _extent(text: str, typeface: Typeface, size: int) -> Extent:
    return Extent(typeface.advance(text, size), *_empty(text, typeface, size))


def _empty(text: str, typeface: Typeface, size: int) -> tuple[int, int]:
    """Return how much of the punctuation that *text* begins and ends with is empty, at those ends."""
    lead = typeface.bearings(text[0], size)[0] if text[0] in NOT_LAST else 0
    tail = typeface.bearings(text[-1], size)[1] if text[-1] in NOT_FIRST else 0
    return lead, tail


def _pixels(margin: Margin, size: int) -> tuple[int, int]:
    return math.ceil(margin.across * size), math.ceil(margin.down * size)
