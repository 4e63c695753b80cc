"""The soft edge between what stays of a picture and what is painted anew."""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from services.common.pictures.arrays import Mask, Pixels

Alpha = NDArray[np.float32]
"""How much of the new shows: shape (height, width), 0 to 1."""


def feathered(hole: Mask, feather: float) -> Alpha:
    """Return 1 in the hole, falling to 0 at *feather* pixels outside it (a feather below one pixel is none)."""
    if feather < 1.0 or not hole.any():
        return hole.astype(np.float32)
    distance = distance_transform_edt(~hole).astype(np.float32)
    ease = np.clip(1.0 - distance / np.float32(feather), 0.0, 1.0)
    result: Alpha = ease * ease * (np.float32(3) - np.float32(2) * ease)
    return result


def blended(picture: Pixels, fresh: NDArray[np.float32], alpha: Alpha) -> Pixels:
    """Return *picture* with *fresh* (h, w, 3; 0 to 255) shown by *alpha*; where that is 0 not a bit changes."""
    given = picture.astype(np.float32)
    mixed = given + (fresh - given) * alpha[..., None]
    touched = alpha > 0
    finished = picture.copy()
    finished[touched] = (np.clip(mixed, 0, 255) + 0.5).astype(np.uint8)[touched]
    return finished
