"""The measured judgement of a picture: marks, weighed into one score, put into words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.common.language import Text
from services.common.pictures.arrays import Mask, Pixels
from services.critic.domain.adjusting import direction_mark, kept_mark
from services.critic.domain.colour import check_picture, shrink
from services.critic.domain.expectations import Expectation
from services.critic.domain.framing import adjusted_frame, asked_frame, kept_frame, size_mark
from services.critic.domain.marks import ENOUGH, Dimension, Fault, Mark
from services.critic.domain.measuring import PALETTE_SCALE, measure
from services.critic.domain.quality import no_worse_than, palette_mark, quality_marks
from services.critic.domain.repainting import (
    filled_noise_mark,
    inside_mark,
    outside_mark,
    patch_mark,
    sample,
    seam_mark,
)
from services.critic.domain.wording import feedback_on, suggestions_for


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the critic found; whether it passes is for the caller, who knows the thresholds.

    Attributes:
        score: 0..1.
        dimensions: the mark of each dimension judged, 0..1, by its name.
        feedback: the weakest dimensions in plain words.
        suggestions: what to ask for next time, for the weakest first; empty when nothing is wanting.

    """

    score: float
    dimensions: Mapping[str, float]
    feedback: Text
    suggestions: tuple[Text, ...]


# What each dimension counts in the mean. Those that are not here are gates alone.
_WEIGHTS: Final[Mapping[Dimension, float]] = MappingProxyType(
    {
        Dimension.NOT_BLANK: 1.0,
        Dimension.EXPOSURE: 2.0,
        Dimension.CONTRAST: 2.0,
        Dimension.SHARPNESS: 2.0,
        Dimension.COLOURFULNESS: 1.5,
        Dimension.NOISE: 1.5,
        Dimension.PALETTE: 3.0,
        Dimension.INSIDE_CHANGED: 2.0,
        Dimension.SEAM: 2.0,
        Dimension.DIRECTION: 3.0,
        Dimension.KEPT: 2.0,
    }
)

# The best score a picture can have with a mark m in a dimension is floor + slope * m. A picture without a usable value
# in one of the first group goes back whatever the rest (0.5 gives 0.59, below the return threshold of 0.6), from 0.6 on
# it can pass (0.71). In the second group the worst mark sends it back, 0.1 returns it with suggestions, 0.2 can pass. A
# seam alone never sends a repaint back, since an edge can be the outline of a thing, but a plain one does not pass.
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
        Dimension.KEPT: _GATE,
        Dimension.PALETTE: _SOFT_GATE,
        Dimension.COLOURFULNESS: _SOFT_GATE,
        Dimension.SEAM: _SEAM_GATE,
    }
)

# Marks below this are spoken of, at most this many.
_WANTING: Final = ENOUGH
_MOST_REMARKS: Final = 3

# What an edit must leave as good as it was. An adjustment is not held to what it was asked to change: darker is darker.
_REPAINT_KEEPS: Final = frozenset({Dimension.EXPOSURE, Dimension.CONTRAST, Dimension.SHARPNESS})
_ADJUSTMENT_KEEPS: Final = frozenset({Dimension.NOT_BLANK, Dimension.EXPOSURE, Dimension.NOISE})
_EXEMPT: Final[Mapping[str, frozenset[Dimension]]] = MappingProxyType(
    {
        "brightness": frozenset({Dimension.EXPOSURE}),
        "contrast": frozenset({Dimension.EXPOSURE}),
        "sharpness": frozenset({Dimension.NOISE}),
    }
)

_OPENED: Final = Mark(Dimension.DECODES, 1.0, Fault.UNDECODABLE)


def judge_undecodable(expectation: Expectation) -> Judgement:
    """Return the judgement of bytes that are no picture: 0."""
    return _judge((Mark(Dimension.DECODES, 0.0, Fault.UNDECODABLE),), expectation)


def judge_generation(pixels: Pixels, expectation: Expectation) -> Judgement:
    """Return the judgement of a picture made from text.

    Raises:
        ValueError: *pixels* is not uint8 of shape (height, width, 3).

    """
    marks = (_OPENED, size_mark(pixels, asked_frame(expectation)), *quality_marks(measure(pixels), expectation))
    if expectation.palette:
        marks = (*marks, palette_mark(shrink(pixels, PALETTE_SCALE), expectation))
    return _judge(marks, expectation)


def judge_repaint(before: Pixels, after: Pixels, mask: Mask, feather_px: int, expectation: Expectation) -> Judgement:
    """Return the judgement of a repaint of the area where *mask* (height, width) is True.

    Outside the mask grown by *feather_px* pixels every pixel must be bit-identical. The picture as a whole is held
    against what it was before, since a repaint cannot mend a poor original.

    Raises:
        ValueError: a picture is not uint8 of shape (height, width, 3), the mask's shape is not that of *before*, or
            *feather_px* is negative.

    """
    check_picture(before)
    check_picture(after)
    if mask.shape != before.shape[:2] or feather_px < 0:
        raise ValueError(f"mask {mask.shape} and feather {feather_px} do not fit a picture of {before.shape}")
    size = size_mark(after, kept_frame(before, expectation))
    if after.shape != before.shape:
        return _judge((_OPENED, Mark(Dimension.SIZE, min(size.value, 0.4), size.fault, size.about)), expectation)
    marks = (
        _OPENED,
        size,
        outside_mark(before, after, mask, feather_px),
        inside_mark(before, after, mask),
        seam_mark(before, after, mask, feather_px),
        patch_mark(after, mask, feather_px),
        filled_noise_mark(before, after, mask, expectation.traits),
        *_kept_quality(before, after, _REPAINT_KEEPS, expectation),
    )
    if expectation.palette and mask.any():
        marks = (*marks, palette_mark(sample(after, mask), expectation))
    return _judge(marks, expectation)


def judge_adjustment(
    before: Pixels, after: Pixels, parameters: Mapping[str, float], expectation: Expectation
) -> Judgement:
    """Return the judgement of an adjustment; *parameters* are the signed changes asked for, see `direction_mark`.

    Raises:
        ValueError: a picture is not uint8 of shape (height, width, 3).

    """
    check_picture(before)
    check_picture(after)
    exempt = frozenset[Dimension]().union(*(_EXEMPT.get(name, frozenset()) for name in parameters))
    marks = (
        _OPENED,
        size_mark(after, adjusted_frame(before, parameters, expectation)),
        direction_mark(before, after, parameters),
        kept_mark(before, after, parameters),
        *_kept_quality(before, after, _ADJUSTMENT_KEEPS - exempt, expectation),
    )
    return _judge(marks, expectation)


def _kept_quality(
    before: Pixels, after: Pixels, dimensions: frozenset[Dimension], expectation: Expectation
) -> tuple[Mark, ...]:
    """Return the marks of *after* in these dimensions, each in proportion to that of *before*."""
    first, second = (quality_marks(measure(pixels), expectation) for pixels in (before, after))
    return tuple(mark for mark in no_worse_than(first, second) if mark.dimension in dimensions)


def _judge(marks: tuple[Mark, ...], expectation: Expectation) -> Judgement:
    ranked = sorted(marks, key=lambda mark: mark.value)
    weakest = tuple(mark for mark in ranked if mark.value < _WANTING)[:_MOST_REMARKS]
    return Judgement(
        score=_score(marks, min(1.0, expectation.strength)),
        dimensions=MappingProxyType({mark.dimension.value: round(mark.value, 4) for mark in marks}),
        feedback=feedback_on(weakest),
        suggestions=suggestions_for(weakest),
    )


def _score(marks: tuple[Mark, ...], strength: float) -> float:
    """Return the weighted mean of *marks*, but never above the cap that any of them sets."""
    weighed = [(_weight(mark.dimension, strength), mark.value) for mark in marks]
    total = sum(weight for weight, _ in weighed)
    mean = sum(weight * value for weight, value in weighed) / total if total else 1.0
    return round(min(mean, *(_cap(mark, strength) for mark in marks), 1.0), 4)


def _weight(dimension: Dimension, strength: float) -> float:
    weight = _WEIGHTS.get(dimension, 0.0)
    return weight * strength if dimension is Dimension.PALETTE else weight


def _cap(mark: Mark, strength: float) -> float:
    floor, slope = _CAPS[mark.dimension]
    cap = min(1.0, floor + slope * mark.value)
    return 1 - strength * (1 - cap) if mark.dimension is Dimension.PALETTE else cap
