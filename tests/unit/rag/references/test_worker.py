"""Measurement of a stored image by a worker."""

import io

import numpy as np
import pytest
from PIL import Image

from services.common.errors import Code, ReflowError
from services.common.images.encoder import encode_png
from services.common.images.limits import ImageLimits
from services.rag.adapters.reference_worker import MODEL_SIDE, OCR_SIDE, PreparedImage, measure_image
from tests.fixtures.services.reference_images import spot
from tests.fixtures.services.sample_images import bomb, encode_image, encoded

FIELD = "asset_ids[2]"


def measure(data: bytes, *, for_model: bool = False, limits: ImageLimits | None = None) -> PreparedImage:
    return measure_image(data, limits or ImageLimits(), FIELD, for_model)


def catch_error(data: bytes, limits: ImageLimits | None = None) -> ReflowError:
    with pytest.raises(ReflowError) as raised:
        measure(data, limits=limits)
    return raised.value


def test_the_size_is_that_of_the_stored_image() -> None:
    metrics = measure(encode_png(np.zeros((2000, 1500, 3), dtype=np.uint8))).metrics
    assert (metrics.width, metrics.height, metrics.aspect) == (1500, 2000, "3:4")


def test_only_a_large_image_is_downscaled_for_ocr() -> None:
    assert measure(encode_png(np.zeros((2400, 3000, 3), dtype=np.uint8))).pixels.shape == (1024, OCR_SIDE, 3)
    assert measure(encode_png(spot(0.5, 0.5))).pixels.shape == (400, 300, 3)


def test_the_png_for_a_model_has_at_most_768_pixels() -> None:
    shown = measure(encode_png(np.zeros((1000, 2000, 3), dtype=np.uint8)), for_model=True).model_png
    with Image.open(io.BytesIO(shown)) as png:
        assert (png.format, png.size) == ("PNG", (MODEL_SIDE, MODEL_SIDE // 2))


def test_without_a_model_no_png_is_encoded() -> None:
    assert measure(encode_png(spot(0.5, 0.5))).model_png == b""


def test_transparent_pixels_are_white() -> None:
    metrics = measure(encoded(Image.new("RGBA", (64, 64), (200, 0, 0, 0)))).metrics
    assert metrics.palette == ("#ffffff",)


@pytest.mark.parametrize("size", [(1, 1), (1, 4096), (4096, 1), (3, 5)])
def test_the_thinnest_image_is_measured(size: tuple[int, int]) -> None:
    metrics = measure(encoded(Image.new("RGB", size, "#336699"))).metrics
    assert (metrics.width, metrics.height) == size and metrics.palette == ("#336699",)


@pytest.mark.parametrize("data", [b"", b"not an image", encode_image()[:100], b"\x89PNG\r\n\x1a\n" + b"\0" * 100])
def test_an_invalid_image_is_rejected_with_its_field(data: bytes) -> None:
    rejection = catch_error(data)
    assert (rejection.code, rejection.field) == (Code.INVALID_INPUT_FORMAT, FIELD)


def test_a_decompression_bomb_is_rejected_from_its_header() -> None:
    assert catch_error(bomb(60_000, 60_000)).code is Code.INVALID_INPUT_FORMAT


def test_the_configured_limit_of_a_side_applies() -> None:
    assert catch_error(encode_image(65, 64), ImageLimits(max_side=64)).code is Code.INVALID_INPUT_FORMAT
