"""Cells of the small raster on which drawings are measured."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from engines.painter.shapes import Shape

GRID_SIDE = 144
"""Short side in cells of the raster on which drawings are measured."""


def rasterize_index(shapes: Sequence[Shape | None], size: tuple[int, int], margin: int) -> NDArray[np.int32]:
    """Return the number of the last shape at each cell, -1 for none."""
    canvas = Image.new("I", size, -1)
    draw = ImageDraw.Draw(canvas)
    for number, shape in enumerate(shapes):
        if shape is not None and len(shape.points) > 2:
            draw.polygon((shape.points * GRID_SIDE + margin).ravel().tolist(), fill=number)
    return np.asarray(canvas, dtype=np.int32)
