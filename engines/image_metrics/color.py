"""Colors and brightness of an image as numbers."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engines.color.spaces import LUMA_WEIGHTS, TO_CONES, TO_LAB, linearize
from services.common.images.arrays import Pixels

Plane = NDArray[np.float32]
"""One or more measured values per pixel."""

# Linear light of each of the 256 levels.
_LINEAR: Final = linearize(np.arange(256, dtype=np.float32) / 255)
_TO_CONES, _TO_LAB = TO_CONES.astype(np.float32), TO_LAB.astype(np.float32)


def validate_image(pixels: Pixels) -> None:
    """Raise ValueError unless *pixels* is an image of at least one pixel: uint8, shape (height, width, 3)."""
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.size == 0:
        raise ValueError(f"an image is uint8 of shape (height, width, 3), not {pixels.dtype} of {pixels.shape}")


def downscale(pixels: Pixels, max_side: int) -> Pixels:
    """Return *pixels* averaged down so that the longer side is *max_side* pixels; a smaller image is not changed."""
    height, width = pixels.shape[:2]
    scale = max_side / max(height, width)
    if scale >= 1:
        return pixels
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))


def to_luma(pixels: Pixels) -> Plane:
    """Return the brightness of each pixel, 0 (black) to 1 (white), shape (height, width)."""
    tones: Plane = np.dot(pixels.astype(np.float32), LUMA_WEIGHTS / 255)
    return tones


def to_oklab(pixels: NDArray[np.uint8]) -> Plane:
    """Return OKLab (lightness 0..1, green-red, blue-yellow) for sRGB values in the last axis; any shape (..., 3)."""
    cones: Plane = np.cbrt(np.dot(_LINEAR[pixels], _TO_CONES.T))
    lab: Plane = np.dot(cones, _TO_LAB.T)
    return lab


def measure_colorfulness(pixels: NDArray[np.uint8]) -> float:
    """Return the colorfulness metric M of *pixels*, shape (..., 3).

    Hasler and Süsstrunk, "Measuring colorfulness in natural images", 2003: 0 is gray, 33 moderate, 59 quite colorful,
    109 extremely colorful.
    """
    red, green, blue = np.moveaxis(pixels.astype(np.float32), -1, 0)
    red_green, yellow_blue = red - green, (red + green) / 2 - blue
    spread = np.hypot(red_green.std(), yellow_blue.std())
    return float(spread + 0.3 * np.hypot(red_green.mean(), yellow_blue.mean()))
