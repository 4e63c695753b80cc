"""Pixels and masks of stored images, which were validated when they were imported."""

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from services.common.images.arrays import Mask, Pixels

MASK_THRESHOLD = 128
"""Least gray value, of 255, inside the area of a mask."""


def decode_pixels(png: bytes) -> "Pixels":
    """Return the pixels of a stored image."""
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


def decode_stored_mask(png: bytes) -> "Mask":
    """Return the masked area of a stored mask."""
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("L")) >= MASK_THRESHOLD
