"""Scores of a single image, relative to its medium and palette."""

from dataclasses import replace
from typing import Final

import numpy as np

from engines.image_metrics.color import measure_colorfulness, to_luma
from engines.image_metrics.measurements import Measurements
from engines.image_metrics.palette import measure_palette_fit
from services.common.images.arrays import Pixels
from services.common.images.color_codes import parse_color
from services.critic.domain.image.expectations import Expectation
from services.critic.domain.image.scores import (
    Defect,
    Dimension,
    Score,
    ramp,
    score_maximum,
    score_minimum,
    score_ratio,
)

# In a discernible image the brightest hundredth reaches this luma, and the darkest hundredth its counterpart.
_MIN_HIGHLIGHT: Final = 0.45
_MIN_SHADOW: Final = 0.30

# A palette with a color whose strongest channel reaches this has clipped pixels without overexposure.
_PURE: Final = 245
_PURE_COLORS_BLOWN: Final = 0.95

# Below this share of the variance on an 8 x 8 grid an image is noise of some grain: calibrated on noise of up to 8
# pixels a grain in 1024 (0.004) against photographs of brick, gravel or grass (0.0095, 0.0139, 0.0140).
_MIN_STRUCTURE: Final = 0.012

# Distances of `PaletteFit` of an image within its palette and of one with another palette.
# Of those paintings the median was 0.015 from its own palette, the farthest 0.051; from the others' the median was
# 0.038, a tenth more than 0.070.
_NEAR_PALETTE: Final = 0.035
_FAR_PALETTE: Final = 0.065
# Up to this share of the palette's colors may be missing; with all of them missing the score is 0.
_MAX_MISSING: Final = 0.5


def score_quality(measured: Measurements, expectation: Expectation) -> tuple[Score, ...]:
    """Return the scores of blankness, exposure, contrast, sharpness, colorfulness and noise."""
    traits = expectation.traits
    return (
        Score(Dimension.NOT_BLANK, score_minimum(measured.occupied, traits.occupied), Defect.BLANK),
        _score_exposure(measured, expectation),
        Score(Dimension.CONTRAST, score_minimum(measured.contrast, traits.contrast), Defect.FLAT),
        Score(Dimension.SHARPNESS, score_minimum(measured.sharpness, traits.sharpness), Defect.BLURRED),
        _score_colorfulness(measured, expectation),
        score_noise(measured.grain, measured.structure, traits.grain),
    )


def score_noise(grain: float, structure: float, max_grain: float) -> Score:
    """Return the score for noise: of single pixels by *grain*, of coarser grain by *structure*."""
    value = min(score_maximum(grain, max_grain), score_ratio(structure, _MIN_STRUCTURE))
    return Score(Dimension.NOISE, value, Defect.NOISY)


def score_palette(pixels: Pixels, expectation: Expectation) -> Score:
    """Return the score for the expected palette, which must not be empty, with the missing colors.

    *pixels* has any shape (..., 3); a few thousand of them are enough.
    """
    fit = measure_palette_fit(pixels, expectation.palette)
    nearness = ramp(fit.distance, _FAR_PALETTE, _NEAR_PALETTE)
    value = nearness * ramp(fit.share_missing, 1.0, _MAX_MISSING)
    return Score(Dimension.PALETTE, value, Defect.OFF_PALETTE, fit.missing or expectation.palette)


def score_relative(before: tuple[Score, ...], after: tuple[Score, ...]) -> tuple[Score, ...]:
    """Return the scores of *after* relative to those of *before*: an edit is not responsible for a poor original."""
    return tuple(
        replace(score, value=score_ratio(score.value, previous.value))
        for previous, score in zip(before, after, strict=True)
    )


def _score_exposure(measured: Measurements, expectation: Expectation) -> Score:
    traits, (darkest, brightest) = expectation.traits, _brightness_range(expectation)
    max_blown = max(traits.blown, _PURE_COLORS_BLOWN) if _has_pure_color(expectation.palette) else traits.blown
    light = min(
        score_ratio(measured.highlights, _MIN_HIGHLIGHT),
        score_ratio(measured.brightness, darkest),
        ramp(measured.black, 1, traits.black),
    )
    shade = min(
        score_ratio(1 - measured.shadows, _MIN_SHADOW),
        score_ratio(1 - measured.brightness, 1 - brightest),
        ramp(measured.blown, 1, max_blown),
    )
    return Score(Dimension.EXPOSURE, min(light, shade), Defect.TOO_DARK if light < shade else Defect.TOO_BRIGHT)


def _has_pure_color(palette: tuple[str, ...]) -> bool:
    return any(max(parse_color(color)) >= _PURE for color in palette)


def _brightness_range(expectation: Expectation) -> tuple[float, float]:
    """Return the medium's range of mean luma, widened if the palette is darker or lighter."""
    traits = expectation.traits
    if not expectation.palette:
        return traits.darkest, traits.brightest
    tones = to_luma(_build_swatches(expectation.palette))[0]
    # The background fills about half of an image, the other colors share the rest.
    expected = float(tones[0] + tones.mean()) / 2
    return min(traits.darkest, 0.6 * expected), max(traits.brightest, 1 - 0.6 * (1 - expected))


def _score_colorfulness(measured: Measurements, expectation: Expectation) -> Score:
    traits = expectation.traits
    minimum, maximum = traits.dullest, traits.gaudiest
    if expectation.palette:
        offered = measure_colorfulness(_build_swatches(expectation.palette))
        minimum, maximum = min(minimum, 0.4 * offered), max(maximum, 1.2 * offered)
    if measured.colorfulness < minimum:
        return Score(Dimension.COLORFULNESS, score_ratio(measured.colorfulness, minimum), Defect.DULL)
    return Score(Dimension.COLORFULNESS, score_ratio(maximum, measured.colorfulness), Defect.GAUDY)


def _build_swatches(palette: tuple[str, ...]) -> Pixels:
    """Return the palette as an image of one row."""
    return np.array([[parse_color(color) for color in palette]], dtype=np.uint8)
