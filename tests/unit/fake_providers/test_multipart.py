"""Multipart forms with files."""

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.fake_providers.multipart import MultipartError, parse_parts


@given(file=st.binary(), field=st.text(st.characters(codec="utf-8")))
def test_a_form_from_a_real_client_is_parsed_byte_for_byte(file: bytes, field: str) -> None:
    request = httpx.Request("POST", "http://x/", data={"prompt": field}, files={"image": ("a.png", file, "image/png")})
    parts = {part.name: part for part in parse_parts(request.headers["content-type"], request.read())}
    assert parts["image"].data == file and parts["image"].filename == "a.png"
    assert parts["prompt"].data.decode() == field and parts["prompt"].filename is None


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", b"{}"),
        ("multipart/form-data", b""),
        ("multipart/form-data; boundary=b", b"--b\r\n\r\nno end"),
        ("multipart/form-data; boundary=b", b"--b\r\nX: y\r\n\r\ndata\r\n--b--\r\n"),
    ],
)
def test_an_invalid_form_is_rejected(content_type: str, body: bytes) -> None:
    with pytest.raises(MultipartError):
        parse_parts(content_type, body)
