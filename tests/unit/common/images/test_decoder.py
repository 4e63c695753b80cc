import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from services.common.errors import Code, ReflowError
from services.common.images.decoder import decode_image
from services.common.images.limits import ImageLimits
from services.common.text.language import Language

LIMITS = ImageLimits()
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _decode(data: bytes, limits: ImageLimits = LIMITS) -> NDArray[np.uint8]:
    return decode_image(data, limits, error=Code.INVALID_INPUT_FORMAT, field="image")


def _rejected(data: bytes, limits: ImageLimits = LIMITS) -> ReflowError:
    with pytest.raises(ReflowError) as caught:
        _decode(data, limits)
    return caught.value


def _saved(image: Image.Image, format_name: str = "PNG", **options: Any) -> bytes:
    stream = BytesIO()
    image.save(stream, format=format_name, **options)
    return stream.getvalue()


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _png(width: int, height: int, depth: int, color: int, rows: bytes, extra: bytes = b"") -> bytes:
    header = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0))
    return SIGNATURE + header + extra + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _gradient() -> Image.Image:
    across, down = np.meshgrid(np.arange(48), np.arange(32))
    return Image.fromarray(np.stack([across * 5, down * 7, across + down], axis=2).astype(np.uint8))


@pytest.mark.parametrize(
    ("image", "format_name", "expected"),
    [
        (Image.new("RGB", (3, 2), (10, 200, 30)), "PNG", (10, 200, 30)),
        (Image.new("L", (3, 2), 77), "PNG", (77, 77, 77)),
        (Image.new("1", (3, 2), 1), "PNG", (255, 255, 255)),
        (Image.new("RGBA", (3, 2), (255, 0, 0, 0)), "PNG", (255, 255, 255)),
        (Image.new("RGBA", (3, 2), (0, 0, 0, 51)), "PNG", (204, 204, 204)),
        (Image.new("LA", (3, 2), (0, 51)), "PNG", (204, 204, 204)),
        (Image.new("RGB", (3, 2), (9, 8, 7)).quantize(2), "PNG", (9, 8, 7)),
        (Image.new("RGBA", (3, 2), (1, 2, 3, 0)), "WEBP", (255, 255, 255)),
    ],
)
def test_every_mode_becomes_rgb_on_white(image: Image.Image, format_name: str, expected: tuple[int, int, int]) -> None:
    pixels = _decode(_saved(image, format_name))
    assert pixels.shape == (2, 3, 3)
    assert pixels.dtype == np.uint8
    assert (pixels == expected).all()


def test_a_palette_with_transparency_lies_on_white() -> None:
    image = Image.new("P", (4, 4), 0)
    image.putpalette([255, 0, 0, 0, 0, 255])
    assert (_decode(_saved(image, transparency=0)) == 255).all()


def test_a_cmyk_jpeg_stores_its_colors() -> None:
    pixels = _decode(_saved(Image.new("RGB", (16, 16), (200, 40, 60)).convert("CMYK"), "JPEG", quality=95))
    assert np.abs(pixels.astype(int) - (200, 40, 60)).max() <= 3


def test_16_bit_gray_is_scaled_and_not_cut_off() -> None:
    rows = b"".join(b"\x00" + struct.pack(">HHH", 0, 0x8000, 0xFFFF) for _ in range(2))
    assert _decode(_png(3, 2, 16, 0, rows))[0, :, 0].tolist() == [0, 128, 255]


def test_16_bit_gray_with_a_transparent_value_lies_on_white() -> None:
    rows = b"\x00" + struct.pack(">HH", 0, 0x4040)
    pixels = _decode(_png(2, 1, 16, 0, rows, _chunk(b"tRNS", struct.pack(">H", 0))))
    assert pixels[0, :, 0].tolist() == [255, 0x40]


def test_16_bit_color_stores_its_high_bytes() -> None:
    rows = b"\x00" + struct.pack(">HHH", 0x1234, 0x8000, 0xFFFF)
    assert _decode(_png(1, 1, 16, 2, rows))[0, 0].tolist() == [0x12, 0x80, 0xFF]


@pytest.mark.parametrize("format_name", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize(
    ("orientation", "stored"),
    [
        (1, lambda upright: upright),
        (2, lambda upright: upright[:, ::-1]),
        (3, lambda upright: np.rot90(upright, 2)),
        (4, lambda upright: upright[::-1]),
        (5, lambda upright: upright.swapaxes(0, 1)),
        (6, lambda upright: np.rot90(upright, 1)),
        (7, lambda upright: np.rot90(upright, 2).swapaxes(0, 1)),
        (8, lambda upright: np.rot90(upright, -1)),
    ],
)
def test_an_image_is_upright_in_any_orientation_of_the_camera(
    format_name: str, orientation: int, stored: Callable[[NDArray[np.uint8]], NDArray[np.uint8]]
) -> None:
    upright = np.array(_gradient())
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = _saved(Image.fromarray(np.ascontiguousarray(stored(upright))), format_name, exif=exif, quality=95)
    pixels = _decode(data)
    assert pixels.shape == upright.shape
    assert np.abs(pixels.astype(int) - upright).mean() < 4


@pytest.mark.filterwarnings("ignore:Corrupt EXIF")
def test_a_broken_camera_note_does_not_reject_a_good_image() -> None:
    data = _saved(_gradient(), "JPEG", exif=b"Exif\x00\x00MM\x00*\xff\xff\xff\xff")
    assert _decode(data).shape == (32, 48, 3)


@pytest.mark.parametrize(("format_name", "text"), [("GIF", "GIF"), ("BMP", "BMP"), ("TIFF", "TIFF")])
def test_another_format_is_rejected_by_its_real_name_in_both_languages(format_name: str, text: str) -> None:
    rejection = _rejected(_saved(_gradient(), format_name))
    assert rejection.code is Code.INVALID_INPUT_FORMAT
    assert rejection.field == "image"
    for language in Language:
        assert text in rejection.message(language)
        assert "PNG" in rejection.message(language)


def test_bytes_that_are_not_an_image_are_rejected_with_the_accepted_formats() -> None:
    assert "PNG, JPEG or WebP" in _rejected(b"not a picture at all").text.en


def test_an_empty_input_is_rejected() -> None:
    assert "empty" in _rejected(b"").text.en


def test_the_code_and_the_field_are_those_of_the_caller() -> None:
    with pytest.raises(ReflowError) as caught:
        decode_image(b"GIF89a", LIMITS, error=Code.MASK_DATA_INVALID, field="maskData.imageUrl")
    assert (caught.value.code, caught.value.field) == (Code.MASK_DATA_INVALID, "maskData.imageUrl")


def test_an_image_of_exactly_the_maximum_bytes_is_accepted_and_one_more_is_rejected() -> None:
    data = _saved(_gradient())
    assert _decode(data, ImageLimits(image_bytes=len(data))).shape == (32, 48, 3)
    rejection = _rejected(data, ImageLimits(image_bytes=len(data) - 1))
    assert f"{len(data):,}" in rejection.text.en


@pytest.mark.parametrize("format_name", ["PNG", "JPEG", "WEBP"])
def test_a_side_at_the_limit_is_accepted_and_one_pixel_more_is_rejected(format_name: str) -> None:
    assert _decode(_saved(Image.new("RGB", (4096, 2)), format_name)).shape == (2, 4096, 3)
    for size in ((4097, 2), (2, 4097)):
        rejection = _rejected(_saved(Image.new("RGB", size), format_name))
        assert f"{size[0]}×{size[1]}" in rejection.text.en
        assert "4096×4096" in rejection.text.zh


def test_a_huge_png_of_few_bytes_is_rejected_before_its_pixels_are_touched() -> None:
    data = _png(20_000, 20_000, 1, 0, b"these are no pixels: decoding would say damaged")
    assert "20000×20000" in _rejected(data).text.en


def test_the_50_kb_png_of_20000_by_20000_is_rejected() -> None:
    data = _png(20_000, 20_000, 1, 0, bytes(20_000 * 2_501))
    assert len(data) < 60_000
    assert "20000×20000" in _rejected(data).text.en


@pytest.mark.parametrize(
    ("name", "head"),
    [
        (b"zTXt", b"note\x00\x00"),
        (b"iTXt", b"note\x00\x01\x00\x00\x00"),
        (b"iCCP", b"profile\x00\x00"),
    ],
    ids=["zTXt", "iTXt", "iCCP"],
)
def test_a_compressed_bomb_next_to_the_pixels_is_never_decompressed(name: bytes, head: bytes) -> None:
    bomb = _chunk(name, head + zlib.compress(bytes(80_000_000)))
    assert _decode(_png(2, 1, 8, 0, b"\x00\x05\x06", bomb))[0, :, 0].tolist() == [5, 6]


def test_a_second_header_cannot_make_the_image_larger_than_was_checked() -> None:
    second = _chunk(b"IHDR", struct.pack(">IIBBBBB", 30_000, 30_000, 8, 0, 0, 0, 0))
    assert _decode(_png(2, 1, 8, 0, b"\x00\x05\x06", second)).shape == (1, 2, 3)


def test_a_second_frame_header_in_a_jpeg_is_rejected() -> None:
    data = _saved(_gradient(), "JPEG")
    at = data.index(b"\xff\xc0")
    frame = data[at : at + 19]
    larger = frame[:5] + struct.pack(">HH", 4000, 4000) + frame[9:]
    assert _rejected(data[:at] + larger + data[at:]).code is Code.INVALID_INPUT_FORMAT


@pytest.mark.parametrize("format_name", ["PNG", "WEBP"])
def test_an_animation_is_rejected_as_one(format_name: str) -> None:
    frames = [Image.new("RGB", (8, 8), color) for color in ("red", "green")]
    data = _saved(frames[0], format_name, save_all=True, append_images=frames[1:])
    assert "animation" in _rejected(data).text.en


def test_a_progressive_jpeg_is_accepted_and_one_with_endless_scans_is_rejected() -> None:
    data = _saved(_gradient(), "JPEG", progressive=True)
    assert _decode(data).shape == (32, 48, 3)
    at = data.rindex(b"\xff\xda")
    assert "scans" in _rejected(data[:at] + data[at:-2] * 100 + data[-2:]).details


@pytest.mark.parametrize("filler", [b"\xff\xe5\x00\x02", b"\xff", b"\x00"], ids=["segments", "fill", "junk"])
def test_a_jpeg_with_an_endless_header_is_rejected(filler: bytes) -> None:
    data = _saved(_gradient(), "JPEG")
    after_the_first = data.index(b"\xff\xdb")
    endless = data[:after_the_first] + filler * 100_000 + data[after_the_first:]
    assert "segments" in _rejected(endless).details


def test_a_png_of_endless_empty_chunks_is_rejected() -> None:
    assert "chunks" in _rejected(_png(2, 1, 8, 0, b"\x00\x05\x06", _chunk(b"abCd", b"") * 70_000)).details


@pytest.mark.parametrize("format_name", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_an_image_that_is_cut_off_is_rejected_as_damaged(format_name: str, part: float) -> None:
    noise = np.random.default_rng(5).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    data = _saved(Image.fromarray(noise), format_name)
    assert "damaged" in _rejected(data[: int(len(data) * part)]).text.en


def test_a_png_whose_pixels_end_early_is_rejected_as_damaged() -> None:
    assert "damaged" in _rejected(_png(64, 64, 8, 2, b"\x00" * 100)).text.en


@settings(max_examples=150, deadline=None)
@given(
    format_name=st.sampled_from(["PNG", "JPEG", "WEBP"]),
    changes=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=6),
)
def test_spoiled_bytes_give_an_image_within_the_limits_or_a_clear_rejection(
    format_name: str, changes: list[tuple[float, int]]
) -> None:
    data = bytearray(_saved(_gradient(), format_name))
    for place, value in changes:
        data[int(place * len(data))] = value
    try:
        pixels = _decode(bytes(data))
    except ReflowError as rejection:
        assert rejection.code is Code.INVALID_INPUT_FORMAT
    else:
        assert max(pixels.shape) <= LIMITS.max_side
