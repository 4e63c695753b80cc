"""Array types of images and masks."""

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Image: shape (height, width, 3), sRGB, 0 to 255."""

Mask = NDArray[np.bool_]
"""Area of an image: shape (height, width), True where the image changes."""
