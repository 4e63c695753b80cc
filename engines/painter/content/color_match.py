"""Painted colors: whether they pass for a requested one."""

import numpy as np
from numpy.typing import NDArray

from engines.color.spaces import Colors, from_code, to_oklab
from engines.painter.palette import measure_chroma

MIN_COLOR_PIXELS = 12
"""Least number of pixels that show a color."""
_MAX_HUE = np.radians(42)
_MIN_CHROMA, _MIN_CHROMA_SHARE = 0.018, 0.25
"""OKLab chroma from which a pixel has a hue, and the share of the requested chroma that it needs."""
_NEUTRAL_CHROMA, _MAX_NEUTRAL_CHROMA = 0.03, 0.085
"""Chroma below which a requested color is black, gray or white, and the largest chroma that passes for it."""
_MIN_SHARE_WITH_NEUTRAL, _MIN_SHARE_OF_HUED = 0.25, 0.6
"""Least share of a figure with parts in white, gray or black that has its color, and least share of its other parts."""
_MAX_LIGHTNESS = 0.3
_MAX_DISTANCE, _MAX_NEUTRAL_DISTANCE, _LIGHTNESS_WEIGHT = 0.2, 0.15, 0.8
"""Largest OKLab distance of a painted area from its requested color, and from black, gray or white, and the weight of
its lightness: judges call what is farther another color, orange brown and white gray."""


def resembles(painted: Colors, color: str) -> bool:
    """Return whether the *painted* OKLab pixels, (n, 3), have *color*, '#rrggbb', at their median."""
    if len(painted) < MIN_COLOR_PIXELS:
        return False
    return bool(match_color(np.median(painted, axis=0), color)) and is_close(painted, color)


def is_close(painted: Colors, color: str) -> bool:
    """Return whether an area of *painted* pixels, (n, 3), or its lighter half, would be called *color*, '#rrggbb'.

    Shadows and lines do not change what a color is, nor does the light on what is black.
    """
    median = np.median(painted, axis=0)
    lit = np.median(painted[painted[:, 0] >= median[0]], axis=0)
    return _is_called(median, color) or _is_called(lit, color)


def _is_called(painted: Colors, color: str) -> bool:
    target = to_oklab(from_code(color))
    lightness, *hue = painted - target
    limit = _MAX_NEUTRAL_DISTANCE if measure_chroma(target) < _NEUTRAL_CHROMA else _MAX_DISTANCE
    return float(np.hypot(_LIGHTNESS_WEIGHT * lightness, np.hypot(*hue))) <= limit


def has_prevailing_color(painted: Colors, color: str, min_share: float) -> bool:
    """Return whether a figure of *painted* pixels, (n, 3), would be called *color*, '#rrggbb', for its largest part.

    White, gray and black parts have no hue of their own: a boat with a red hull and a white sail is red. They do not
    count against a color with a hue, as long as that color is on a quarter of the figure; all others do.
    """
    matches = match_color(painted, color)
    if matches.sum() < MIN_COLOR_PIXELS or matches.mean() >= min_share:
        return bool(matches.sum() >= MIN_COLOR_PIXELS)
    requested = measure_chroma(to_oklab(from_code(color)))
    if requested < _NEUTRAL_CHROMA or matches.mean() < _MIN_SHARE_WITH_NEUTRAL:
        return False
    hued = np.hypot(painted[:, 1], painted[:, 2]) > max(_NEUTRAL_CHROMA, _MIN_CHROMA_SHARE * requested)
    return bool(matches.sum() >= _MIN_SHARE_OF_HUED * (hued | matches).sum())


def match_color(painted: Colors, color: str) -> NDArray[np.bool_]:
    """Return which of the *painted* OKLab colors, (..., 3), pass for *color*, '#rrggbb'."""
    target = to_oklab(from_code(color))
    chroma, requested = np.hypot(painted[..., 1], painted[..., 2]), measure_chroma(target)
    is_near = np.abs(painted[..., 0] - target[0]) <= _MAX_LIGHTNESS
    if requested < _NEUTRAL_CHROMA:
        neutral: NDArray[np.bool_] = is_near & (chroma < _MAX_NEUTRAL_CHROMA)
        return neutral
    rotation = np.arctan2(painted[..., 2], painted[..., 1]) - np.arctan2(target[2], target[1])
    has_hue = chroma > max(_MIN_CHROMA, _MIN_CHROMA_SHARE * requested)
    matches: NDArray[np.bool_] = is_near & has_hue & (np.abs((rotation + np.pi) % (2 * np.pi) - np.pi) < _MAX_HUE)
    return matches
