"""Bodies read: what is asked, and what is wrong with it."""

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflow.v1 import assets_pb2

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.gateway.intake import own_asset, read_chat, read_mask, read_picture, request_id, start_request

LIMITS = Limits(mask_bytes=300, mask_paths=2, points_per_path=3, text_length=10)
ASSET = "0123456789abcdef" * 4
POINT = {"x": 1, "y": 2.5}


def refusal(body: bytes | dict[str, Any]) -> ReflowError:
    given = body if isinstance(body, bytes) else json.dumps(body).encode()
    with pytest.raises(ReflowError) as refused:
        read_chat(given, LIMITS)
    return refused.value


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["text", "maskData", "size", "x", "coordinates"]), inner)
        ),
    )
)
def test_whatever_json_comes_it_is_read_or_refused_with_an_error_of_the_catalogue(value: object) -> None:
    try:
        read_chat(json.dumps(value).encode(), LIMITS)
    except ReflowError as error:
        assert error.code in (Code.INVALID_INPUT_FORMAT, Code.MASK_DATA_INVALID)


@given(st.binary(max_size=60))
def test_whatever_bytes_come_they_are_read_or_refused(body: bytes) -> None:
    try:
        read_chat(body, LIMITS)
    except ReflowError as error:
        assert error.code is Code.INVALID_INPUT_FORMAT


def test_a_wish_is_read_whole() -> None:
    body = {"text": " 猫 ", "preferredModel": "builtin", "sessionId": "s", "size": "640x480", "seed": 7, "fresh": True}
    wish = read_chat(json.dumps(body).encode(), LIMITS)
    request = start_request(wish, request_id="k", image_asset_id="i", mask_asset_id="m")
    asked = request.image_chat
    assert (request.request_id, request.session_id) == ("k", "s")
    assert (asked.text, asked.width, asked.height, asked.seed, asked.fresh) == ("猫", 640, 480, 7, True)
    assert (asked.image_asset_id, asked.mask_asset_id, asked.preferred_model) == ("i", "m", "builtin")


def test_a_seed_left_out_stays_unset_and_a_seed_of_zero_is_zero() -> None:
    for body, has in (({}, False), ({"seed": 0}, True)):
        wish = read_chat(json.dumps(body).encode(), LIMITS)
        request = start_request(wish, request_id="", image_asset_id="", mask_asset_id="")
        assert request.image_chat.HasField("seed") is has


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": 1}, "text"),
        ({"text": "x" * 11}, "text"),
        ({"text": "a\0b"}, "text"),
        ({"width": "10"}, "width"),
        ({"width": 0}, "width"),
        ({"size": "big"}, "size"),
        ({"size": "10x20", "width": 11}, "size"),
        ({"seed": 2**53}, "seed"),
        ({"sessionId": ""}, "sessionId"),
        ({"sessionId": "a b"}, "sessionId"),
        ({"imageUrl": "x" * 2049}, "imageUrl"),
        ({"imageUrl": "/a", "maskData": {"imageUrl": "/b"}}, "imageUrl"),
        ({"maskData": {"coordinates": [[{"x": 1}]]}}, "maskData.coordinates[0][0].y"),
        ({"maskData": {"base64": "", "coordinates": [POINT]}}, "maskData.base64"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_malformed_field_is_named(body: dict[str, Any], field: str) -> None:
    error = refusal(body)
    assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, field)


@pytest.mark.parametrize(
    ("mask", "field"),
    [
        ({"base64": ""}, "maskData.base64"),
        ({"base64": "A"}, "maskData.base64"),
        ({"base64": "data:image/png,xx"}, "maskData.base64"),
        ({"base64": "A" * 700}, "maskData.base64"),
        ({"coordinates": []}, "maskData.coordinates"),
        ({"coordinates": [[]]}, "maskData.coordinates"),
        ({"coordinates": [[POINT]] * 3}, "maskData.coordinates"),
        ({"coordinates": [[POINT] * 4]}, "maskData.coordinates[0]"),
    ],
)
def test_an_unusable_mask_is_told_as_such(mask: dict[str, Any], field: str) -> None:
    error = refusal({"maskData": mask})
    assert (error.code, error.field) == (Code.MASK_DATA_INVALID, field)


def test_broken_json_is_told_with_line_and_column() -> None:
    error = refusal(b'{"text":\n  oops}')
    assert "第 2 行第 3 列" in error.text.zh
    assert "line 2, column 3" in error.text.en


def test_paths_and_points_at_the_limit_are_taken_and_one_path_alone_is_a_path() -> None:
    for drawn, counts in (([[POINT] * 3, [POINT]], [3, 1]), ([POINT, POINT], [2])):
        mask = read_mask(json.dumps({"coordinates": drawn}).encode(), LIMITS)
        paths = [assets_pb2.ImportMaskRequest.FromString(path).path for path in mask.paths]
        assert [len(path.points) for path in paths] == counts
        assert (paths[0].points[0].x, paths[0].points[0].y) == (1, 2.5)


@given(st.binary(min_size=1, max_size=300))
def test_a_mask_in_base64_comes_out_as_it_went_in_raw_or_as_data_url(data: bytes) -> None:
    encoded = base64.b64encode(data).decode()
    for written in (encoded, f"data:image/png;base64,{encoded}"):
        assert read_mask(json.dumps({"base64": written}).encode(), LIMITS).picture == data


@pytest.mark.parametrize("body", [{}, {"url": "http://a", "base64": "AAAA"}])
def test_a_picture_is_either_a_url_or_base64(body: dict[str, str]) -> None:
    with pytest.raises(ReflowError) as refused:
        read_picture(json.dumps(body).encode(), LIMITS)
    assert refused.value.code is Code.INVALID_INPUT_FORMAT


@pytest.mark.parametrize(
    ("url", "asset"),
    [
        (f"/api/assets/{ASSET}", ASSET),
        (f"/api/assets/{ASSET}.png", ASSET),
        (f"http://Here:80/api/assets/{ASSET}", ASSET),
        (f"https://elsewhere/api/assets/{ASSET}", None),
        ("http://here:80/other.png", None),
        (f"http://here:80@elsewhere/api/assets/{ASSET}", None),
    ],
)
def test_a_url_of_this_system_is_an_asset_and_any_other_is_not(url: str, asset: str | None) -> None:
    assert own_asset(url, lambda netloc: netloc.lower() == "here:80", "imageUrl") == asset


@pytest.mark.parametrize(
    "url",
    ["cat.png", "/api/assets/x", "ftp://a/b", "file:///etc/passwd", "data:image/png;base64,AA", "http://[", "//x/y"],
)
def test_what_is_neither_an_asset_nor_http_is_refused(url: str) -> None:
    with pytest.raises(ReflowError) as refused:
        own_asset(url, lambda _: True, "imageUrl")
    assert refused.value.field == "imageUrl"


@pytest.mark.parametrize("header", ["", " ", "ключ", "x" * 129, "a b"])
def test_a_key_that_is_none_is_refused(header: str) -> None:
    with pytest.raises(ReflowError) as refused:
        request_id(header)
    assert refused.value.field == "Idempotency-Key"
