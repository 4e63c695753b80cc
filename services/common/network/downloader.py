"""Downloads a file from a URL of a user without reaching a private network (SSRF guard).

The URL is parsed once. Its host is resolved once, all its addresses are checked, and the request goes to one of these
addresses, which replaces the name in the URL: no lower layer resolves again. The `Host` header and the name in the
TLS certificate stay those of the URL. Every redirect is a new hop with the same checks on a new client, so that no
connection, cookie or header is carried over.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import httpx

from services.common.errors import ReflowError
from services.common.images.rejection import Rejection
from services.common.network.address_policy import (
    PUBLIC_ONLY,
    Address,
    AllowList,
    parse_literal_address,
    parse_resolved,
)

Resolve = Callable[[str, int], Awaitable[Sequence[Address]]]
"""Return the addresses of a host name for a port, best first; raise OSError when there are none."""

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_DEFAULT_PORTS = {"http": 80, "https": 443}
_MAX_URL_LENGTH = 2048
_MAX_PORT = 65_535
# Further addresses of a name are not attempted: the time is for the download.
_MAX_ADDRESSES = 4
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
class _Hop:
    """One request: the URL, and the checked addresses of its host."""

    url: httpx.URL
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class _Client:
    """What every request of a download has: headers, and the certificates to trust."""

    headers: Mapping[str, str]
    trust: ssl.SSLContext


async def resolve_with_system(host: str, port: int) -> Sequence[Address]:
    """Resolve with the operating system."""
    answers = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [parse_resolved(str(answer[4][0])) for answer in answers]


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
    client = _Client({**_HEADERS, "Accept": accept}, trust or _default_trust())
    try:
        async with asyncio.timeout(limits.seconds):
            return await _follow_redirects(_parse_url(url, rejection), limits, rejection, allow, resolve, client)
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
        hop = await _check_hop(url, rejection, allow, resolve)
        answer = await _request(hop, limits, rejection, client)
        if isinstance(answer, bytes):
            return answer
        url = answer
    raise rejection.because(
        f"{{noun}}地址的跳转超过 {limits.max_redirects} 次，请使用直接的地址。",
        f"The {{noun}}'s address redirects more than {limits.max_redirects} times; use its direct address.",
    )


def _parse_url(text: str, rejection: Rejection, base: httpx.URL | None = None) -> httpx.URL:
    """Parse *text*; reject what parsers are known to disagree on."""
    text = text.strip()
    if len(text) > _MAX_URL_LENGTH or any(sign <= " " or sign in "\\\x7f" for sign in text):
        raise _malformed_url(rejection, f"{len(text)} characters, or a space, control character or backslash within")
    try:
        url = httpx.URL(text) if base is None else base.join(text)
    except (httpx.InvalidURL, UnicodeError, ValueError) as reason:
        raise _malformed_url(rejection, str(reason)) from reason
    if url.scheme not in _DEFAULT_PORTS or not url.raw_host:
        raise rejection.because(
            "{noun}地址须以 http:// 或 https:// 开头。", "The {noun}'s address must begin with http:// or https://."
        )
    if url.userinfo:
        raise rejection.because(
            "{noun}地址中不能含有用户名或密码。", "The {noun}'s address must not contain a user name or password."
        )
    if not 0 < _get_port(url) <= _MAX_PORT:
        raise _malformed_url(rejection, f"port {url.port}")
    return url


async def _check_hop(url: httpx.URL, rejection: Rejection, allow: AllowList, resolve: Resolve) -> _Hop:
    """Resolve the host of *url* once, and reject it unless all its addresses are allowed."""
    host = _get_host(url)
    try:
        literal = parse_literal_address(host)
    except ValueError as reason:
        raise _malformed_url(rejection, f"{host}: {reason}") from reason
    try:
        addresses = tuple(dict.fromkeys(await resolve(host, _get_port(url)) if literal is None else [literal]))
    except (OSError, UnicodeError) as reason:
        raise _not_public(rejection, f"{host}: {reason}", temporary=True) from reason
    closed = [str(address) for address in addresses if not allow.permits(host, address)]
    if closed or not addresses:
        raise _not_public(rejection, f"{host} has {', '.join(closed) or 'no address'}")
    return _Hop(url, addresses)


async def _request(hop: _Hop, limits: DownloadLimits, rejection: Rejection, client: _Client) -> bytes | httpx.URL:
    """Request the first address of *hop* that accepts a connection; return the body, or the redirect target."""
    unreachable: httpx.HTTPError | None = None
    for address in hop.addresses[:_MAX_ADDRESSES]:
        try:
            return await _request_at(address, hop.url, limits, rejection, client)
        except (httpx.ConnectError, httpx.ConnectTimeout) as failure:
            unreachable = failure
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as failure:
            # httpx parses a Location of its own accord, ssl the host name: both reject malformed ones in their own way.
            raise _download_failed(rejection, f"{type(failure).__name__}: {failure}") from failure
    raise _download_failed(rejection, f"no connection to any of {len(hop.addresses)} addresses: {unreachable}")


async def _request_at(
    address: Address, url: httpx.URL, limits: DownloadLimits, rejection: Rejection, client: _Client
) -> bytes | httpx.URL:
    pinned = url.copy_with(host=str(address))
    headers = {**client.headers, "Host": url.netloc.decode("ascii")}
    name = {"sni_hostname": _get_host(url).rstrip(".")}
    # The deadline over all hops is the caller's; an address that does not respond must leave time for the next one.
    timeout = httpx.Timeout(None, connect=limits.seconds / _MAX_ADDRESSES)
    async with (
        httpx.AsyncClient(verify=client.trust, trust_env=False, follow_redirects=False, timeout=timeout) as http,
        http.stream("GET", pinned, headers=headers, extensions=name) as response,
    ):
        if response.status_code in _REDIRECTS and "location" in response.headers:
            return _parse_url(response.headers["location"], rejection, base=url)
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
        raise _too_large(limits, rejection, f"declares {declared} bytes")
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > limits.max_bytes:
            raise _too_large(limits, rejection, "stopped while reading")
    return bytes(body)


def _get_host(url: httpx.URL) -> str:
    return url.raw_host.decode("ascii").lower()


def _get_port(url: httpx.URL) -> int:
    return _DEFAULT_PORTS[url.scheme] if url.port is None else url.port


def _malformed_url(rejection: Rejection, details: str) -> ReflowError:
    return rejection.because(
        "{noun}地址无效，请检查。", "The {noun}'s address is not a valid URL; please check it.", details
    )


def _not_public(rejection: Rejection, details: str, *, temporary: bool = False) -> ReflowError:
    """Return the error for a host that does not exist or is not public: which of both is nobody's business outside."""
    return rejection.because(
        "在公共网络上找不到{noun}地址中的主机，请检查地址，或直接上传。",
        "The host in the {noun}'s address was not found on the public internet; check it, or upload the {noun}.",
        details,
        temporary=temporary,
    )


def _too_large(limits: DownloadLimits, rejection: Rejection, details: str) -> ReflowError:
    most = f"{limits.max_bytes / 2**20:g} MB"
    return rejection.because(
        f"{{noun}}超过 {most}，请压缩后再试。", f"The {{noun}} is larger than {most}; please make it smaller.", details
    )


def _download_failed(rejection: Rejection, details: str, answer: str = "") -> ReflowError:
    zh, en = (f"（{answer}）", f" ({answer})") if answer else ("", "")
    return rejection.because(
        f"{{noun}}下载失败{zh}，请检查地址或直接上传。",
        f"The {{noun}} could not be fetched{en}; check its address or upload it.",
        details,
        temporary=True,
    )


@cache
def _default_trust() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)
