"""Fit of a figure to the ground that it is on: a car on the road, a leaf on the stream."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engines.painter.cells import GRID_SIDE, rasterize_index
from engines.painter.curves import Points
from engines.painter.legibility import Mask
from engines.painter.shapes import Layer, Shape

_FOOT = 0.08
"""The lowest part of a figure, which is on the ground, in its heights."""
_ROOM = 1.2
"""Width of the ground at the foot of a figure, in widths of that."""
_WIDER, _MAX_HIGHER = (1.0, 1.3, 1.7, 2.2, 2.8), 1.25
"""Scales of a ground that are tried across, and the largest one in height."""
_ENOUGH = 0.6
"""Share of a ground that is enough of it."""
_LOWEST = 0.95
"""Lowest place of a foot, in shares of the frame's height."""


def fit_to_ground(shapes: list[Shape], ground: range, start: int, width: float, height: float) -> None:
    """Move the shapes from *start* on to where the shapes of *ground* below their foot are wide enough.

    The ground becomes wider where it is nowhere, or where the figure would hide most of it. *width* and *height* are
    those of the frame in its units.
    """
    base, figure = [shapes[number] for number in ground], shapes[start:]
    grid = round(GRID_SIDE * width), round(GRID_SIDE * height)
    best, least = None, 0.0
    for scale in _WIDER:
        wider = _widen(base, scale)
        moved = _move_to_room(wider, figure, grid)
        if moved is None:
            continue
        visible = _measure_visible(wider, moved, grid)
        if visible > least:
            best, least = (wider, moved), visible
        if visible >= _ENOUGH:
            break
    if best is not None:
        shapes[ground.start : ground.stop], shapes[start:] = best


def _widen(ground: Sequence[Shape], scale: float) -> list[Shape]:
    """Return *ground* wider by *scale* around the middle of its foot."""
    points = _stack(ground)
    pivot = np.array([(points[:, 0].min() + points[:, 0].max()) / 2, points[:, 1].max()])
    factor = np.array([scale, min(scale, _MAX_HIGHER)])
    return [replace(shape, points=pivot + (shape.points - pivot) * factor) for shape in ground]


def _move_to_room(ground: Sequence[Shape], figure: Sequence[Shape], grid: tuple[int, int]) -> list[Shape] | None:
    """Return *figure* moved to where *ground* has room for its foot; None where it has not."""
    points = _stack(figure)
    foot = points[points[:, 1] >= points[:, 1].max() - _FOOT * np.ptp(points[:, 1])]
    low, high = foot.min(axis=0) * GRID_SIDE, foot.max(axis=0) * GRID_SIDE
    mask = rasterize_index([one for one in ground if one.layer is Layer.SUBJECT], grid, 0) >= 0
    place = find_room(mask, _ROOM * float(high[0] - low[0]), float(high[1]))
    if place is None:
        return None
    shift = (np.array(place) - np.array([(low[0] + high[0]) / 2, high[1]])) / GRID_SIDE
    return [replace(shape, points=shape.points + shift) for shape in figure]


def _measure_visible(ground: Sequence[Shape], figure: Sequence[Shape], grid: tuple[int, int]) -> float:
    """Return the share of *ground* in the frame that *figure* does not cover."""
    margin = GRID_SIDE // 2
    size = grid[0] + 2 * margin, grid[1] + 2 * margin
    under, over = (
        rasterize_index([one for one in shapes if one.layer is Layer.SUBJECT], size, margin) >= 0
        for shapes in (ground, figure)
    )
    inner = (under & ~over)[margin:-margin, margin:-margin]
    return float(inner.sum() / max(1, under.sum()))


def _stack(shapes: Sequence[Shape]) -> Points:
    """Return the points of the figure drawn by *shapes*, (N, 2) in frame units."""
    return np.vstack([shape.points for shape in shapes if shape.layer is Layer.SUBJECT])


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
