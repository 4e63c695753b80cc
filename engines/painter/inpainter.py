"""Inpaint a part of an image; all other pixels stay bit-identical."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.image_editing.feather import blend_by_alpha, feather_mask
from engines.painter.fill import fill
from engines.painter.paint_request import PaintRequest
from engines.painter.painter import Painting, compose_request, ignore_progress, paint_with_report
from engines.painter.texture import Field
from services.common.contract.image_chat import ContentPart

_MIN_SCENE_SHARE = 0.6
"""Minimum share of the image from which a mask gets a whole new scene."""
_MIN_SUBJECT_SIDE = 16
"""Minimum side in pixels of a masked area for a subject; a narrower area is filled from its surroundings."""

Mask = NDArray[np.bool_] | NDArray[np.float32]


def inpaint(
    image: NDArray[np.uint8],
    mask: Mask,
    request: PaintRequest,
    feather_px: float,
    on_progress: Callable[[float], None] = ignore_progress,
) -> NDArray[np.uint8]:
    """Return the pixels of `inpaint_with_report`."""
    return inpaint_with_report(image, mask, request, feather_px, on_progress).pixels


def inpaint_with_report(
    image: NDArray[np.uint8],
    mask: Mask,
    request: PaintRequest,
    feather_px: float,
    on_progress: Callable[[float], None] = ignore_progress,
) -> Painting:
    """Return *image* (h, w, 3) repainted where *mask* (h, w) is above one half, feathered over *feather_px*.

    Pixels further than *feather_px* from the mask stay bit-identical. The size of the
    request is ignored. Without a prompt the area is filled to match its surroundings; with a subject, the subject is
    placed on that fill; with a landscape or a large mask, a whole scene is painted through the mask.

    Raises:
        ValueError: the sizes of mask and image differ.

    """
    if mask.shape != image.shape[:2]:
        raise ValueError(f"mask {mask.shape} does not fit image {image.shape[:2]}")
    on_progress(0.0)
    hole = np.asarray(mask, dtype=np.float32) > 0.5
    if not hole.any():
        on_progress(1.0)
        return Painting(image.copy(), ())
    alpha = feather_mask(hole, feather_px)
    on_progress(0.1)
    replacement, content = _render_replacement(image, hole, alpha, request)
    on_progress(0.9)
    result = blend_by_alpha(image, replacement * np.float32(255), alpha)
    on_progress(1.0)
    return Painting(result, content)


def _render_replacement(
    image: NDArray[np.uint8], hole: NDArray[np.bool_], alpha: Field, request: PaintRequest
) -> tuple[Field, tuple[ContentPart, ...]]:
    """Return the replacement for the masked area, (h, w, 3) 0..1, and the report of its content."""
    height, width = hole.shape
    rows, columns = np.nonzero(hole)
    top, bottom, left, right = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    has_no_prompt = not (request.prompt.strip() or request.subject.strip())
    if has_no_prompt or min(bottom - top, right - left) < _MIN_SUBJECT_SIDE:
        return fill(image, alpha > 0), ()
    whole = replace(request, width=width, height=height)
    if hole.mean() >= _MIN_SCENE_SHARE:
        return _scale(paint_with_report(whole))
    local = replace(request, width=int(right - left), height=int(bottom - top))
    subject = compose_request(local).composition.rasterize(line=0.3).subject_mask
    if subject.mean() < 0.03:
        return _scale(paint_with_report(whole))
    ground = fill(image, alpha > 0)
    painted, content = _scale(paint_with_report(local))
    area = (slice(top, bottom), slice(left, right))
    ground[area] += (painted - ground[area]) * subject[..., None]
    return ground, content


def _scale(painting: Painting) -> tuple[Field, tuple[ContentPart, ...]]:
    return painting.pixels.astype(np.float32) / np.float32(255), painting.content
