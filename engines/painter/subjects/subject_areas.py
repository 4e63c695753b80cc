"""The areas of a drawing by code, in colors of its own, for drawings that consist of several subjects."""

from collections.abc import Callable

import numpy as np

from engines.painter.curves import Points
from engines.painter.default_look import NATURAL_COLORS
from engines.painter.palette import build_color_scheme
from engines.painter.rng import Rng
from engines.painter.shapes import Pen, Shape
from engines.painter.subjects.color_change import tint
from services.common.images.color_codes import format_color

_PALETTE = ("#74bdf0", "#2b4a80", "#f0883c", "#57a85f", "#e8526b", "#ffe08f")


def record_drawing(draw: Callable[[Pen, Rng], None], subject: str) -> tuple[tuple[str, Points], ...]:
    """Return the areas that *draw* fills for *subject*, far to near, its foot at the origin and its height 1, y up."""
    shapes: list[Shape] = []
    draw(Pen(shapes, 0.0, 0.0, 1.0), Rng(0, subject))
    if subject in NATURAL_COLORS:
        tint(shapes, 0, NATURAL_COLORS[subject])
    colors = 255 * build_color_scheme(_PALETTE, night=False, on_paper=False).colors([shape.tone for shape in shapes])
    points = np.vstack([shape.points for shape in shapes])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    height, middle = bottom - top, (left + right) / 2
    return tuple(
        (
            format_color(color),
            np.column_stack([(shape.points[:, 0] - middle) / height, (bottom - shape.points[:, 1]) / height]),
        )
        for color, shape in zip(colors, shapes, strict=True)
    )
