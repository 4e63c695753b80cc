"""Marks for an adjustment: what was asked moved the asked way, and the picture is still the same picture."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from services.common.pictures.arrays import Pixels
from services.critic.domain.colour import luma, oklab, shrink
from services.critic.domain.framing import ROTATION, SIZING, cut
from services.critic.domain.marks import Dimension, Fault, Mark, ramp
from services.critic.domain.measuring import COLOUR_SCALE, EDGE_SCALE, edge_energy

# The mark of a parameter that hardly moved its quantity; a move the wrong way gets 0.
_HARDLY_MOVED: Final = 0.3

# Brightness moves contrast, both and a new size move edges: together with them a quantity does not tell what moved it.
_OVERSHADOWED_BY: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "contrast": frozenset({"brightness"}),
        "sharpness": frozenset({"brightness", "contrast", "width", "height"}),
    }
)

# Luma beyond which a pixel is at the end of the scale, and the share of pixels there at which tones have no room left
# to be raised: a drawing in pure black on pure white is as bright, as contrasty and as sharp as it can be.
_BLACK, _WHITE = 0.02, 0.98
_NO_ROOM: Final = 0.95
_NEEDS_ROOM: Final = frozenset({"brightness", "contrast", "sharpness"})

# Correlation of luma before and after at which the content is certainly lost and certainly kept. Inverting gives -1,
# another picture about 0; strong tone changes of one picture stay above 0.7.
_OTHER_CONTENT, _SAME_CONTENT = 0.1, 0.6

# A picture of less spread in luma has no content whose keeping could be measured.
_LEAST_SPREAD: Final = 0.004


Pair = tuple[Pixels, Pixels]
"""A picture before and after."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a parameter must move.

    Attributes:
        measure: the quantity of a picture.
        least_move: the least move that is one; for tones about half a level of 255, so that rounding is none.
        stays_at_zero: whether scaling cannot raise it from its zero (grey has no saturation to raise).

    """

    measure: Callable[[Pixels], float]
    least_move: float
    stays_at_zero: bool


def _brightness(pixels: Pixels) -> float:
    return float(luma(pixels).mean())


def _contrast(pixels: Pixels) -> float:
    return float(luma(pixels).std())


def _saturation(pixels: Pixels) -> float:
    """Return the mean OKLab chroma."""
    return float(np.linalg.norm(oklab(pixels)[..., 1:], axis=-1).mean())


def _warmth(pixels: Pixels) -> float:
    """Return the mean of red minus blue, -1..1."""
    return float(pixels[..., 0].mean(dtype=np.float64) - pixels[..., 2].mean(dtype=np.float64)) / 255


def _sharpness(pixels: Pixels) -> float:
    """Return the root mean square gradient."""
    return math.sqrt(edge_energy(pixels))


QUANTITIES: Final[Mapping[str, Quantity]] = MappingProxyType(
    {
        "brightness": Quantity(_brightness, 0.002, stays_at_zero=False),
        "contrast": Quantity(_contrast, 0.001, stays_at_zero=True),
        "saturation": Quantity(_saturation, 0.001, stays_at_zero=True),
        "warmth": Quantity(_warmth, 0.002, stays_at_zero=False),
        "sharpness": Quantity(_sharpness, 0.0003, stays_at_zero=True),
    }
)

# After these a pixel is no longer where it was, or no longer what it was.
_REDRAWING: Final = SIZING | {ROTATION, "style_strength"}


def direction_mark(before: Pixels, after: Pixels, parameters: Mapping[str, float]) -> Mark:
    """Return how far each parameter moved what it stands for the asked way; the mean where several were asked.

    *parameters* maps a name to a signed change, 0 for none: above 0 raises, below 0 lowers. Names without a quantity
    (style strength, rotate in degrees, any this table does not know) must change the pixels. What a change of size or
    a crop must come to is the size mark's.
    """
    asked = _judged(parameters)
    if not asked:
        return Mark(Dimension.DIRECTION, 1.0, Fault.UNMOVED)
    if np.array_equal(before, after):
        return Mark(Dimension.DIRECTION, _unmoved(asked, before), Fault.UNMOVED, tuple(asked))
    full = (cut(before, parameters), after)
    small = (shrink(full[0], EDGE_SCALE), shrink(after, EDGE_SCALE))
    values = {name: _followed(name, change, full, small) for name, change in asked.items()}
    failed = tuple(name for name, value in values.items() if value < 1)
    return Mark(Dimension.DIRECTION, sum(values.values()) / len(values), Fault.UNMOVED, failed)


def kept_mark(before: Pixels, after: Pixels, parameters: Mapping[str, float]) -> Mark:
    """Return whether the picture is still the same one; 1 where its geometry or style was to change."""
    redrawn = before.shape != after.shape or any(name in _REDRAWING for name in parameters)
    first, second = (luma(shrink(pixels, COLOUR_SCALE)).ravel() for pixels in (before, after))
    if redrawn or first.std() < _LEAST_SPREAD or second.std() < _LEAST_SPREAD:
        return Mark(Dimension.KEPT, 1.0, Fault.CONTENT_LOST)
    correlation = float(np.corrcoef(first, second)[0, 1])
    return Mark(Dimension.KEPT, ramp(correlation, _OTHER_CONTENT, _SAME_CONTENT), Fault.CONTENT_LOST)


def _judged(parameters: Mapping[str, float]) -> dict[str, float]:
    """Return the changes that move something which can be told from what the others move."""
    asked = {name: change for name, change in parameters.items() if change != 0}
    if asked.get(ROTATION, 0) % 360 == 0:
        asked.pop(ROTATION, None)
    told = {name for name in asked if not _OVERSHADOWED_BY.get(name, frozenset()) & asked.keys()}
    return {name: asked[name] for name in asked if name in told - SIZING}


def _unmoved(asked: Mapping[str, float], before: Pixels) -> float:
    """Return the mark of an adjustment that changed no pixel: fair when none of what was asked could be moved."""
    return 1.0 if all(_cannot_move(name, change, before) for name, change in asked.items()) else _HARDLY_MOVED


def _followed(name: str, change: float, full: Pair, small: Pair) -> float:
    quantity = QUANTITIES.get(name)
    if quantity is None:
        return 1.0
    before, after = full if name == "sharpness" else small
    start = quantity.measure(before)
    move = (quantity.measure(after) - start) * (1 if change > 0 else -1)
    if move >= quantity.least_move or (move > -quantity.least_move and _cannot_move(name, change, before)):
        return 1.0
    return 0.0 if move <= -quantity.least_move else _HARDLY_MOVED


def _cannot_move(name: str, change: float, before: Pixels) -> bool:
    quantity = QUANTITIES.get(name)
    if quantity is None:
        return False
    if quantity.stays_at_zero and quantity.measure(before) < quantity.least_move:
        return True
    tones = luma(before)
    if change < 0:
        return name == "brightness" and float((tones < _BLACK).mean()) >= _NO_ROOM
    ends = tones > _WHITE if name == "brightness" else (tones > _WHITE) | (tones < _BLACK)
    return name in _NEEDS_ROOM and float(ends.mean()) >= _NO_ROOM
