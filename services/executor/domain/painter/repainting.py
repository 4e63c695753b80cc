"""Repaint a part of a picture and leave the rest as it is, to the bit."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from services.executor.domain.feathering import blended, feathered
from services.executor.domain.painter.commission import Commission
from services.executor.domain.painter.filling import fill
from services.executor.domain.painter.painting import paint, silent, staged
from services.executor.domain.painter.texture import Field

_WHOLE_SCENE = 0.6
"""From this part of the picture on a repaint is a scene of its own, not a thing set into what is there."""
_LEAST_SIDE = 16
"""A marked area narrower than this many pixels has no room for a subject and is filled from its surroundings."""

Mask = NDArray[np.bool_] | NDArray[np.float32]


def repaint(
    picture: NDArray[np.uint8],
    mask: Mask,
    commission: Commission,
    feather_px: float,
    report: Callable[[float], None] = silent,
) -> NDArray[np.uint8]:
    """Return *picture* (h, w, 3) painted anew where *mask* (h, w) is set (above one half), eased out over *feather_px*.

    Pixels further than *feather_px* from the mask stay bit-identical. The commission's size is not used: the picture
    keeps its own. Without words the area is filled to fit its surroundings; with a subject, the subject is set into
    that filling; with a scenery or a large mask, a whole scene shows through the mask.
    Raises ValueError when mask and picture differ in size.
    """
    if mask.shape != picture.shape[:2]:
        raise ValueError(f"mask {mask.shape} does not fit picture {picture.shape[:2]}")
    report(0.0)
    hole = np.asarray(mask, dtype=np.float32) > 0.5
    if not hole.any():
        report(1.0)
        return picture.copy()
    alpha = feathered(hole, feather_px)
    report(0.1)
    fresh = _fresh(picture, hole, alpha, commission)
    report(0.9)
    finished = blended(picture, fresh * np.float32(255), alpha)
    report(1.0)
    return finished


def _fresh(picture: NDArray[np.uint8], hole: NDArray[np.bool_], alpha: Field, commission: Commission) -> Field:
    """Return what shall show through the mask, (h, w, 3) 0..1."""
    height, width = hole.shape
    rows, columns = np.nonzero(hole)
    top, bottom, left, right = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    wordless = not (commission.prompt.strip() or commission.subject.strip())
    if wordless or min(bottom - top, right - left) < _LEAST_SIDE:
        return fill(picture, alpha > 0)
    whole = replace(commission, width=width, height=height)
    if hole.mean() >= _WHOLE_SCENE:
        return paint(whole).astype(np.float32) / np.float32(255)
    local = replace(commission, width=int(right - left), height=int(bottom - top))
    stage, _ = staged(local)
    subject = stage.sheet(line=0.3).hero
    if subject.mean() < 0.03:
        return paint(whole).astype(np.float32) / np.float32(255)
    ground = fill(picture, alpha > 0)
    painted = paint(local).astype(np.float32) / np.float32(255)
    area = (slice(top, bottom), slice(left, right))
    ground[area] += (painted - ground[area]) * subject[..., None]
    return ground
