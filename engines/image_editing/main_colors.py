"""The main colors of an image."""

import numpy as np
from PIL import Image

from services.common.images.arrays import Pixels

MAX_COLORS = 6
# This many pixels suffice to find the colors; more only take longer.
SIDE = 160
# Colors nearer than this in RGB look the same.
MIN_DISTANCE = 36.0


def extract_main_colors(pixels: Pixels) -> tuple[str, ...]:
    """Return up to 6 colors '#rrggbb' of *pixels*, (H, W, 3), the largest area first.

    Median cut (Heckbert, Color image quantization for frame buffer display, 1982), then similar colors are merged.
    """
    image = Image.fromarray(pixels)
    image.thumbnail((SIDE, SIDE))
    cut = image.quantize(4 * MAX_COLORS, Image.Quantize.MEDIANCUT)
    counted = sorted(cut.getcolors() or (), reverse=True)
    table = np.asarray(cut.getpalette(), dtype=float).reshape(-1, 3)
    colors = list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]()
    for _, index in counted:
        color = table[int(str(index))]
        if len(colors) < MAX_COLORS and all(np.linalg.norm(color - other) >= MIN_DISTANCE for other in colors):
            colors.append(color)
    return tuple("#" + "".join(f"{round(float(channel)):02x}" for channel in color) for color in colors)
