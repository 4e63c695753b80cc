"""Texts of the errors about images."""

from services.common.errors import Code
from services.common.images.rejection import Rejection


def test_an_image_whose_whole_size_is_unknown_has_more_bytes_than_were_counted() -> None:
    error = Rejection(Code.INVALID_INPUT_FORMAT, "image").too_large(3_000_000, 2**20, is_known=False)
    assert error.text.zh.startswith("图片超过 3,000,000 字节，最多 1 MB")
    assert error.text.en.startswith("The image has more than 3,000,000 bytes; at most 1 MB")
