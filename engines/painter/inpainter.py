"""Inpaint a part of an image; all other pixels stay bit-identical."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, gaussian_filter

from engines.image_editing.feather import blend_by_alpha, feather_mask
from engines.painter.content.landscapes import has_disc
from engines.painter.fill import fill
from engines.painter.paint_request import PaintRequest
from engines.painter.painter import Painting, compose_request, ignore_progress, paint_with_report
from engines.painter.texture import Field
from services.common.contract.image_chat import ContentPart

_MIN_SCENE_SHARE = 0.6
"""Minimum share of the image from which a mask gets a whole new scene."""
_MIN_SUBJECT_SIDE = 16
"""Minimum side in pixels of a masked area for a subject; a narrower area is filled from its surroundings."""

_MIN_SUBJECT_SHARE = 0.003
"""Minimum share of the area that a subject covers, also a small one; less is a landscape."""
_FADE = 0.15
"""Depth over which a landscape fades in from the edge of the area, in shares of its short side."""
_SOFTNESS, _MIN_SOFTNESS = 0.004, 0.8
"""Standard deviation of the soft contour of a subject, in shares of the area's short side, and at least in pixels."""

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
    placed on that fill with a soft contour; a landscape fills the area and fades into the fill at its edge; with a
    large mask, a whole scene is painted through the mask.

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
    if hole.mean() >= _MIN_SCENE_SHARE:
        return _scale(paint_with_report(replace(request, width=width, height=height)))
    local = replace(request, width=int(right - left), height=int(bottom - top), is_area=True)
    composed = compose_request(local)
    subject = composed.composition.rasterize(line=0.3).subject_mask
    ground = fill(image, alpha > 0)
    painted, content = _scale(paint_with_report(local))
    area = (slice(top, bottom), slice(left, right))
    side = min(local.width, local.height)
    if has_disc(composed.scene) or subject.mean() < _MIN_SUBJECT_SHARE:
        # A landscape, or something with the sun or the moon in its sky: it fills the area and fades into the image.
        distance = distance_transform_edt(np.pad(hole[area], 1))[1:-1, 1:-1]
        opacity = np.clip(distance / (_FADE * side), 0.0, 1.0).astype(np.float32)
    else:
        opacity = gaussian_filter(np.asarray(subject, dtype=np.float32), max(_MIN_SOFTNESS, _SOFTNESS * side))
    ground[area] += (painted - ground[area]) * opacity[..., None]
    return ground, content


def _scale(painting: Painting) -> tuple[Field, tuple[ContentPart, ...]]:
    return painting.pixels.astype(np.float32) / np.float32(255), painting.content
