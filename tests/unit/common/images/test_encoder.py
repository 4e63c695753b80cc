from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray
from PIL import Image

from services.common.errors import Code
from services.common.images.decoder import decode_image
from services.common.images.encoder import encode_png
from services.common.images.limits import ImageLimits


@given(arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(3))))
def test_an_encoded_image_is_decoded_to_the_same_pixels(pixels: NDArray[np.uint8]) -> None:
    again = decode_image(encode_png(pixels), ImageLimits(), error=Code.EXECUTION_FAILED, field=None)
    assert np.array_equal(again, pixels)


@given(arrays(np.bool_, array_shapes(min_dims=2, max_dims=2, max_side=9)))
def test_a_mask_becomes_white_on_black(mask: NDArray[np.bool_]) -> None:
    with Image.open(BytesIO(encode_png(mask))) as image:
        assert image.mode == "L"
        assert np.array_equal(np.asarray(image) == 255, mask)


def test_the_same_pixels_give_the_same_bytes_in_whatever_order_texts_come() -> None:
    pixels = np.random.default_rng(3).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    one = encode_png(pixels, {"seed": "7", "prompt": "一只猫"})
    other = encode_png(np.asfortranarray(pixels), {"prompt": "一只猫", "seed": "7"})
    assert one == other


def test_only_the_requested_chunks_are_written() -> None:
    pixels = np.zeros((4, 4, 3), dtype=np.uint8)
    with Image.open(BytesIO(encode_png(pixels))) as bare:
        assert bare.info == {}
    with Image.open(BytesIO(encode_png(pixels, {"prompt": "一只猫"}))) as labelled:
        assert labelled.info == {"prompt": "一只猫"}


def test_an_array_that_is_not_an_image_is_rejected() -> None:
    with pytest.raises((TypeError, ValueError)):
        encode_png(np.zeros((4, 4, 7), dtype=np.uint8))
