"""Image jobs: functions that run in worker processes, bytes in, bytes out.

Each imports its libraries itself: the service does not need them and starts a second faster without them.
"""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from services.common.contract.image_chat import ContentPart, ReferenceUse
from services.common.errors import Code, ReflowError
from services.common.errors.field_errors import map_field_errors
from services.common.images.limits import ImageLimits
from services.common.images.stored_pixels import decode_pixels, decode_stored_mask
from services.executor.domain.image_engine import ImageRequest, ImageStyle, ReceivedImage
from services.executor.domain.reference import MEASURED_USES

if TYPE_CHECKING:
    from engines.painter.paint_request import Look, PaintRequest
    from engines.painter.painter import Painting
    from engines.typesetting.values import TextOverlay
    from services.common.contract.note import DrawnText
    from services.common.images.arrays import Mask, Pixels
    from services.executor.domain.improvements import Improvements

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PaintedImage:
    """A PNG of the built-in painter, its report of the content, and the PNG of its sketch."""

    png: bytes
    content: tuple[ContentPart, ...] = ()
    sketch: bytes = b""


def paint_improved_image(image_request: ImageRequest, suggestions: str) -> PaintedImage:
    """Return a new image, painted according to the critic's suggestions in the text *suggestions*."""
    from services.executor.domain.improvements import parse_improvements

    return paint_image(image_request, parse_improvements(suggestions))


def paint_image(image_request: ImageRequest, improvements: "Improvements") -> PaintedImage:
    """Return a new image, with its composition and levels changed according to *improvements*."""
    from engines.image_editing.adjustments import Adjustments, adjust
    from engines.image_editing.reference import match_brightness, measure_brightness, measure_framing
    from engines.painter.paint_request import Revision
    from engines.painter.painter import paint_with_report
    from services.common.images.encoder import encode_png

    request = _to_paint_request(image_request, image_request.width, image_request.height)
    request = replace(request, revision=Revision(**dict.fromkeys(improvements.revisions, True)))
    if image_request.reference is None:
        painted = paint_with_report(request)
        pixels = painted.pixels
        if improvements.levels:
            pixels = adjust(pixels, Adjustments.parse(improvements.levels), max(pixels.shape))
        return PaintedImage(encode_png(pixels), painted.content, _encode_sketch(painted))
    reference, uses = decode_pixels(image_request.reference.image), MEASURED_USES[image_request.reference.purpose]
    if ReferenceUse.COMPOSITION in uses:
        request = replace(request, framing=measure_framing(reference))
    painted = paint_with_report(request)
    pixels = painted.pixels
    if ReferenceUse.BRIGHTNESS in uses:
        pixels = match_brightness(pixels, measure_brightness(reference))
    return PaintedImage(encode_png(pixels), painted.content, _encode_sketch(painted))


def _encode_sketch(painted: "Painting") -> bytes:
    from PIL import Image

    if painted.sketch is None:
        return b""
    file = io.BytesIO()
    Image.fromarray(painted.sketch).save(file, "PNG")
    return file.getvalue()


def inpaint_image(image_request: ImageRequest, image: bytes, mask: bytes, feather: int) -> PaintedImage:
    """Return *image* with its masked area repainted."""
    from engines.painter.inpainter import inpaint_with_report
    from services.common.images.encoder import encode_png

    pixels = decode_pixels(image)
    height, width = pixels.shape[:2]
    request = _to_paint_request(image_request, width, height)
    painted = inpaint_with_report(pixels, decode_stored_mask(mask), request, feather)
    return PaintedImage(encode_png(painted.pixels), painted.content)


def adjust_image(
    image: bytes, parameters: Mapping[str, float], look: ImageStyle, mask: bytes, limits: ImageLimits
) -> bytes | None:
    """Return the PNG of *image* adjusted by *parameters*, None if that changes no pixel.

    With a *mask*, b"" for none, every pixel outside it stays as it is. Raises INVALID_INPUT_FORMAT.
    """
    import numpy as np

    from engines.image_editing.adjustments import RESTYLE, STYLE_STRENGTH, AdjustmentError, Adjustments, adjust, resolve
    from engines.image_editing.area import replace_area
    from engines.image_editing.style_strength import restyle
    from services.common.images.encoder import encode_png

    before = decode_pixels(image)
    try:
        resolved = resolve(parameters, before.shape[1::-1])
        pixels = adjust(before, Adjustments.parse(resolved), limits.max_side)
        if parameters.get(RESTYLE):
            from engines.image_editing.media import render_in_medium  # loads OpenCV

            pixels = render_in_medium(pixels, look.medium, look.palette)
        pixels = restyle(pixels, look.palette, parameters.get(STYLE_STRENGTH, 0.0))
        if mask:
            pixels = replace_area(before, pixels, decode_stored_mask(mask))
    except AdjustmentError as error:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, error.text, field=f"parameters.{error.parameter}") from None
    return None if np.array_equal(before, pixels) else encode_png(pixels)


def overlay_texts(image: bytes, overlays: "Sequence[TextOverlay]") -> "tuple[bytes, tuple[DrawnText, ...]]":
    """Return the PNG of *image* with *overlays*, and the texts as drawn. Raises INVALID_INPUT_FORMAT."""
    from engines.typesetting.fonts import load_typefaces
    from engines.typesetting.renderer import draw_overlays
    from services.common.images.encoder import encode_png

    with map_field_errors("executor"):
        pixels, drawn = draw_overlays(decode_pixels(image), overlays, load_typefaces())
    return encode_png(pixels), drawn


def check_overlays(overlays: "Sequence[TextOverlay]", size: Size) -> None:
    """Raise INVALID_INPUT_FORMAT if one of *overlays* does not fit an image of *size*."""
    import numpy as np

    from engines.typesetting.fonts import load_typefaces
    from engines.typesetting.renderer import draw_overlays
    from engines.typesetting.values import BackingMode

    # A plate needs more space than any other backing.
    plated = [replace(overlay, backing=BackingMode.PLATE) for overlay in overlays]
    with map_field_errors("executor"):
        draw_overlays(np.full((size[1], size[0], 3), 128, dtype=np.uint8), plated, load_typefaces())


def extract_colors(image: bytes) -> tuple[str, ...]:
    """Return the main colors '#rrggbb' of a stored image, the largest first."""
    from engines.image_metrics.reference_measurement import extract_main_colors

    return extract_main_colors(decode_pixels(image))


def import_image(data: bytes, limits: ImageLimits, error: Code, field: str) -> tuple[bytes, Size]:
    """Return an uploaded image as it is stored (PNG, JPEG or WebP), and its (width, height). Raises *error*."""
    from services.common.images.stored_form import to_stored_form

    return to_stored_form(data, limits, error=error, field=field)


def import_mask(data: bytes, limits: ImageLimits, size: Size) -> bytes:
    """Return the PNG of an uploaded mask for an image of *size*. Raises MASK_DATA_INVALID."""
    from services.common.images.encoder import encode_png
    from services.common.images.masks import decode_mask

    return encode_png(decode_mask(data, limits, size))


def draw_mask(paths: Sequence[bytes], limits: ImageLimits, size: Size) -> bytes:
    """Return the PNG of a mask given as serialized paths on an image of *size*. Raises MASK_DATA_INVALID."""
    from reflow.v1 import assets_pb2

    from services.common.images.encoder import encode_png
    from services.common.images.paths import rasterize_paths

    points = [[(point.x, point.y) for point in assets_pb2.MaskPath.FromString(path).points] for path in paths]
    return encode_png(rasterize_paths(points, size, limits))


def resize_response(answer: ReceivedImage, size: Size, limits: ImageLimits) -> bytes:
    """Return the PNG of a provider's image, cropped and scaled to exactly *size*. Raises IMAGE_UNUSABLE."""
    from services.common.images.encoder import encode_png
    from services.executor.domain.image_fit import cover

    return encode_png(cover(_decode_response(answer, limits), size))


def composite_response(answer: ReceivedImage, image: bytes, mask: bytes, feather: int, limits: ImageLimits) -> bytes:
    """Return the PNG of *image* with a provider's image in its masked area only. Raises IMAGE_UNUSABLE."""
    from services.common.images.encoder import encode_png
    from services.executor.domain.image_fit import composite

    return encode_png(
        composite(decode_pixels(image), _decode_response(answer, limits), decode_stored_mask(mask), feather)
    )


def frame_for_edit(image: bytes, mask: bytes, size: Size) -> tuple[bytes, bytes]:
    """Return *image* and *mask* as PNGs of *size* for OpenAI's image edits, the masked area transparent.

    `composite_response` crops the frame off the response again.
    """
    from services.common.images.encoder import encode_png
    from services.executor.domain.image_fit import frame, frame_mask

    return encode_png(frame(decode_pixels(image), size)), _encode_transparent_mask(
        frame_mask(decode_stored_mask(mask), size)
    )


def parse_png_size(png: bytes) -> Size:
    """Return (width, height) of a PNG: the first fields of its header (PNG specification, 11.2.2)."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def _decode_response(answer: ReceivedImage, limits: ImageLimits) -> "Pixels":
    from services.common.images.data_urls import parse_data_url
    from services.common.images.decoder import decode_image

    code, data = Code.IMAGE_UNUSABLE, answer.data
    try:
        if answer.is_base64:
            data = parse_data_url(data.decode(errors="replace"), error=code, field=None)
        return decode_image(data, limits, error=code, field=None)
    except ReflowError as error:
        # The text of the error is for a user who sent an image; here the provider sent it.
        details = f"broken answer: {error.details or error.text.en}"
        raise ReflowError(code, details=details, node="executor") from None


def _encode_transparent_mask(mask: "Mask") -> bytes:
    import numpy as np
    from PIL import Image

    opacity = np.where(mask, 0, 255).astype(np.uint8)
    file = io.BytesIO()
    Image.merge("RGBA", [*Image.new("RGB", opacity.shape[::-1]).split(), Image.fromarray(opacity)]).save(file, "PNG")
    return file.getvalue()


def _to_paint_request(image_request: ImageRequest, width: int, height: int) -> "PaintRequest":
    from engines.painter.paint_request import PaintRequest

    return PaintRequest(
        image_request.prompt,
        image_request.subject,
        _to_look(image_request.style, image_request.prompt),
        width,
        height,
        image_request.seed,
    )


def _to_look(style: ImageStyle | None, prompt: str) -> "Look | None":
    """Return the look of *style*; with an unknown technique the prompt determines the look."""
    from engines.painter.derived_look import derive_look
    from engines.painter.paint_request import Look
    from services.common.contract.image_chat import Medium

    if style is not None and not style.medium:
        return derive_look(style.description, style.palette, prompt)
    if style is None or style.medium not in tuple(Medium) or len(style.palette) < 4:
        return None
    return Look(Medium(style.medium), style.palette[:6])
