"""sRGB, luma and OKLab of values from 0 to 1."""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from services.common.images.color_codes import parse_color

Floats = NDArray[np.floating]
Colors = NDArray[np.float64]

LUMA_WEIGHTS: Final = np.array((0.299, 0.587, 0.114), dtype=np.float32)
"""Of red, green and blue: ITU-R BT.601, on gamma-coded sRGB, as Pillow's mode L has them."""
LUMINANCE_WEIGHTS: Final = (0.2126, 0.7152, 0.0722)
"""Of linear red, green and blue: ITU-R BT.709, as WCAG 2.2 defines relative luminance."""

# Linear sRGB to cone response and on to OKLab: Björn Ottosson, "A perceptual color space for image processing", 2020.
TO_CONES: Final = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB: Final = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_FROM_CONES, _FROM_LAB = np.linalg.inv(TO_CONES), np.linalg.inv(TO_LAB)


def linearize(srgb: Floats) -> Floats:
    """Return the linear light of gamma-coded values, 0 to 1, of the same type (IEC 61966-2-1)."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def from_code(color: str) -> Colors:
    """Return '#rrggbb' as sRGB values, shape (3,)."""
    return np.array(parse_color(color)) / 255.0


def to_oklab(rgb: ArrayLike) -> Colors:
    """Return sRGB, shape (..., 3), in OKLab: lightness 0 to 1, green-red, blue-yellow."""
    linear = linearize(np.asarray(rgb, dtype=float))
    result: Colors = np.cbrt(linear @ TO_CONES.T) @ TO_LAB.T
    return result


def from_oklab(lab: ArrayLike) -> Colors:
    """Return OKLab, shape (..., 3), as sRGB, clipped to what a screen can show."""
    linear = np.clip((np.asarray(lab, dtype=float) @ _FROM_LAB.T) ** 3 @ _FROM_CONES.T, 0.0, 1.0)
    result: Colors = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return result
