"""URLs of users, checked before anything is sent to them (SSRF guard).

A URL is parsed once. Its host is resolved once, all its addresses are checked, and the request goes to one of these
addresses, which replaces the name in the URL: no lower layer resolves again. The `Host` header and the name in the
TLS certificate stay those of the URL.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache

import httpx

from services.common.errors import ReflowError
from services.common.images.rejection import Rejection
from services.common.network.address_policy import Address, AllowList, parse_literal_address, parse_resolved

Resolve = Callable[[str, int], Awaitable[Sequence[Address]]]
"""Return the addresses of a host name for a port, best first; raise OSError when there are none."""

# Further addresses of a name are not attempted: the time is for the request.
MAX_ADDRESSES = 4
_DEFAULT_PORTS = {"http": 80, "https": 443}
_MAX_URL_LENGTH = 2048
_MAX_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Hop:
    """One request: the URL, and the checked addresses of its host."""

    url: httpx.URL
    addresses: tuple[Address, ...]

    def pin(self, address: Address) -> httpx.URL:
        """Return the URL with *address* in place of the name of its host."""
        return self.url.copy_with(host=str(address))

    @property
    def host_header(self) -> str:
        """The value of the Host header."""
        return self.url.netloc.decode("ascii")

    @property
    def tls_name(self) -> str:
        """The name that the certificate of the host must have."""
        return get_host(self.url).rstrip(".")


async def resolve_with_system(host: str, port: int) -> Sequence[Address]:
    """Resolve with the operating system."""
    answers = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [parse_resolved(str(answer[4][0])) for answer in answers]


def parse_url(text: str, rejection: Rejection, base: httpx.URL | None = None) -> httpx.URL:
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


async def check_hop(url: httpx.URL, rejection: Rejection, allow: AllowList, resolve: Resolve) -> Hop:
    """Resolve the host of *url* once, and reject it unless all its addresses are allowed."""
    host = get_host(url)
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
    return Hop(url, addresses)


def get_host(url: httpx.URL) -> str:
    """Return the host of *url* in small ASCII letters."""
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
        f"在公共网络上找不到{{noun}}地址中的主机，请检查地址{rejection.remedy.zh}。",
        f"The host in the {{noun}}'s address was not found on the public internet; check it{rejection.remedy.en}.",
        details,
        temporary=temporary,
    )


@cache
def default_trust() -> ssl.SSLContext:
    """Return the certificates to trust where none are given."""
    return httpx.create_ssl_context(trust_env=False)
