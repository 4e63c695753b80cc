"""Function of the worker processes: measures a stored image and scales it for OCR and for a vision model.

Imports are inside the functions: the service does not need the libraries, which would delay its start by a second.
"""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.image_metrics.reference_metrics import ReferenceMetrics
from services.common.images.limits import ImageLimits

if TYPE_CHECKING:
    from services.common.images.arrays import Pixels

OCR_SIDE = 1280
"""Longer side of the image for OCR, in pixels: lines of a 40th of a page are still 30 pixels high."""
# Longer side of the image for a vision model, in pixels: the cost grows with its area.
MODEL_SIDE = 768
# A stored image is within the limits: its size is at most that of its uncompressed pixels, plus metadata.
_BYTES_PER_PIXEL = 4
_METADATA_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class PreparedImage:
    """Metrics of an image, its pixels for OCR, and its PNG for a vision model (b"" without a model)."""

    metrics: ReferenceMetrics
    pixels: "Pixels"
    model_png: bytes


_warm = False


def warm_up() -> None:
    """Load the libraries and use them once, unless this process has: the first use takes a second longer."""
    global _warm  # one in each worker process
    if _warm:
        return
    _warm = True
    import numpy as np

    from services.common.images.encoder import encode_png

    measure_image(encode_png(np.full((8, 8, 3), 255, dtype=np.uint8)), ImageLimits(), "", for_model=True)


def measure_image(data: bytes, limits: ImageLimits, field: str, for_model: bool) -> PreparedImage:
    """Measure the image in *data*; with *for_model*, prepare it for a vision model.

    Raises INVALID_INPUT_FORMAT with *field* if it is not an image, is damaged, or exceeds *limits* (according to its
    header).
    """
    from PIL import Image

    from engines.image_metrics.reference_measurement import measure_reference
    from services.common.errors import Code
    from services.common.images.decoder import flatten, open_image
    from services.common.images.formats import IMAGE_FORMATS
    from services.common.images.rejection import Rejection

    max_bytes = limits.max_side**2 * _BYTES_PER_PIXEL + _METADATA_BYTES
    image = open_image(data, limits, IMAGE_FORMATS, Rejection(Code.INVALID_INPUT_FORMAT, field), max_bytes)
    size = image.size
    # First by an integer factor, which is four times as fast, then by Lanczos.
    image.thumbnail((OCR_SIDE, OCR_SIDE), Image.Resampling.LANCZOS, reducing_gap=1.0)
    pixels = flatten(image)
    return PreparedImage(measure_reference(pixels, size), pixels, _encode_for_model(pixels) if for_model else b"")


def _encode_for_model(pixels: "Pixels") -> bytes:
    from PIL import Image

    small, stream = Image.fromarray(pixels), io.BytesIO()
    small.thumbnail((MODEL_SIDE, MODEL_SIDE), Image.Resampling.LANCZOS)
    small.save(stream, "PNG", compress_level=3)
    return stream.getvalue()
