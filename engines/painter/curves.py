"""Outlines: splines, ovals and ribbons as closed polygons of shape (n, 2)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]


def spline(points: ArrayLike, closed: bool = True, corners: Sequence[int] = (), steps: int = 10) -> Points:
    """Return a Catmull-Rom spline through *points*; those whose index is in *corners* stay sharp."""
    given = np.asarray(points, dtype=float)
    if corners:
        repeats = np.ones(len(given), dtype=int)
        repeats[[index % len(given) for index in corners]] = 2
        given = np.repeat(given, repeats, axis=0)
    if closed:
        padded = np.vstack([given[-1:], given, given[:2]])
    else:
        padded = np.vstack([2 * given[:1] - given[1:2], given, 2 * given[-1:] - given[-2:-1]])
    before, start, end, after = padded[:-3], padded[1:-2], padded[2:-1], padded[3:]
    t = (np.arange(steps) / steps)[None, :, None]
    before, start, end, after = (column[:, None, :] for column in (before, start, end, after))
    curve: Points = 0.5 * (
        2 * start
        + (end - before) * t
        + (2 * before - 5 * start + 4 * end - after) * t**2
        + (3 * start - before - 3 * end + after) * t**3
    )
    flat = curve[np.any(start != end, axis=(1, 2))].reshape(-1, 2)
    return flat if closed else np.vstack([flat, given[-1:]])


def oval(
    x: float,
    y: float,
    rx: float,
    ry: float,
    rotation: float = 0.0,
    start: float = 0.0,
    end: float = 360.0,
    steps: int = 40,
) -> Points:
    """Return points of an ellipse (or an arc of it) around (x, y), angles in degrees, counter-clockwise in y-up."""
    angle = np.radians(np.linspace(start, end, steps, endpoint=abs(end - start) < 360))
    cosine, sine = np.cos(np.radians(rotation)), np.sin(np.radians(rotation))
    local_x, local_y = rx * np.cos(angle), ry * np.sin(angle)
    return np.column_stack([x + local_x * cosine - local_y * sine, y + local_x * sine + local_y * cosine])


def ribbon(points: ArrayLike, widths: ArrayLike) -> Points:
    """Return the polygon of a stroke along *points* whose full width at each point is *widths*."""
    line = np.asarray(points, dtype=float)
    along = np.gradient(line, axis=0)
    length = np.hypot(along[:, 0], along[:, 1])
    length[length == 0] = 1.0
    normal = np.column_stack([-along[:, 1], along[:, 0]]) / length[:, None]
    half = (np.broadcast_to(np.asarray(widths, dtype=float), (len(line),)) / 2)[:, None]
    return np.vstack([line + normal * half, (line - normal * half)[::-1]])


def brush_widths(count: int, start: float, middle: float, end: float) -> Points:
    """Return *count* widths that go from *start* over *middle* to *end*, as a brush pressed and lifted."""
    t = np.linspace(0.0, 1.0, count)
    widths: Points = np.where(
        t < 0.5,
        start + (middle - start) * np.sin(t * np.pi),
        end + (middle - end) * np.sin(t * np.pi),
    )
    return widths


def rounded_box(left: float, bottom: float, right: float, top: float, radius: float) -> Points:
    """Return a box with rounded corners."""
    radius = max(0.0, min(radius, abs(right - left) / 2, abs(top - bottom) / 2))
    corners = (
        (right - radius, top - radius, 0.0),
        (left + radius, top - radius, 90.0),
        (left + radius, bottom + radius, 180.0),
        (right - radius, bottom + radius, 270.0),
    )
    return np.vstack([oval(x, y, radius, radius, 0, start, start + 90, 8) for x, y, start in corners])


def rotate(points: ArrayLike, degrees: float, about: tuple[float, float] = (0.0, 0.0)) -> Points:
    """Return *points* rotated counter-clockwise (y up) around *about*."""
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    centered = np.asarray(points, dtype=float) - about
    result: Points = centered @ np.array([[cosine, sine], [-sine, cosine]]) + about
    return result
