"""The expected size of an image, and the score for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.common.images.arrays import Pixels
from services.critic.domain.image.expectations import Expectation
from services.critic.domain.image.scores import Defect, Dimension, Score

ROTATION: Final = "rotate"
_CROPS: Final = (("crop_left", "crop_right"), ("crop_top", "crop_bottom"))
_SIDES: Final = ("width", "height")

# The parameters of an adjustment that change only the size.
SIZING: Final = frozenset({*_SIDES, *_CROPS[0], *_CROPS[1]})

# Cropped fractions of two sides may each be rounded up or down.
_CROP_ROUNDING: Final = 2


@dataclass(frozen=True, slots=True)
class Frame:
    """A size in pixels, with None for any, and the tolerance for it."""

    width: int | None
    height: int | None
    tolerance: int = 0


def requested_frame(expectation: Expectation) -> Frame:
    """Return the requested size of a new image."""
    return Frame(expectation.width or None, expectation.height or None)


def inpainted_frame(before: Pixels, expectation: Expectation) -> Frame:
    """Return the size of an inpainted image: the requested one, else that of the original."""
    height, width = before.shape[:2]
    return Frame(expectation.width or width, expectation.height or height)


def adjusted_frame(before: Pixels, parameters: Mapping[str, float], expectation: Expectation) -> Frame:
    """Return the expected size of an adjustment of *before*: the requested one, else the result of the parameters.

    A rotation by 90 degrees swaps the sides. After any other rotation, or a rotation together with a crop, any size is
    accepted. If only the width was requested, any height is.
    """
    height, width = before.shape[:2]
    requested = [getattr(expectation, side) or int(parameters.get(side, 0)) for side in _SIDES]
    if any(requested):
        return Frame(requested[0] or None, requested[1] or None)
    is_cropped = any(parameters.get(name, 0) for pair in _CROPS for name in pair)
    rotation = parameters.get(ROTATION, 0) % 360
    if rotation and (is_cropped or rotation % 90):
        return Frame(None, None)
    if rotation % 180 == 90:
        return Frame(height, width)
    remaining = [1 - sum(parameters.get(name, 0) for name in pair) for pair in _CROPS]
    return Frame(round(width * remaining[0]), round(height * remaining[1]), _CROP_ROUNDING if is_cropped else 0)


def crop(pixels: Pixels, parameters: Mapping[str, float]) -> Pixels:
    """Return *pixels* cropped according to *parameters*; uncropped if nothing would be left."""
    height, width = pixels.shape[:2]
    columns, rows = (
        slice(round(side * parameters.get(first, 0)), side - round(side * parameters.get(last, 0)))
        for side, (first, last) in zip((width, height), _CROPS, strict=True)
    )
    cropped = pixels[rows, columns]
    return cropped if cropped.size else pixels


def score_size(pixels: Pixels, frame: Frame) -> Score:
    """Return 1 for an image of the size of *frame*, else less than half, in proportion to the common area."""
    height, width = pixels.shape[:2]
    requested_width, requested_height = frame.width or width, frame.height or height
    details = (f"{requested_width}×{requested_height}",)
    if max(abs(width - requested_width), abs(height - requested_height)) <= frame.tolerance:
        return Score(Dimension.SIZE, 1.0, Defect.WRONG_SIZE, details)
    common = min(width, requested_width) * min(height, requested_height)
    larger = max(width * height, requested_width * requested_height)
    return Score(Dimension.SIZE, 0.49 * common / larger, Defect.WRONG_SIZE, details)
