from io import BytesIO

import pytest
from PIL import Image

from services.common.images.formats import Format, sniff


def _encoded(format_name: str) -> bytes:
    stream = BytesIO()
    Image.new("RGB", (8, 8), "teal").save(stream, format=format_name)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("written_as", "reported"),
    [
        ("PNG", Format.PNG),
        ("JPEG", Format.JPEG),
        ("WEBP", Format.WEBP),
        ("GIF", Format.GIF),
        ("BMP", Format.BMP),
        ("TIFF", Format.TIFF),
        ("AVIF", Format.AVIF),
        ("JPEG2000", Format.JPEG_2000),
        ("ICO", Format.ICO),
        ("PDF", Format.PDF),
    ],
)
def test_a_format_is_reported_from_the_bytes_that_an_encoder_writes(written_as: str, reported: Format) -> None:
    assert sniff(_encoded(written_as)) is reported


@pytest.mark.parametrize(
    ("start", "reported"),
    [
        (b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', Format.SVG),
        (b"\xef\xbb\xbf  <!DOCTYPE html><title>404</title>", Format.HTML),
        (b"\xff\x0a\x00", Format.JPEG_XL),
        (b"\x00\x00\x00\x18ftypheic", Format.HEIC),
        (b"8BPS\x00\x01", Format.PSD),
    ],
)
def test_a_format_without_an_encoder_here_is_reported_from_its_first_bytes(start: bytes, reported: Format) -> None:
    assert sniff(start) is reported


@pytest.mark.parametrize("data", [b"", b"\x89PN", b"RIFF\x00\x00\x00\x00WAVE", b"hello", b"<note/>"])
def test_bytes_that_show_no_known_format_have_none(data: bytes) -> None:
    assert sniff(data) is None
