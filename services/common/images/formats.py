"""Format of a file by its first bytes, never by its name or declared type."""

from enum import StrEnum


class Format(StrEnum):
    """Format of an uploaded file; the value is its display name."""

    PNG = "PNG"
    JPEG = "JPEG"
    WEBP = "WebP"
    GIF = "GIF"
    BMP = "BMP"
    TIFF = "TIFF"
    AVIF = "AVIF"
    HEIC = "HEIC"
    JPEG_XL = "JPEG XL"
    JPEG_2000 = "JPEG 2000"
    ICO = "ICO"
    PSD = "PSD"
    PDF = "PDF"
    SVG = "SVG"
    HTML = "HTML"


IMAGE_FORMATS = frozenset({Format.PNG, Format.JPEG, Format.WEBP})
MEDIA_TYPES = {Format.PNG: "image/png", Format.JPEG: "image/jpeg", Format.WEBP: "image/webp"}
MASK_FORMATS = frozenset({Format.PNG, Format.JPEG})

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"

_PREFIXES: tuple[tuple[bytes, Format], ...] = (
    (PNG_SIGNATURE, Format.PNG),
    (b"\xff\xd8\xff", Format.JPEG),
    (b"GIF87a", Format.GIF),
    (b"GIF89a", Format.GIF),
    (b"BM", Format.BMP),
    (b"II*\x00", Format.TIFF),
    (b"MM\x00*", Format.TIFF),
    (b"\xff\x0a", Format.JPEG_XL),
    (b"\x00\x00\x00\x0cJXL ", Format.JPEG_XL),
    (b"\x00\x00\x00\x0cjP  ", Format.JPEG_2000),
    (b"\xff\x4f\xff\x51", Format.JPEG_2000),
    (b"\x00\x00\x01\x00", Format.ICO),
    (b"8BPS", Format.PSD),
    (b"%PDF-", Format.PDF),
)
# ISO base media brands (ISO/IEC 23000-22 for AVIF and HEIF).
_BRANDS: dict[bytes, Format] = {
    b"avif": Format.AVIF,
    b"avis": Format.AVIF,
    b"heic": Format.HEIC,
    b"heix": Format.HEIC,
    b"hevc": Format.HEIC,
    b"mif1": Format.HEIC,
}
_MARKUP_WINDOW = 512


def sniff(data: bytes) -> Format | None:
    """Return the format that the first bytes of *data* indicate, None for an unknown one."""
    for prefix, found in _PREFIXES:
        if data.startswith(prefix):
            return found
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return Format.WEBP
    if data[4:8] == b"ftyp":
        return _BRANDS.get(data[8:12])
    return _sniff_markup(data[:_MARKUP_WINDOW])


def media_type(content: bytes) -> str:
    """Return the media type of a stored image."""
    found = sniff(content)
    return MEDIA_TYPES.get(found, MEDIA_TYPES[Format.PNG]) if found else MEDIA_TYPES[Format.PNG]


def _sniff_markup(start: bytes) -> Format | None:
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if not text.startswith(b"<"):
        return None
    if b"<svg" in text:
        return Format.SVG
    return Format.HTML if b"<html" in text or text.startswith(b"<!doctype html") else None
