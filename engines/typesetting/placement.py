"""Placement of the planned texts of an image: each in one third of it, without overlap."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.typesetting.values import Anchor, Box, TextOverlay, Weight
from services.common.contract.note import OverlayKind, OverlayPosition, PlannedText


@dataclass(frozen=True, slots=True)
class _Style:
    """Style of a kind of text: height of its box in fractions of the image's height, sizes of the shorter side."""

    height: float
    min_size: float
    max_size: float
    weight: Weight


# On a phone an image is about 360 points wide: the smallest text has 13 of them if the image is not wider than high.
_STYLES = {
    OverlayKind.TITLE: _Style(0.2, 0.05, 0.12, Weight.BOLD),
    OverlayKind.SUBTITLE: _Style(0.085, 0.038, 0.056, Weight.BOLD),
    OverlayKind.CAPTION: _Style(0.065, 0.036, 0.046, Weight.BOLD),
}
# Side margin: phones crop it or display buttons there.
_SIDE = 0.07
# On small images a line with its plate needs more than its share.
_MIN_PIXELS = 20
# The thirds of the image without the gaps between them and at its edges.
_THIRDS = {
    OverlayPosition.TOP: (0.035, 0.345),
    OverlayPosition.MIDDLE: (0.36, 0.64),
    OverlayPosition.BOTTOM: (0.655, 0.965),
}
_GAP = 0.012
_ORDER = tuple(OverlayKind)


def place_texts(texts: Sequence[PlannedText], width: int, height: int) -> tuple[TextOverlay, ...]:
    """Return *texts*, in their order, as overlays whose boxes do not overlap in an image of *width* x *height*.

    In each third they are stacked by kind, the title first: from the top of the upper third, around the middle, down to
    the bottom of the lower third. If a third has too little space, all of its boxes shrink alike. In an image that is
    wider than high, which a phone shows smaller, boxes and texts are larger as far as there is space.
    """
    overlays: dict[int, TextOverlay] = {}
    for position in OverlayPosition:
        here = [number for number, text in enumerate(texts) if text.position is position]
        here.sort(key=lambda number: _ORDER.index(texts[number].kind))
        overlays |= _stack([(number, texts[number]) for number in here], position, width, height)
    return tuple(overlays[number] for number in range(len(texts)))


def _stack(
    texts: Sequence[tuple[int, PlannedText]], position: OverlayPosition, width: int, height: int
) -> dict[int, TextOverlay]:
    """Return the numbered texts of one third below each other."""
    first, last = _THIRDS[position]
    space = last - first - _GAP * (len(texts) - 1)
    needed = [max(_STYLES[text.kind].height, _MIN_PIXELS / height) for _, text in texts]
    scale = min(max(1.0, width / height), space / sum(needed)) if texts else 1.0
    heights = [share * scale for share in needed]
    free = space - sum(heights)
    top = first + {OverlayPosition.TOP: 0.0, OverlayPosition.MIDDLE: free / 2, OverlayPosition.BOTTOM: free}[position]
    overlays = dict[int, TextOverlay]()
    for index, ((number, text), share) in enumerate(zip(texts, heights, strict=True)):
        box = Box(_SIDE, top, 1 - 2 * _SIDE, share)
        overlays[number] = _to_overlay(text, box, _choose_anchor(position, index, len(texts)), max(1.0, scale))
        top += share + _GAP
    return overlays


def _choose_anchor(position: OverlayPosition, index: int, count: int) -> Anchor:
    """Return the anchor that keeps a title and the texts below it together."""
    if count == 1:
        return {
            OverlayPosition.TOP: Anchor.TOP,
            OverlayPosition.MIDDLE: Anchor.MIDDLE,
            OverlayPosition.BOTTOM: Anchor.BOTTOM,
        }[position]
    return Anchor.BOTTOM if index == 0 else Anchor.TOP


def _to_overlay(text: PlannedText, box: Box, anchor: Anchor, scale: float) -> TextOverlay:
    style = _STYLES[text.kind]
    return TextOverlay(
        text=text.text,
        box=box,
        anchor=anchor,
        weight=style.weight,
        min_size=style.min_size * scale,
        max_size=style.max_size * scale,
        shorten=True,
    )
