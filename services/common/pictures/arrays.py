"""The arrays that pictures and masks are while they are worked on."""

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""A picture: shape (height, width, 3), sRGB, 0 to 255."""

Mask = NDArray[np.bool_]
"""An area of a picture: shape (height, width), True where the picture is to change."""
