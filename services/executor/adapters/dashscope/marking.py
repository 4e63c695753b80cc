"""Show an editing model which area to change. Computed in a worker process: bytes in, bytes out.

The API takes one to three pictures and an instruction, and no mask (https://www.alibabacloud.com/help/en/model-studio/
qwen-image-edit-api): so a second picture shows the area, covered in a flat colour, and the instruction refers to the
two as image 1 and image 2. Both have one size, since the answer takes its aspect from the last picture.
"""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

# The page recommends sides from 384 to 3072 and allows 10 MB; answers have about a megapixel, at most 2048 a side.
SMALLEST_SIDE, LARGEST_SIDE = 384, 2048
MAGENTA = (255, 0, 255)
# Brightness from which on a stored mask marks a pixel; stored masks are black and white.
MARKED = 128


@dataclass(frozen=True, slots=True)
class MarkedArea:
    """Two JPEGs of one size, the second with the area covered; the area's box (left, top, right, bottom), 0 to 1."""

    picture: bytes
    covered: bytes
    box: tuple[float, float, float, float]


def marked_area(picture: bytes, mask: bytes) -> MarkedArea:
    """Return *picture* as it is sent, and with the white area of *mask* covered. PNGs of one size."""
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image, Image.open(io.BytesIO(mask)) as area:
        size = sent_size(*image.size)
        plain = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        white = area.convert("L").point(lambda value: 255 if value >= MARKED else 0)
        # An area thinner than a pixel of the smaller picture must still be seen.
        shown = white.resize(size, Image.Resampling.BOX).point(lambda value: 255 if value else 0)
    covered = plain.copy()
    covered.paste(MAGENTA, (0, 0), shown)
    left, top, right, bottom = shown.getbbox() or (0, 0, *size)
    box = (left / size[0], top / size[1], right / size[0], bottom / size[1])
    return MarkedArea(_jpeg(plain), _jpeg(covered), box)


def sent_size(width: int, height: int) -> tuple[int, int]:
    """Return the size to send: the aspect kept, no side above 2048, and none below 384 where the other allows it."""
    scale = max(1.0, SMALLEST_SIDE / min(width, height))
    scale = min(scale, LARGEST_SIDE / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))


def _jpeg(image: "Image.Image") -> bytes:
    stream = io.BytesIO()
    # Nearly lossless, and bounded in bytes whatever is in it, as a PNG is not.
    image.save(stream, format="JPEG", quality=95, subsampling=0)
    return stream.getvalue()
