"""Quantities of tones and colors that an adjustment changes."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from engines.image_metrics.color import downscale, to_luma, to_oklab
from engines.image_metrics.measurements import COLOR_SCALE, measure_edge_energy
from services.common.images.arrays import Pixels

# Luma beyond which a pixel is at the end of the scale.
_BLACK, _WHITE = 0.02, 0.98
# An image with less spread in luma has no content that could be compared.
_MIN_SPREAD: Final = 0.004


def measure_brightness(pixels: Pixels) -> float:
    """Return the mean luma, 0 to 1."""
    return float(to_luma(pixels).mean())


def measure_contrast(pixels: Pixels) -> float:
    """Return the standard deviation of luma."""
    return float(to_luma(pixels).std())


def measure_saturation(pixels: Pixels) -> float:
    """Return the mean OKLab chroma."""
    return float(np.linalg.norm(to_oklab(pixels)[..., 1:], axis=-1).mean())


def measure_warmth(pixels: Pixels) -> float:
    """Return the mean of red minus blue, -1 to 1."""
    return float(pixels[..., 0].mean(dtype=np.float64) - pixels[..., 2].mean(dtype=np.float64)) / 255


def measure_edge_strength(pixels: Pixels) -> float:
    """Return the root mean square gradient."""
    return math.sqrt(measure_edge_energy(pixels))


@dataclass(frozen=True, slots=True)
class Quantity:
    """The quantity that a parameter of an adjustment changes.

    Attributes:
        measure: measures an image.
        min_change: the smallest significant change; for tones about half a level of 255, above rounding errors.
        is_relative: whether scaling cannot raise it from zero (gray has no saturation to raise).

    """

    measure: Callable[[Pixels], float]
    min_change: float
    is_relative: bool


QUANTITIES: Final[Mapping[str, Quantity]] = MappingProxyType(
    {
        "brightness": Quantity(measure_brightness, 0.002, is_relative=False),
        "contrast": Quantity(measure_contrast, 0.001, is_relative=True),
        "saturation": Quantity(measure_saturation, 0.001, is_relative=True),
        "warmth": Quantity(measure_warmth, 0.002, is_relative=False),
        "sharpness": Quantity(measure_edge_strength, 0.0003, is_relative=True),
    }
)
"""Quantities by the names of the parameters that change them."""


def measure_black_share(pixels: Pixels) -> float:
    """Return the share of pixels that are nearly black."""
    return float((to_luma(pixels) < _BLACK).mean())


def measure_white_share(pixels: Pixels) -> float:
    """Return the share of pixels that are nearly white."""
    return float((to_luma(pixels) > _WHITE).mean())


def measure_clipped_share(pixels: Pixels) -> float:
    """Return the share of pixels that are nearly black or nearly white."""
    tones = to_luma(pixels)
    return float(((tones > _WHITE) | (tones < _BLACK)).mean())


def measure_content_correlation(before: Pixels, after: Pixels) -> float | None:
    """Return the correlation of luma of two images of one size, None if one of them has no content."""
    first, second = (to_luma(downscale(pixels, COLOR_SCALE)).ravel() for pixels in (before, after))
    if first.std() < _MIN_SPREAD or second.std() < _MIN_SPREAD:
        return None
    return float(np.corrcoef(first, second)[0, 1])
