"""Fits images in a provider's sizes to the requested size, and edited images back into the original.

`cover` is the inverse of `frame`: it crops the response to the part that was sent within a frame.
"""

import numpy as np
from PIL import Image

from engines.image_editing.feather import blend_by_alpha, feather_mask
from services.common.images.arrays import Mask, Pixels
from services.executor.domain.sizes import Size


def cover(pixels: Pixels, size: Size) -> Pixels:
    """Return the largest center part of *pixels* (h, w, 3) with the aspect of *size*, resized to *size*."""
    height, width = pixels.shape[:2]
    if (width, height) == size:
        return pixels
    scale = min(width / size[0], height / size[1])
    across, along = min(width, size[0] * scale), min(height, size[1] * scale)
    left, top = (width - across) / 2, (height - along) / 2
    box = (left, top, left + across, top + along)
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS, box=box))


def frame(pixels: Pixels, size: Size) -> Pixels:
    """Return *pixels* (h, w, 3) uncropped in the middle of *size*, its edges repeated to fill the rest."""
    inner = _inner_size((pixels.shape[1], pixels.shape[0]), size)
    scaled = np.asarray(Image.fromarray(pixels).resize(inner, Image.Resampling.LANCZOS))
    return np.pad(scaled, (*_margins(inner, size), (0, 0)), mode="edge")


def frame_mask(mask: Mask, size: Size) -> Mask:
    """Return *mask* (h, w) where `frame` puts its image; the frame is not masked, and no masked pixel is lost."""
    inner = _inner_size((mask.shape[1], mask.shape[0]), size)
    # A box average is above zero wherever any masked pixel falls: a line one pixel wide survives the scaling.
    scaled = np.asarray(Image.fromarray(mask.astype(np.float32)).resize(inner, Image.Resampling.BOX)) > 0
    return np.pad(scaled, _margins(inner, size))


def composite(image: Pixels, painted: Pixels, mask: Mask, feather: float) -> Pixels:
    """Return *image* (h, w, 3) with the center of *painted* in *mask* (h, w), feathered over *feather* pixels.

    Pixels farther than *feather* from the mask stay bit-identical; those in the mask are the pixels of *painted*.

    Raises:
        ValueError: mask and image differ in size.

    """
    height, width = image.shape[:2]
    if mask.shape != (height, width):
        raise ValueError(f"mask {mask.shape} does not fit image {(height, width)}")
    fresh = cover(painted, (width, height)).astype(np.float32)
    return blend_by_alpha(image, fresh, feather_mask(mask, feather))


def _inner_size(shape: Size, size: Size) -> Size:
    """Return the largest size with the aspect of *shape* within *size*."""
    scale = min(size[0] / shape[0], size[1] / shape[1])
    return max(1, min(size[0], round(shape[0] * scale))), max(1, min(size[1], round(shape[1] * scale)))


def _margins(inner: Size, size: Size) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the margins before and after, first along the height, then along the width."""
    above, before = (size[1] - inner[1]) // 2, (size[0] - inner[0]) // 2
    return (above, size[1] - inner[1] - above), (before, size[0] - inner[0] - before)
