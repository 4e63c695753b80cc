"""What the worker processes compute: bytes in, bytes out, one module-level function each.

Each imports what it computes with by itself: the service never needs the painter or the
decoders, and would take a second longer to start.
"""

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from services.common.errors import Code, ReflowError
from services.common.pictures.limits import PictureLimits
from services.executor.engines import Order, Style

if TYPE_CHECKING:
    from services.common.pictures.arrays import Mask, Pixels
    from services.executor.domain.overlay.values import Drawn, TextOverlay
    from services.executor.domain.painter import Commission, Look

Size = tuple[int, int]
# Brightness from which on a stored mask marks a pixel; stored masks are black and white.
MARKED = 128


def ready() -> None:
    """Load what the other functions compute with."""
    from services.common.pictures import encoding  # noqa: F401
    from services.executor.domain import painter  # noqa: F401


def painted(order: Order) -> bytes:
    """Return the PNG of a new picture."""
    from services.common.pictures.encoding import encode_png
    from services.executor.domain.painter import paint

    return encode_png(paint(_commission(order, order.width, order.height)))


def repainted(order: Order, picture: bytes, mask: bytes, feather: int) -> bytes:
    """Return the PNG of *picture* with its marked area painted anew."""
    from services.common.pictures.encoding import encode_png
    from services.executor.domain.painter import repaint

    pixels = pixels_of(picture)
    height, width = pixels.shape[:2]
    return encode_png(repaint(pixels, mask_of(mask), _commission(order, width, height), feather))


def adjusted(picture: bytes, parameters: Mapping[str, float], palette: Sequence[str], limits: PictureLimits) -> bytes:
    """Return the PNG of *picture* with *parameters* changed. Raises INVALID_INPUT_FORMAT."""
    from services.common.pictures.encoding import encode_png
    from services.executor.domain.adjusting import Adjustments, adjust
    from services.executor.domain.restyling import restyle

    pixels = adjust(pixels_of(picture), Adjustments.parse(parameters), limits)
    return encode_png(restyle(pixels, palette, parameters.get("style_strength", 0.0)))


def overlaid(picture: bytes, overlays: "Sequence[TextOverlay]") -> "tuple[bytes, tuple[Drawn, ...]]":
    """Return the PNG of *picture* with *overlays* drawn on it, and how each was. Raises INVALID_INPUT_FORMAT."""
    from services.common.pictures.encoding import encode_png
    from services.executor.adapters.typefaces import shipped_typefaces
    from services.executor.domain.overlay.drawing import draw_overlays

    pixels, drawn = draw_overlays(pixels_of(picture), overlays, shipped_typefaces())
    return encode_png(pixels), drawn


def room_for(overlays: "Sequence[TextOverlay]", size: Size) -> None:
    """Raise INVALID_INPUT_FORMAT where one of *overlays* cannot stand on a picture of *size*, whatever it shows."""
    from dataclasses import replace

    import numpy as np

    from services.executor.adapters.typefaces import shipped_typefaces
    from services.executor.domain.overlay.drawing import draw_overlays
    from services.executor.domain.overlay.values import Backing

    # A plate takes the most room that a text can need.
    plated = [replace(overlay, backing=Backing.PLATE) for overlay in overlays]
    draw_overlays(np.full((size[1], size[0], 3), 128, dtype=np.uint8), plated, shipped_typefaces())


def colours_of(picture: bytes) -> tuple[str, ...]:
    """Return the main colours '#rrggbb' of a stored picture, the largest first."""
    from services.executor.domain.colours import main_colours

    return main_colours(pixels_of(picture))


def taken_in(data: bytes, limits: PictureLimits, error: Code, field: str) -> tuple[bytes, Size]:
    """Return the PNG and (width, height) of a picture from outside. Raises *error*."""
    from services.common.pictures.decoding import decode_picture
    from services.common.pictures.encoding import encode_png

    pixels = decode_picture(data, limits, error=error, field=field)
    return encode_png(pixels), (pixels.shape[1], pixels.shape[0])


def mask_taken_in(data: bytes, limits: PictureLimits, size: Size) -> bytes:
    """Return the PNG of a mask from outside for a picture of *size*. Raises MASK_DATA_INVALID."""
    from services.common.pictures.encoding import encode_png
    from services.common.pictures.masks import decode_mask

    return encode_png(decode_mask(data, limits, size))


def mask_drawn(paths: Sequence[Sequence[tuple[float, float]]], limits: PictureLimits, size: Size) -> bytes:
    """Return the PNG of a mask drawn as paths on a picture of *size*. Raises MASK_DATA_INVALID."""
    from services.common.pictures.encoding import encode_png
    from services.common.pictures.paths import rasterize_paths

    return encode_png(rasterize_paths(paths, size, limits))


def fitted(answer: bytes, size: Size, limits: PictureLimits) -> bytes:
    """Return the PNG of a provider's picture, cropped and scaled to exactly *size*. Raises LLM_API_ERROR."""
    from services.common.pictures.encoding import encode_png
    from services.executor.domain.fitting import cover

    return encode_png(cover(_answered(answer, limits), size))


def composited(answer: bytes, picture: bytes, mask: bytes, feather: int, limits: PictureLimits) -> bytes:
    """Return the PNG of *picture* with a provider's repaint in its marked area alone. Raises LLM_API_ERROR."""
    from services.common.pictures.encoding import encode_png
    from services.executor.domain.fitting import composite

    return encode_png(composite(pixels_of(picture), _answered(answer, limits), mask_of(mask), feather))


def framed_for_edit(picture: bytes, mask: bytes, size: Size) -> tuple[bytes, bytes]:
    """Return *picture* and *mask* as PNGs of *size*, the mask transparent where its area is white.

    That is how OpenAI's image edits take them; `fitted` and `composited` find the picture in the answer again.
    """
    from services.common.pictures.encoding import encode_png
    from services.executor.domain.fitting import framed, framed_mask

    return encode_png(framed(pixels_of(picture), size)), _transparent(framed_mask(mask_of(mask), size))


def size_of(png: bytes) -> Size:
    """Return (width, height) of a PNG: the first fields of its header (PNG specification, 11.2.2)."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def _answered(answer: bytes, limits: PictureLimits) -> "Pixels":
    from services.common.pictures.decoding import decode_picture

    try:
        return decode_picture(answer, limits, error=Code.LLM_API_ERROR, field=None)
    except ReflowError as error:
        # Its text is for somebody who sent a picture; whoever ordered one can do nothing about it.
        details = f"broken answer: {error.details or error.text.en}"
        raise ReflowError(Code.LLM_API_ERROR, details=details, node="executor") from None


def _transparent(mask: "Mask") -> bytes:
    import numpy as np
    from PIL import Image

    kept = np.where(mask, 0, 255).astype(np.uint8)
    file = io.BytesIO()
    Image.merge("RGBA", [*Image.new("RGB", kept.shape[::-1]).split(), Image.fromarray(kept)]).save(file, "PNG")
    return file.getvalue()


def _commission(order: Order, width: int, height: int) -> "Commission":
    from services.executor.domain.painter import Commission

    return Commission(order.prompt, order.subject, _look(order.style, order.prompt), width, height, order.seed)


def _look(style: Style | None, prompt: str) -> "Look | None":
    """Return the look of *style*; a technique the painter does not know leaves the look to the prompt."""
    from services.executor.domain.painter import Look, Medium
    from services.executor.domain.painter.worded import worded_look

    if style is not None and not style.medium:
        return worded_look(style.words, style.palette, prompt)
    if style is None or style.medium not in tuple(Medium) or len(style.palette) < 4:
        return None
    return Look(Medium(style.medium), style.palette[:6])


def pixels_of(png: bytes) -> "Pixels":
    """Return the pixels of a stored picture."""
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


def mask_of(png: bytes) -> "Mask":
    """Return the area that a stored mask marks."""
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("L")) >= MARKED
