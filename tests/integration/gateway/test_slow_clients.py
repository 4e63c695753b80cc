"""Clients that hold connections without using them, over real sockets."""

import asyncio
import json
from contextlib import AsyncExitStack

import httpx
import pytest

from tests.fixtures.gateway.scripted_orchestrator import PNG, Script
from tests.fixtures.network.raw_http import RawConnection, connect_raw
from tests.fixtures.systems.eventually import eventually
from tests.integration.gateway.conftest import Gateway

CHAT = "/api/agent/chat"
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPLOAD = b"POST /api/assets HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: %d\r\n\r\n"
MEGABYTE = 1024 * 1024
SECONDS = 30.0
"""Far beyond the deadlines of these tests, which are parts of a second."""


async def is_closed(connection: RawConnection) -> bool:
    """Return whether the server closes the connection."""
    async with asyncio.timeout(SECONDS):
        await connection.receive()
    return True


@pytest.mark.parametrize(
    "start",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\n", REQUEST + b"GET"],
    ids=["nothing", "part of a line", "part of the headers", "part of a second request"],
)
async def test_a_request_whose_headers_do_not_arrive_in_time_is_disconnected(gateway: Gateway, start: bytes) -> None:
    async with gateway(header_seconds=0.2) as client, connect_raw(client.base_url, start) as connection:
        assert await is_closed(connection)


async def test_headers_that_arrive_byte_by_byte_do_not_extend_the_deadline(gateway: Gateway) -> None:
    async with gateway(header_seconds=0.2) as client, connect_raw(client.base_url) as connection:
        closed = asyncio.create_task(is_closed(connection))
        while not closed.done():
            await connection.send(b"x")
            await asyncio.sleep(0.02)
        assert await closed


async def test_the_unread_rest_of_a_body_has_the_same_deadline(gateway: Gateway) -> None:
    head = b"POST /nope HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
    async with gateway(header_seconds=0.2) as client, connect_raw(client.base_url, head) as connection:
        assert (await connection.receive_head()).startswith(b"HTTP/1.1 404 ")
        closed = asyncio.create_task(is_closed(connection))
        while not closed.done():
            await connection.send(b"x")
            await asyncio.sleep(0.02)
        assert await closed


async def test_a_slow_handler_and_a_silent_stream_are_not_disconnected(gateway: Gateway, script: Script) -> None:
    script.delay_from = len(script.events)
    async with gateway(header_seconds=0.1, comment_seconds=60) as client:
        chat = asyncio.create_task(client.post(CHAT, json={"text": "x"}))
        await eventually(lambda: script.watching)
        await asyncio.sleep(0.5)
        script.released.set()
        assert "stream_end" in (await chat).text


async def test_a_client_that_does_not_read_its_response_is_disconnected(gateway: Gateway, script: Script) -> None:
    """Requests are pipelined until the responses fill all buffers; then the server waits for the client."""
    request = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    async with (
        gateway(header_seconds=1_000, limits={"watcher_seconds": 0.2}) as client,
        connect_raw(client.base_url) as connection,
    ):
        connection.reader._transport.pause_reading()  # type: ignore[attr-defined]

        async def send_until_closed() -> None:
            while not connection.writer.transport.is_closing():
                connection.writer.write(request * 100)
                await asyncio.wait_for(connection.writer.drain(), SECONDS)

        with pytest.raises(ConnectionError):
            await asyncio.wait_for(send_until_closed(), SECONDS)


async def test_connections_beyond_the_limit_are_rejected_at_once_and_a_closed_one_frees_a_slot(
    gateway: Gateway,
) -> None:
    async with gateway(connections=3) as client, AsyncExitStack() as stack:
        first, *_ = [await stack.enter_async_context(connect_raw(client.base_url, REQUEST)) for _ in range(3)]
        assert (await first.receive_head()).startswith(b"HTTP/1.1 200 ")
        rejected = await client.get("/healthz")
        assert (rejected.status_code, rejected.headers["retry-after"]) == (503, "5")
        assert rejected.json()["error"]["code"] == "QUEUE_FULL"
        first.writer.close()
        await eventually(lambda: is_served(client))


async def test_one_address_cannot_use_all_connections(gateway: Gateway) -> None:
    async with gateway(connections=10, connections_per_address=3) as client, AsyncExitStack() as stack:
        for _ in range(3):
            await stack.enter_async_context(connect_raw(client.base_url, b"GET", source="127.0.0.2"))
        fourth = await stack.enter_async_context(connect_raw(client.base_url, REQUEST, source="127.0.0.2"))
        assert (await fourth.receive_head()).startswith(b"HTTP/1.1 429 ")
        assert await is_served(client)


async def test_connections_that_send_nothing_block_others_only_until_the_deadline(gateway: Gateway) -> None:
    async with gateway(connections=20, header_seconds=0.5) as client, AsyncExitStack() as stack:
        for _ in range(20):
            await stack.enter_async_context(connect_raw(client.base_url))
        await eventually(lambda: is_served(client), timeout=SECONDS)


async def test_unfinished_bodies_have_a_budget_and_small_requests_are_served_beyond_it(
    gateway: Gateway, script: Script
) -> None:
    async with gateway(body_bytes=2 * MEGABYTE, body_budget_bytes=3 * MEGABYTE) as client, AsyncExitStack() as stack:
        unfinished = UPLOAD % (2 * MEGABYTE) + PNG + bytes(int(1.4 * MEGABYTE))
        uploads = [await stack.enter_async_context(connect_raw(client.base_url, unfinished)) for _ in range(3)]
        heads = {asyncio.create_task(upload.receive_head()) for upload in uploads}
        done, waiting = await asyncio.wait(heads, timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
        (rejected,) = done
        assert rejected.result().startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 5" in rejected.result().lower()
        assert len(waiting) == 2  # they are within the budget and not affected
        assert (await client.post(CHAT, json={"text": "x"})).status_code == 200
        assert (await upload_image(client)).status_code == 503
        for upload in uploads:
            upload.writer.close()
        await eventually(lambda: is_uploaded(client), timeout=SECONDS)


async def test_a_body_of_tiny_chunks_is_rejected_before_it_costs_much(gateway: Gateway) -> None:
    head = (
        b"POST /api/assets HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    async with gateway() as client, connect_raw(client.base_url, head) as connection:
        await connection.send(b"1\r\nx\r\n" * 20_000)
        async with asyncio.timeout(SECONDS):
            assert (await connection.receive()).startswith(b"HTTP/1.1 400 ")


CHUNKED = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


async def test_a_malformed_body_is_rejected_once_and_its_handler_ends(
    gateway: Gateway, script: Script, caplog: pytest.LogCaptureFixture
) -> None:
    async with gateway() as client, connect_raw(client.base_url, CHUNKED % CHAT.encode()) as connection:
        await connection.send(b"no length\r\n")
        received = await connection.receive()
    assert received.startswith(b"HTTP/1.1 400 ")
    assert received.count(b"HTTP/1.1") == 1
    assert (caplog.records, script.started) == ([], [])


async def test_a_body_that_becomes_malformed_after_the_response_is_not_answered_again(gateway: Gateway) -> None:
    async with gateway() as client, connect_raw(client.base_url, CHUNKED % b"/nope") as connection:
        assert (await connection.receive_head()).startswith(b"HTTP/1.1 404 ")
        await connection.send(b"no length\r\n")
        assert b"HTTP/1.1" not in await connection.receive()


async def test_invalid_http_is_rejected_with_the_error_object_and_the_connection_closed(gateway: Gateway) -> None:
    async with gateway() as client, connect_raw(client.base_url, b"\x16\x03\x01hello\r\n\r\n") as connection:
        async with asyncio.timeout(SECONDS):
            head, _, body = (await connection.receive()).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["error"]["code"] == "INVALID_INPUT_FORMAT"


async def is_served(client: httpx.AsyncClient) -> bool:
    return (await client.get("/healthz")).status_code == 200


async def upload_image(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/api/assets", content=PNG + bytes(MEGABYTE), headers={"content-type": "image/png"})


async def is_uploaded(client: httpx.AsyncClient) -> bool:
    return (await upload_image(client)).status_code == 201
