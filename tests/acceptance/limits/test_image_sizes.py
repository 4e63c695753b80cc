"""Images beyond the limit: every route responds 413 with their size, also to a client that sends before it reads."""

import base64
import http.client
import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.fixtures.systems.system import System

MEGABYTE = 1024 * 1024
IMAGE_LIMIT, MASK_LIMIT, BODY_LIMIT = 20 * MEGABYTE, 10 * MEGABYTE, 40 * MEGABYTE
FORMAT, MASK = "INVALID_INPUT_FORMAT", "MASK_DATA_INVALID"
PNG = b"\x89PNG\r\n\x1a\n"
RAW, JSON = "image/png", "application/json"
CHUNK = 256 * 1024
THREAD = str(uuid.uuid4())


@dataclass(frozen=True)
class Route:
    """A route that takes images: its path, and a function that builds a body with an image of a number of bytes."""

    path: str
    build: Callable[[int], tuple[str, bytes]]
    field: str
    limit: int = IMAGE_LIMIT
    code: str = FORMAT


def image(size: int) -> bytes:
    return PNG + bytes(size - len(PNG))


def encoded(size: int) -> str:
    return base64.b64encode(image(size)).decode()


def raw(size: int) -> tuple[str, bytes]:
    return RAW, image(size)


def as_json(build: Callable[[str], Mapping[str, Any]]) -> Callable[[int], tuple[str, bytes]]:
    return lambda size: (JSON, json.dumps(build(encoded(size))).encode())


def ag_ui(metadata: Mapping[str, str] | None = None) -> Callable[[str], Mapping[str, Any]]:
    def build(data: str) -> Mapping[str, Any]:
        part = {"type": "image", "source": {"type": "data", "value": data, "mimeType": RAW}}
        content = [{"type": "text", "text": "a cat"}, part | ({"metadata": metadata} if metadata else {})]
        message = {"id": "1", "role": "user", "content": content}
        return {"threadId": THREAD, "runId": str(uuid.uuid4()), "messages": [message]}

    return build


ANY_IMAGE = "0" * 64
ROUTES = {
    "assets, raw": Route("/api/assets", raw, "body"),
    "assets, JSON": Route("/api/assets", as_json(lambda data: {"base64": data}), "base64"),
    "masks, raw": Route(f"/api/assets/{ANY_IMAGE}/masks", raw, "body", MASK_LIMIT, MASK),
    "masks, JSON": Route(
        f"/api/assets/{ANY_IMAGE}/masks", as_json(lambda data: {"base64": data}), "base64", MASK_LIMIT, MASK
    ),
    "chat": Route(
        "/api/agent/chat",
        as_json(lambda data: {"text": "a cat", "maskData": {"base64": data, "imageUrl": f"/api/assets/{ANY_IMAGE}"}}),
        "maskData.base64",
        MASK_LIMIT,
        MASK,
    ),
    "stream": Route(
        "/api/agent/stream",
        as_json(lambda data: {"message": "spring", "referenceImages": [f"data:image/png;base64,{data}"]}),
        "referenceImages[0]",
    ),
    "stream, described": Route(
        "/api/agent/stream",
        as_json(lambda data: {"message": "spring", "referenceInputs": [{"url": f"data:image/png;base64,{data}"}]}),
        "referenceInputs[0].url",
    ),
    "team": Route(
        "/api/agent/team",
        as_json(lambda data: {"text": "find the texts", "images": [f"data:image/png;base64,{data}"]}),
        "images[0]",
    ),
    "ag-ui": Route("/ag-ui", as_json(ag_ui()), "messages[0].content[1]"),
    "ag-ui, mask": Route("/ag-ui", as_json(ag_ui({"purpose": "mask"})), "messages[0].content[1]", MASK_LIMIT, MASK),
}


def send(system: System, path: str, media_type: str, body: bytes, *, declares_size: bool) -> tuple[int, Any]:
    """Send all of *body*, as a client that reads no response before, and return status and error of the response."""
    url = urlsplit(system.url)
    connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=60)
    headers = {"Content-Type": media_type, "Accept-Language": "en"}
    if declares_size:
        headers["Content-Length"] = str(len(body))
    connection.request("POST", path, _chunks(body), headers, encode_chunked=not declares_size)
    response = connection.getresponse()
    error = json.loads(response.read())["error"]
    connection.close()
    return response.status, error


def _chunks(body: bytes) -> Iterator[bytes]:
    return (body[start : start + CHUNK] for start in range(0, len(body), CHUNK))


@pytest.mark.parametrize("declares_size", [True, False], ids=["declared", "chunked"])
@pytest.mark.parametrize("name", ROUTES)
def test_an_image_over_the_limit_is_rejected_with_its_size(system: System, name: str, declares_size: bool) -> None:
    route, size = ROUTES[name], ROUTES[name].limit + 1_234
    status, error = send(system, route.path, *route.build(size), declares_size=declares_size)
    assert (status, error["code"], error["metadata"]["field"]) == (413, route.code, route.field)
    assert f"{size:,} bytes" in error["message"] and f"{route.limit // MEGABYTE} MB" in error["message"]
    assert (error["metadata"]["sizeBytes"], error["metadata"]["maxBytes"]) == (str(size), str(route.limit))


@pytest.mark.parametrize("declares_size", [True, False], ids=["declared", "chunked"])
@pytest.mark.parametrize("name", ["assets, raw", "masks, raw", "assets, JSON", "stream", "ag-ui"])
def test_a_body_over_the_limit_is_rejected_with_its_size(system: System, name: str, declares_size: bool) -> None:
    media_type, body = ROUTES[name].build(BODY_LIMIT + 5 * MEGABYTE)
    status, error = send(system, ROUTES[name].path, media_type, body, declares_size=declares_size)
    assert (status, error["metadata"]["field"]) == (413, "body")
    assert f"{len(body):,} bytes" in error["message"]


@pytest.mark.parametrize("declares_size", [True, False], ids=["declared", "chunked"])
def test_a_client_that_sends_far_more_than_is_read_receives_the_rejection(system: System, declares_size: bool) -> None:
    status, error = send(system, "/api/assets", *raw(4 * BODY_LIMIT), declares_size=declares_size)
    assert status == 413
    expected = f"has {4 * BODY_LIMIT:,} bytes" if declares_size else "more than"
    assert expected in error["message"]
