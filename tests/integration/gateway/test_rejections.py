"""Rejections by the gateway, and rejections by services that it forwards."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from services.common.errors import Code, ReflowError
from tests.fixtures.gateway.scripted_orchestrator import IMAGE_ID, PNG, RUN_ID, SESSION_ID, Script
from tests.integration.gateway.conftest import Gateway

CHAT = "/api/agent/chat"
JSON = {"content-type": "application/json"}
KEYS = {
    "code", "category", "level", "message", "node", "timestamp", "sessionId", "runId", "recoverable", "retryable",
    "retryAfter", "maxRetries", "metadata",
}  # fmt: skip


def base64_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


async def test_a_body_over_the_limit_is_rejected_and_one_at_the_limit_is_not(gateway: Gateway) -> None:
    async with gateway(body_bytes=2_000_000) as client:
        at_limit = json.dumps({"text": ""}).encode().ljust(2_000_000)
        assert (await client.post(CHAT, content=at_limit, headers=JSON)).status_code == 200
        for body in (at_limit + b" ", at_limit * 3):
            response = await client.post(CHAT, content=body, headers=JSON)
            error = response.json()["error"]
            assert (response.status_code, error["code"]) == (413, "INVALID_INPUT_FORMAT")
            assert "1.90735 MB" in error["message"]


async def test_a_body_over_the_limit_without_a_declared_length_is_counted(gateway: Gateway) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(30):
            yield b" " * 100_000

    async with gateway(body_bytes=2_000_000) as client:
        response = await client.post(CHAT, content=chunks(), headers=JSON)
        assert response.status_code == 413


@pytest.mark.parametrize("body", [b"{", b'{"text": NaN}', b'{"text":"\\ud800"}', b"[" * 100_000, b"\xff", b"[]"])
async def test_invalid_json_is_rejected_as_invalid_json(client: httpx.AsyncClient, script: Script, body: bytes) -> None:
    response = await client.post(CHAT, content=body, headers=JSON)
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (400, "INVALID_INPUT_FORMAT")
    assert set(error) == KEYS
    assert error["metadata"]["traceId"] == response.headers["x-trace-id"]
    assert script.started == []


@pytest.mark.parametrize("size", [100, 1_000_000])
async def test_invalid_base64_is_reported_whether_it_is_small_or_large(
    client: httpx.AsyncClient, script: Script, size: int
) -> None:
    mask = {"base64": "%" * size, "imageUrl": f"/api/assets/{IMAGE_ID}"}
    error = (await client.post(CHAT, json={"text": "x", "maskData": mask})).json()["error"]
    assert (error["code"], error["metadata"]["field"]) == ("MASK_DATA_INVALID", "maskData.base64")
    assert script.masks == []


async def test_no_image_of_a_run_that_is_not_admitted_is_stored(client: httpx.AsyncClient, script: Script) -> None:
    script.is_full = True
    mask = {"base64": "data:image/png;base64," + base64_of(PNG), "imageUrl": "https://example.org/cat.png"}
    response = await client.post(CHAT, json={"text": "x", "maskData": mask})
    assert (response.status_code, response.json()["error"]["code"]) == (429, "QUEUE_FULL")
    assert (script.imported, script.import_urls, script.masks, script.started) == ([], [], [], [])


async def test_a_gif_named_png_is_forwarded_and_its_error_returned(client: httpx.AsyncClient) -> None:
    mask = {"base64": "data:image/png;base64," + base64_of(b"GIF89a..."), "imageUrl": f"/api/assets/{IMAGE_ID}"}
    response = await client.post(CHAT, json={"text": "猫", "maskData": mask})
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["message"]) == (
        400,
        "MASK_DATA_INVALID",
        "这是 GIF，请改用 PNG。",
    )
    uploaded = await client.post("/api/assets", content=b"GIF89a...", headers={"content-type": "image/png"})
    assert (uploaded.status_code, uploaded.json()["error"]["metadata"]["field"]) == (400, "body")


async def test_an_unknown_session_or_run_is_404(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/sessions/nobody")).json()["error"]["code"] == "SESSION_UNKNOWN"
    mask = {"coordinates": [{"x": 1, "y": 1}]}
    chat = await client.post(CHAT, json={"text": "x", "sessionId": "nobody", "maskData": mask})
    assert (chat.status_code, chat.json()["error"]["metadata"]["field"]) == (404, "sessionId")
    run = await client.get("/api/runs/nothing/events")
    assert (run.status_code, run.json()["error"]["code"]) == (404, "RUN_UNKNOWN")


async def test_a_full_queue_is_429_with_retry_after(client: httpx.AsyncClient, script: Script) -> None:
    script.start_error = ReflowError(Code.QUEUE_FULL, retry_after=2.2)
    response = await client.post(CHAT, json={"text": "x"})
    assert (response.status_code, response.headers["retry-after"]) == (429, "3")
    error = response.json()["error"]
    assert (error["code"], error["retryable"], error["retryAfter"]) == ("QUEUE_FULL", True, 2.2)


async def test_an_unexpected_failure_exposes_no_stack_in_production_and_its_details_in_development(
    gateway: Gateway, script: Script
) -> None:
    script.start_error = ReflowError(Code.UNKNOWN_ERROR, details="KeyError: 'secret'")
    async with gateway() as client:
        production = await client.post(CHAT, json={"text": "x"})
    assert production.status_code == 500
    assert "secret" not in production.text
    async with gateway(environment="development") as client:
        assert "secret" in (await client.post(CHAT, json={"text": "x"})).json()["error"]["details"]


async def test_rejections_by_the_framework_have_the_same_error_object(client: httpx.AsyncClient) -> None:
    rejected = [
        (await client.get("/nope"), 404),
        (await client.delete("/api/runs"), 405),
        (await client.get("/api/runs", params={"pageSize": "x"}), 400),
        (await client.post(CHAT, content=b"a=b", headers={"content-type": "text/plain"}), 415),
    ]
    for response, status in rejected:
        assert response.status_code == status
        assert set(response.json()["error"]) == KEYS


async def test_errors_are_in_the_requested_language(client: httpx.AsyncClient) -> None:
    response = await client.post(CHAT, json={"txt": "x"}, headers={"accept-language": "en-GB"})
    assert response.json()["error"]["message"] == "There is no field txt; did you mean text?"


INVALID: tuple[dict[str, object], ...] = (
    {"unknown": 1},
    {"size": "x"},
    {"seed": -1},
    {"maskData": {"coordinates": []}},
    {"sessionId": "a b"},
)


@pytest.mark.parametrize("fields", INVALID)
@pytest.mark.parametrize(
    ("text", "accepted", "is_english"), [("a cat", "", True), ("a cat", "zh", False), ("猫", "", False)]
)
async def test_errors_are_in_the_language_of_the_text_unless_the_request_states_one(
    client: httpx.AsyncClient, fields: dict[str, object], text: str, accepted: str, is_english: bool
) -> None:
    headers = {"accept-language": accepted} if accepted else {}
    response = await client.post(CHAT, json={**fields, "text": text}, headers=headers)
    assert response.status_code in (400, 422)
    assert response.json()["error"]["message"].isascii() is is_english


async def test_the_error_of_a_header_is_in_the_language_of_the_text_too(client: httpx.AsyncClient) -> None:
    response = await client.post(CHAT, json={"text": "a cat"}, headers={"idempotency-key": "a b"})
    assert "must be 1 to 128" in response.json()["error"]["message"]


async def test_unreachable_services_are_503_and_not_ready(gateway: Gateway) -> None:
    async with gateway(orchestrator_address="unix:/nowhere/at/all") as client:
        response = await client.post(CHAT, json={"text": "x"})
        assert (response.status_code, response.headers["retry-after"]) == (503, "2")
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()["services"]["orchestrator"]) == (503, False)
        assert (await client.get("/healthz")).status_code == 200


async def test_a_large_body_does_not_block_other_requests(gateway: Gateway, script: Script) -> None:
    """A body of 13 MB is read off the event loop: small requests are answered in a fraction of the time it takes."""
    body = {
        "text": "x",
        "maskData": {"base64": base64_of(PNG + bytes(9_900_000)), "imageUrl": f"/api/assets/{IMAGE_ID}"},
    }
    encoded = json.dumps(body).encode()
    loop = asyncio.get_running_loop()
    async with gateway() as client:
        await client.get("/healthz")
        began_upload = loop.time()
        uploading = asyncio.create_task(client.post(CHAT, content=encoded, headers=JSON))
        slowest = 0.0
        while not uploading.done():
            began = loop.time()
            await client.get("/healthz")
            slowest = max(slowest, loop.time() - began)
            await asyncio.sleep(0.005)
        assert (await uploading).status_code == 200
        whole = loop.time() - began_upload
    assert len(script.masks[0][1]) == 9_900_008
    # If the event loop read the body, it would be more than two thirds, mostly for base64.
    assert slowest < whole / 2, f"{slowest:.3f} s of {whole:.3f} s"


async def test_masks_may_be_paths_and_belong_to_the_sessions_last_image(
    client: httpx.AsyncClient, script: Script
) -> None:
    script.last_image = IMAGE_ID
    triangle = [{"x": 1, "y": 1}, {"x": 5, "y": 1}, {"x": 3, "y": 4.5}]
    request_body = {"text": "换成帽子", "sessionId": SESSION_ID, "maskData": {"coordinates": [triangle, triangle[:2]]}}
    assert (await client.post(CHAT, json=request_body)).status_code == 200
    assert script.masks == [(IMAGE_ID, b"", [3, 2])]
    chat = script.started[0].image_chat
    assert (chat.image_asset_id, chat.mask_asset_id) == (IMAGE_ID, "b" * 64)


async def test_a_mask_without_an_image_is_rejected(client: httpx.AsyncClient) -> None:
    response = await client.post(CHAT, json={"text": "x", "maskData": {"coordinates": [{"x": 1, "y": 1}]}})
    error = response.json()["error"]
    assert (error["code"], error["metadata"]["field"]) == ("MASK_DATA_INVALID", "maskData.imageUrl")


async def test_an_image_of_this_system_is_used_as_it_is_and_any_other_url_is_imported(
    client: httpx.AsyncClient, script: Script
) -> None:
    own = f"{client.base_url}/api/assets/{IMAGE_ID}.png"
    assert (await client.post(CHAT, json={"text": "x", "imageUrl": own})).status_code == 200
    assert script.import_urls == []
    foreign = f"http://example.org/api/assets/{IMAGE_ID}"
    assert (await client.post(CHAT, json={"text": "x", "imageUrl": foreign})).status_code == 200
    assert script.import_urls == [(foreign, False)]
    missing = await client.post(CHAT, json={"text": "x", "imageUrl": "/api/assets/" + "c" * 64})
    assert (missing.status_code, missing.json()["error"]["metadata"]["field"]) == (404, "imageUrl")


async def test_an_idempotency_key_becomes_the_request_id_and_an_empty_one_is_rejected(
    client: httpx.AsyncClient, script: Script
) -> None:
    await client.post(CHAT, json={"text": "x"}, headers={"idempotency-key": "key-1"})
    assert script.started[0].request_id == "key-1"
    rejected = await client.post(CHAT, json={"text": "x"}, headers={"idempotency-key": ""})
    assert (rejected.status_code, rejected.json()["error"]["metadata"]["field"]) == (400, "Idempotency-Key")


async def test_cancelling_returns_the_status_and_whether_a_call_was_reached(
    client: httpx.AsyncClient, script: Script
) -> None:
    response = await client.post(f"/api/runs/{RUN_ID}/cancel")
    assert response.json() == {"status": "cancelled", "reachedCall": True}
    assert script.cancelled == [RUN_ID]
