"""The main colours of a picture."""

import numpy as np
from PIL import Image

from services.common.pictures.arrays import Pixels

MOST_COLOURS = 6
# As many pixels say what colours a picture has; more only take longer.
SIDE = 160
# Colours nearer than this in RGB are one colour to the eye.
APART = 36.0


def main_colours(pixels: Pixels) -> tuple[str, ...]:
    """Return up to 6 colours '#rrggbb' of *pixels*, (H, W, 3), the largest area first, each told from the others.

    Median cut (Heckbert, Color image quantization for frame buffer display, 1982), then what looks alike is one.
    """
    image = Image.fromarray(pixels)
    image.thumbnail((SIDE, SIDE))
    cut = image.quantize(4 * MOST_COLOURS, Image.Quantize.MEDIANCUT)
    counted = sorted(cut.getcolors() or (), reverse=True)
    table = np.asarray(cut.getpalette(), dtype=float).reshape(-1, 3)
    kept = list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]()
    for _, index in counted:
        colour = table[int(str(index))]
        if len(kept) < MOST_COLOURS and all(np.linalg.norm(colour - other) >= APART for other in kept):
            kept.append(colour)
    return tuple("#" + "".join(f"{round(float(channel)):02x}" for channel in colour) for colour in kept)
