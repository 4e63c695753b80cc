"""Surfaces of an image: connected pixels of nearly the same color, such as a page, a panel or the face of a button."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engines.vision.values import Box
from services.common.images.arrays import Mask, Pixels

# Neighbors that differ by more levels than this, in any channel, are of different surfaces. Gradients stay below it.
_EDGE: Final = 6
# Smaller surfaces, in pixels, are parts of letters and textures.
_MIN_AREA: Final = 120
# Maximum number of surfaces that are measured, the largest first.
_MAX_SURFACES: Final = 2000

Labels = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Surface:
    """A surface: the number of its pixels in `SurfaceMap.labels`, its box, area, and the area with its holes filled."""

    label: int
    box: Box
    area: int
    filled_area: int

    @property
    def rectangularity(self) -> float:
        """Share of the box that the surface and its holes cover: 1 for a rectangle, 0.785 for a circle."""
        return self.filled_area / self.box.area

    @property
    def hole_share(self) -> float:
        """Share of holes in it."""
        return 1 - self.area / max(1, self.filled_area)


@dataclass(frozen=True, slots=True)
class SurfaceMap:
    """The surfaces of an image, largest first, and the surface of each pixel; 0 for edges, shape (height, width)."""

    surfaces: tuple[Surface, ...]
    labels: Labels


def find_surfaces(pixels: Pixels) -> SurfaceMap:
    """Return the surfaces of *pixels*."""
    import cv2

    flat = (~_find_edges(pixels)).astype(np.uint8)
    _, found, measures, _ = cv2.connectedComponentsWithStats(flat, connectivity=4, ltype=cv2.CV_32S)
    labels = np.asarray(found, dtype=np.int32)
    surfaces = list[Surface]()
    for label in np.argsort(-measures[1:, cv2.CC_STAT_AREA], kind="stable")[:_MAX_SURFACES] + 1:
        left, top, width, height, area = (int(value) for value in measures[label])
        if area < _MIN_AREA:
            break
        part = labels[top : top + height, left : left + width] == label
        surfaces.append(Surface(int(label), Box(left, top, width, height), area, _measure_filled(part)))
    return SurfaceMap(tuple(surfaces), labels)


def _find_edges(pixels: Pixels) -> Mask:
    """Return the pixels that differ from their right or lower neighbor."""
    values = pixels.astype(np.int16)
    edges = np.zeros(pixels.shape[:2], dtype=np.bool_)
    edges[:, :-1] |= np.abs(values[:, 1:] - values[:, :-1]).max(axis=2) > _EDGE
    edges[:-1] |= np.abs(values[1:] - values[:-1]).max(axis=2) > _EDGE
    return edges


def _measure_filled(part: Mask) -> int:
    """Return the pixels of *part* and of the area that it encloses."""
    import cv2

    contours, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros(part.shape, dtype=np.uint8)
    cv2.drawContours(filled, contours, -1, 1, cv2.FILLED)
    return int(filled.sum())
