"""Measuring where the weight of a picture lies."""

from typing import Final

import numpy as np
from scipy import ndimage

from services.rag.domain.references.composition import Composition, Kind
from services.rag.domain.references.palette import Lab
from services.rag.domain.references.salience import Plane, salience

# Mean weight below which there is nothing to look at.
_NOTHING: Final = 0.004
# Weight below which a place is free.
_FREE: Final = 0.06
# A subject is what lies together: its spread against that of weight strewn evenly (sqrt(1/6) of the sides).
_TOGETHER: Final = 0.84
_EVEN_SPREAD: Final = float(np.sqrt(1 / 6))
# How far from the middle, and from a point of thirds, a subject may lie and still be there; parts of a side.
_IN_THE_MIDDLE: Final = 0.09
_ON_THIRDS: Final = 0.11
# The part of the weight that one half has beyond the other's from which on a picture leans to it.
_LEANS: Final = 0.2
# Alike from which on two halves mirror each other; see `_mirrored`.
_MIRRORED: Final = 0.8
_FLAT: Final = 3.0


def compose(lab: Lab) -> Composition:
    """Return the composition of a picture, shape (height, width, 3); best averaged down to about 160 pixels before."""
    weight = salience(lab)
    free = float((weight < _FREE).mean())
    if weight.mean() < _NOTHING:
        return Composition(Kind.EMPTY, 0, 0, free, mirrored_across=False, mirrored_down=False)
    kind, across, down = _place(weight)
    return Composition(kind, across, down, free, _mirrored(lab, axis=1), _mirrored(lab, axis=0))


def _place(weight: Plane) -> tuple[Kind, int, int]:
    x, y, spread = _centre(weight)
    if spread > _TOGETHER * _EVEN_SPREAD:
        return Kind.SPREAD, _leaning(weight, axis=1), _leaning(weight, axis=0)
    if max(abs(x - 0.5), abs(y - 0.5)) <= _IN_THE_MIDDLE:
        return Kind.CENTRED, 0, 0
    if all(min(abs(part - 1 / 3), abs(part - 2 / 3)) <= _ON_THIRDS and abs(part - 0.5) > 0.07 for part in (x, y)):
        return Kind.THIRDS, _side(x, 0), _side(y, 0)
    return Kind.OFFSET, _side(x, _IN_THE_MIDDLE), _side(y, _IN_THE_MIDDLE)


def _centre(weight: Plane) -> tuple[float, float, float]:
    """Return the centre of the weight, as parts of the sides, and how far it is spread around it."""
    height, width = weight.shape
    total = weight.sum()
    xs, ys = (np.arange(width) + 0.5) / width, (np.arange(height) + 0.5) / height
    columns, rows = weight.sum(axis=0) / total, weight.sum(axis=1) / total
    x, y = float(columns @ xs), float(rows @ ys)
    return x, y, float(np.sqrt(columns @ (xs - x) ** 2 + rows @ (ys - y) ** 2))


def _side(part: float, middle: float) -> int:
    return 0 if abs(part - 0.5) <= middle else int(np.sign(part - 0.5))


def _leaning(weight: Plane, axis: int) -> int:
    """Return 1 when the second half along *axis* is heavier, -1 when the first is, 0 when neither is."""
    first, second = (half.mean() for half in np.array_split(weight, 2, axis=axis))
    lean = (second - first) / (second + first)
    return 0 if abs(lean) < _LEANS else int(np.sign(lean))


def _mirrored(lab: Lab, axis: int) -> bool:
    """Tell whether *lab* is alike when turned over along *axis*.

    Alike is 1 less the mean difference from its mirror image over that of any two pixels; a picture without anything
    to mirror along *axis* never is.
    """
    soft = ndimage.gaussian_filter(lab, (1.5, 1.5, 0), mode="nearest")
    spread = float(np.sqrt(2 * soft.reshape(-1, 3).var(axis=0).sum()))
    varies = float(np.sqrt(np.diff(soft, axis=axis).var())) if soft.shape[axis] > 1 else 0.0
    if spread < _FLAT or varies < 0.05 * spread / max(soft.shape[:2]):
        return False
    difference = float(np.sqrt(((soft - np.flip(soft, axis)) ** 2).sum(axis=-1).mean()))
    return 1 - difference / spread >= _MIRRORED
