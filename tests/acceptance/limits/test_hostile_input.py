"""Invalid and hostile requests: each gets a clear rejection, without a stack trace, and nothing is stored in part.

Tests of each limit at its exact value are in test_limits.py; the table of address formats for the downloader,
rebinding included, is in tests/integration/executor/test_image_downloader.py.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from tests.fixtures.gateway.image_server import ImageServer, image_server
from tests.fixtures.services.sample_images import MEGABYTE, base64_of, bomb, encode_image, encode_mask, encoded
from tests.fixtures.systems.system import System

FORMAT, MASK = "INVALID_INPUT_FORMAT", "MASK_DATA_INVALID"
NOBODY = "0" * 64
GIF = encoded(Image.new("RGB", (64, 64)), "GIF")
SQUARE = [{"x": 8, "y": 8}, {"x": 40, "y": 8}, {"x": 40, "y": 40}]

Body = Mapping[str, Any]


def masked(**mask_data: Any) -> Callable[[str], Body]:
    """Return a function that builds the body of a repaint of an asset; *mask_data* may replace imageUrl."""
    return lambda asset: {"text": "a cat", "maskData": {"imageUrl": f"/api/assets/{asset}", **mask_data}}


# Function that builds the body, error code, field, and words that the message must contain.
MASK_BASE64 = base64_of(encode_mask())
REJECTED: Mapping[str, tuple[Callable[[str], Body], str, str | None, tuple[str, ...]]] = {
    "bad base64": (masked(base64="!!not base64!!"), MASK, "maskData.base64", ("base64",)),
    "base64 cut off": (masked(base64=base64_of(encode_mask())[:-3]), MASK, "maskData.base64", ("base64",)),
    "empty base64": (masked(base64=""), MASK, "maskData.base64", ("empty",)),
    "base64 of no picture": (masked(base64=base64_of(b"hello" * 9)), MASK, "maskData.base64", ("PNG", "JPEG")),
    "a GIF called PNG": (
        masked(base64=f"data:image/png;base64,{base64_of(GIF)}"), MASK, "maskData.base64", ("GIF", "PNG"),
    ),
    "20,000 x 20,000 in 50 KB": (
        masked(base64=base64_of(bomb(20_000, 20_000))), MASK, "maskData.base64", ("20000×20000", "4096"),
    ),
    "a cut off PNG": (masked(base64=base64_of(encode_mask()[:-40])), MASK, "maskData.base64", ("damaged",)),
    "a mask of another aspect": (
        masked(base64=base64_of(encode_mask(64, 32))), MASK, "maskData.base64", ("64×32", "64×64"),
    ),
    "a mask of nothing": (
        masked(base64=base64_of(encode_mask(box=(0, 0, 0, 0)))), MASK, "maskData.base64", ("marks nothing",),
    ),
    "a mask on a missing asset": (
        masked(base64=MASK_BASE64, imageUrl=f"/api/assets/{NOBODY}"), MASK, "maskData.imageUrl", ("not found",),
    ),
    "a mask on no picture at all": (
        lambda _: {"text": "a", "maskData": {"coordinates": SQUARE}}, MASK, "maskData.imageUrl", ("session",),
    ),
    "a mask on a file": (
        masked(base64=MASK_BASE64, imageUrl="file:///etc/passwd"), MASK, "maskData.imageUrl", ("/api/assets/",),
    ),
    "10,001 points": (masked(coordinates=[SQUARE[:1] * 10_001]), MASK, "maskData.coordinates[0]", ("10,001",)),
    "101 paths": (masked(coordinates=[SQUARE] * 101), MASK, "maskData.coordinates", ("101", "100")),
    "paths outside": (masked(coordinates=[[{"x": 900, "y": 900}]]), MASK, "maskData.coordinates", ("64×64",)),
    "paths of nothing": (masked(coordinates=[[]]), MASK, "maskData.coordinates", ("path",)),
    "1,001 characters": (lambda _: {"text": "猫" * 1_001}, FORMAT, "text", ("1000", "1001")),
    "nothing but space": (lambda _: {"text": " \n\t\u3000"}, "INVALID_INPUT_EMPTY", "text", ("mark an area",)),
    "NUL in the text": (lambda _: {"text": "a\0b"}, FORMAT, "text", ("U+0000",)),
    "a number as text": (lambda _: {"text": 5}, FORMAT, "text", ("string",)),
    "an unknown session": (
        lambda _: {"text": "a", "sessionId": "nobody"}, "SESSION_UNKNOWN", "sessionId", ("Leave sessionId out",),
    ),
    "a path as session": (lambda _: {"text": "a", "sessionId": "../../etc"}, FORMAT, "sessionId", ("letters",)),
    "an unknown field": (lambda _: {"text": "a", "sead": 1}, FORMAT, "sead", ("did you mean seed",)),
    "a huge width": (lambda _: {"text": "a", "width": 10**30}, FORMAT, "width", ("width",)),
    "a width past the limit": (lambda _: {"text": "a", "width": 2_049}, FORMAT, "width", ("2048", "2049")),
    "a fraction as width": (lambda _: {"text": "a", "width": 64.5}, FORMAT, "width", ("whole number",)),
    "a size of many digits": (lambda _: {"text": "a", "size": "9" * 400 + "x1"}, FORMAT, "size", ("1024x768",)),
    "a seed past 2^53": (lambda _: {"text": "a", "seed": 2**53}, FORMAT, "seed", ("at most",)),
    "a negative seed": (lambda _: {"text": "a", "seed": -1}, FORMAT, "seed", ("at least 0",)),
    "a long model name": (lambda _: {"text": "a", "preferredModel": "m" * 129}, FORMAT, "preferredModel", ("128",)),
    "a missing picture": (
        lambda _: {"text": "a", "imageUrl": f"/api/assets/{NOBODY}"}, "ASSET_UNKNOWN", "imageUrl", ("upload",),
    ),
}  # fmt: skip

# Malformed bodies, and words that the message about each must contain.
MALFORMED: Mapping[str, tuple[bytes, str]] = {
    "broken JSON": (b'{"text": "a cat', "line 1"),
    "no JSON": (b"text=a+cat", "not valid JSON"),
    "an array": (b"[]", "JSON object"),
    "deep JSON": (b'{"text":' + b"[" * 100_000, "not valid JSON"),
    "deep coordinates": (
        b'{"maskData":{"coordinates":' + b"[" * 500 + b"]" * 500 + b"}}", "not valid JSON",
    ),
    "a number without end": (b'{"seed": 1' + b"0" * 5_000 + b"}", "too large"),
    "a number that is none": (b'{"maskData": {"coordinates": [[{"x": NaN, "y": 1}]]}}', "finite"),
    "infinity": (b'{"maskData": {"coordinates": [[{"x": 1e999, "y": 1}]]}}', "finite"),
    "a lone surrogate": (b'{"text": "\\ud800"}', "not valid JSON"),
    "bytes that are no UTF-8": (b'{"text": "\xff\xfe"}', "not valid JSON"),
}  # fmt: skip

SPELLINGS = (
    "http://127.0.0.1:{port}/cat.png",
    "http://2130706433:{port}/cat.png",
    "http://0177.0.0.1:{port}/cat.png",
    "http://0x7f000001:{port}/cat.png",
    "http://[::ffff:127.0.0.1]:{port}/cat.png",
    "http://127.1:{port}/cat.png",
    "http://example.com\\@127.0.0.1:{port}/cat.png",
    "http://user:password@127.0.0.1:{port}/cat.png",
    "http://localhost:{port}/cat.png",
    "http://0.0.0.0:{port}/cat.png",
)


@pytest.fixture(scope="module")
def asset(system: System) -> str:
    """An image of 64 x 64 in the system."""
    response = system.http.post("/api/assets", content=encode_image(), headers={"Content-Type": "image/png"})
    assert response.status_code == 201, response.text
    return str(response.json()["assetId"])


@pytest.fixture(scope="module")
def trap() -> Iterator[ImageServer]:
    """A server on this machine that must never be called."""
    with image_server() as server:
        server.serve("/cat.png", encode_image())
        yield server


def stored(system: System) -> tuple[list[Path], int]:
    """Return every file of the blob store, and the number of runs."""
    files = sorted(path for path in (system.data / "blobs").rglob("*") if path.is_file())
    return files, len(system.http.get("/api/runs", params={"pageSize": 500}).json()["runs"])


def rejected(response: httpx.Response) -> Mapping[str, Any]:
    """Return the error of a response, which exposes no internals."""
    assert httpx.codes.is_client_error(response.status_code), response.text
    error: Mapping[str, Any] = response.json()["error"]
    shown = json.dumps(error)
    assert not {"stack", "details"} & set(error)
    assert not [inner for inner in ("Traceback", ".py", "File ", "Error:", "/tmp", "127.0.0.1") if inner in shown], (
        shown
    )
    return error


@pytest.mark.parametrize("case", REJECTED)
def test_a_bad_prompt_is_rejected_with_its_field_and_leaves_nothing(system: System, asset: str, case: str) -> None:
    make, code, field, words = REJECTED[case]
    before = stored(system)
    error = rejected(system.http.post("/api/agent/chat", json=make(asset)))
    assert (error["code"], error["metadata"]["field"]) == (code, field), error
    assert [word for word in words if word not in error["message"]] == [], error["message"]
    assert stored(system) == before


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_body_is_rejected_with_the_reason_and_leaves_nothing(system: System, case: str) -> None:
    body, word = MALFORMED[case]
    before = stored(system)
    headers = {"Content-Type": "application/json"}
    error = rejected(system.http.post("/api/agent/chat", content=body, headers=headers))
    assert error["code"] == FORMAT and word in error["message"], error["message"]
    assert stored(system) == before


def test_a_body_of_41_mb_is_rejected_and_leaves_nothing(system: System) -> None:
    before = stored(system)
    response = system.http.post(
        "/api/agent/chat", content=b" " * (41 * MEGABYTE), headers={"Content-Type": "application/json"}
    )
    assert response.status_code == httpx.codes.REQUEST_ENTITY_TOO_LARGE
    assert "40 MB" in rejected(response)["message"] and stored(system) == before


@pytest.mark.parametrize("format", SPELLINGS)
def test_an_image_url_of_this_machine_is_rejected_without_a_request_and_leaves_nothing(
    system: System, trap: ImageServer, format: str
) -> None:
    url, before = format.format(port=trap.port), stored(system)
    repaint = {"text": "a", "maskData": {"imageUrl": url, "base64": base64_of(encode_mask())}}
    of_mask = rejected(system.http.post("/api/agent/chat", json=repaint))
    of_image = rejected(system.http.post("/api/agent/chat", json={"text": "a", "imageUrl": url}))
    upload = rejected(system.http.post("/api/assets", json={"url": url}))
    assert (of_mask["code"], of_mask["metadata"]["field"]) == (MASK, "maskData.imageUrl")
    assert (of_image["code"], of_image["metadata"]["field"]) == (FORMAT, "imageUrl")
    assert (upload["code"], upload["metadata"]["field"]) == (FORMAT, "url")
    assert trap.requests == [] and stored(system) == before


def test_an_unknown_host_and_an_internal_one_are_rejected_with_the_same_message(system: System) -> None:
    hosts = ("a" * 64 + ".example", "10.1.2.3", "169.254.169.254", "localhost")
    messages = {rejected(system.http.post("/api/assets", json={"url": f"http://{host}/"}))["message"] for host in hosts}
    assert len(messages) == 1


@pytest.mark.parametrize(
    ("body", "code", "word"),
    [
        ({"text": "a cat", "preferredModel": "nope"}, "MODEL_UNKNOWN", "builtin"),
    ],
)
def test_a_prompt_that_cannot_be_fulfilled_ends_its_run_with_the_reason_and_stores_no_image(
    system: System, body: Body, code: str, word: str
) -> None:
    files, runs = stored(system)
    events = system.chat(body)
    (error,) = [event.data for event in events if event.type == "error"]
    assert error["code"] == code and word in error["message"]
    assert events[-1].type == "stream_end" and events[-1].data["status"] == "failed"
    assert stored(system) == (files, runs + 1)


@pytest.mark.parametrize("text", ["😀🎉", "!!!???", "thanks a lot"])
def test_a_text_that_requests_no_image_is_quoted_in_a_friendly_answer_and_stores_no_image(
    system: System, text: str
) -> None:
    files, runs = stored(system)
    events = system.chat({"text": text})
    messages = [event.data["props"] for event in events if event.data.get("widgetType") == "AgentMessage"]
    assert messages[-1]["state"] == "success" and text in messages[-1]["text"]
    assert (events[-1].type, events[-1].data["status"]) == ("stream_end", "succeeded")
    assert stored(system) == (files, runs + 1)


@pytest.mark.parametrize("data", [GIF, bomb(20_000, 20_000), encode_image()[:-40], b"", b"\0" * 1_000])
def test_an_upload_that_is_not_a_valid_image_is_rejected_and_leaves_nothing(system: System, data: bytes) -> None:
    before = stored(system)
    headers = {"Content-Type": "image/png"}
    error = rejected(system.http.post("/api/assets", content=data, headers=headers))
    assert error["code"] == FORMAT and stored(system) == before


@pytest.mark.parametrize(
    "path",
    [
        "/api/runs/a%00b",
        "/api/runs/..%2f..%2fetc%2fpasswd",
        "/api/runs/%ff%fe",
        "/api/runs?pageSize=99999999999999999999",
        "/api/runs?pageToken=%00",
        "/api/runs?sessionId=%00",
        "/api/sessions/a%00b",
        "/api/sessions/%F0%9F%98%80",
        "/api/assets/..%2f..%2f..%2fetc%2fpasswd",
        "/api/assets/%00.png",
        "/api/assets/..%2frunning.json/info",
        "/api/errors?windowSeconds=nan",
        "/api/styles?pageToken=%00",
        f"/api/{'x' * 5_000}",
    ],
)
def test_a_hostile_address_is_rejected_and_exposes_no_internals(system: System, path: str) -> None:
    rejected(system.http.get(path))


def test_after_all_rejections_every_stored_image_is_complete(system: System, asset: str) -> None:
    stored = system.data / "blobs" / "assets"
    records = {path.stem for path in stored.glob("*.json")}
    contents = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in stored.glob("*.png")}
    assert asset in records and records == set(contents)
    assert contents == {name: name for name in contents}
