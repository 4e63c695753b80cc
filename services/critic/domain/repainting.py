"""Marks for a repaint: only the marked area changed, it did change, and its edge does not show."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from services.common.pictures.arrays import Mask, Pixels
from services.critic.domain.colour import oklab
from services.critic.domain.expectations import Traits
from services.critic.domain.marks import Dimension, Fault, Mark, ramp, reaches
from services.critic.domain.measuring import grain, ground_colour
from services.critic.domain.quality import noise_mark

# A pixel visibly changed when a channel moved by this many levels of 255.
_VISIBLE_CHANGE: Final = 6

# This share of the area must have visibly changed; a fill that fits its surroundings may leave most of it alike.
_LEAST_CHANGED: Final = 0.10

# Steps across the edge (mean of the channels, 0..1) beyond those beside it at which a seam begins to show and is plain.
_FAINT_SEAM: Final = 0.03
_PLAIN_SEAM: Final = 0.25

# Width in pixels of the band beside the feathered edge in which the usual step from pixel to pixel is measured.
_BAND: Final = 6

# An area is a blank patch when it is nearly of one colour and that colour lies this far from what is around (OKLab).
_BLANK_SHARE: Final = 0.005
_PATCH_DISTANCE: Final = 0.10
_LEAST_PATCH: Final = 0.02
_SAMPLES: Final = 5_000


def grow(mask: Mask, radius: int) -> Mask:
    """Return *mask* and every pixel at most *radius* pixels away from it in both axes."""
    grown, wanted = np.pad(mask, radius), 2 * radius + 1
    for axis in (0, 1):
        reach = 1
        while reach < wanted:
            step = min(reach, wanted - reach)
            ahead, behind = (grown[step:], grown[:-step]) if axis == 0 else (grown[:, step:], grown[:, :-step])
            grown = ahead | behind
            reach += step
    return grown


def sample(pixels: Pixels, mask: Mask) -> Pixels:
    """Return some thousand of the pixels in *mask*, evenly spread, shape (count, 3)."""
    inside = pixels[mask]
    return inside[:: 1 + len(inside) // _SAMPLES]


def outside_mark(before: Pixels, after: Pixels, mask: Mask, feather_px: int) -> Mark:
    """Return 1 when every pixel outside the mask grown by *feather_px* is bit-identical, else less than half."""
    moved = before ^ after
    changed = ((moved[..., 0] | moved[..., 1] | moved[..., 2]) != 0) & ~grow(mask, feather_px)
    value = 1.0 if not changed.any() else 0.4 * (1 - float(changed.mean()))
    return Mark(Dimension.OUTSIDE_UNCHANGED, value, Fault.LEAKED)


def inside_mark(before: Pixels, after: Pixels, mask: Mask) -> Mark:
    """Return how much of the masked area visibly changed; an empty mask asks for nothing and gets 1."""
    if not mask.any():
        return Mark(Dimension.INSIDE_CHANGED, 1.0, Fault.IGNORED)
    moved = np.abs(before[mask].astype(np.int16) - after[mask]) >= _VISIBLE_CHANGE
    changed = float((moved[:, 0] | moved[:, 1] | moved[:, 2]).mean())
    return Mark(Dimension.INSIDE_CHANGED, reaches(changed, _LEAST_CHANGED), Fault.IGNORED)


def seam_mark(before: Pixels, after: Pixels, mask: Mask, feather_px: int) -> Mark:
    """Return 1 when the step across the mask's edge is no greater than beside it or than it was before."""
    near = grow(mask, feather_px + _BAND) & grow(~mask, feather_px + _BAND)
    if not near.any():
        return Mark(Dimension.SEAM, 1.0, Fault.SEAM_SHOWS)
    box = _box(near)
    at_edge, beside = _steps(after[box], mask[box], near[box])
    formerly, _ = _steps(before[box], mask[box], near[box])
    excess = at_edge - max(beside, formerly)
    return Mark(Dimension.SEAM, ramp(excess, _PLAIN_SEAM, _FAINT_SEAM), Fault.SEAM_SHOWS)


def patch_mark(after: Pixels, mask: Mask, feather_px: int) -> Mark:
    """Return 0 when the area is a patch of one colour unlike its surroundings, else 1; a small one may be a thing."""
    around = grow(mask, feather_px + _BAND) & ~grow(mask, feather_px)
    if mask.mean() < _LEAST_PATCH or not around.any():
        return Mark(Dimension.NOT_BLANK, 1.0, Fault.BLANK)
    inside = sample(after, mask)
    ground = oklab(ground_colour(inside))
    spread = float((np.linalg.norm(oklab(inside) - ground, axis=-1) > _PATCH_DISTANCE / 2).mean())
    apart = float(np.linalg.norm(oklab(after[around]).mean(axis=0) - ground))
    blank = spread < _BLANK_SHARE and apart > _PATCH_DISTANCE
    return Mark(Dimension.NOT_BLANK, 0.0 if blank else 1.0, Fault.BLANK)


def filled_noise_mark(before: Pixels, after: Pixels, mask: Mask, traits: Traits) -> Mark:
    """Return the mark against noise inside the mask; as much grain as the picture had before is fair."""
    return noise_mark(grain(after, mask), 1.0, max(traits.grain, grain(before)))


def _box(area: Mask) -> tuple[slice, slice]:
    rows, columns = np.flatnonzero(area.any(axis=1)), np.flatnonzero(area.any(axis=0))
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def _steps(pixels: Pixels, mask: Mask, near: Mask) -> tuple[float, float]:
    """Return the mean step between neighbouring pixels across the mask's edge, and near it but not across."""
    across: list[NDArray[np.float32]] = []
    beside: list[NDArray[np.float32]] = []
    levels = pixels.astype(np.int16)
    for axis in (0, 1):
        step = np.abs(np.diff(levels, axis=axis)).mean(axis=2, dtype=np.float32) / 255
        edge = np.diff(mask, axis=axis)
        head = near[:-1] if axis == 0 else near[:, :-1]
        across.append(step[edge])
        beside.append(step[head & ~edge])
    return _mean(across), _mean(beside)


def _mean(parts: list[NDArray[np.float32]]) -> float:
    values = np.concatenate(parts)
    return float(values.mean()) if values.size else 0.0
