"""Downloads a file from a URL of a user without reaching a private network (SSRF guard).

Every redirect is a new hop with the same checks (`hops.py`) on a new client, so that no connection, cookie or header is
carried over.
"""

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from services.common.errors import ReflowError
from services.common.images.rejection import Rejection
from services.common.network.address_policy import PUBLIC_ONLY, Address, AllowList
from services.common.network.hops import (
    MAX_ADDRESSES,
    Hop,
    Resolve,
    check_hop,
    default_trust,
    parse_url,
    resolve_with_system,
)

__all__ = ["DownloadLimits", "Resolve", "download", "resolve_with_system"]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_HEADERS = {
    "Accept-Encoding": "identity",  # so that the limit applies to the stored bytes
    "User-Agent": "reflow",
}


@dataclass(frozen=True, slots=True)
class DownloadLimits:
    """Limits of one download: bytes of the body, seconds in total, redirects."""

    max_bytes: int = 20 * 1024 * 1024
    seconds: float = 10.0
    max_redirects: int = 5


@dataclass(frozen=True, slots=True)
class _Client:
    """What every request of a download has: headers, and the certificates to trust."""

    headers: Mapping[str, str]
    trust: ssl.SSLContext


async def download(
    url: str,
    limits: DownloadLimits,
    rejection: Rejection,
    *,
    accept: str,
    allow: AllowList = PUBLIC_ONLY,
    resolve: Resolve = resolve_with_system,
    trust: ssl.SSLContext | None = None,
) -> bytes:
    """Return the body of the response at *url*.

    Args:
        url: http or https, as the user sent it.
        limits: bytes, time and redirects.
        rejection: the error of every failure; its temporary code where a later download may succeed.
        accept: the media types to request.
        allow: what is allowed beyond the public internet.
        resolve: resolver of host names; called once per hop.
        trust: the certificates to trust for https; the default ones when None.

    Raises:
        ReflowError: as *rejection* has it, when the URL is not allowed, leads to a closed network, or cannot be fetched
            within the limits.

    """
    client = _Client({**_HEADERS, "Accept": accept}, trust or default_trust())
    try:
        async with asyncio.timeout(limits.seconds):
            return await _follow_redirects(parse_url(url, rejection), limits, rejection, allow, resolve, client)
    except TimeoutError as late:
        raise rejection.because(
            f"{{noun}}在 {limits.seconds:g} 秒内没有下载完，请换一个更快的地址或直接上传。",
            f"The {{noun}} could not be fetched within {limits.seconds:g} seconds; try a faster address or upload it.",
            temporary=True,
        ) from late


async def _follow_redirects(
    url: httpx.URL,
    limits: DownloadLimits,
    rejection: Rejection,
    allow: AllowList,
    resolve: Resolve,
    client: _Client,
) -> bytes:
    for _ in range(limits.max_redirects + 1):
        hop = await check_hop(url, rejection, allow, resolve)
        answer = await _request(hop, limits, rejection, client)
        if isinstance(answer, bytes):
            return answer
        url = answer
    raise rejection.because(
        f"{{noun}}地址的跳转超过 {limits.max_redirects} 次，请使用直接的地址。",
        f"The {{noun}}'s address redirects more than {limits.max_redirects} times; use its direct address.",
    )


async def _request(hop: Hop, limits: DownloadLimits, rejection: Rejection, client: _Client) -> bytes | httpx.URL:
    """Request the first address of *hop* that accepts a connection; return the body, or the redirect target."""
    unreachable: httpx.HTTPError | None = None
    for address in hop.addresses[:MAX_ADDRESSES]:
        try:
            return await _request_at(address, hop, limits, rejection, client)
        except (httpx.ConnectError, httpx.ConnectTimeout) as failure:
            unreachable = failure
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as failure:
            # httpx parses a Location of its own accord, ssl the host name: both reject malformed ones in their own way.
            raise _download_failed(rejection, f"{type(failure).__name__}: {failure}") from failure
    raise _download_failed(rejection, f"no connection to any of {len(hop.addresses)} addresses: {unreachable}")


async def _request_at(
    address: Address, hop: Hop, limits: DownloadLimits, rejection: Rejection, client: _Client
) -> bytes | httpx.URL:
    headers = {**client.headers, "Host": hop.host_header}
    name = {"sni_hostname": hop.tls_name}
    # The deadline over all hops is the caller's; an address that does not respond must leave time for the next one.
    timeout = httpx.Timeout(None, connect=limits.seconds / MAX_ADDRESSES)
    async with (
        httpx.AsyncClient(verify=client.trust, trust_env=False, follow_redirects=False, timeout=timeout) as http,
        http.stream("GET", hop.pin(address), headers=headers, extensions=name) as response,
    ):
        if response.status_code in _REDIRECTS and "location" in response.headers:
            return parse_url(response.headers["location"], rejection, base=hop.url)
        if response.status_code != httpx.codes.OK:
            raise _download_failed(rejection, f"status {response.status_code}", f"HTTP {response.status_code}")
        return await _read_body(response, limits, rejection)


async def _read_body(response: httpx.Response, limits: DownloadLimits, rejection: Rejection) -> bytes:
    """Return the body as received, up to the limit."""
    coding = response.headers.get("content-encoding", "identity").lower()
    if coding != "identity":
        raise _download_failed(rejection, f"content-encoding {coding!r} though identity was requested")
    declared = int(response.headers.get("content-length", "0"))
    if declared > limits.max_bytes:
        raise rejection.too_large(declared, limits.max_bytes)
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > limits.max_bytes:
            raise rejection.too_large(len(body), limits.max_bytes, is_known=False)
    return bytes(body)


def _download_failed(rejection: Rejection, details: str, answer: str = "") -> ReflowError:
    zh, en = (f"（{answer}）", f" ({answer})") if answer else ("", "")
    return rejection.because(
        f"{{noun}}下载失败{zh}，请检查地址或直接上传。",
        f"The {{noun}} could not be fetched{en}; check its address or upload it.",
        details,
        temporary=True,
    )
