"""Rasterizer of outlines and strokes on a boolean canvas."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import ndimage

from services.common.images.arrays import Mask

Points = NDArray[np.float64]
"""Points of a path: shape (points, 2), x and y in pixels, the origin at the top left corner."""

# Maximum number of crossings of edges and rows in memory at once.
_CROSSINGS_AT_ONCE = 1_000_000


def fill_outline(canvas: Mask, outline: Points) -> bool:
    """Set the pixels of *canvas* whose center the closed *outline* winds around; return whether there are any.

    The non-zero rule, as browsers fill by default: a loop drawn twice, or whose end overlaps its beginning, has no
    holes.
    """
    height, width = canvas.shape
    start = outline - 0.5  # so that the center of pixel n lies at n
    end = np.roll(start, -1, axis=0)
    upper, lower = np.minimum(start, end), np.maximum(start, end)
    first, beyond = _clipped_ceil(upper[:, 1], 0, height), _clipped_ceil(lower[:, 1], 0, height)
    top, bottom = int(first.min()), int(beyond.max())
    left, right = (int(_clipped_ceil(side, 0, width)) for side in (upper[:, 0].min(), lower[:, 0].max()))
    windings = np.zeros((bottom - top, right - left + 1), dtype=np.int32)
    for edge, row in _crossings(first, beyond):
        slope = (end[edge, 0] - start[edge, 0]) / (end[edge, 1] - start[edge, 1])
        column = _clipped_ceil(start[edge, 0] + (row - start[edge, 1]) * slope, left, right)
        downwards = np.where(end[edge, 1] > start[edge, 1], 1, -1).astype(np.int32)
        np.add.at(windings, (row - top, column - left), downwards)
    inside: Mask = np.cumsum(windings, axis=1)[:, :-1] != 0
    canvas[top:bottom, left:right] |= inside
    return bool(inside.any())


def paint_strokes(canvas: Mask, strokes: Sequence[Points]) -> None:
    """Set the pixels of *canvas* on the lines from point to point, one pixel wide; a single point is a dot."""
    thin = Image.new("1", canvas.shape[::-1])
    draw = ImageDraw.Draw(thin)
    sides = np.array(thin.size)
    for points in strokes:
        near = np.clip(np.floor(points), -sides, 2 * sides)  # long lines are slow, also outside
        draw.line([(x, y) for x, y in near[[*range(len(near)), 0]].tolist()], fill=1)
    canvas |= np.asarray(thin)


def dilate(canvas: Mask, radius: float) -> Mask:
    """Return *canvas* with every pixel set that lies within *radius* of one that is."""
    rows, columns = np.flatnonzero(canvas.any(axis=1)), np.flatnonzero(canvas.any(axis=0))
    thick = np.zeros_like(canvas)
    if rows.size == 0:
        return thick
    reach = int(radius) + 1
    window = (
        slice(max(0, int(rows[0]) - reach), int(rows[-1]) + reach + 1),
        slice(max(0, int(columns[0]) - reach), int(columns[-1]) + reach + 1),
    )
    distance: NDArray[np.float64] = ndimage.distance_transform_edt(~canvas[window])
    thick[window] = distance <= radius
    return thick


def _clipped_ceil(values: NDArray[np.float64], least: int, most: int) -> NDArray[np.int64]:
    return np.clip(np.ceil(values), least, most).astype(np.int64)


def _crossings(
    first: NDArray[np.int64], beyond: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield pairs of an edge's number and a row from *first* up to *beyond* of that edge, part by part."""
    counts = beyond - first
    part = np.cumsum(counts) // _CROSSINGS_AT_ONCE
    cuts = [0, *(np.flatnonzero(np.diff(part)) + 1).tolist(), len(counts)]
    for begin, stop in pairwise(cuts):
        some = counts[begin:stop]
        edge = np.repeat(np.arange(begin, stop), some)
        row = first[edge] + np.arange(len(edge)) - np.repeat(np.cumsum(some) - some, some)
        yield edge, row
