"""Rasterize paths that a user drew on an image into the area that they enclose."""

from collections.abc import Sequence

import numpy as np

from services.common.errors import Code, ReflowError
from services.common.images.arrays import Mask
from services.common.images.limits import ImageLimits
from services.common.images.rasterizer import Points, dilate, fill_outline, paint_strokes
from services.common.images.rejection import MASK, Rejection

# A finger's width on a phone, as a share of the image's shorter side; never below 3 pixels.
_BRUSH = 0.04
# Far outside any image; beyond it arithmetic would lose the precision of a pixel.
_MAX_COORDINATE = 1e6
# Total length of all paths in pixels that is rasterized at full precision: 100 careful outlines of a large image have
# about 1 million; 30 million take about 1 s.
_MAX_TRAVEL = 30_000_000


def rasterize_paths(
    paths: Sequence[Sequence[tuple[float, float]]],
    image_size: tuple[int, int],
    limits: ImageLimits,
    *,
    field: str | None = "maskData.coordinates",
) -> Mask:
    """Return the area that *paths* mark, shape (height, width).

    A path is closed and filled by the non-zero rule, so that a loop drawn twice has no hole. One that encloses no pixel
    (one or two points, a straight line) marks what a round brush along it would paint.

    Args:
        paths: (x, y) points in pixels of the image, the origin at its top left corner.
        image_size: width and height of the image.
        limits: maximum number of paths, and of points in each.
        field: the request field of the paths.

    Raises:
        ReflowError: `MASK_DATA_INVALID`, when there is no path or point, too many, one that is not a finite
            number, or a path that is completely outside the image, or when nothing is marked.

    """
    rejection = Rejection(Code.MASK_DATA_INVALID, field, MASK)
    if not paths:
        raise rejection.because("没有画出任何路径。", "There is no path; draw one around the area to change.")
    if len(paths) > limits.mask_paths:
        raise _too_many(len(paths), limits.mask_paths, ("条路径", "paths"), rejection)
    checked = [_validate(points, number, image_size, limits, rejection) for number, points in enumerate(paths, start=1)]
    marked = _fill(checked, image_size)
    if not marked.any():
        raise rejection.because("画出的路径没有落在图片上。", "The paths drawn mark nothing of the image.")
    return marked


def _fill(paths: Sequence[Points], image_size: tuple[int, int]) -> Mask:
    """Fill the paths that enclose an area, paint the others with a round brush."""
    step = _grid_step(paths, image_size)
    width, height = image_size
    filled = np.zeros((-(-height // step), -(-width // step)), dtype=np.bool_)
    strokes = [points / step for points in paths if not fill_outline(filled, points / step)]
    marked = _enlarge(filled, step, image_size)
    if strokes:
        painted = np.zeros_like(filled)
        paint_strokes(painted, strokes)
        marked |= dilate(_enlarge(painted, step, image_size), max(1.5, _BRUSH * min(image_size) / 2))
    return marked


def _grid_step(paths: Sequence[Points], image_size: tuple[int, int]) -> int:
    """Return the side of the squares to mark in pixels: 1, more only for very long paths.

    The time taken grows with the length of the paths; without this, 100 scribbles of 10,000 points, which the
    limits allow, would take most of a minute.
    """
    travel = 0.0
    for points in paths:
        seen = np.clip(points, 0, image_size)
        travel += float(np.abs(np.diff(seen, axis=0, append=seen[:1])).max(axis=1).sum())
    return max(1, int(np.ceil(travel / _MAX_TRAVEL)))


def _enlarge(area: Mask, step: int, image_size: tuple[int, int]) -> Mask:
    """Return *area* with each pixel as a square of side *step*, cropped to *image_size* (width, height)."""
    if step == 1:
        return area
    return area.repeat(step, axis=0).repeat(step, axis=1)[: image_size[1], : image_size[0]]


def _validate(
    path: Sequence[tuple[float, float]],
    number: int,
    image_size: tuple[int, int],
    limits: ImageLimits,
    rejection: Rejection,
) -> Points:
    """Return the points of path *number* (from 1) as shape (points, 2)."""
    if not path:
        raise rejection.because(f"第 {number} 条路径没有点。", f"Path {number} has no points.")
    if len(path) > limits.points_per_path:
        raise _too_many(len(path), limits.points_per_path, ("个点", f"points in path {number}"), rejection)
    points = np.array(path, dtype=np.float64)
    if not np.isfinite(points).all():
        raise rejection.because(
            f"第 {number} 条路径含有无效的坐标（NaN 或无穷大）。",
            f"Path {number} has a coordinate that is not a finite number.",
        )
    width, height = image_size
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    outside = right < 0 or bottom < 0 or left > width or top > height
    if outside or np.abs(points).max() > _MAX_COORDINATE:
        raise rejection.because(
            f"第 {number} 条路径在图片（{width}×{height}）之外，坐标应为图片上的像素。",
            f"Path {number} lies outside the image ({width}×{height}); coordinates are pixels of the image.",
            f"x {left:g} to {right:g}, y {top:g} to {bottom:g}",
        )
    return points


def _too_many(count: int, most: int, noun: tuple[str, str], rejection: Rejection) -> ReflowError:
    return rejection.because(
        f"遮罩有 {count:,} {noun[0]}，最多 {most:,}，请简化后再发送。",
        f"The mask has {count:,} {noun[1]}; at most {most:,} are accepted. Please simplify it.",
    )
