"""What a worker makes of a stored picture."""

import io

import numpy as np
import pytest
from PIL import Image

from services.common.errors import Code, ReflowError
from services.common.pictures.encoding import encode_png
from services.common.pictures.limits import PictureLimits
from services.rag.adapters.pictures import READ_SIDE, SHOWN_SIDE, Looked, look
from tests.fixtures.pictures import bomb, encoded, picture
from tests.fixtures.reference_pictures import spot

FIELD = "asset_ids[2]"


def looked(data: bytes, *, show: bool = False, limits: PictureLimits | None = None) -> Looked:
    return look(data, limits or PictureLimits(), FIELD, show)


def refusal(data: bytes, limits: PictureLimits | None = None) -> ReflowError:
    with pytest.raises(ReflowError) as refused:
        looked(data, limits=limits)
    return refused.value


def test_the_size_is_that_of_the_stored_picture() -> None:
    measured = looked(encode_png(np.zeros((2000, 1500, 3), dtype=np.uint8))).measured
    assert (measured.width, measured.height, measured.aspect) == (1500, 2000, "3:4")


def test_a_large_picture_is_made_smaller_before_it_is_read_and_a_small_one_is_not() -> None:
    assert looked(encode_png(np.zeros((2400, 3000, 3), dtype=np.uint8))).readable.shape == (1024, READ_SIDE, 3)
    assert looked(encode_png(spot(0.5, 0.5))).readable.shape == (400, 300, 3)


def test_a_model_is_shown_a_png_of_at_most_768_pixels() -> None:
    shown = looked(encode_png(np.zeros((1000, 2000, 3), dtype=np.uint8)), show=True).shown
    with Image.open(io.BytesIO(shown)) as png:
        assert (png.format, png.size) == ("PNG", (SHOWN_SIDE, SHOWN_SIDE // 2))


def test_nothing_is_made_to_be_shown_where_no_model_looks() -> None:
    assert looked(encode_png(spot(0.5, 0.5))).shown == b""


def test_what_is_transparent_is_white() -> None:
    measured = looked(encoded(Image.new("RGBA", (64, 64), (200, 0, 0, 0)))).measured
    assert measured.palette == ("#ffffff",)


@pytest.mark.parametrize("size", [(1, 1), (1, 4096), (4096, 1), (3, 5)])
def test_the_thinnest_picture_is_measured(size: tuple[int, int]) -> None:
    measured = looked(encoded(Image.new("RGB", size, "#336699"))).measured
    assert (measured.width, measured.height) == size and measured.palette == ("#336699",)


@pytest.mark.parametrize("data", [b"", b"not a picture", picture()[:100], b"\x89PNG\r\n\x1a\n" + b"\0" * 100])
def test_what_is_no_picture_is_refused_with_its_field(data: bytes) -> None:
    refused = refusal(data)
    assert (refused.code, refused.field) == (Code.INVALID_INPUT_FORMAT, FIELD)


def test_a_bomb_is_refused_from_its_header() -> None:
    assert refusal(bomb(60_000, 60_000)).code is Code.INVALID_INPUT_FORMAT


def test_the_limit_of_a_side_is_the_one_that_is_set() -> None:
    assert refusal(picture(65, 64), PictureLimits(max_side=64)).code is Code.INVALID_INPUT_FORMAT
