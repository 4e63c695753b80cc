"""The size a picture must have, and the mark for having it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.common.pictures.arrays import Pixels
from services.critic.domain.expectations import Expectation
from services.critic.domain.marks import Dimension, Fault, Mark

ROTATION: Final = "rotate"
_CUTS: Final = (("crop_left", "crop_right"), ("crop_top", "crop_bottom"))
_SIDES: Final = ("width", "height")

# The parameters of an adjustment that change the size alone.
SIZING: Final = frozenset({*_SIDES, *_CUTS[0], *_CUTS[1]})

# A fraction cut off each of two sides may be rounded either way at both.
_CUT_ROUNDING: Final = 2


@dataclass(frozen=True, slots=True)
class Frame:
    """A size in pixels, either side None where any will do, and by how much a picture may miss it."""

    width: int | None
    height: int | None
    tolerance: int = 0


def asked_frame(expectation: Expectation) -> Frame:
    """Return the size that was asked for by itself."""
    return Frame(expectation.width or None, expectation.height or None)


def kept_frame(before: Pixels, expectation: Expectation) -> Frame:
    """Return the size of a repaint: what was asked for, else that of the picture before."""
    height, width = before.shape[:2]
    return Frame(expectation.width or width, expectation.height or height)


def adjusted_frame(before: Pixels, parameters: Mapping[str, float], expectation: Expectation) -> Frame:
    """Return the size an adjustment of *before* must come to: what was asked for, else what the parameters make of it.

    A quarter turn swaps the sides; after any other turn, or a turn together with a crop, any size will do, as will any
    height when the width alone was given (it may be kept or follow).
    """
    height, width = before.shape[:2]
    asked = [getattr(expectation, side) or int(parameters.get(side, 0)) for side in _SIDES]
    if any(asked):
        return Frame(asked[0] or None, asked[1] or None)
    cut = any(parameters.get(name, 0) for pair in _CUTS for name in pair)
    turn = parameters.get(ROTATION, 0) % 360
    if turn and (cut or turn % 90):
        return Frame(None, None)
    if turn % 180 == 90:
        return Frame(height, width)
    left = [1 - sum(parameters.get(name, 0) for name in pair) for pair in _CUTS]
    return Frame(round(width * left[0]), round(height * left[1]), _CUT_ROUNDING if cut else 0)


def cut(pixels: Pixels, parameters: Mapping[str, float]) -> Pixels:
    """Return *pixels* without what the crop in *parameters* cuts off; whole where it would leave nothing."""
    height, width = pixels.shape[:2]
    columns, rows = (
        slice(round(side * parameters.get(first, 0)), side - round(side * parameters.get(last, 0)))
        for side, (first, last) in zip((width, height), _CUTS, strict=True)
    )
    kept = pixels[rows, columns]
    return kept if kept.size else pixels


def size_mark(pixels: Pixels, frame: Frame) -> Mark:
    """Return 1 for a picture of that size, else less than half, by how much of the area the two have in common."""
    height, width = pixels.shape[:2]
    asked_width, asked_height = frame.width or width, frame.height or height
    about = (f"{asked_width}×{asked_height}",)
    if max(abs(width - asked_width), abs(height - asked_height)) <= frame.tolerance:
        return Mark(Dimension.SIZE, 1.0, Fault.WRONG_SIZE, about)
    common = min(width, asked_width) * min(height, asked_height)
    larger = max(width * height, asked_width * asked_height)
    return Mark(Dimension.SIZE, 0.49 * common / larger, Fault.WRONG_SIZE, about)
