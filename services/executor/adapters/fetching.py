"""Fetch a picture from a URL that a person gave, without being led into a private network.

The URL is parsed once. Its name is resolved once, all its addresses are judged, and the request goes to an
address of that answer, written into the URL in place of the name: nothing below can resolve again. The `Host`
header and the name that the TLS certificate must bear stay those of the URL. Every redirect is a new hop with
the same checks on a new client, so that no connection, cookie or header is carried over.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache

import httpx

from services.common.errors import Code, ReflowError
from services.common.pictures.decoding import check_format
from services.common.pictures.formats import PICTURE_FORMATS
from services.common.pictures.refusal import Refusal
from services.executor.adapters.addresses import PUBLIC_ONLY, Address, AllowList, literal_address, parse_resolved

Resolve = Callable[[str, int], Awaitable[Sequence[Address]]]
"""Return the addresses of a host name for a port, best first; raise OSError when there are none."""

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_DEFAULT_PORTS = {"http": 80, "https": 443}
_LONGEST_URL = 2048
_HIGHEST_PORT = 65_535
# A name with more addresses than these is not tried further: the deadline is for fetching.
_ADDRESSES_TRIED = 4
_HEADERS = {
    "Accept": "image/png, image/jpeg, image/webp",
    "Accept-Encoding": "identity",  # so that the bytes counted are the bytes kept
    "User-Agent": "reflow",
}


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """How much one fetch may take: bytes of the body, seconds altogether, redirects followed."""

    most_bytes: int = 20 * 1024 * 1024
    seconds: float = 10.0
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class _Hop:
    """One request to make: the URL as given, and the checked addresses of its host."""

    url: httpx.URL
    addresses: tuple[Address, ...]


async def resolve_by_system(host: str, port: int) -> Sequence[Address]:
    """Resolve as the operating system does."""
    answers = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [parse_resolved(str(answer[4][0])) for answer in answers]


async def fetch_image(
    url: str,
    limits: FetchLimits,
    *,
    error: Code,
    field: str | None,
    allow: AllowList = PUBLIC_ONLY,
    resolve: Resolve = resolve_by_system,
    trust: ssl.SSLContext | None = None,
) -> bytes:
    """Return the bytes of the picture at *url*: a PNG, JPEG or WebP by its first bytes, not yet decoded.

    Args:
        url: http or https, as the person gave it.
        limits: bytes, time and redirects.
        error: the code of every refusal.
        field: the request field that carried the URL.
        allow: what may be reached beyond the public internet.
        resolve: how names become addresses; called once a hop.
        trust: the certificates to trust for https; the usual ones when None.

    Raises:
        ReflowError: with *error* and *field*, when the URL is not allowed, leads to a closed network, cannot be
            fetched within the limits, or is no picture.

    """
    refusal = Refusal(error, field)
    try:
        async with asyncio.timeout(limits.seconds):
            data = await _follow(_parse(url, refusal), limits, refusal, allow, resolve, trust or _usual_trust())
    except TimeoutError as late:
        raise refusal.because(
            f"{{noun}}在 {limits.seconds:g} 秒内没有下载完，请换一个更快的地址或直接上传。",
            f"The {{noun}} could not be fetched within {limits.seconds:g} seconds; try a faster address or upload it.",
        ) from late
    check_format(data, PICTURE_FORMATS, refusal)
    return data


async def _follow(
    url: httpx.URL,
    limits: FetchLimits,
    refusal: Refusal,
    allow: AllowList,
    resolve: Resolve,
    trust: ssl.SSLContext,
) -> bytes:
    for _ in range(limits.redirects + 1):
        hop = await _check(url, refusal, allow, resolve)
        answer = await _request(hop, limits, refusal, trust)
        if isinstance(answer, bytes):
            return answer
        url = answer
    raise refusal.because(
        f"{{noun}}地址的跳转超过 {limits.redirects} 次，请使用直接的地址。",
        f"The {{noun}}'s address redirects more than {limits.redirects} times; use its direct address.",
    )


def _parse(text: str, refusal: Refusal, base: httpx.URL | None = None) -> httpx.URL:
    """Return the one parsed form of *text*, or refuse what parsers are known to disagree on."""
    text = text.strip()
    if len(text) > _LONGEST_URL or any(sign <= " " or sign in "\\\x7f" for sign in text):
        raise _malformed(refusal, f"{len(text)} characters, or a space, control character or backslash within")
    try:
        url = httpx.URL(text) if base is None else base.join(text)
    except (httpx.InvalidURL, UnicodeError, ValueError) as reason:
        raise _malformed(refusal, str(reason)) from reason
    if url.scheme not in _DEFAULT_PORTS or not url.raw_host:
        raise refusal.because(
            "{noun}地址须以 http:// 或 https:// 开头。", "The {noun}'s address must begin with http:// or https://."
        )
    if url.userinfo:
        raise refusal.because(
            "{noun}地址中不能含有用户名或密码。", "The {noun}'s address must not contain a user name or password."
        )
    if not 0 < _port(url) <= _HIGHEST_PORT:
        raise _malformed(refusal, f"port {url.port}")
    return url


async def _check(url: httpx.URL, refusal: Refusal, allow: AllowList, resolve: Resolve) -> _Hop:
    """Resolve the host of *url*, once, and refuse it unless all its addresses may be reached."""
    host = _host(url)
    try:
        literal = literal_address(host)
    except ValueError as reason:
        raise _malformed(refusal, f"{host}: {reason}") from reason
    try:
        addresses = tuple(dict.fromkeys(await resolve(host, _port(url)) if literal is None else [literal]))
    except (OSError, UnicodeError) as reason:
        raise refusal.because(
            "找不到{noun}地址中的主机，请检查地址。",
            "The host in the {noun}'s address cannot be found; please check it.",
            f"{host}: {reason}",
        ) from reason
    closed = [str(address) for address in addresses if not allow.permits(host, address)]
    if closed or not addresses:
        raise refusal.because(
            "{noun}地址不在公共网络上，请使用公开的地址或直接上传。",
            "The {noun}'s address is not on the public internet; use a public address or upload the {noun}.",
            f"{host} has {', '.join(closed) or 'no address'}",
        )
    return _Hop(url, addresses)


async def _request(hop: _Hop, limits: FetchLimits, refusal: Refusal, trust: ssl.SSLContext) -> bytes | httpx.URL:
    """Ask the first address of *hop* that takes a connection; return the body, or where it redirects to."""
    unreachable: httpx.HTTPError | None = None
    for address in hop.addresses[:_ADDRESSES_TRIED]:
        try:
            return await _request_at(address, hop.url, limits, refusal, trust)
        except (httpx.ConnectError, httpx.ConnectTimeout) as failure:
            unreachable = failure
        except httpx.HTTPError as failure:
            raise _unfetched(refusal, f"{type(failure).__name__}: {failure}") from failure
    raise _unfetched(refusal, f"no connection to any of {len(hop.addresses)} addresses: {unreachable}")


async def _request_at(
    address: Address, url: httpx.URL, limits: FetchLimits, refusal: Refusal, trust: ssl.SSLContext
) -> bytes | httpx.URL:
    pinned = url.copy_with(host=str(address))
    headers = {**_HEADERS, "Host": url.netloc.decode("ascii")}
    name = {"sni_hostname": _host(url).rstrip(".")}
    # The deadline over all hops is the caller's; a silent address must leave time for the next one.
    timeout = httpx.Timeout(None, connect=limits.seconds / _ADDRESSES_TRIED)
    async with (
        httpx.AsyncClient(verify=trust, trust_env=False, follow_redirects=False, timeout=timeout) as client,
        client.stream("GET", pinned, headers=headers, extensions=name) as response,
    ):
        if response.status_code in _REDIRECTS and "location" in response.headers:
            return _parse(response.headers["location"], refusal, base=url)
        if response.status_code != httpx.codes.OK:
            raise _unfetched(refusal, f"status {response.status_code}", f"HTTP {response.status_code}")
        return await _read(response, limits, refusal)


async def _read(response: httpx.Response, limits: FetchLimits, refusal: Refusal) -> bytes:
    """Return the body as it comes over the wire, up to the limit."""
    coding = response.headers.get("content-encoding", "identity").lower()
    if coding != "identity":
        raise _unfetched(refusal, f"content-encoding {coding!r} though identity was asked for")
    declared = int(response.headers.get("content-length", "0"))
    if declared > limits.most_bytes:
        raise _too_large(limits, refusal, f"declares {declared} bytes")
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > limits.most_bytes:
            raise _too_large(limits, refusal, "stopped while reading")
    return bytes(body)


def _host(url: httpx.URL) -> str:
    return url.raw_host.decode("ascii").lower()


def _port(url: httpx.URL) -> int:
    return _DEFAULT_PORTS[url.scheme] if url.port is None else url.port


def _malformed(refusal: Refusal, details: str) -> ReflowError:
    return refusal.because(
        "{noun}地址无效，请检查。", "The {noun}'s address is not a valid URL; please check it.", details
    )


def _too_large(limits: FetchLimits, refusal: Refusal, details: str) -> ReflowError:
    most = f"{limits.most_bytes / 2**20:g} MB"
    return refusal.because(
        f"{{noun}}超过 {most}，请压缩后再试。", f"The {{noun}} is larger than {most}; please make it smaller.", details
    )


def _unfetched(refusal: Refusal, details: str, answer: str = "") -> ReflowError:
    zh, en = (f"（{answer}）", f" ({answer})") if answer else ("", "")
    return refusal.because(
        f"{{noun}}下载失败{zh}，请检查地址或直接上传。",
        f"The {{noun}} could not be fetched{en}; check its address or upload it.",
        details,
    )


@cache
def _usual_trust() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)
