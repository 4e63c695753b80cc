"""Fit of a figure to the ground that it is on: a car on the road, a leaf on the stream."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engines.painter.legibility import Mask
from engines.painter.cells import GRID_SIDE, rasterize_index
from engines.painter.shapes import Layer, Shape

_FOOT = 0.08
"""The lowest part of a figure, which is on the ground, in its heights."""
_ROOM = 1.2
"""Width of the ground at the foot of a figure, in widths of that."""
_WIDER, _MAX_HIGHER = (1.0, 1.3, 1.7, 2.2, 2.8), 1.25
"""Scales of a ground that are tried across, and the largest one in height."""
_LOWEST = 0.95
"""Lowest place of a foot, in shares of the frame's height."""


def fit_to_ground(shapes: list[Shape], ground: range, start: int, width: float, height: float) -> None:
    """Move the shapes from *start* on to where the shapes of *ground* below their foot are wide enough.

    Where they are nowhere, the ground becomes wider. *width* and *height* are those of the frame in its units.
    """
    low, high = _measure_foot(shapes[start:])
    base = [shapes[number] for number in ground]
    points = np.vstack([shape.points for shape in base if shape.layer is Layer.SUBJECT])
    pivot = np.array([(points[:, 0].min() + points[:, 0].max()) / 2, points[:, 1].max()])
    grid = round(GRID_SIDE * width), round(GRID_SIDE * height)
    for scale in _WIDER:
        factor = np.array([scale, min(scale, _MAX_HIGHER)])
        wider = [replace(shape, points=pivot + (shape.points - pivot) * factor) for shape in base]
        mask = rasterize_index([one for one in wider if one.layer is Layer.SUBJECT], grid, 0) >= 0
        place = find_room(mask, (high[0] - low[0]) * GRID_SIDE * _ROOM, high[1] * GRID_SIDE)
        if place is not None:
            shapes[ground.start : ground.stop] = wider
            shift = np.array(place) / GRID_SIDE - np.array([(low[0] + high[0]) / 2, high[1]])
            shapes[start:] = [replace(shape, points=shape.points + shift) for shape in shapes[start:]]
            return


def find_room(ground: Mask, room: float, row: float) -> tuple[float, float] | None:
    """Return column and row of the middle of a run of *ground* with at least *room* cells, the nearest to *row*."""
    found = [
        (abs(number - row), (first + last) / 2, float(number))
        for number in range(int(_LOWEST * len(ground)))
        for first, last in [_find_run(ground[number])]
        if last - first >= room
    ]
    return min(found)[1:] if found else None


def _find_run(cells: Mask) -> tuple[int, int]:
    """Return start and end of the longest run of *cells*."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], cells.astype(np.int8), [0]])))
    if not len(edges):
        return 0, 0
    longest = int(np.argmax(edges[1::2] - edges[::2]))
    return int(edges[2 * longest]), int(edges[2 * longest + 1])


def find_foot(mask: Mask) -> Mask:
    """Return the lowest cell of *mask* in each of its columns near its lower edge."""
    rows = np.nonzero(mask.any(axis=1))[0]
    foot = np.zeros_like(mask)
    if not len(rows):
        return foot
    limit = rows.max() - max(1, round(_FOOT * (rows.max() - rows.min())))
    lowest = len(mask) - 1 - np.argmax(mask[::-1], axis=0)
    columns = np.flatnonzero(mask.any(axis=0) & (lowest >= limit))
    foot[lowest[columns], columns] = True
    return foot


def _measure_foot(shapes: Sequence[Shape]) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], ...]:
    """Return the lower left and the upper right corner of the foot of the figure drawn by *shapes*, in frame units."""
    points = np.vstack([shape.points for shape in shapes if shape.layer is Layer.SUBJECT])
    foot = points[points[:, 1] >= points[:, 1].max() - _FOOT * np.ptp(points[:, 1])]
    return foot.min(axis=0), foot.max(axis=0)
