"""Colors and brightness of an image as numbers."""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from services.common.images.arrays import Pixels

_HEX_COLOR: Final = re.compile(r"#[0-9a-fA-F]{6}")

Plane = NDArray[np.float32]
"""One or more measured values per pixel."""

# Luma weights of ITU-R BT.601, on gamma-coded sRGB as usual for perceived brightness.
_LUMA: Final = np.array([0.299, 0.587, 0.114], dtype=np.float32)

# sRGB transfer function (IEC 61966-2-1) for each of the 256 levels.
_LEVELS: Final = np.arange(256, dtype=np.float32) / 255
_LINEAR: Final = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4).astype(np.float32)

# Linear sRGB to cone response and on to OKLab: Björn Ottosson, "A perceptual color space for image processing", 2020.
_TO_CONES: Final = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    dtype=np.float32,
)
_TO_LAB: Final = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ],
    dtype=np.float32,
)


def parse_hex(color: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255, of '#rrggbb'; raise ValueError for anything else."""
    if _HEX_COLOR.fullmatch(color) is None:
        raise ValueError(f"a color is written '#rrggbb', not {color!r}")
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:], 16)


def validate_image(pixels: Pixels) -> None:
    """Raise ValueError unless *pixels* is an image of at least one pixel: uint8, shape (height, width, 3)."""
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.size == 0:
        raise ValueError(f"an image is uint8 of shape (height, width, 3), not {pixels.dtype} of {pixels.shape}")


def downscale(pixels: Pixels, max_side: int) -> Pixels:
    """Return *pixels* averaged down so that its longer side is *max_side* pixels; smaller images unchanged."""
    height, width = pixels.shape[:2]
    scale = max_side / max(height, width)
    if scale >= 1:
        return pixels
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))


def to_luma(pixels: Pixels) -> Plane:
    """Return the brightness of each pixel, 0 (black) to 1 (white), shape (height, width)."""
    tones: Plane = np.dot(pixels.astype(np.float32), _LUMA / 255)
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
