"""Masks as gray values: shapes, edges, combinations. Every function returns a new array."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from scipy.ndimage import distance_transform_edt

from engines.color.spaces import LUMA_WEIGHTS
from services.common.images.arrays import Pixels

Gray = NDArray[np.uint8]
"""Mask: shape (height, width), 0 for outside, 255 for inside."""

_HALF = 128


def draw_shape(size: tuple[int, int], shape: str, box: tuple[float, float, float, float]) -> Gray:
    """Return a mask of (width, height) *size* with a filled rectangle or ellipse in *box*.

    *box* is left, top, width and height in shares of the image; parts outside the image are cut off.
    """
    width, height = size
    left, top, box_width, box_height = box
    x = (np.arange(width) + 0.5) / width
    y = ((np.arange(height) + 0.5) / height)[:, None]
    if shape == "ellipse":
        inside = ((x - left) / box_width * 2 - 1) ** 2 + ((y - top) / box_height * 2 - 1) ** 2 <= 1
    else:
        inside = (x >= left) & (x < left + box_width) & (y >= top) & (y < top + box_height)
    return _to_gray(inside)


def invert_mask(mask: Gray) -> Gray:
    """Return *mask* with inside and outside exchanged."""
    return 255 - mask


def grow_mask(mask: Gray, pixels: int) -> Gray:
    """Return *mask* grown outwards by *pixels*; negative ones shrink it. The edge becomes hard."""
    inside = mask >= _HALF
    if pixels == 0 or inside.all() or not inside.any():
        return _to_gray(inside)
    if pixels > 0:
        return _to_gray(distance_transform_edt(~inside) <= pixels)
    return _to_gray(distance_transform_edt(inside) > -pixels)


def soften_mask(mask: Gray, pixels: int) -> Gray:
    """Return *mask* with an edge that fades over about *pixels* to both sides."""
    blurred = Image.fromarray(mask).filter(ImageFilter.GaussianBlur(pixels / 2))
    return np.asarray(blurred, dtype=np.uint8)


def combine_masks(first: Gray, second: Gray, operation: str) -> Gray:
    """Return union, intersection or difference (of *first* without *second*) of two masks of one size."""
    return _COMBINATIONS[operation](first, second)


def extract_channel(pixels: NDArray[np.uint8], channel: str) -> Gray:
    """Return a channel of *pixels* (height, width, 4) as a mask; "brightness" is Rec. 601 luma."""
    if channel == "brightness":
        luma = pixels[..., :3].astype(np.float32) @ LUMA_WEIGHTS
        return (luma + 0.5).astype(np.uint8)
    return np.ascontiguousarray(pixels[..., ("red", "green", "blue", "alpha").index(channel)])


def to_pixels(mask: Gray) -> Pixels:
    """Return *mask* as a gray image (height, width, 3)."""
    return np.repeat(mask[..., None], 3, axis=2)


def _to_gray(inside: NDArray[np.bool_]) -> Gray:
    return inside.astype(np.uint8) * np.uint8(255)


_COMBINATIONS: Mapping[str, Callable[[Gray, Gray], Gray]] = MappingProxyType(
    {
        "union": np.maximum,
        "intersection": np.minimum,
        "difference": lambda first, second: np.minimum(first, 255 - second),
    }
)
