"""Halos: a rim in a contrasting tone around figures that do not stand out from their ground."""

from dataclasses import replace

import numpy as np

from engines.color.spaces import Colors
from engines.painter.composer import Copy, Drawing
from engines.painter.curves import ribbon
from engines.painter.legibility import Mask, measure_contour
from engines.painter.palette import ColorScheme
from engines.painter.shapes import DEEP, WHITE, Layer, Shape, Tone
from engines.painter.subjects.icons import measure_area

_MIN_CONTOUR = 0.8
"""Share of a contour below which the figure gets a halo; the technique blurs some of what remains."""
_WIDTH, _MIN_AREA = 0.024, 0.0004
"""Width of the halo, and the area from which a part of the figure has one, in frame units."""
_TONES = (WHITE, DEEP.darken(0.45))


def add_halos(drawing: Drawing, color_scheme: ColorScheme) -> Drawing:
    """Return *drawing* with a halo around each copy whose flat colors are those of its ground."""
    flat: Colors = color_scheme.lab([shape.tone for shape in drawing.shapes])[np.maximum(drawing.index, 0)]
    shapes = list(drawing.shapes)
    copies: list[Copy] = []
    added = 0
    for copy in drawing.copies:
        mask = drawing.mask(copy)
        halo: list[Shape] = []
        if mask.any() and measure_contour(mask, flat) < _MIN_CONTOUR:
            tone = _choose_tone(mask, flat, color_scheme)
            body = [shape for shape in drawing.list_body(copy) if measure_area(shape.points) > _MIN_AREA]
            halo = [_build_rim(shape, tone) for shape in body]
        shapes[copy.start + added : copy.start + added] = halo
        added += len(halo)
        copies.append(replace(copy, start=copy.start + added, end=copy.end + added))
    return replace(drawing, shapes=tuple(shapes), copies=tuple(copies))


def _choose_tone(mask: Mask, flat: Colors, color_scheme: ColorScheme) -> Tone:
    """Return the tone that differs most from both the figure and its ground."""
    figure = np.median(flat[mask], axis=0)
    return max(_TONES, key=lambda tone: float(np.linalg.norm(color_scheme.lab([tone])[0] - figure)))


def _build_rim(shape: Shape, tone: Tone) -> Shape:
    path = np.vstack([shape.points, shape.points[:2]])
    return Shape(ribbon(path, np.full(len(path), _WIDTH)), tone, Layer.NEAR, line=0)
