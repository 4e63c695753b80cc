"""Fill a hole in a picture so that it fits its surroundings: colours diffuse in, texture is mirrored in."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import distance_transform_edt

from services.executor.domain.painter.texture import Field, resized

_COARSE = 112
"""Colours are diffused on a copy whose short side is at most this many pixels."""
_SWEEPS = 260
"""Jacobi sweeps of Laplace's equation: enough to carry a colour across half the coarse copy."""

Hole = NDArray[np.bool_]


def fill(picture: NDArray[np.uint8], hole: Hole) -> Field:
    """Return *picture* (h, w, 3) as 0..1 with the pixels of *hole* (h, w) painted from what surrounds them.

    Where everything is a hole there is nothing to fit: the picture's mean colour fills it.
    """
    given = picture.astype(np.float32) / np.float32(255)
    if not hole.any():
        return given
    if hole.all():
        return np.broadcast_to(given.mean(axis=(0, 1)), given.shape).astype(np.float32)
    smooth = _diffused(given, hole)
    filled = given.copy()
    filled[hole] = (smooth + _texture(given - smooth, hole))[hole]
    return np.clip(filled, 0.0, 1.0)


def _diffused(given: Field, hole: Hole) -> Field:
    """Return the smooth part of the picture, continued into the hole as heat would flow."""
    height, width = hole.shape
    factor = max(1, min(height, width) // _COARSE)
    size = (max(2, width // factor), max(2, height // factor))
    known = _small((~hole).astype(np.float32), size)
    colour = (
        np.stack([_small(given[..., c] * ~hole, size) for c in range(3)], axis=2) / np.maximum(known, 1e-3)[..., None]
    )
    fixed = known > 0.35
    if not fixed.any():
        fixed = known > 0
    rows, columns = distance_transform_edt(~fixed, return_distances=False, return_indices=True)
    field = colour[rows, columns]
    free = ~fixed
    for _ in range(_SWEEPS):
        padded = np.pad(field, ((1, 1), (1, 1), (0, 0)), mode="edge")
        mean = (padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]) * np.float32(0.25)
        field[free] = mean[free]
    return np.stack([resized(field[..., c], width, height) for c in range(3)], axis=2)


def _small(field: Field, size: tuple[int, int]) -> Field:
    return np.asarray(Image.fromarray(field).resize(size, Image.Resampling.BOX), dtype=np.float32)


def _texture(residual: Field, hole: Hole) -> Field:
    """Return fine structure for the hole: the surroundings mirrored at its edge."""
    height, width = hole.shape
    rows, columns = distance_transform_edt(hole, return_distances=False, return_indices=True)
    own_rows, own_columns = np.indices(hole.shape)
    far_rows = np.clip(2 * rows - own_rows, 0, height - 1)
    far_columns = np.clip(2 * columns - own_columns, 0, width - 1)
    usable = ~hole[far_rows, far_columns]
    far_rows, far_columns = np.where(usable, far_rows, rows), np.where(usable, far_columns, columns)
    result: Field = residual[far_rows, far_columns]
    return result
