"""Computations of the worker processes: encoded images in, an assessment or smaller images out.

Each function imports its libraries by itself: the service process does not need them, and would start a second later.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from services.common.contract.image_chat import TaskType
from services.common.errors import Code, ReflowError
from services.common.images.stored_pixels import decode_pixels, decode_stored_mask
from services.common.text.language import Text
from services.critic.domain.image.expectations import Expectation

if TYPE_CHECKING:
    from services.common.images.arrays import Pixels
    from services.critic.domain.image.assessment import Assessment

# Longer side in pixels of images for a model, whose price grows with their area.
MAX_SIDE = 768
# Longer side in cells of a sketch.
MAX_SKETCH_SIDE = 1_024
MASK_OF_ANOTHER_SIZE = Text("遮罩的尺寸与原图不同。", "The mask is not of the size of the original image.")
# Errors of Pillow for bytes that are no image.
DECODING_ERRORS = (OSError, ValueError, SyntaxError)


@dataclass(frozen=True, slots=True)
class ImageCase:
    """An image to assess: stored images as PNG, b"" for none."""

    after: bytes
    before: bytes
    mask: bytes
    feather_px: int
    parameters: Mapping[str, float]
    expectation: Expectation
    sketch: bytes = b""


def load_libraries() -> None:
    """Load the libraries of the other functions."""
    import PIL.Image  # noqa: F401

    import services.critic.domain.image.assessment  # noqa: F401


def assess_image(case: ImageCase) -> "Assessment":
    """Return the assessment of *case*. Pure: the same case gives the same assessment.

    Raises INVALID_INPUT_FORMAT for a mask that is not of the original's size, or parameters that no adjustment has.
    """
    assessment = _assess(case)
    return replace(assessment, dimensions=dict(assessment.dimensions))  # a read-only view cannot be pickled


def downscale_images(case: ImageCase) -> tuple[bytes, ...]:
    """Return the images of *case* for a model: PNGs of at most `MAX_SIDE`; for an edit, original and result.

    Return none if the result is no valid image.
    """
    is_edit = case.expectation.task is not TaskType.TEXT_TO_IMAGE
    try:
        return tuple(downscale(png, MAX_SIDE) for png in ((case.before, case.after) if is_edit else (case.after,)))
    except DECODING_ERRORS:
        return ()


def _assess(case: ImageCase) -> "Assessment":
    from services.critic.domain.image import assessment

    try:
        after = decode_pixels(case.after)
    except DECODING_ERRORS:
        return assessment.assess_undecodable(case.expectation)
    match case.expectation.task:
        case TaskType.INPAINTING:
            before, mask = decode_pixels(case.before), decode_stored_mask(case.mask)
            if mask.shape != before.shape[:2]:
                raise ReflowError(Code.INVALID_INPUT_FORMAT, MASK_OF_ANOTHER_SIZE, field="mask_asset_id")
            return assessment.assess_inpainting(before, after, mask, case.feather_px, case.expectation)
        case TaskType.PARAMETER_ADJUSTMENT:
            before, area = decode_pixels(case.before), decode_stored_mask(case.mask) if case.mask else None
            if area is not None and area.shape != before.shape[:2]:
                raise ReflowError(Code.INVALID_INPUT_FORMAT, MASK_OF_ANOTHER_SIZE, field="mask_asset_id")
            parameters = _resolve_adjustments(case.parameters, before.shape[1::-1])
            return assessment.assess_adjustment(before, after, parameters, case.expectation, area)
        case _:
            return assessment.assess_generation(after, case.expectation, _decode_sketch(case.sketch))


def _resolve_adjustments(parameters: Mapping[str, float], size: tuple[int, int]) -> Mapping[str, float]:
    from engines.image_editing.adjustments import AdjustmentError, Adjustments, resolve

    try:
        resolved = resolve(parameters, size)
        Adjustments.parse(resolved)
        return resolved
    except AdjustmentError as error:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, error.text, field=f"parameters.{error.parameter}") from None


def _decode_sketch(png: bytes) -> "Pixels | None":
    """Return the colors of a sketch; None without one, or one that is no small image."""
    from PIL import Image

    if not png:
        return None
    try:
        with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
            if max(image.size) > MAX_SKETCH_SIDE:
                return None
        return decode_pixels(png)
    except DECODING_ERRORS:
        return None


def downscale(png: bytes, max_side: int) -> bytes:
    """Return *png* with a longer side of at most *max_side* pixels."""
    from PIL import Image

    encoded = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        rgb = image.convert("RGB")
    rgb.thumbnail((max_side, max_side), Image.Resampling.LANCZOS)
    rgb.save(encoded, "PNG")
    return encoded.getvalue()
