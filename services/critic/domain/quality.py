"""Marks for one picture by itself, as its medium and palette would have it."""

from dataclasses import replace
from typing import Final

import numpy as np

from services.common.pictures.arrays import Pixels
from services.critic.domain.colour import colourfulness, luma
from services.critic.domain.expectations import Expectation, parse_hex
from services.critic.domain.marks import Dimension, Fault, Mark, in_proportion, ramp, reaches, stays_below
from services.critic.domain.measuring import Measurements
from services.critic.domain.palette import fit_palette

# The brightest hundredth of any picture that can be made out reaches this luma, the darkest hundredth its counterpart.
_LEAST_HIGHLIGHT: Final = 0.45
_LEAST_SHADOW: Final = 0.30

# A palette with a colour whose strongest channel reaches this has such pixels everywhere without being overexposed.
_PURE: Final = 245
_PURE_COLOURS_BLOW: Final = 0.95

# Below this share of the variance on an 8 x 8 grid a picture is noise of some grain: calibrated on noise of up to 8
# pixels a grain in 1024 (0.004) against photographs of nothing but brick, gravel or grass (0.0095, 0.0139, 0.0140).
_LEAST_STRUCTURE: Final = 0.012

# Distances of `PaletteFit` at which a picture keeps to it and at which it is of another one.
# Of those paintings the median was 0.015 from its own palette, the farthest 0.051; from the others' the median was
# 0.038, a tenth more than 0.070.
_NEAR_PALETTE: Final = 0.035
_FAR_PALETTE: Final = 0.065
# Up to this share of the palette's colours may be missing; with all of them missing nothing is left of the mark.
_MAY_MISS: Final = 0.5


def quality_marks(measured: Measurements, expectation: Expectation) -> tuple[Mark, ...]:
    """Return the marks for blankness, exposure, contrast, sharpness, colourfulness and noise."""
    traits = expectation.traits
    return (
        Mark(Dimension.NOT_BLANK, reaches(measured.occupied, traits.occupied), Fault.BLANK),
        _exposure_mark(measured, expectation),
        Mark(Dimension.CONTRAST, reaches(measured.contrast, traits.contrast), Fault.FLAT),
        Mark(Dimension.SHARPNESS, reaches(measured.sharpness, traits.sharpness), Fault.BLURRED),
        _colourfulness_mark(measured, expectation),
        noise_mark(measured.grain, measured.structure, traits.grain),
    )


def noise_mark(grain: float, structure: float, most_grain: float) -> Mark:
    """Return the mark against noise: of single pixels by *grain*, of coarser ones by *structure*."""
    value = min(stays_below(grain, most_grain), in_proportion(structure, _LEAST_STRUCTURE))
    return Mark(Dimension.NOISE, value, Fault.NOISY)


def palette_mark(pixels: Pixels, expectation: Expectation) -> Mark:
    """Return the mark for keeping to the expected palette, which must not be empty; it names the missing colours.

    *pixels* has any shape (..., 3); some thousand of them are enough.
    """
    fit = fit_palette(pixels, expectation.palette)
    nearness = ramp(fit.distance, _FAR_PALETTE, _NEAR_PALETTE)
    value = nearness * ramp(fit.share_missing, 1.0, _MAY_MISS)
    return Mark(Dimension.PALETTE, value, Fault.OFF_PALETTE, fit.missing or expectation.palette)


def no_worse_than(before: tuple[Mark, ...], after: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return the marks of *after* in proportion to those of *before*: a poor original is not held against an edit."""
    return tuple(
        replace(mark, value=in_proportion(mark.value, former.value)) for former, mark in zip(before, after, strict=True)
    )


def _exposure_mark(measured: Measurements, expectation: Expectation) -> Mark:
    traits, (darkest, brightest) = expectation.traits, _brightness_range(expectation)
    most_blown = max(traits.blown, _PURE_COLOURS_BLOW) if _has_pure_colour(expectation.palette) else traits.blown
    light = min(
        in_proportion(measured.highlights, _LEAST_HIGHLIGHT),
        in_proportion(measured.brightness, darkest),
        ramp(measured.black, 1, traits.black),
    )
    shade = min(
        in_proportion(1 - measured.shadows, _LEAST_SHADOW),
        in_proportion(1 - measured.brightness, 1 - brightest),
        ramp(measured.blown, 1, most_blown),
    )
    return Mark(Dimension.EXPOSURE, min(light, shade), Fault.TOO_DARK if light < shade else Fault.TOO_BRIGHT)


def _has_pure_colour(palette: tuple[str, ...]) -> bool:
    return any(max(parse_hex(colour)) >= _PURE for colour in palette)


def _brightness_range(expectation: Expectation) -> tuple[float, float]:
    """Return the medium's range of mean luma, widened where the palette itself is darker or lighter than that."""
    traits = expectation.traits
    if not expectation.palette:
        return traits.darkest, traits.brightest
    tones = luma(_swatches(expectation.palette))[0]
    # The ground fills about half of a picture, the other colours share the rest.
    expected = float(tones[0] + tones.mean()) / 2
    return min(traits.darkest, 0.6 * expected), max(traits.brightest, 1 - 0.6 * (1 - expected))


def _colourfulness_mark(measured: Measurements, expectation: Expectation) -> Mark:
    traits = expectation.traits
    least, most = traits.dullest, traits.gaudiest
    if expectation.palette:
        offered = colourfulness(_swatches(expectation.palette))
        least, most = min(least, 0.4 * offered), max(most, 1.2 * offered)
    if measured.colourfulness < least:
        return Mark(Dimension.COLOURFULNESS, in_proportion(measured.colourfulness, least), Fault.DULL)
    return Mark(Dimension.COLOURFULNESS, in_proportion(most, measured.colourfulness), Fault.GAUDY)


def _swatches(palette: tuple[str, ...]) -> Pixels:
    """Return the palette as a picture of one row."""
    return np.array([[parse_hex(colour) for colour in palette]], dtype=np.uint8)
