from io import BytesIO
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from services.common.errors import Code, ReflowError
from services.common.images.arrays import Mask
from services.common.images.limits import ImageLimits
from services.common.images.masks import decode_mask

LIMITS = ImageLimits()
LEFT_HALF = (0, 0, 19, 29)


def _saved(image: Image.Image, format_name: str = "PNG", **options: Any) -> bytes:
    stream = BytesIO()
    image.save(stream, format=format_name, **options)
    return stream.getvalue()


def _painted(mode: str, background: Any, brush: Any, size: tuple[int, int] = (40, 30)) -> Image.Image:
    image = Image.new(mode, size, background)
    ImageDraw.Draw(image).rectangle(LEFT_HALF, fill=brush)
    return image


def _decode(data: bytes, image_size: tuple[int, int] = (40, 30), limits: ImageLimits = LIMITS) -> Mask:
    return decode_mask(data, limits, image_size)


def _rejected(data: bytes, image_size: tuple[int, int] = (40, 30), limits: ImageLimits = LIMITS) -> ReflowError:
    with pytest.raises(ReflowError) as caught:
        _decode(data, image_size, limits)
    assert caught.value.code is Code.MASK_DATA_INVALID
    return caught.value


@pytest.mark.parametrize(
    "image",
    [
        _painted("L", 0, 255),
        _painted("1", 0, 1),
        _painted("RGB", "black", "white"),
        _painted("RGB", "black", "red"),
        _painted("RGBA", (0, 0, 0, 255), (255, 255, 255, 255)),
        _painted("RGBA", (0, 0, 0, 0), (255, 255, 255, 255)),
        _painted("RGBA", (0, 0, 0, 0), (0, 0, 0, 255)),
        _painted("RGBA", (255, 255, 255, 0), (255, 0, 0, 128)),
        _painted("LA", (0, 0), (0, 255)),
    ],
    ids=["gray", "one bit", "rgb", "red on black", "opaque rgba", "white on nothing", "black on nothing",
         "translucent red on nothing", "gray on nothing"],
)  # fmt: skip
def test_what_was_painted_is_what_changes(image: Image.Image) -> None:
    marked = _decode(_saved(image))
    assert marked.shape == (30, 40)
    assert marked.dtype == np.bool_
    assert marked[:, :20].all()
    assert not marked[:, 20:].any()


def test_a_jpeg_mask_is_read_despite_its_artifacts() -> None:
    marked = _decode(_saved(_painted("L", 0, 255), "JPEG", quality=60))
    assert marked[:, :19].all()
    assert not marked[:, 21:].any()


@given(scale=st.integers(1, 8), down=st.booleans())
def test_a_mask_of_another_size_and_the_same_aspect_is_scaled_to_its_image(scale: int, down: bool) -> None:
    mask_size, image_size = (40, 30), (40 * scale, 30 * scale)
    if down:
        mask_size, image_size = image_size, mask_size
    image = Image.new("L", mask_size)
    ImageDraw.Draw(image).rectangle((0, 0, mask_size[0] // 2 - 1, mask_size[1]), fill=255)
    marked = _decode(_saved(image), image_size)
    assert marked.shape == image_size[::-1]
    assert marked[:, : image_size[0] // 2].all()
    assert not marked[:, image_size[0] // 2 :].any()


def test_an_aspect_within_one_percent_is_accepted_and_beyond_it_rejected_with_both_sizes() -> None:
    assert _decode(_saved(_painted("L", 0, 255, (1000, 1000))), (1000, 1010)).shape == (1010, 1000)
    rejection = _rejected(_saved(_painted("L", 0, 255, (1000, 1000))), (1000, 1011))
    for text in (rejection.text.zh, rejection.text.en):
        assert "1000×1000" in text
        assert "1000×1011" in text


def test_a_mask_that_marks_nothing_is_rejected() -> None:
    assert "marks nothing" in _rejected(_saved(Image.new("L", (40, 30)))).text.en
    assert "marks nothing" in _rejected(_saved(Image.new("RGBA", (40, 30)))).text.en


def test_a_webp_or_gif_mask_is_rejected_by_name() -> None:
    assert "WebP" in _rejected(_saved(_painted("RGB", "black", "white"), "WEBP")).text.en
    rejection = _rejected(_saved(_painted("L", 0, 255), "GIF"))
    assert "GIF" in rejection.text.zh
    assert "遮罩" in rejection.text.zh


def test_a_mask_of_exactly_ten_megabytes_is_accepted_and_one_byte_more_rejected() -> None:
    data = _saved(_painted("L", 0, 255))
    at_limit = data + bytes(10 * 1024 * 1024 - len(data))
    assert _decode(at_limit).any()
    assert "10 MB" in _rejected(at_limit + b"\x00").text.en
