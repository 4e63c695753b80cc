"""Where the texts of a note's picture stand: each in a third of it, none over another."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from services.executor.domain.overlay.values import Anchor, Box, TextOverlay, Weight


class Position(StrEnum):
    """The third of the picture a text stands in."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


class Rank(IntEnum):
    """How large a text is; the lower ranks stand under the higher ones."""

    TITLE = 0
    SUBTITLE = 1
    CAPTION = 2


@dataclass(frozen=True, slots=True)
class PlannedText:
    """A text that is to stand on a picture."""

    text: str
    position: Position
    rank: Rank


@dataclass(frozen=True, slots=True)
class _Form:
    """How texts of a rank are set: height of their box in the picture's, sizes in its shorter side."""

    height: float
    least: float
    most: float
    weight: Weight


_FORMS = {
    Rank.TITLE: _Form(0.2, 0.05, 0.12, Weight.BOLD),
    Rank.SUBTITLE: _Form(0.085, 0.03, 0.056, Weight.BOLD),
    Rank.CAPTION: _Form(0.055, 0.022, 0.034, Weight.REGULAR),
}
# Free at the sides: what phones cut off or lay buttons over.
_SIDE = 0.07
# On small pictures a line with its plate needs more than its share.
_LEAST_PIXELS = 20
# The picture's thirds, less what stays free between them and at its edges.
_THIRDS = {Position.TOP: (0.035, 0.345), Position.MIDDLE: (0.36, 0.64), Position.BOTTOM: (0.655, 0.965)}
_GAP = 0.012


def place_texts(texts: Sequence[PlannedText], height: int) -> tuple[TextOverlay, ...]:
    """Return *texts*, in their order, as overlays whose boxes never meet on a picture *height* pixels high.

    In each third they stand by rank, the title first: from its top in the upper third, around its middle, and down to
    its bottom in the lower one. Where a third holds more than it has room for, all of its boxes shrink alike.
    """
    placed: dict[int, TextOverlay] = {}
    for position in Position:
        here = [number for number, text in enumerate(texts) if text.position is position]
        here.sort(key=lambda number: texts[number].rank)
        placed |= _stacked([(number, texts[number]) for number in here], position, height)
    return tuple(placed[number] for number in range(len(texts)))


def _stacked(texts: Sequence[tuple[int, PlannedText]], position: Position, height: int) -> dict[int, TextOverlay]:
    """Return the texts of one third, numbered, below each other."""
    first, last = _THIRDS[position]
    room = last - first - _GAP * (len(texts) - 1)
    wanted = [max(_FORMS[text.rank].height, _LEAST_PIXELS / height) for _, text in texts]
    scale = min(1.0, room / sum(wanted)) if texts else 1.0
    heights = [share * scale for share in wanted]
    free = room - sum(heights)
    top = first + {Position.TOP: 0.0, Position.MIDDLE: free / 2, Position.BOTTOM: free}[position]
    placed = dict[int, TextOverlay]()
    for place, ((number, text), share) in enumerate(zip(texts, heights, strict=True)):
        box = Box(_SIDE, top, 1 - 2 * _SIDE, share)
        placed[number] = _overlay(text, box, _anchor(position, place, len(texts)))
        top += share + _GAP
    return placed


def _anchor(position: Position, place: int, count: int) -> Anchor:
    """Return where lines stand in their box, so that a title and what belongs to it stay together."""
    if count == 1:
        return {Position.TOP: Anchor.TOP, Position.MIDDLE: Anchor.MIDDLE, Position.BOTTOM: Anchor.BOTTOM}[position]
    return Anchor.BOTTOM if place == 0 else Anchor.TOP


def _overlay(text: PlannedText, box: Box, anchor: Anchor) -> TextOverlay:
    form = _FORMS[text.rank]
    return TextOverlay(
        text=text.text,
        box=box,
        anchor=anchor,
        weight=form.weight,
        least_size=form.least,
        most_size=form.most,
        shorten=True,
    )
