"""Images for an editing model: the masked area, and reference images. Runs in a worker process: bytes in, bytes out.

The API takes one to three images and an instruction, and no mask (https://www.alibabacloud.com/help/en/model-studio/
qwen-image-edit-api): so a second image has the area covered in a flat color, and the instruction refers to the
two as image 1 and image 2. Both have one size, since the response takes its aspect from the last image.
"""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from services.common.images.formats import media_type
from services.common.images.stored_pixels import MASK_THRESHOLD

if TYPE_CHECKING:
    from PIL import Image

# The documentation recommends sides from 384 to 3072 and allows 10 MB; responses have at most 2048 pixels a side.
MIN_SIDE, MAX_SIDE = 384, 2048
# Before base64, which the API counts.
MAX_UPLOAD_BYTES = 7 * 1024 * 1024
MAGENTA = (255, 0, 255)


@dataclass(frozen=True, slots=True)
class Upload:
    """An image file and its media type."""

    data: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class MaskedArea:
    """Two JPEGs of one size, the second with the area covered; the area's box (left, top, right, bottom), 0 to 1."""

    image: bytes
    covered: bytes
    box: tuple[float, float, float, float]


def render_masked_area(png: bytes, mask: bytes) -> MaskedArea:
    """Return the image *png* as sent, and with the white area of *mask* covered. PNGs of one size."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image, Image.open(io.BytesIO(mask)) as area:
        size = choose_upload_size(*image.size)
        plain = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        white = area.convert("L").point(lambda value: 255 if value >= MASK_THRESHOLD else 0)
        # An area thinner than a pixel of the smaller image must stay visible.
        visible = white.resize(size, Image.Resampling.BOX).point(lambda value: 255 if value else 0)
    covered = plain.copy()
    covered.paste(MAGENTA, (0, 0), visible)
    left, top, right, bottom = visible.getbbox() or (0, 0, *size)
    box = (left / size[0], top / size[1], right / size[0], bottom / size[1])
    return MaskedArea(_encode_jpeg(plain), _encode_jpeg(covered), box)


def prepare_upload(content: bytes) -> Upload:
    """Return a stored image as sent: as it is where the API accepts it, else as a JPEG of another size."""
    from PIL import Image

    with Image.open(io.BytesIO(content)) as image:
        size = choose_upload_size(*image.size)
        if size == image.size and len(content) <= MAX_UPLOAD_BYTES:
            return Upload(content, media_type(content))
        return Upload(_encode_jpeg(image.convert("RGB").resize(size, Image.Resampling.LANCZOS)), "image/jpeg")


def choose_upload_size(width: int, height: int) -> tuple[int, int]:
    """Return the size to send: the same aspect, no side above 2048, none below 384 where the other side allows it."""
    scale = max(1.0, MIN_SIDE / min(width, height))
    scale = min(scale, MAX_SIDE / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))


def _encode_jpeg(image: "Image.Image") -> bytes:
    stream = io.BytesIO()
    # Nearly lossless and, unlike PNG, bounded in bytes.
    image.save(stream, format="JPEG", quality=95, subsampling=0)
    return stream.getvalue()
