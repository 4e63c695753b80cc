"""Assessment of an image by its metrics: scores, their weighted mean, feedback and suggestions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from engines.image_metrics.color import downscale, validate_image
from engines.image_metrics.measurements import PALETTE_SCALE, measure
from engines.image_metrics.regions import sample_pixels, select_area
from services.common.images.arrays import Mask, Pixels
from services.common.text.language import Text
from services.critic.domain.image.adjustment import score_content, score_direction
from services.critic.domain.image.expectations import Expectation
from services.critic.domain.image.frames import adjusted_frame, inpainted_frame, requested_frame, score_size
from services.critic.domain.image.inpaint import (
    score_inside,
    score_inside_noise,
    score_outside,
    score_patch,
    score_seam,
)
from services.critic.domain.image.integrity import score_composition, score_intactness
from services.critic.domain.image.quality import score_palette, score_quality, score_relative
from services.critic.domain.image.scores import ACCEPTABLE, Defect, Dimension, Score
from services.critic.domain.image.texts import format_feedback, format_suggestions


@dataclass(frozen=True, slots=True)
class Assessment:
    """The assessment of an image; the verdict depends on the thresholds of the caller.

    Attributes:
        score: 0..1.
        dimensions: the score of each dimension, 0..1, by its name.
        feedback: the defects of the weakest dimensions.
        suggestions: additions to the next prompt, for the weakest dimension first; empty without defects.

    """

    score: float
    dimensions: Mapping[str, float]
    feedback: Text
    suggestions: tuple[Text, ...]


# Weights in the mean. Dimensions without a weight only cap the score.
_WEIGHTS: Final[Mapping[Dimension, float]] = MappingProxyType(
    {
        Dimension.NOT_BLANK: 1.0,
        Dimension.EXPOSURE: 2.0,
        Dimension.CONTRAST: 2.0,
        Dimension.SHARPNESS: 2.0,
        Dimension.COLORFULNESS: 1.5,
        Dimension.NOISE: 1.5,
        Dimension.PALETTE: 3.0,
        Dimension.INSIDE_CHANGED: 2.0,
        Dimension.SEAM: 2.0,
        Dimension.DIRECTION: 3.0,
        Dimension.CONTENT: 2.0,
    }
)

# The best total with a score m in a dimension is floor + slope * m. An image without a usable value
# in one of the first group is returned in any case (0.5 gives 0.59, below the return threshold of 0.6), from 0.6 on
# it can pass (0.71). In the second group the worst score returns it, 0.1 gives suggestions, 0.2 can pass. A
# seam alone never returns an image, since an edge can be the outline of an object, but an obvious one does not pass.
_GATE: Final = (0.0, 1.18)
_SOFT_GATE: Final = (0.55, 0.8)
_SEAM_GATE: Final = (0.62, 0.8)
_CAPS: Final[Mapping[Dimension, tuple[float, float]]] = MappingProxyType(
    {
        Dimension.DECODES: _GATE,
        Dimension.SIZE: _GATE,
        Dimension.NOT_BLANK: _GATE,
        Dimension.EXPOSURE: _GATE,
        Dimension.CONTRAST: _GATE,
        Dimension.SHARPNESS: _GATE,
        Dimension.NOISE: _GATE,
        Dimension.OUTSIDE_UNCHANGED: _GATE,
        Dimension.INSIDE_CHANGED: _GATE,
        Dimension.DIRECTION: _GATE,
        Dimension.CONTENT: _GATE,
        Dimension.COMPOSITION: _GATE,
        Dimension.INTACT: _GATE,
        Dimension.PALETTE: _SOFT_GATE,
        Dimension.COLORFULNESS: _SOFT_GATE,
        Dimension.SEAM: _SEAM_GATE,
    }
)

# Scores below this are reported, at most this many.
_REPORTED_BELOW: Final = ACCEPTABLE
_MAX_FINDINGS: Final = 3

# The dimensions that an edit must preserve, except those that the adjustment changes on request.
_INPAINTING_PRESERVES: Final = frozenset({Dimension.EXPOSURE, Dimension.CONTRAST, Dimension.SHARPNESS})
_ADJUSTMENT_PRESERVES: Final = frozenset({Dimension.NOT_BLANK, Dimension.EXPOSURE, Dimension.NOISE})
_EXEMPT: Final[Mapping[str, frozenset[Dimension]]] = MappingProxyType(
    {
        "brightness": frozenset({Dimension.EXPOSURE}),
        "contrast": frozenset({Dimension.EXPOSURE}),
        "sharpness": frozenset({Dimension.NOISE}),
        "restyle": frozenset({Dimension.EXPOSURE, Dimension.NOISE}),
    }
)

_DECODED: Final = Score(Dimension.DECODES, 1.0, Defect.UNDECODABLE)


def assess_undecodable(expectation: Expectation) -> Assessment:
    """Return the assessment of bytes that are not an image: a score of 0."""
    return _aggregate((Score(Dimension.DECODES, 0.0, Defect.UNDECODABLE),), expectation)


def assess_generation(pixels: Pixels, expectation: Expectation, sketch: Pixels | None = None) -> Assessment:
    """Return the assessment of a new image; *sketch* is the composition of its engine in a few cells.

    Raises:
        ValueError: *pixels* is not uint8 of shape (height, width, 3).

    """
    scores = (
        _DECODED,
        score_size(pixels, requested_frame(expectation)),
        *score_quality(measure(pixels), expectation),
        score_intactness(pixels, expectation),
    )
    if sketch is not None:
        scores = (*scores, score_composition(pixels, sketch))
    if expectation.palette:
        scores = (*scores, score_palette(downscale(pixels, PALETTE_SCALE), expectation))
    return _aggregate(scores, expectation)


def assess_inpainting(
    before: Pixels, after: Pixels, mask: Mask, feather_px: int, expectation: Expectation
) -> Assessment:
    """Return the assessment of an image that was inpainted where *mask* (height, width) is True.

    Outside the mask grown by *feather_px* pixels every pixel must be bit-identical. The quality of the whole image is
    relative to that of the original, which inpainting cannot improve.

    Raises:
        ValueError: an image is not uint8 of shape (height, width, 3), the mask's shape is not that of *before*, or
            *feather_px* is negative.

    """
    validate_image(before)
    validate_image(after)
    if mask.shape != before.shape[:2] or feather_px < 0:
        raise ValueError(f"mask {mask.shape} and feather {feather_px} do not fit an image of {before.shape}")
    size = score_size(after, inpainted_frame(before, expectation))
    if after.shape != before.shape:
        return _aggregate((_DECODED, replace(size, value=min(size.value, 0.4))), expectation)
    scores = (
        _DECODED,
        size,
        score_outside(before, after, mask, feather_px),
        score_inside(before, after, mask),
        score_seam(before, after, mask, feather_px),
        score_patch(after, mask, feather_px),
        score_inside_noise(before, after, mask, expectation.traits),
        *_score_relative_quality(before, after, _INPAINTING_PRESERVES, expectation),
    )
    if expectation.palette and mask.any():
        scores = (*scores, score_palette(sample_pixels(after, mask), expectation))
    return _aggregate(scores, expectation)


def assess_adjustment(
    before: Pixels, after: Pixels, parameters: Mapping[str, float], expectation: Expectation, mask: Mask | None = None
) -> Assessment:
    """Return the assessment of an adjustment; *parameters* are the requested signed changes, see `score_direction`.

    With a *mask* (height, width) every pixel outside it must be identical, and the change is measured inside it.

    Raises:
        ValueError: an image is not uint8 of shape (height, width, 3).

    """
    validate_image(before)
    validate_image(after)
    exempt = frozenset[Dimension]().union(*(_EXEMPT.get(name, frozenset()) for name in parameters))
    scores = (
        _DECODED,
        score_size(after, adjusted_frame(before, parameters, expectation)),
        *_score_change(before, after, parameters, mask),
        score_content(before, after, parameters),
        *_score_relative_quality(before, after, _ADJUSTMENT_PRESERVES - exempt, expectation),
    )
    return _aggregate(scores, expectation)


def _score_change(
    before: Pixels, after: Pixels, parameters: Mapping[str, float], mask: Mask | None
) -> tuple[Score, ...]:
    """Return the scores of the change: its direction, and whether it stays inside *mask*."""
    if mask is None or not mask.any() or before.shape != after.shape:
        return (score_direction(before, after, parameters),)
    # The selected pixels have no neighborhoods: their sharpness is not measured.
    measurable = {name: value for name, value in parameters.items() if name != "sharpness"}
    direction = score_direction(select_area(before, mask), select_area(after, mask), measurable)
    return score_outside(before, after, mask, 0), direction


def _score_relative_quality(
    before: Pixels, after: Pixels, dimensions: frozenset[Dimension], expectation: Expectation
) -> tuple[Score, ...]:
    """Return the scores of *after* in these dimensions, each relative to that of *before*."""
    first, second = (score_quality(measure(pixels), expectation) for pixels in (before, after))
    return tuple(score for score in score_relative(first, second) if score.dimension in dimensions)


def _aggregate(scores: tuple[Score, ...], expectation: Expectation) -> Assessment:
    ranked = sorted(scores, key=lambda score: score.value)
    weakest = tuple(score for score in ranked if score.value < _REPORTED_BELOW)[:_MAX_FINDINGS]
    return Assessment(
        score=_compute_score(scores, min(1.0, expectation.strength)),
        dimensions=MappingProxyType({score.dimension.value: round(score.value, 4) for score in scores}),
        feedback=format_feedback(weakest),
        suggestions=format_suggestions(weakest),
    )


def _compute_score(scores: tuple[Score, ...], strength: float) -> float:
    """Return the weighted mean of *scores*, at most the lowest cap of any of them."""
    weighted = [(_get_weight(score.dimension, strength), score.value) for score in scores]
    total = sum(weight for weight, _ in weighted)
    mean = sum(weight * value for weight, value in weighted) / total if total else 1.0
    return round(min(mean, *(_compute_cap(score, strength) for score in scores), 1.0), 4)


def _get_weight(dimension: Dimension, strength: float) -> float:
    weight = _WEIGHTS.get(dimension, 0.0)
    return weight * strength if dimension is Dimension.PALETTE else weight


def _compute_cap(score: Score, strength: float) -> float:
    floor, slope = _CAPS[score.dimension]
    cap = min(1.0, floor + slope * score.value)
    return 1 - strength * (1 - cap) if score.dimension is Dimension.PALETTE else cap
