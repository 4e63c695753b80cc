"""Feathered masks and blending with them."""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from services.common.images.arrays import Mask, Pixels

Alpha = NDArray[np.float32]
"""Opacity of the replacement: shape (height, width), 0 to 1."""


def feather_mask(hole: Mask, feather: float) -> Alpha:
    """Return 1 in the hole, falling to 0 at *feather* pixels outside it (a feather below one pixel is none)."""
    if feather < 1.0 or not hole.any():
        return hole.astype(np.float32)
    distance = distance_transform_edt(~hole).astype(np.float32)
    ease = np.clip(1.0 - distance / np.float32(feather), 0.0, 1.0)
    result: Alpha = ease * ease * (np.float32(3) - np.float32(2) * ease)
    return result


def blend_by_alpha(image: Pixels, replacement: NDArray[np.float32], alpha: Alpha) -> Pixels:
    """Return *image* with *replacement* (h, w, 3; 0 to 255) blended in by *alpha*; 0 changes nothing."""
    given = image.astype(np.float32)
    mixed = given + (replacement - given) * alpha[..., None]
    touched = alpha > 0
    result = image.copy()
    result[touched] = (np.clip(mixed, 0, 255) + 0.5).astype(np.uint8)[touched]
    return result
