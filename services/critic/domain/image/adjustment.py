"""Scores of an adjusted image: the requested quantities moved as requested, and the content is the same."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from engines.image_metrics.color import downscale
from engines.image_metrics.measurements import EDGE_SCALE
from engines.image_metrics.tones import (
    QUANTITIES,
    measure_black_share,
    measure_clipped_share,
    measure_content_correlation,
    measure_white_share,
)
from services.common.images.arrays import Pixels
from services.critic.domain.image.frames import ROTATION, SIZING, crop
from services.critic.domain.image.scores import Defect, Dimension, Score, ramp

# The score of a parameter that hardly changed its quantity; a change in the wrong direction gets 0.
_HARDLY_MOVED: Final = 0.3

# Brightness changes contrast, and both and a new size change edges: in combination, an effect cannot be attributed.
_OVERSHADOWED_BY: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "contrast": frozenset({"brightness"}),
        "sharpness": frozenset({"brightness", "contrast", "width", "height"}),
    }
)

# The share of pixels at the end of the scale from which tones cannot be raised any more: a drawing in pure black on
# pure white is as bright, as rich in contrast and as sharp as it can be.
_SATURATED: Final = 0.95
_NEEDS_HEADROOM: Final = frozenset({"brightness", "contrast", "sharpness"})

# Correlations of luma before and after at which the content is certainly lost and certainly preserved. Inverting gives
# -1, another image about 0; strong tone changes of one image stay above 0.7.
_OTHER_CONTENT, _SAME_CONTENT = 0.1, 0.6

# Parameters that move pixels or change their style.
_REDRAWING: Final = SIZING | {ROTATION, "style_strength", "restyle", "flip_horizontal", "flip_vertical"}

Pair = tuple[Pixels, Pixels]
"""An image before and after."""


def score_direction(before: Pixels, after: Pixels, parameters: Mapping[str, float]) -> Score:
    """Return the mean score of the parameters: each must change its quantity in the requested direction.

    *parameters* maps a name to a signed change, 0 for none. Names without a quantity (style strength, rotation in
    degrees, unknown ones) must change the pixels. The score of the size covers changes of size and crops.
    """
    changes = _select_measurable(parameters)
    if not changes:
        return Score(Dimension.DIRECTION, 1.0, Defect.UNMOVED)
    if np.array_equal(before, after):
        return Score(Dimension.DIRECTION, _score_unchanged(changes, before), Defect.UNMOVED, tuple(changes))
    full = (crop(before, parameters), after)
    small = (downscale(full[0], EDGE_SCALE), downscale(after, EDGE_SCALE))
    values = {name: _score_parameter(name, change, full, small) for name, change in changes.items()}
    failed = tuple(name for name, value in values.items() if value < 1)
    return Score(Dimension.DIRECTION, sum(values.values()) / len(values), Defect.UNMOVED, failed)


def score_content(before: Pixels, after: Pixels, parameters: Mapping[str, float]) -> Score:
    """Return whether the content is the same; 1 if geometry or style were to change."""
    is_redrawn = before.shape != after.shape or any(name in _REDRAWING for name in parameters)
    correlation = None if is_redrawn else measure_content_correlation(before, after)
    value = 1.0 if correlation is None else ramp(correlation, _OTHER_CONTENT, _SAME_CONTENT)
    return Score(Dimension.CONTENT, value, Defect.CONTENT_LOST)


def _select_measurable(parameters: Mapping[str, float]) -> dict[str, float]:
    """Return the changes whose effect can be attributed to them."""
    changes = {name: change for name, change in parameters.items() if change != 0}
    if changes.get(ROTATION, 0) % 360 == 0:
        changes.pop(ROTATION, None)
    attributable = {name for name in changes if not _OVERSHADOWED_BY.get(name, frozenset()) & changes.keys()}
    return {name: changes[name] for name in changes if name in attributable - SIZING}


def _score_unchanged(changes: Mapping[str, float], before: Pixels) -> float:
    """Return the score of an adjustment that changed no pixel: 1 if none of the quantities can move."""
    return 1.0 if all(_cannot_move(name, change, before) for name, change in changes.items()) else _HARDLY_MOVED


def _score_parameter(name: str, change: float, full: Pair, small: Pair) -> float:
    quantity = QUANTITIES.get(name)
    if quantity is None:
        return 1.0
    before, after = full if name == "sharpness" else small
    start = quantity.measure(before)
    move = (quantity.measure(after) - start) * (1 if change > 0 else -1)
    if move >= quantity.min_change or (move > -quantity.min_change and _cannot_move(name, change, before)):
        return 1.0
    return 0.0 if move <= -quantity.min_change else _HARDLY_MOVED


def _cannot_move(name: str, change: float, before: Pixels) -> bool:
    quantity = QUANTITIES.get(name)
    if quantity is None:
        return False
    if quantity.is_relative and quantity.measure(before) < quantity.min_change:
        return True
    if change < 0:
        return name == "brightness" and measure_black_share(before) >= _SATURATED
    share = measure_white_share(before) if name == "brightness" else measure_clipped_share(before)
    return name in _NEEDS_HEADROOM and share >= _SATURATED
