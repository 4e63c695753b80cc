import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.errors import Code, ReflowError
from services.common.images.data_urls import parse_data_url


@given(
    data=st.binary(min_size=1, max_size=200),
    prefix=st.sampled_from(["", "data:image/png;base64,", "DATA:;base64,", "data:image/svg+xml;charset=utf-8;base64,"]),
    width=st.integers(1, 80),
)
def test_raw_base64_and_data_urls_give_their_bytes_however_the_lines_are_broken(
    data: bytes, prefix: str, width: int
) -> None:
    text = prefix + base64.b64encode(data).decode()
    lines = "\r\n ".join(text[at : at + width] for at in range(0, len(text), width))
    assert parse_data_url(lines) == data


@pytest.mark.parametrize(
    "text",
    ["", "  \n", "data:image/png;base64,", "abc", "ab=c", "a!bc", "YWJj====", "-_-_", "猫", "data:image/png,abcd",
     "data:image/png;base64", "data:text/plain;base64x,YWJj"],
)  # fmt: skip
def test_anything_else_is_rejected_in_both_languages(text: str) -> None:
    with pytest.raises(ReflowError) as caught:
        parse_data_url(text)
    assert caught.value.code is Code.MASK_DATA_INVALID
    assert caught.value.field == "maskData.base64"
    assert "遮罩" in caught.value.text.zh
    assert "mask" in caught.value.text.en


def test_the_text_for_users_does_not_repeat_what_was_sent() -> None:
    with pytest.raises(ReflowError) as caught:
        parse_data_url("secret!")
    assert "secret" not in caught.value.text.en
