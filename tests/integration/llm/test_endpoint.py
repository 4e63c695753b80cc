"""One provider at one address: its key, its limits, and the switch that restricts tests to this machine."""

import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import httpx
import pytest
from pydantic import SecretStr

from services.common.errors import Code
from services.common.llm import endpoint as module
from services.common.llm.endpoint import Endpoint, RealModelCall, is_loopback
from tests.integration.llm.model_answers import answering

KEY = SecretStr("sk-Marked0123456789")


@asynccontextmanager
async def endpoint(
    base_url: str, *, key: SecretStr | None = KEY, loopback_only: bool = True
) -> AsyncIterator[Endpoint]:
    opened = Endpoint("p", base_url, key, None, loopback_only=loopback_only)
    try:
        yield opened
    finally:
        await opened.close()


async def test_the_key_is_sent_to_the_origin_of_the_endpoint() -> None:
    async with answering("200 OK") as (url, requested), endpoint(url + "/v1") as there:
        await there.http.get("/models")

    assert f"Authorization: Bearer {KEY.get_secret_value()}" in requested[0]
    assert requested[0].startswith("GET /v1/models ")


async def test_the_key_is_not_sent_to_another_origin() -> None:
    async with answering("200 OK") as (url, requested), endpoint("http://127.0.0.1:9/v1") as there:
        await there.http.get(url + "/picture.png")

    assert "uthorization" not in requested[0]


async def test_a_redirect_is_not_followed() -> None:
    async with answering("302 Found\r\nLocation: http://127.0.0.1:9/") as (url, _), endpoint(url) as there:
        assert (await there.http.get("/")).status_code == 302


async def test_an_endpoint_is_reported_without_its_key() -> None:
    async with endpoint("https://api.example.com/v1") as there:
        assert repr(there) == "Endpoint('p', 'https://api.example.com/v1')"


@pytest.mark.parametrize("url", ["https://api.openai.com/v1", "http://10.0.0.1/v1", "http://localhost.example.com/v1"])
async def test_the_loopback_switch_stops_a_real_call_before_anything_is_sent(url: str) -> None:
    async with endpoint(url) as there:
        with pytest.raises(RealModelCall, match="REFLOW_MODEL_CALLS"):
            await there.http.post("/chat/completions")


async def test_the_loopback_switch_checks_every_address_and_not_only_the_base() -> None:
    async with endpoint("http://127.0.0.1:9") as there:
        with pytest.raises(RealModelCall):
            await there.http.get("https://pictures.example.com/1.png")


async def test_a_real_model_call_is_not_mapped_to_another_error() -> None:
    async with endpoint("http://127.0.0.1:9") as there:
        with pytest.raises(RealModelCall):
            there.broken(RealModelCall("x", "example.com"))


async def test_calls_to_this_machine_bypass_the_proxy_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    async with answering("200 OK", b"proxy") as (proxy, requested), answering("200 OK", b"own") as (url, _):
        monkeypatch.setenv("HTTP_PROXY", proxy)
        async with endpoint(url, loopback_only=False) as there:
            assert (await there.http.get("/")).text == "own"

    assert not requested


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost", "LOCALHOST"])
def test_names_and_addresses_of_this_machine_are_loopback(host: str) -> None:
    assert is_loopback(host)


async def test_a_response_beyond_the_size_limit_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 1_000)
    async with answering("200 OK", b"x" * 1_001) as (url, _), endpoint(url) as there:
        with pytest.raises(httpx.RemoteProtocolError, match="more than 1000 bytes"):
            await there.http.get("/")


async def test_a_compressed_response_is_not_decompressed() -> None:
    body = gzip.compress(b"0" * 1_000_000)
    async with answering("200 OK\r\nContent-Encoding: gzip", body) as (url, requested), endpoint(url) as there:
        with pytest.raises(httpx.RemoteProtocolError, match="gzip"):
            await there.http.get("/")

    assert "Accept-Encoding: identity" in requested[0]


async def mapped(there: Endpoint, call: Callable[[], Awaitable[object]]) -> Code:
    with pytest.raises(httpx.HTTPError) as raised:
        await call()
    error = there.broken(raised.value, "executor")
    assert error.node == "executor"
    return error.code


async def test_a_rejected_connection_is_an_api_error() -> None:
    async with endpoint("http://127.0.0.1:9") as there:
        assert await mapped(there, lambda: there.http.get("/")) is Code.LLM_API_ERROR


async def test_a_key_that_a_provider_repeats_is_removed_from_the_error() -> None:
    async with endpoint("http://127.0.0.1:9") as there:
        error = there.to_error(401, {}, f"unknown key {KEY.get_secret_value()}")

    assert error.code is Code.LLM_REFUSED
    assert KEY.get_secret_value() not in error.details
