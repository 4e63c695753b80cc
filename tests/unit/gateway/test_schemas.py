"""Bodies of requests: their parsed values, and the rejection of invalid ones."""

import base64
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflow.v1 import assets_pb2

from services.common.contract.image_chat import ImageChatInput
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.gateway.schemas.answers import parse_answer
from services.gateway.schemas.base import parse_body, parse_idempotency_key
from services.gateway.schemas.chat import parse_chat
from services.gateway.schemas.notes import NoteBody
from services.gateway.uploads import parse_asset_url, parse_image, parse_mask

LIMITS = Limits(mask_bytes=300, mask_paths=2, points_per_path=3, text_length=10)
ASSET = "0123456789abcdef" * 4
POINT = {"x": 1, "y": 2.5}


def rejection(body: bytes | dict[str, Any]) -> ReflowError:
    encoded = body if isinstance(body, bytes) else json.dumps(body).encode()
    with pytest.raises(ReflowError) as rejected:
        parse_chat(encoded, LIMITS)
    return rejected.value


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["text", "maskData", "size", "x", "coordinates"]), inner)
        ),
    )
)
def test_any_json_is_parsed_or_rejected_with_an_error_of_the_catalog(value: object) -> None:
    try:
        parse_chat(json.dumps(value).encode(), LIMITS)
    except ReflowError as error:
        assert error.code in (Code.INVALID_INPUT_FORMAT, Code.MASK_DATA_INVALID)


@given(st.binary(max_size=60))
def test_any_bytes_are_parsed_or_rejected(body: bytes) -> None:
    try:
        parse_chat(body, LIMITS)
    except ReflowError as error:
        assert error.code is Code.INVALID_INPUT_FORMAT


def test_a_request_is_parsed_completely() -> None:
    body = {"text": " 猫 ", "preferredModel": "builtin", "sessionId": "s", "size": "640x480", "seed": 7, "fresh": True}
    chat = parse_chat(json.dumps(body).encode(), LIMITS)
    assert chat.session_id == "s"
    assert chat.input == ImageChatInput("猫", preferred_model="builtin", width=640, height=480, seed=7, fresh=True)


def test_a_seed_left_out_stays_unset_and_a_seed_of_zero_is_zero() -> None:
    for body, seed in (({}, None), ({"seed": 0}, 0)):
        assert parse_chat(json.dumps(body).encode(), LIMITS).input.seed == seed


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
def test_an_invalid_field_is_named(body: dict[str, Any], field: str) -> None:
    error = rejection(body)
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
def test_an_unusable_mask_is_rejected(mask: dict[str, Any], field: str) -> None:
    error = rejection({"maskData": mask})
    assert (error.code, error.field) == (Code.MASK_DATA_INVALID, field)


def test_invalid_json_is_rejected_with_line_and_column() -> None:
    error = rejection(b'{"text":\n  oops}')
    assert "第 2 行第 3 列" in error.text.zh
    assert "line 2, column 3" in error.text.en


def test_paths_and_points_at_the_limit_are_accepted_and_a_single_path_is_a_list_of_one() -> None:
    for coordinates, counts in (([[POINT] * 3, [POINT]], [3, 1]), ([POINT, POINT], [2])):
        mask = parse_mask(json.dumps({"coordinates": coordinates}).encode(), LIMITS)
        paths = [assets_pb2.ImportMaskRequest.FromString(path).path for path in mask.paths]
        assert [len(path.points) for path in paths] == counts
        assert (paths[0].points[0].x, paths[0].points[0].y) == (1, 2.5)


@given(st.binary(min_size=1, max_size=300))
def test_a_mask_in_base64_is_decoded_raw_or_as_a_data_url(data: bytes) -> None:
    encoded = base64.b64encode(data).decode()
    for value in (encoded, f"data:image/png;base64,{encoded}"):
        assert parse_mask(json.dumps({"base64": value}).encode(), LIMITS).data == data


@pytest.mark.parametrize("body", [{}, {"url": "http://a", "base64": "AAAA"}])
def test_an_image_is_either_a_url_or_base64(body: dict[str, str]) -> None:
    with pytest.raises(ReflowError) as rejected:
        parse_image(json.dumps(body).encode(), LIMITS)
    assert rejected.value.code is Code.INVALID_INPUT_FORMAT


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
    assert parse_asset_url(url, lambda netloc: netloc.lower() == "here:80", "imageUrl") == asset


@pytest.mark.parametrize(
    "url",
    ["cat.png", "/api/assets/x", "ftp://a/b", "file:///etc/passwd", "data:image/png;base64,AA", "http://[", "//x/y"],
)
def test_a_url_that_is_neither_an_asset_nor_http_is_rejected(url: str) -> None:
    with pytest.raises(ReflowError) as rejected:
        parse_asset_url(url, lambda _: True, "imageUrl")
    assert rejected.value.field == "imageUrl"


@pytest.mark.parametrize("header", ["", " ", "ключ", "x" * 129, "a b"])
def test_an_invalid_idempotency_key_is_rejected(header: str) -> None:
    with pytest.raises(ReflowError) as rejected:
        parse_idempotency_key(header)
    assert rejected.value.field == "Idempotency-Key"


@pytest.mark.parametrize(
    "body",
    [b'{"message": tru}', b'{"message": }', b'{"message" 1}', b'{"a":1 "b"}', b"{a:1}", b'{"a":1,}', b"{} x", b'{"a"',
     b'{"a":"\\q"}', b'{"a": 1.}', b'{"a":"\n"}', b'{"a":"\\ud800"}', b'{"a":"\\u12"}', b"[" * 3_000],
)  # fmt: skip
def test_the_reason_that_json_is_malformed_is_in_the_language_of_the_sentence(body: bytes) -> None:
    with pytest.raises(ReflowError) as rejected:
        parse_body(NoteBody, body)
    chinese = rejected.value.text.zh.replace("JSON", "").replace("true、false 或 null", "").replace("Unicode", "")
    assert not re.search("[A-Za-z]", chinese), chinese
    assert not re.search("expected|EOF|[一-鿿]", rejected.value.text.en)


def test_a_value_that_matches_no_alternative_is_rejected_in_one_language() -> None:
    with pytest.raises(ReflowError) as rejected:
        parse_body(NoteBody, b'{"message": "a", "contentType": "x"}')
    listed = "guide、review、tutorial、list、story 或 recommendation"
    assert rejected.value.text.zh == f"contentType 应为 {listed}。"


def test_the_longest_label_of_an_option_can_be_chosen() -> None:
    body = {"decision": "choose", "chosen": ["x" * 1_000]}
    assert parse_answer(json.dumps(body).encode(), LIMITS).chosen == body["chosen"]
