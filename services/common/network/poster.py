"""Sends a request to a URL of a user without reaching a private network (SSRF guard). Redirects are not followed."""

import asyncio
import ssl
from collections.abc import Mapping
from typing import NamedTuple

import httpx

from services.common.images.rejection import Rejection
from services.common.network.address_policy import PUBLIC_ONLY, AllowList
from services.common.network.hops import (
    MAX_ADDRESSES,
    Hop,
    Resolve,
    check_hop,
    default_trust,
    parse_url,
    resolve_with_system,
)
from services.common.network.retry_after import parse_retry_after


class PostResponse(NamedTuple):
    """The HTTP status, and the seconds that the receiver asks to wait before another request."""

    status: int
    retry_after: float | None


async def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    seconds: float,
    rejection: Rejection,
    *,
    allow: AllowList = PUBLIC_ONLY,
    resolve: Resolve = resolve_with_system,
    trust: ssl.SSLContext | None = None,
) -> PostResponse:
    """Send *body* to *url* and return what its headers contain. The body of the response is not read.

    Args:
        url: http or https, as the user sent it.
        body: the bytes to send.
        headers: headers in addition to those of HTTP itself.
        seconds: the time until the status must be there.
        rejection: the error of a URL that is not allowed.
        allow: what is allowed beyond the public internet.
        resolve: resolver of host names; called once.
        trust: the certificates to trust for https; the default ones when None.

    Raises:
        ReflowError: as *rejection* has it, when the URL is not allowed or leads to a closed network.
        httpx.HTTPError: there was no response.
        TimeoutError: there was none in time.

    """
    async with asyncio.timeout(seconds):
        hop = await check_hop(parse_url(url, rejection), rejection, allow, resolve)
        return await _post_to_hop(hop, body, headers, seconds, trust or default_trust())


async def _post_to_hop(
    hop: Hop, body: bytes, headers: Mapping[str, str], seconds: float, trust: ssl.SSLContext
) -> PostResponse:
    """Send *body* to the first address of *hop* that accepts a connection."""
    *others, last = hop.addresses[:MAX_ADDRESSES]
    timeout = httpx.Timeout(None, connect=seconds / MAX_ADDRESSES)
    async with httpx.AsyncClient(verify=trust, trust_env=False, follow_redirects=False, timeout=timeout) as http:

        async def send(target: httpx.URL) -> PostResponse:
            sent = {**headers, "Host": hop.host_header, "User-Agent": "reflow"}
            name = {"sni_hostname": hop.tls_name}
            async with http.stream("POST", target, content=body, headers=sent, extensions=name) as response:
                return PostResponse(response.status_code, parse_retry_after(response.headers))

        for address in others:
            try:
                return await send(hop.pin(address))
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
        return await send(hop.pin(last))
