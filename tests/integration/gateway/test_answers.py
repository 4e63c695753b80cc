"""Responses that are not streams: runs, sessions, images, styles, health, the page, the description."""

import base64
import hashlib
import re
import socket
from pathlib import Path

import httpx
import pytest
from google.protobuf.json_format import MessageToDict

from services.common.blobs import open_blob_store
from services.common.errors import Code, ReflowError
from services.gateway.server.listener import ListenError, listen_on
from tests.fixtures.gateway.scripted_orchestrator import IMAGE_ID, MASK_ID, PNG, RUN_ID, SESSION_ID, Script
from tests.integration.gateway.conftest import Gateway


def absolute(client: httpx.AsyncClient, asset_id: str) -> str:
    return str(client.base_url.join(f"/api/assets/{asset_id}"))


async def test_a_run_and_the_list_of_runs_have_the_names_of_the_specification(
    client: httpx.AsyncClient, script: Script
) -> None:
    run = (await client.get(f"/api/runs/{RUN_ID}")).json()
    assert (run["runId"], run["status"], run["lastSequence"]) == (RUN_ID, "succeeded", len(script.events))
    listed = (await client.get("/api/runs", params={"sessionId": SESSION_ID})).json()
    assert (listed["runs"][0]["runId"], listed["nextPageToken"]) == (RUN_ID, "more")


async def test_a_run_is_returned_as_it_was_after_any_of_its_events(client: httpx.AsyncClient) -> None:
    assert (await client.get(f"/api/runs/{RUN_ID}", params={"at": 3})).json()["lastSequence"] == 3
    rejected = await client.get(f"/api/runs/{RUN_ID}", params={"at": "-1"})
    assert (rejected.status_code, rejected.json()["error"]["metadata"]["field"]) == (400, "at")


async def test_a_session_is_opened_under_the_requested_id_and_returns_its_memory(
    client: httpx.AsyncClient, script: Script
) -> None:
    script.last_image = IMAGE_ID
    assert (await client.post("/api/sessions")).json() == {"sessionId": SESSION_ID}
    opened = await client.post("/api/sessions", json={"sessionId": "mine"})
    assert (opened.status_code, opened.json()) == (201, {"sessionId": "mine"})
    session = (await client.get(f"/api/sessions/{SESSION_ID}")).json()
    assert session["messages"] == [{"role": "user", "content": "画一只猫", "timestamp": None}]
    assert session["lastResult"]["imageUrl"] == absolute(client, IMAGE_ID)


async def test_an_image_is_immutable_and_not_sent_twice(client: httpx.AsyncClient, short_folder: Path) -> None:
    await open_blob_store((short_folder / "blobs").as_uri()).put(f"assets/{IMAGE_ID}.png", PNG + b"rest")
    for name in (IMAGE_ID, f"{IMAGE_ID}.png"):
        response = await client.get(f"/api/assets/{name}")
        assert (response.content, response.headers["content-type"]) == (PNG + b"rest", "image/png")
        assert "immutable" in response.headers["cache-control"]
        assert response.headers["x-content-type-options"] == "nosniff"
    head = await client.head(f"/api/assets/{IMAGE_ID}")
    assert (head.content, head.headers["content-length"]) == (b"", str(len(PNG) + 4))
    known = {"if-none-match": f'"other", W/{head.headers["etag"]}'}
    assert (await client.get(f"/api/assets/{IMAGE_ID}", headers=known)).status_code == 304


@pytest.mark.parametrize("name", ["c" * 64, "..%2f..%2fetc%2fpasswd", "short", "C" * 64, f"{IMAGE_ID}.json"])
async def test_an_unknown_image_is_not_found(client: httpx.AsyncClient, name: str) -> None:
    response = await client.get(f"/api/assets/{name}")
    assert response.status_code == 404
    assert "code" in response.json()["error"]


async def test_images_and_masks_are_imported_as_bytes_base64_url_or_paths(
    client: httpx.AsyncClient, script: Script
) -> None:
    large = PNG + bytes(3_000_000)  # more than fits into one message
    raw = await client.post("/api/assets", content=large, headers={"content-type": "image/png"})
    assert (raw.status_code, raw.json()["assetId"], script.imported[0]) == (201, IMAGE_ID, large)
    assert (await client.post("/api/assets", json={"base64": base64.b64encode(PNG).decode()})).status_code == 201
    assert (await client.post("/api/assets", json={"url": "https://example.org/a.png"})).status_code == 201
    assert script.import_urls == [("https://example.org/a.png", False)]
    masks = f"/api/assets/{IMAGE_ID}/masks"
    await client.post(masks, content=PNG, headers={"content-type": "image/png"})
    drawn = await client.post(masks, json={"coordinates": [{"x": 1, "y": 1}]})
    assert (drawn.status_code, drawn.json()["assetId"]) == (201, MASK_ID)
    assert script.masks == [(IMAGE_ID, PNG, []), (IMAGE_ID, b"", [1])]


async def test_the_metadata_of_an_image_is_returned(client: httpx.AsyncClient) -> None:
    info = (await client.get(f"/api/assets/{IMAGE_ID}/info")).json()
    assert (info["width"], info["height"], info["seed"], info["url"]) == (4, 3, 5, absolute(client, IMAGE_ID))
    assert (await client.get(f"/api/assets/{'c' * 64}/info")).status_code == 404


async def test_styles_and_error_statistics_are_returned(client: httpx.AsyncClient) -> None:
    styles = (await client.get("/api/styles")).json()["styles"]
    assert styles[0]["names"] == {"zh": "赛博朋克", "en": "Cyberpunk"}
    errors = (await client.get("/api/errors", params={"windowSeconds": 60})).json()
    assert (errors["windowSeconds"], errors["rates"][0]["code"]) == (60, "LLM_TIMEOUT")
    assert (errors["rates"][0]["total"], errors["code"], errors["since"]) == (5, None, None)
    assert (await client.get("/api/errors", params={"windowSeconds": "nan"})).status_code == 400


async def test_the_gateway_is_ready_while_the_services_respond(client: httpx.AsyncClient) -> None:
    ready = await client.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "ready")


async def test_the_description_has_every_route_and_resolves_every_reference(client: httpx.AsyncClient) -> None:
    described = await client.get("/openapi.json")
    document = described.json()
    assert {"/api/agent/chat", "/api/runs/{run_id}/events", "/api/assets/{name}"} <= set(document["paths"])
    references = set(re.findall(r'"#/components/schemas/(\w+)"', described.text))
    assert {"ChatBody", "ErrorAnswer"} <= references <= set(document["components"]["schemas"])
    assert "maskData" in document["components"]["schemas"]["ChatBody"]["properties"]


async def test_the_page_may_run_its_own_script_and_style_and_nothing_else(client: httpx.AsyncClient) -> None:
    page = await client.get("/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for text in re.findall(r"<(?:script|style)>(.*?)</(?:script|style)>", page.text, re.DOTALL):
        assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() in policy
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page.text)


async def test_other_origins_may_call_only_if_they_are_configured(gateway: Gateway) -> None:
    asking = {"origin": "https://app.example", "access-control-request-method": "POST"}
    async with gateway() as client:
        assert "access-control-allow-origin" not in (await client.options("/api/agent/chat", headers=asking)).headers
    async with gateway(cors_origins=("https://app.example",)) as client:
        allowed = await client.options("/api/agent/chat", headers=asking)
        assert allowed.headers["access-control-allow-origin"] == "https://app.example"
        rejected = await client.get("/nope", headers={"origin": "https://app.example"})
        assert rejected.headers["access-control-allow-origin"] == "https://app.example"


def test_a_port_in_use_is_reported_and_responses_are_not_delayed_by_nagle() -> None:
    with listen_on("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP
        with pytest.raises(ListenError, match=r"127\.0\.0\.1"):
            listen_on("127.0.0.1", listener.getsockname()[1])


async def test_an_answer_to_a_run_reaches_the_orchestrator_completely(
    client: httpx.AsyncClient, script: Script
) -> None:
    body = {
        "key": "draft", "digest": "d" * 64, "decision": "modify", "feedback": "好", "chosen": ["a"],
        "content": {"title": "猫", "tags": ["x", {"y": 1.5}]}, "requestId": "r",
    }  # fmt: skip
    response = await client.post(f"/api/runs/{RUN_ID}/answer", json=body)
    assert (response.status_code, response.json()) == (200, {"status": "waiting", "sequence": 9})
    (given,) = script.answers
    assert MessageToDict(given) == {
        "requestId": "r", "runId": RUN_ID, "key": "draft", "digest": "d" * 64,
        "answer": {"decision": "DECISION_MODIFY", "feedback": "好", "chosen": ["a"], "content": body["content"]},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("code", "status"), [(Code.QUESTION_UNKNOWN, 404), (Code.ANSWER_CONFLICT, 409), (Code.ANSWER_STALE, 409)]
)
async def test_a_rejected_answer_has_its_reason(
    client: httpx.AsyncClient, script: Script, code: Code, status: int
) -> None:
    script.answer_error = ReflowError(code, field="answer.chosen")
    response = await client.post(f"/api/runs/{RUN_ID}/answer", json={"decision": "approve"})
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (status, code, "chosen")


def nested(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ("{}", "decision"),
        ('{"decision": "maybe"}', "decision"),
        ('{"decision": "approve", "key": ""}', "key"),
        ('{"decision": "approve", "chosen": "a"}', "chosen"),
        ('{"decision": "approve", "content": []}', "content"),
        ('{"decision": "approve", "chosen": %s}' % (["a"] * 101), "chosen"),
        ('{"decision": "approve", "feedback": "%s"}' % ("x" * 4_001), "feedback"),
        ('{"decision": "modify", "content": {"a": NaN}}', "content"),
        ('{"decision": "modify", "content": {"a": 1e999}}', "content"),
        ('{"decision": "modify", "content": {"a": 1%s}}' % ("0" * 400), "content"),
        (f'{{"decision": "modify", "content": {nested(17)}}}', "content"),
    ],
)
async def test_an_invalid_answer_is_rejected_under_its_field(
    client: httpx.AsyncClient, script: Script, body: str, field: str
) -> None:
    headers = {"content-type": "application/json"}
    response = await client.post(f"/api/runs/{RUN_ID}/answer", content=body.replace("'", '"'), headers=headers)
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["metadata"]["field"]) == (400, "INVALID_INPUT_FORMAT", field)
    assert script.answers == []


async def test_a_content_of_the_maximum_depth_reaches_the_orchestrator(
    client: httpx.AsyncClient, script: Script
) -> None:
    body = f'{{"decision": "modify", "content": {nested(16)}}}'
    response = await client.post(
        f"/api/runs/{RUN_ID}/answer", content=body, headers={"content-type": "application/json"}
    )
    assert (response.status_code, len(script.answers)) == (200, 1)
