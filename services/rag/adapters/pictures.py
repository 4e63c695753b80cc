"""What a worker process does with a stored picture: bytes in, what was measured and smaller pictures out.

It imports what it works with by itself: the service never needs it, and would take a second longer to start.
"""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from services.common.pictures.limits import PictureLimits
from services.rag.domain.references.measured import Measured

if TYPE_CHECKING:
    from services.common.pictures.arrays import Pixels

READ_SIDE = 1280
"""The longer side of a picture as it is read, in pixels: lines of a 40th of a page are still 30 pixels high."""
# The longer side of a picture as a model is shown it, in pixels: what is paid for grows with its area.
SHOWN_SIDE = 768
# A stored picture was made within the limits: its pixels are bounded, and its bytes by those, uncompressed.
_BYTES_OF_A_PIXEL = 4
_BYTES_BESIDE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Looked:
    """What was measured of a picture, the picture as it is read, and as a model is shown it (PNG; b"" for no model)."""

    measured: Measured
    readable: "Pixels"
    shown: bytes


_prepared = False


def prepare() -> None:
    """Load what measures, unless this process has it, and use it once: the first use takes a second longer."""
    global _prepared  # one for each worker process
    if _prepared:
        return
    _prepared = True
    import numpy as np

    from services.common.pictures.encoding import encode_png

    look(encode_png(np.full((8, 8, 3), 255, dtype=np.uint8)), PictureLimits(), "", show=True)


def look(data: bytes, limits: PictureLimits, field: str, show: bool) -> Looked:
    """Measure the picture in *data*.

    Raises INVALID_INPUT_FORMAT with *field* when it is none, is damaged, or is beyond *limits* (seen from its header).
    """
    from PIL import Image

    from services.common.errors import Code
    from services.common.pictures.decoding import flatten, open_picture
    from services.common.pictures.formats import PICTURE_FORMATS
    from services.common.pictures.refusal import Refusal
    from services.rag.domain.references.measuring import measure

    most_bytes = limits.max_side**2 * _BYTES_OF_A_PIXEL + _BYTES_BESIDE
    picture = open_picture(data, limits, PICTURE_FORMATS, Refusal(Code.INVALID_INPUT_FORMAT, field), most_bytes)
    size = picture.size
    # First by a whole number, which is four times as fast; the rest finely.
    picture.thumbnail((READ_SIDE, READ_SIDE), Image.Resampling.LANCZOS, reducing_gap=1.0)
    pixels = flatten(picture)
    return Looked(measure(pixels, size), pixels, _png(pixels) if show else b"")


def _png(pixels: "Pixels") -> bytes:
    from PIL import Image

    small, stream = Image.fromarray(pixels), io.BytesIO()
    small.thumbnail((SHOWN_SIDE, SHOWN_SIDE), Image.Resampling.LANCZOS)
    small.save(stream, "PNG", compress_level=3)
    return stream.getvalue()
