"""Scores of an inpainted image: only the masked region changed, it did change, and its edge is not visible."""

from typing import Final

from engines.image_metrics.measurements import measure_grain
from engines.image_metrics.regions import (
    PATCH_DISTANCE,
    measure_inside_change,
    measure_outside_change,
    measure_patch,
    measure_seam,
)
from services.common.images.arrays import Mask, Pixels
from services.critic.domain.image.expectations import Traits
from services.critic.domain.image.quality import score_noise
from services.critic.domain.image.scores import Defect, Dimension, Score, ramp, score_minimum

# This share of the region must have visibly changed; a fill that suits its surroundings may leave most pixels similar.
_MIN_CHANGED: Final = 0.10

# Steps across the edge (mean of the channels, 0..1) beyond those next to it at which a seam is faint and obvious.
_FAINT_SEAM: Final = 0.03
_OBVIOUS_SEAM: Final = 0.25

# A region is a blank patch if it is nearly of one color and that color differs from its surroundings.
_BLANK_SPREAD: Final = 0.005
_MIN_PATCH_SHARE: Final = 0.02


def score_outside(before: Pixels, after: Pixels, mask: Mask, feather_px: int) -> Score:
    """Return 1 if every pixel outside the mask grown by *feather_px* is bit-identical, else less than half."""
    changed = measure_outside_change(before, after, mask, feather_px)
    return Score(Dimension.OUTSIDE_UNCHANGED, 1.0 if changed == 0 else 0.4 * (1 - changed), Defect.LEAKED)


def score_inside(before: Pixels, after: Pixels, mask: Mask) -> Score:
    """Return the score for the change in the masked region; 1 for an empty mask."""
    changed = measure_inside_change(before, after, mask) if mask.any() else None
    value = 1.0 if changed is None else score_minimum(changed, _MIN_CHANGED)
    return Score(Dimension.INSIDE_CHANGED, value, Defect.IGNORED)


def score_seam(before: Pixels, after: Pixels, mask: Mask, feather_px: int) -> Score:
    """Return 1 if the step across the mask's edge is no greater than next to it or than it was before."""
    excess = measure_seam(before, after, mask, feather_px)
    value = 1.0 if excess is None else ramp(excess, _OBVIOUS_SEAM, _FAINT_SEAM)
    return Score(Dimension.SEAM, value, Defect.SEAM_VISIBLE)


def score_patch(after: Pixels, mask: Mask, feather_px: int) -> Score:
    """Return 0 if the region is a patch of one color unlike its surroundings, else 1; a small one may be an object."""
    patch = measure_patch(after, mask, feather_px) if mask.mean() >= _MIN_PATCH_SHARE else None
    is_blank = patch is not None and patch.spread < _BLANK_SPREAD and patch.distance > PATCH_DISTANCE
    return Score(Dimension.NOT_BLANK, 0.0 if is_blank else 1.0, Defect.BLANK)


def score_inside_noise(before: Pixels, after: Pixels, mask: Mask, traits: Traits) -> Score:
    """Return the score for noise inside the mask; as much grain as in the original is acceptable."""
    return score_noise(measure_grain(after, mask), 1.0, max(traits.grain, measure_grain(before)))
