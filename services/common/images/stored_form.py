"""Form in which an uploaded image is stored: as it arrived, without metadata, wherever that is safe."""

import re
from io import BytesIO

import numpy as np
from PIL import Image

from services.common.errors import Code
from services.common.images.arrays import Pixels
from services.common.images.decoder import flatten, open_image
from services.common.images.encoder import encode_png
from services.common.images.formats import IMAGE_FORMATS, PNG_SIGNATURE, Format, sniff
from services.common.images.headers import DamagedImageError, read_header
from services.common.images.limits import ImageLimits
from services.common.images.rejection import Rejection

# The marker that ends the data of a JPEG's scan: not a stuffed byte, a restart or a fill byte (ITU T.81, B.1.1.2).
_SCAN_END = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_SOI, _EOI, _SOS, _APP0, _APP14, _APP15, _COMMENT = 0xD8, 0xD9, 0xDA, 0xE0, 0xEE, 0xEF, 0xFE
# Length of a JFIF segment without a thumbnail.
_JFIF_LENGTH = 16
_LOSSY_QUALITY = 95


def to_stored_form(
    data: bytes, limits: ImageLimits, *, error: Code, field: str | None
) -> tuple[bytes, tuple[int, int]]:
    """Return the bytes to store for the image file *data*, and (width, height).

    The file itself without metadata, if every decoder reads the upright, opaque image from that; otherwise the image
    encoded again, a lossy one as JPEG: as PNG it would be many times as large.

    Raises ReflowError as `decode_image`.
    """
    pixels = flatten(open_image(data, limits, IMAGE_FORMATS, Rejection(error, field), limits.image_bytes))
    size = (pixels.shape[1], pixels.shape[0])
    plain = strip_metadata(data)
    if plain is not None and _reads_as(plain, pixels):
        return plain, size
    return _encode_lossy(pixels) if _is_lossy(data) else encode_png(pixels), size


def strip_metadata(data: bytes) -> bytes | None:
    """Return the PNG, JPEG or WebP *data* without parts that decoding does not need; None for an unparsable file."""
    try:
        match sniff(data):
            case Format.PNG:
                return _strip_png(data)
            case Format.JPEG:
                return _strip_jpeg(data)
            case Format.WEBP:
                return _strip_webp(data)
    except DamagedImageError:
        pass
    return None


def _reads_as(data: bytes, pixels: Pixels) -> bool:
    """Whether a decoder that knows nothing of orientation and transparency reads *pixels* from *data*."""
    try:
        with Image.open(BytesIO(data)) as image:
            return not image.has_transparency_data and np.array_equal(np.asarray(image.convert("RGB")), pixels)
    except Exception:  # decoders raise nearly every built-in type on bad bytes
        return False


def _is_lossy(data: bytes) -> bool:
    found = sniff(data)
    return found is Format.JPEG or (found is Format.WEBP and any(kind == b"VP8 " for kind, _ in _webp_chunks(data)))


def _encode_lossy(pixels: Pixels) -> bytes:
    stream = BytesIO()
    Image.fromarray(pixels).save(stream, format="JPEG", quality=_LOSSY_QUALITY, subsampling=0)
    return stream.getvalue()


def _strip_png(data: bytes) -> bytes:
    plain = read_header(data, Format.PNG).decodable
    chunks, offset = [PNG_SIGNATURE], len(PNG_SIGNATURE)
    while offset < len(plain):
        end = offset + 12 + int.from_bytes(plain[offset : offset + 4])
        if plain[offset + 4 : offset + 8] != b"eXIf":
            chunks.append(plain[offset:end])
        offset = end
    return b"".join(chunks)


def _strip_jpeg(data: bytes) -> bytes:
    """Return a JPEG without application data and comments, and without what follows its end (ITU T.81, B.1 and B.2)."""
    parts, offset = [data[:2]], 2
    while True:
        if data[offset : offset + 1] != b"\xff" or offset + 4 > len(data) + 2:
            raise DamagedImageError(f"no marker at byte {offset}")
        marker = data[offset + 1]
        if marker == 0xFF:  # a fill byte
            offset += 1
            continue
        if marker == _EOI:
            return b"".join([*parts, data[offset : offset + 2]])
        length = int.from_bytes(data[offset + 2 : offset + 4])
        end = offset + 2 + length
        if marker == _SOS:
            after = _SCAN_END.search(data, end)
            if after is None:
                raise DamagedImageError("a scan without an end")
            end = after.start()
        if _is_needed(marker, length):
            parts.append(data[offset:end])
        offset = end


def _is_needed(marker: int, length: int) -> bool:
    """Whether decoding needs a JPEG segment: Adobe's, in APP14, states how colors are encoded."""
    if marker == _APP0:
        return length <= _JFIF_LENGTH
    return marker == _APP14 or not (_APP0 <= marker <= _APP15 or marker == _COMMENT)


def _strip_webp(data: bytes) -> bytes:
    """Return a WebP in the simple file format: its one image chunk (RFC 9649, 2.5 and 2.6)."""
    images = [(kind, body) for kind, body in _webp_chunks(data) if kind in (b"VP8 ", b"VP8L")]
    if len(images) != 1:
        raise DamagedImageError(f"a WebP with {len(images)} images")
    kind, body = images[0]
    chunk = kind + len(body).to_bytes(4, "little") + body + b"\0" * (len(body) % 2)
    return b"RIFF" + (len(chunk) + 4).to_bytes(4, "little") + b"WEBP" + chunk


def _webp_chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """Return the chunks of a WebP with their names."""
    chunks, offset = list[tuple[bytes, bytes]](), 12
    while offset + 8 <= len(data):
        length = int.from_bytes(data[offset + 4 : offset + 8], "little")
        chunks.append((data[offset : offset + 4], data[offset + 8 : offset + 8 + length]))
        offset += 8 + length + length % 2
    return chunks
