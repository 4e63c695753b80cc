"""Things within the drawing of a figure: whether one can be recognized, and whether it is where it is used.

The shapes of a drawing have the names of its parts, so the cells of a thing are known: of a sword, and of the hand.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import binary_dilation

from engines.color.spaces import Colors
from engines.painter.cells import rasterize_index
from engines.painter.composer import Copy, Drawing
from engines.painter.legibility import Mask, measure_contour

_REACH, _BAND = 2, 2
"""Cells between two parts that touch, and over which both sides of a contour are averaged."""


@dataclass(frozen=True, slots=True)
class ItemLegibility:
    """Measurements of a thing in the pixels.

    Attributes:
        length: its longer side, in shares of the frame's short side.
        area: share of the square of the short side that it covers.
        visible: share of its own cells that nothing covers.
        contour: share of its contour that differs from what is around it, the figure included.
        difference: distance of its mean painted color from that of its drawing, in OKLab; 0 where lines show it.

    """

    length: float
    area: float
    visible: float
    contour: float
    difference: float


@dataclass(frozen=True, slots=True)
class ItemPixels:
    """The parts of the figures of a drawing, and the painted image in OKLab.

    `colors` are those of the shapes, None where the technique paints with lines.
    """

    drawing: Drawing
    painted: Colors
    colors: Colors | None

    def measure(self, copy: Copy, parts: Collection[str] | None = None) -> ItemLegibility | None:
        """Return the measurements of *parts* of *copy*, or of all of it; None where it has none of them."""
        numbers = self._list_numbers(copy, parts)
        alone = self._draw(numbers)
        if not alone.any():
            return None
        seen: Mask = np.isin(self.drawing.index, numbers)
        if not seen.any():
            return ItemLegibility(0.0, 0.0, 0.0, 0.0, 0.0)
        side = min(self.drawing.grid)
        visible = float((alone & seen).sum() / alone.sum())
        contour = measure_contour(seen, self.painted, band=_BAND)
        area = float(seen.sum() / side**2)
        return ItemLegibility(_measure_length(seen) / side, area, visible, contour, self._compare(seen))

    def touches(self, copy: Copy, parts: Collection[str], others: Collection[str] | None = None) -> bool:
        """Return whether *parts* of *copy* touch one of the *others*, or of all its other parts, seen or covered."""
        own = self._list_numbers(copy, parts)
        rest = [number for number in self._list_numbers(copy, others) if number not in own]
        return bool((binary_dilation(self._draw(own), iterations=_REACH) & self._draw(rest)).any())

    def _list_numbers(self, copy: Copy, parts: Collection[str] | None) -> list[int]:
        shapes = self.drawing.shapes
        return [n for n in self.drawing.list_numbers(copy) if parts is None or shapes[n].part in parts]

    def _draw(self, numbers: Collection[int]) -> Mask:
        """Return the cells of the shapes with *numbers* if nothing were in front of them."""
        shapes = [self.drawing.shapes[number] for number in numbers]
        mask: Mask = rasterize_index(shapes, self.drawing.grid, 0) >= 0
        return mask

    def _compare(self, seen: Mask) -> float:
        if self.colors is None:
            return 0.0
        drawn = self.colors[self.drawing.index[seen]]
        return float(np.linalg.norm(self.painted[seen].mean(axis=0) - drawn.mean(axis=0)))


def _measure_length(mask: Mask) -> float:
    """Return the extent of *mask* along its main axis, in cells."""
    points = np.argwhere(mask).astype(float)
    points -= points.mean(axis=0)
    axis = np.linalg.eigh(points.T @ points)[1][:, -1]
    return float(np.ptp(points @ axis)) + 1
