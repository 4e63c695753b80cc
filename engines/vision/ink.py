"""The ink of a text: the pixels that differ from the ground around them."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engines.vision.values import Box
from services.common.images.arrays import Mask, Pixels

# Pixels whose difference from the ground is above this share of the greatest one are ink.
_INK_SHARE: Final = 0.4
# Smaller differences, of the 255 levels, are noise.
_MIN_DIFFERENCE: Final = 24.0
# Ink covers a share of a text within this range; otherwise the ground is not even, and the box is not changed.
_MIN_COVERAGE: Final = 0.02
_MAX_COVERAGE: Final = 0.7
# Minimum share of its height to which a box shrinks.
_MIN_HEIGHT: Final = 0.35
# A row or column near the edge with at least this share of ink is a ruled line or a border.
_RULED: Final = 0.9
# Groups of ink are far apart if their distance exceeds this share of the height.
_FAR: Final = 0.8


def fit_ink(image: Pixels, box: Box) -> Box:
    """Return the smallest box around the ink in *box*; *box* itself if the ground is too uneven to measure."""
    ink = _find_ink(image, box)
    if not _MIN_COVERAGE <= float(ink.mean()) <= _MAX_COVERAGE:
        return box
    border = max(1, box.height // 5)
    top, bottom = _trim(ink, border)
    left, right = _trim(ink.T, border)
    if bottom - top < _MIN_HEIGHT * box.height or right - left < 1:
        return box
    return Box(box.x + left, box.y + top, right - left, bottom - top)


def count_groups(image: Pixels, box: Box) -> int:
    """Return the number of separate groups of ink in *box*, which are far apart like icons in a row."""
    columns = np.flatnonzero(_find_ink(image, box).any(axis=0))
    return 1 + int((np.diff(columns) > _FAR * box.height).sum())


def measure_difference(image: Pixels, box: Box) -> tuple[Pixels, NDArray[np.float32]]:
    """Return the part of *image* in *box*, and the difference of each of its pixels from the ground, in levels.

    The ground is the color of the border; if nearly all pixels differ from that, a line is drawn along the border.
    """
    part = image[max(0, box.y) : max(0, box.bottom), max(0, box.x) : max(0, box.right)]
    values = part.astype(np.float32)
    border = np.concatenate((values[0], values[-1], values[:, 0], values[:, -1]))
    difference = _subtract(values, border)
    if float((difference > _MIN_DIFFERENCE).mean()) > _MAX_COVERAGE:
        difference = _subtract(values, values.reshape(-1, 3))
    return part, difference


def _subtract(values: NDArray[np.float32], ground: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the difference of each of *values* from the median of *ground*."""
    return np.asarray(np.abs(values - np.median(ground, axis=0)).max(axis=2), dtype=np.float32)


def _find_ink(image: Pixels, box: Box) -> Mask:
    _, difference = measure_difference(image, box)
    ink: Mask = difference > max(_MIN_DIFFERENCE, _INK_SHARE * float(np.percentile(difference, 99)))
    return ink


def _trim(rows: Mask, border: int) -> tuple[int, int]:
    """Return the first row with ink, and the end; a line in the *border* that crosses the whole box is not ink."""
    ruled = rows.mean(axis=1) > _RULED
    start = next((index + 1 for index in reversed(range(border)) if ruled[index]), 0)
    end = next((len(rows) - 1 - index for index in reversed(range(border)) if ruled[-1 - index]), len(rows))
    found = np.flatnonzero(rows[start:end].any(axis=1))
    return (start + int(found[0]), start + int(found[-1]) + 1) if len(found) else (0, len(rows))
