"""Reference images as DashScope accepts them."""

import io

import pytest
from PIL import Image

from services.executor.adapters.dashscope.masked_area import prepare_upload
from tests.fixtures.services.sample_images import encode_image


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_file_that_the_api_accepts_is_sent_unchanged(kind: str) -> None:
    content = encode_image(400, 384, kind)
    upload = prepare_upload(content)
    assert (upload.data, upload.media_type) == (content, f"image/{kind.lower()}")


@pytest.mark.parametrize("size", [(64, 64), (3_000, 1_000)])
def test_a_file_of_another_size_is_sent_as_a_jpeg(size: tuple[int, int]) -> None:
    upload = prepare_upload(encode_image(*size))
    width, height = Image.open(io.BytesIO(upload.data)).size
    assert upload.media_type == "image/jpeg"
    assert max(width, height) <= 2_048 and min(width, height) >= 384
