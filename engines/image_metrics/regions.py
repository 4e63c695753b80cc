"""Metrics of the masked region of an inpainted image and of its edge."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engines.image_metrics.color import to_oklab
from engines.image_metrics.measurements import find_background_color
from services.common.images.arrays import Mask, Pixels

# A pixel has visibly changed if a channel differs by this many levels of 255.
_VISIBLE_CHANGE: Final = 6

# Width in pixels of the band next to the feathered edge in which the usual step between pixels is measured.
_BAND: Final = 6

# A pixel differs from the fill color of a region if its distance exceeds half of this (OKLab).
PATCH_DISTANCE: Final = 0.10
_SAMPLES: Final = 5_000


@dataclass(frozen=True, slots=True)
class PatchMetrics:
    """Metrics of a region that may be a blank patch.

    Attributes:
        spread: share of its pixels that differ from its most frequent color.
        distance: distance of that color to the mean color around the region (OKLab).

    """

    spread: float
    distance: float


def grow(mask: Mask, radius: int) -> Mask:
    """Return *mask* with every pixel at most *radius* pixels away from it in both axes."""
    grown, width = np.pad(mask, radius), 2 * radius + 1
    for axis in (0, 1):
        reach = 1
        while reach < width:
            step = min(reach, width - reach)
            ahead, behind = (grown[step:], grown[:-step]) if axis == 0 else (grown[:, step:], grown[:, :-step])
            grown = ahead | behind
            reach += step
    return grown


def sample_pixels(pixels: Pixels, mask: Mask) -> Pixels:
    """Return several thousand of the pixels in *mask*, evenly spread, shape (count, 3)."""
    inside = pixels[mask]
    return inside[:: 1 + len(inside) // _SAMPLES]


def select_area(pixels: Pixels, mask: Mask) -> Pixels:
    """Return the pixels in *mask* as an image of their own, for metrics of tones; their neighborhoods are lost."""
    inside = pixels[mask]
    side = math.isqrt(len(inside))
    return inside[: side * side].reshape(side, side, 3)


def measure_outside_change(before: Pixels, after: Pixels, mask: Mask, feather_px: int) -> float:
    """Return the share of all pixels that lie outside *mask*, grown by *feather_px*, and differ at all."""
    difference = before ^ after
    changed = ((difference[..., 0] | difference[..., 1] | difference[..., 2]) != 0) & ~grow(mask, feather_px)
    return float(changed.mean())


def measure_inside_change(before: Pixels, after: Pixels, mask: Mask) -> float:
    """Return the share of the pixels in *mask*, which is not empty, that visibly changed."""
    changed = np.abs(before[mask].astype(np.int16) - after[mask]) >= _VISIBLE_CHANGE
    return float((changed[:, 0] | changed[:, 1] | changed[:, 2]).mean())


def measure_seam(before: Pixels, after: Pixels, mask: Mask, feather_px: int) -> float | None:
    """Return the excess of the step across the edge of *mask* over that next to it and that before.

    Steps are means over the channels, 0 to 1. None if the mask has no edge.
    """
    near = grow(mask, feather_px + _BAND) & grow(~mask, feather_px + _BAND)
    if not near.any():
        return None
    box = _bound(near)
    at_edge, nearby = _measure_steps(after[box], mask[box], near[box])
    previous, _ = _measure_steps(before[box], mask[box], near[box])
    return at_edge - max(nearby, previous)


def measure_patch(after: Pixels, mask: Mask, feather_px: int) -> PatchMetrics | None:
    """Return the metrics of the region in *mask*, None if nothing is around it."""
    around = grow(mask, feather_px + _BAND) & ~grow(mask, feather_px)
    if not mask.any() or not around.any():
        return None
    inside = sample_pixels(after, mask)
    fill = to_oklab(find_background_color(inside))
    spread = float((np.linalg.norm(to_oklab(inside) - fill, axis=-1) > PATCH_DISTANCE / 2).mean())
    distance = float(np.linalg.norm(to_oklab(after[around]).mean(axis=0) - fill))
    return PatchMetrics(spread, distance)


def _bound(area: Mask) -> tuple[slice, slice]:
    rows, columns = np.flatnonzero(area.any(axis=1)), np.flatnonzero(area.any(axis=0))
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def _measure_steps(pixels: Pixels, mask: Mask, near: Mask) -> tuple[float, float]:
    """Return the mean step between adjacent pixels across the mask's edge, and near it but not across."""
    across: list[NDArray[np.float32]] = []
    nearby: list[NDArray[np.float32]] = []
    levels = pixels.astype(np.int16)
    for axis in (0, 1):
        step = np.abs(np.diff(levels, axis=axis)).mean(axis=2, dtype=np.float32) / 255
        edge = np.diff(mask, axis=axis)
        head = near[:-1] if axis == 0 else near[:, :-1]
        across.append(step[edge])
        nearby.append(step[head & ~edge])
    return _mean(across), _mean(nearby)


def _mean(parts: list[NDArray[np.float32]]) -> float:
    values = np.concatenate(parts)
    return float(values.mean()) if values.size else 0.0
