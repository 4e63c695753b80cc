"""Legibility of figures: whether their contours and their inner parts can be seen in the painted pixels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation, binary_erosion, gaussian_filter

from engines.color.spaces import Colors

_BAND, _AROUND = 3, 9
"""Width in cells of the bands compared along a contour, and of the ground whose own variation is the measure."""
_VISIBLE_DIFFERENCE = 0.06
"""OKLab difference from which a contour is visible on a quiet ground."""
_EDGE_RATIO = 1.3
"""Ratio of a drawn contour to the variation of the ground from which it is visible without a difference in color."""
_MIN_VARIATION = 0.035
"""Variation within a drawing from which its parts count: a figure in one color has none to lose."""
_MIN_CELLS = 12
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Legibility:
    """Measurements of a figure in the pixels.

    Attributes:
        area: share of the frame that it covers.
        contour: share of its contour that differs from the ground, 0 to 1.
        details: correlation of the painted pixels with the parts of the drawing, up to 1; 1 where it has one color.

    """

    area: float
    contour: float
    details: float


def measure_legibility(mask: Mask, painted: Colors, drawn: Colors) -> Legibility:
    """Return the legibility of the figure at *mask*; *painted* and *drawn* are OKLab images of its size."""
    if mask.sum() < _MIN_CELLS:
        return Legibility(float(mask.mean()), 0.0, 0.0)
    return Legibility(float(mask.mean()), measure_contour(mask, painted), _correlate(mask, painted, drawn))


def measure_contour(mask: Mask, painted: Colors, ignored: Mask | None = None, band: int = _BAND) -> float:
    """Return the share of the contour of *mask* where figure and ground differ, or where a line separates them.

    The contour along *ignored* does not count. *band* is the distance in cells over which both sides are averaged.
    """
    edge = mask & ~binary_erosion(mask, border_value=1)
    if ignored is not None:
        edge &= ~binary_dilation(ignored, iterations=_AROUND)
    ground = binary_dilation(mask, iterations=max(_AROUND, band)) & ~binary_dilation(mask, iterations=1)
    if ignored is not None:
        ground &= ~ignored
    if not edge.any() or not ground.any():
        return 1.0
    inner, outer = mask & binary_dilation(~mask, iterations=band), ground & binary_dilation(mask, iterations=band + 1)
    difference = np.linalg.norm(_average(painted, inner, band) - _average(painted, outer, band), axis=2)
    steps = np.zeros(mask.shape)
    steps[:, 1:] = np.linalg.norm(np.diff(painted, axis=1), axis=2)
    steps[1:] = np.maximum(steps[1:], np.linalg.norm(np.diff(painted, axis=0), axis=2))
    line = gaussian_filter(np.where(binary_dilation(edge), steps, 0.0), 1.5)
    line /= np.maximum(gaussian_filter(binary_dilation(edge).astype(float), 1.5), 1e-6)
    usual = float(steps[ground].mean())
    is_line = (line > _EDGE_RATIO * usual) & (line > _VISIBLE_DIFFERENCE)
    return float(((difference > _VISIBLE_DIFFERENCE) | is_line)[edge].mean())


def _average(image: Colors, mask: Mask, band: int) -> Colors:
    """Return the local mean of *image* over the cells of *mask*."""
    weight = gaussian_filter(mask.astype(float), band)
    blurred = np.stack([gaussian_filter(image[..., c] * mask, band) for c in range(3)], axis=2)
    result: Colors = blurred / np.maximum(weight, 1e-6)[..., None]
    return result


def _correlate(mask: Mask, painted: Colors, drawn: Colors) -> float:
    """Return how well the parts of the drawing, blurred a little, are found in the painted pixels."""
    best = 1.0
    parts = np.stack([gaussian_filter(drawn[..., c], 1.0) for c in range(3)], axis=2)[mask]
    strongest = int(np.argmax(parts.std(axis=0)))
    if parts[:, strongest].std() < _MIN_VARIATION:
        return best
    part = parts[:, strongest]
    found = np.stack([gaussian_filter(painted[..., c], 1.0) for c in range(3)], axis=2)[mask]
    columns = np.column_stack([found, np.ones(len(found))])
    prediction = columns @ np.linalg.lstsq(columns, part, rcond=None)[0]
    return float(np.sqrt(max(0.0, 1 - ((part - prediction) ** 2).sum() / ((part - part.mean()) ** 2).sum())))
