"""Detection of the composition of an image."""

from typing import Final

import numpy as np
from scipy import ndimage

from engines.image_metrics.composition import Composition, CompositionKind
from engines.image_metrics.main_colors import Lab
from engines.image_metrics.salience import Plane, compute_salience

# Mean weight below which an image is empty.
_MIN_WEIGHT: Final = 0.004
# Weight below which a pixel is free.
_MAX_FREE_WEIGHT: Final = 0.06
# Spread of a subject relative to evenly distributed weight (sqrt(1/6) of the sides); above it there is no subject.
_MAX_SPREAD: Final = 0.84
_EVEN_SPREAD: Final = float(np.sqrt(1 / 6))
# Tolerances for a subject at the center and at a point of thirds; fractions of a side.
_CENTER_TOLERANCE: Final = 0.09
_THIRDS_TOLERANCE: Final = 0.11
# Relative difference of weight of two halves from which the image leans to one.
_MIN_LEAN: Final = 0.2
# Similarity from which an image is symmetric (`_is_mirrored`), and color spread below which it is plain.
_MIN_SYMMETRY: Final = 0.8
_MIN_COLOR_SPREAD: Final = 3.0


def detect_composition(lab: Lab) -> Composition:
    """Return the composition of an image, shape (height, width, 3), preferably downscaled to about 160 pixels."""
    weight = compute_salience(lab)
    free_share = float((weight < _MAX_FREE_WEIGHT).mean())
    if weight.mean() < _MIN_WEIGHT:
        return Composition(CompositionKind.EMPTY, 0, 0, free_share, is_mirrored_across=False, is_mirrored_down=False)
    kind, across, down = _classify(weight)
    return Composition(kind, across, down, free_share, _is_mirrored(lab, axis=1), _is_mirrored(lab, axis=0))


def _classify(weight: Plane) -> tuple[CompositionKind, int, int]:
    x, y, spread = _compute_center(weight)
    if spread > _MAX_SPREAD * _EVEN_SPREAD:
        return CompositionKind.SPREAD, _detect_lean(weight, axis=1), _detect_lean(weight, axis=0)
    if max(abs(x - 0.5), abs(y - 0.5)) <= _CENTER_TOLERANCE:
        return CompositionKind.CENTERED, 0, 0
    if all(
        min(abs(position - 1 / 3), abs(position - 2 / 3)) <= _THIRDS_TOLERANCE and abs(position - 0.5) > 0.07
        for position in (x, y)
    ):
        return CompositionKind.THIRDS, _pick_side(x, 0), _pick_side(y, 0)
    return CompositionKind.OFFSET, _pick_side(x, _CENTER_TOLERANCE), _pick_side(y, _CENTER_TOLERANCE)


def _is_on_thirds(position: float) -> bool:
    distance = min(abs(position - 1 / 3), abs(position - 2 / 3))
    return distance <= _THIRDS_TOLERANCE and abs(position - 0.5) > 0.07


def _compute_center(weight: Plane) -> tuple[float, float, float]:
    """Return the center of the weight, as fractions of the sides, and its spread around the center."""
    height, width = weight.shape
    total = weight.sum()
    xs, ys = (np.arange(width) + 0.5) / width, (np.arange(height) + 0.5) / height
    columns, rows = weight.sum(axis=0) / total, weight.sum(axis=1) / total
    x, y = float(columns @ xs), float(rows @ ys)
    return x, y, float(np.sqrt(columns @ (xs - x) ** 2 + rows @ (ys - y) ** 2))


def _pick_side(position: float, tolerance: float) -> int:
    return 0 if abs(position - 0.5) <= tolerance else int(np.sign(position - 0.5))


def _detect_lean(weight: Plane, axis: int) -> int:
    """Return 1 when the second half along *axis* is heavier, -1 when the first is, 0 when neither is."""
    first, second = (half.mean() for half in np.array_split(weight, 2, axis=axis))
    lean = (second - first) / (second + first)
    return 0 if abs(lean) < _MIN_LEAN else int(np.sign(lean))


def _is_mirrored(lab: Lab, axis: int) -> bool:
    """Return whether *lab* is symmetric along *axis*.

    Similarity is 1 less the mean difference from the mirror image over that of any two pixels. An image without
    variation along *axis* is not symmetric.
    """
    smooth = ndimage.gaussian_filter(lab, (1.5, 1.5, 0), mode="nearest")
    spread = float(np.sqrt(2 * smooth.reshape(-1, 3).var(axis=0).sum()))
    varies = float(np.sqrt(np.diff(smooth, axis=axis).var())) if smooth.shape[axis] > 1 else 0.0
    if spread < _MIN_COLOR_SPREAD or varies < 0.05 * spread / max(smooth.shape[:2]):
        return False
    difference = float(np.sqrt(((smooth - np.flip(smooth, axis)) ** 2).sum(axis=-1).mean()))
    return 1 - difference / spread >= _MIN_SYMMETRY
