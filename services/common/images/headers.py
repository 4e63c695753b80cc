"""Size and structure of an image from its header, before it is decoded.

Not left to the decoder, because reading a header with it is expensive: it decompresses PNG text and color profiles,
allocates the canvas of a WebP, and iterates over millions of empty JPEG segments.
"""

from dataclasses import dataclass

from services.common.images.formats import PNG_SIGNATURE, Format

# Chunks that decoding needs; all others (text, color profiles, animation frames) may be decompression bombs.
_PNG_CHUNKS_ALLOWED = frozenset({b"PLTE", b"tRNS", b"eXIf", b"IDAT", b"IEND"})
# libpng writes 8 KB per chunk: 20 MB are 2,560 chunks.
_MAX_PNG_CHUNKS = 65_536

_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
_JPEG_START_OF_SCAN = 0xDA
_JPEG_END = 0xD9
# Header segments plus stray bytes between them; a camera writes about 20.
_MAX_JPEG_SEGMENTS = 65_536
# A progressive image has about 10 scans, an embedded thumbnail and preview as many; each further scan costs a pass over
# the whole image for a few bytes.
_MAX_JPEG_SCANS = 64

_WEBP_ANIMATED = 0x02


class DamagedImageError(Exception):
    """The bytes do not follow the format that they begin with."""


@dataclass(frozen=True, slots=True)
class Header:
    """Header of an image: size in pixels, whether it is animated, and the bytes to decode."""

    width: int
    height: int
    animated: bool
    decodable: bytes


def read_header(data: bytes, found: Format) -> Header:
    """Return the header of *data*, which begins as *found* (PNG, JPEG or WebP).

    Raises:
        DamagedImageError: when *data* is truncated or does not follow the format.
        ValueError: for any other format.

    """
    match found:
        case Format.PNG:
            return _read_png(data)
        case Format.JPEG:
            return _read_jpeg(data)
        case Format.WEBP:
            return _read_webp(data)
        case _:
            raise ValueError(f"no header reader for {found}")


def _read_png(data: bytes) -> Header:
    """Read a PNG (ISO/IEC 15948, 11.2); `decodable` is without the chunks that decoding does not need."""
    start = len(PNG_SIGNATURE)
    if data[start : start + 8] != b"\x00\x00\x00\x0dIHDR" or len(data) < start + 25:
        raise DamagedImageError("a PNG without its IHDR chunk")
    offset = start + 25
    chunks, animated = [data[:offset]], False
    for _ in range(_MAX_PNG_CHUNKS):
        length, kind = int.from_bytes(data[offset : offset + 4]), data[offset + 4 : offset + 8]
        end = offset + 12 + length
        if end > len(data):
            raise DamagedImageError(f"cut off within chunk {kind!r} at byte {offset}")
        if kind in _PNG_CHUNKS_ALLOWED:
            chunks.append(data[offset:end])
        animated = animated or kind == b"acTL"
        if kind == b"IEND":
            width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
            return Header(width, height, animated, b"".join(chunks))
        offset = end
    raise DamagedImageError(f"more than {_MAX_PNG_CHUNKS} chunks")


def _read_jpeg(data: bytes) -> Header:
    """Read a JPEG (ITU T.81, annex B) up to its first scan."""
    if data.count(b"\xff\xda") > _MAX_JPEG_SCANS:
        raise DamagedImageError(f"more than {_MAX_JPEG_SCANS} scans")
    size: tuple[int, int] | None = None
    offset = steps = 2
    while steps < _MAX_JPEG_SEGMENTS:
        marker_at = data.find(b"\xff", offset)
        if marker_at < 0 or marker_at + 4 > len(data):
            raise DamagedImageError("cut off before the first scan")
        steps += 1 + marker_at - offset
        marker = data[marker_at + 1]
        offset = marker_at + (1 if marker == 0xFF else 2)
        if marker in _JPEG_ALONE or marker in (0x00, 0xFF):
            continue
        if marker == _JPEG_END:
            raise DamagedImageError("a JPEG without a scan")
        if marker in _JPEG_FRAMES:
            height, width = data[offset + 3 : offset + 5], data[offset + 5 : offset + 7]
            size = int.from_bytes(width), int.from_bytes(height)
        if marker == _JPEG_START_OF_SCAN:
            if size is None or 0 in size:
                raise DamagedImageError("a JPEG without its size")
            return Header(*size, animated=False, decodable=data)
        offset += int.from_bytes(data[offset : offset + 2])
    raise DamagedImageError(f"more than {_MAX_JPEG_SEGMENTS} header segments")


def _read_webp(data: bytes) -> Header:
    """Read a WebP (RFC 9649, 2.5 to 2.7)."""
    if len(data) < 30 or int.from_bytes(data[4:8], "little") + 8 > len(data):
        raise DamagedImageError("a WebP that is cut off")
    animated = False
    match data[12:16]:
        case b"VP8 ":
            width, height = (int.from_bytes(data[at : at + 2], "little") & 0x3FFF for at in (26, 28))
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            animated = bool(data[20] & _WEBP_ANIMATED)
            width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        case kind:
            raise DamagedImageError(f"a WebP that begins with chunk {kind!r}")
    return Header(width, height, animated, data)
