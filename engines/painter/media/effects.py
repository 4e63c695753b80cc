"""Effects that several media share: light on the forms, blending, warping, saturation."""

import numpy as np
from numpy.typing import NDArray

from engines.color.spaces import LUMA_WEIGHTS
from engines.painter.composition import Composition
from engines.painter.raster import Raster
from engines.painter.shapes import DEEP
from engines.painter.texture import Field


def blend_over(below: Field, color: NDArray[np.float32], amount: Field) -> Field:
    """Return the image *below* (h, w, 3) covered with *color* (3,) or (h, w, 3) by *amount* (h, w) 0..1."""
    result: Field = color - below
    # In place: a copy of the image costs more time than the arithmetic.
    result *= amount[..., None]
    result += below
    return result


def shade_forms(composition: Composition, raster: Raster, strength: float = 1.0) -> Field:
    """Return the colors with soft light and shade on the forms; shade leans towards the deep color."""
    shade = composition.color(DEEP) * np.float32(0.55)
    light = raster.light * np.float32(strength)
    dark = np.clip(-light, 0.0, 1.0) * np.float32(0.85)
    bright = np.clip(light, 0.0, 1.0) * np.float32(0.62)
    lit = blend_over(raster.color, shade, dark)
    return blend_over(lit, np.ones(3, dtype=np.float32), bright * (0.35 + 0.65 * raster.color.mean(axis=2)))


def measure_luminance(color: Field) -> Field:
    """Return Rec. 601 luma of (h, w, 3) sRGB values."""
    result: Field = color @ LUMA_WEIGHTS
    return result


def warp(image: Field, dx: Field, dy: Field) -> Field:
    """Return *image* with each pixel taken from (x + dx, y + dy), in pixels, nearest."""
    height, width = dx.shape
    rows = np.clip(np.arange(height)[:, None] + dy, 0, height - 1).astype(np.intp)
    columns = np.clip(np.arange(width)[None, :] + dx, 0, width - 1).astype(np.intp)
    result: Field = image[rows, columns]
    return result


def scale_saturation(color: Field, amount: float) -> Field:
    """Return (h, w, 3) colors with their chroma scaled by *amount*."""
    gray = measure_luminance(color)[..., None]
    return gray + (color - gray) * np.float32(amount)
