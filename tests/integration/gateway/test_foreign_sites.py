"""Requests that a browser sends for a page of another site, and others that must not be executed."""

import httpx
import pytest

from tests.fixtures.gateway.scripted_orchestrator import RUN_ID, SESSION_ID, Script
from tests.fixtures.network.raw_http import connect_raw
from tests.integration.gateway.conftest import Gateway

CHAT = "/api/agent/chat"
CANCEL = f"/api/runs/{RUN_ID}/cancel"
FOREIGN = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}


@pytest.mark.parametrize(
    "headers",
    [
        FOREIGN,
        {"origin": "https://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://127.0.0.1:1"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "null"},
        {"origin": "http://localhost.evil.example"},
    ],
)
async def test_a_page_of_another_site_starts_cancels_and_opens_nothing(
    client: httpx.AsyncClient, script: Script, headers: dict[str, str]
) -> None:
    for response in (
        await client.post(CHAT, json={"text": "x"}, headers=headers),
        await client.post(CANCEL, headers=headers),
        await client.post("/api/sessions", headers=headers),
        await client.post("/ag-ui", json={}, headers=headers),
    ):
        error = response.json()["error"]
        assert (response.status_code, error["metadata"]["field"]) == (403, "Origin")
    assert (script.started, script.cancelled) == ([], [])


async def test_pages_of_this_system_users_and_programs_may_start_and_cancel(
    client: httpx.AsyncClient, script: Script
) -> None:
    own = f"http://{client.base_url.host}:{client.base_url.port}"
    for headers in (
        {},
        {"origin": own},
        {"origin": own, "sec-fetch-site": "same-origin"},
        {"origin": "https://public.example", "sec-fetch-site": "same-origin"},  # behind a proxy that replaces Host
        {"sec-fetch-site": "none"},
    ):
        assert (await client.post(CANCEL, headers=headers)).status_code == 200
    assert len(script.cancelled) == 5


async def test_an_origin_that_is_allowed_for_cors_may_also_change_things_and_no_other(
    gateway: Gateway, script: Script
) -> None:
    async with gateway(cors_origins=("https://app.example",)) as client:
        app = {"origin": "https://app.example", "sec-fetch-site": "cross-site"}
        allowed = await client.post(CANCEL, headers=app)
        assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (200, "https://app.example")
        assert (await client.post(CANCEL, headers=FOREIGN)).status_code == 403
    async with gateway(cors_origins=("*",)) as client:
        assert (await client.post(CANCEL, headers=FOREIGN)).status_code == 200


@pytest.mark.parametrize("content_type", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
async def test_json_that_is_not_declared_as_json_is_415_and_starts_nothing(
    client: httpx.AsyncClient, script: Script, content_type: str
) -> None:
    headers = {"content-type": content_type} if content_type else {}
    for path in (CHAT, "/api/agent/stream", "/api/agent/confirm", f"/api/runs/{RUN_ID}/answer", "/api/sessions",
                 "/api/assets", "/ag-ui"):  # fmt: skip
        response = await client.post(path, content=b'{"text": "x"}', headers=headers)
        assert (response.status_code, response.json()["error"]["metadata"]["field"]) == (415, "Content-Type"), path
    assert script.started == []


async def test_a_request_without_a_body_needs_no_content_type(client: httpx.AsyncClient) -> None:
    assert (await client.post("/api/sessions")).status_code == 201
    assert (await client.post(CANCEL)).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil", ""])
async def test_a_host_name_of_another_system_is_421_for_reads_and_changes(
    client: httpx.AsyncClient, script: Script, host: str
) -> None:
    rebound = {"host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
    for response in (
        await client.get(f"/api/sessions/{SESSION_ID}", headers=rebound),
        await client.get("/", headers=rebound),
        await client.post(CHAT, json={"text": "x"}, headers=rebound),
    ):
        assert (response.status_code, response.json()["error"]["metadata"]["field"]) == (421, "Host")
    assert script.started == []


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:9", "localhost.", "a.localhost:1", "127.0.0.1", "[::1]:80",
                                  "10.1.2.3:8080"])  # fmt: skip
async def test_loopback_names_and_addresses_are_allowed_by_default(client: httpx.AsyncClient, host: str) -> None:
    assert (await client.get("/", headers={"host": host})).status_code == 200


async def test_further_names_are_allowed_by_setting_and_probes_may_use_any(gateway: Gateway) -> None:
    async with gateway(hosts=("Reflow.Example", "other.example:8443")) as client:
        statuses = {
            host: (await client.get("/", headers={"host": host})).status_code
            for host in ("reflow.example", "reflow.example:444", "other.example:8443", "other.example", "evil.example")
        }
        assert statuses == {
            "reflow.example": 200, "reflow.example:444": 200, "other.example:8443": 200, "other.example": 421,
            "evil.example": 421,
        }  # fmt: skip
        # Behind a proxy that ends TLS the origin has the public name, and no port.
        public = {"host": "reflow.example", "origin": "https://reflow.example"}
        assert (await client.post(CANCEL, headers=public)).status_code == 200
        for probe in ("/healthz", "/readyz"):
            assert (await client.get(probe, headers={"host": "gateway.pod"})).status_code == 200
    async with gateway(hosts=("*",)) as client:
        assert (await client.get("/", headers={"host": "evil.example"})).status_code == 200


async def test_a_websocket_is_not_opened(client: httpx.AsyncClient) -> None:
    upgrade = {"connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13",
               "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA=="}  # fmt: skip
    assert (await client.get("/nope", headers=upgrade)).status_code == 404


async def test_a_body_with_two_lengths_is_rejected_and_the_connection_closed(
    client: httpx.AsyncClient, script: Script
) -> None:
    """A server could read as the next request what a proxy has read as the body of this one."""
    smuggled = (
        f"POST {CHAT} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60\r\n"
        f"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nPOST {CANCEL} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    )
    async with connect_raw(str(client.base_url), smuggled.encode()) as connection:
        received = await connection.receive()
    assert received.startswith(b"HTTP/1.1 400 ")
    assert received.count(b"HTTP/1.1 ") == 1
    assert (script.started, script.cancelled) == ([], [])


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate, gzip", "x"])
async def test_a_compressed_body_is_415(client: httpx.AsyncClient, coding: str) -> None:
    headers = {"content-encoding": coding, "content-type": "application/json"}
    for path in (CHAT, "/api/assets", "/ag-ui"):
        response = await client.post(path, content=b"{}", headers=headers)
        assert (response.status_code, response.json()["error"]["metadata"]["field"]) == (415, "Content-Encoding")
    identity = headers | {"content-encoding": "identity"}
    assert (await client.post("/api/sessions", content=b"{}", headers=identity)).status_code == 201


async def test_head_has_the_headers_of_get_and_no_body_on_every_route_of_get(client: httpx.AsyncClient) -> None:
    for path in ("/", "/healthz", "/readyz", "/openapi.json", "/api/styles", f"/api/runs/{RUN_ID}", "/nope"):
        head, get = await client.head(path), await client.get(path)
        assert (head.status_code, head.content) == (get.status_code, b"")
        assert head.headers["content-type"] == get.headers["content-type"]
    length = (await client.get("/")).headers["content-length"]
    assert (await client.head("/")).headers["content-length"] == length
    assert (await client.head(CHAT)).status_code == 405


async def test_head_of_a_stream_ends_after_the_headers(client: httpx.AsyncClient, script: Script) -> None:
    script.delay_from = 1
    response = await client.head(f"/api/runs/{RUN_ID}/events")
    assert response.headers["content-type"].startswith("text/event-stream")
    assert (await client.get("/healthz")).status_code == 200


@pytest.mark.parametrize("session_id", [".", "..", "..."])
async def test_a_session_id_that_is_a_path_step_is_rejected(
    client: httpx.AsyncClient, script: Script, session_id: str
) -> None:
    for path, body in (
        ("/api/sessions", {"sessionId": session_id}),
        (CHAT, {"text": "x", "sessionId": session_id}),
        ("/api/agent/stream", {"message": "x", "threadId": session_id}),
        ("/api/agent/confirm", {"decision": "approve", "threadId": session_id}),
        ("/ag-ui", {"threadId": session_id, "runId": "r", "messages": [{"id": "1", "role": "user", "content": "x"}]}),
    ):
        response = await client.post(path, json=body)
        assert (response.status_code, response.json()["error"]["code"]) == (400, "INVALID_INPUT_FORMAT")
    assert script.started == []
