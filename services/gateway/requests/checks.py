"""Middleware that rejects requests before they are processed: cross-site or ambiguous ones.

A browser sends requests of any page to any address, also to servers on this machine. Two headers that a page cannot
forge show where a request comes from: `Origin` and `Sec-Fetch-Site`. A third, `Host`, shows a page whose own name
resolves to this machine (DNS rebinding), which the browser therefore takes for the same site.
"""

from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.gateway.dependencies import Dependencies
from services.gateway.errors import HttpError
from services.gateway.requests.base_url import current_base_url, find_base_url
from services.gateway.responses import error_response
from services.gateway.settings import GatewaySettings

BAD_REQUEST = 400
FORBIDDEN = 403
UNSUPPORTED_MEDIA_TYPE = 415
MISDIRECTED = 421
ANY = "*"
# Probes of load balancers and of Kubernetes use addresses and names of their own; the responses hold nothing secret.
HEALTH_PATHS = ("/healthz", "/readyz")
# The method of a request to open a WebSocket, for these checks.
WEB_SOCKET = "WEBSOCKET"
# Methods that change nothing (RFC 9110, 9.2.1).
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_MAX_QUOTED_LENGTH = 100


@dataclass(frozen=True, slots=True)
class SitePolicy:
    """Names of this system, and the other web origins that may call it.

    Attributes:
        hosts: as host or host:port in small letters, in addition to IP addresses and the names of this machine's
            loopback interface; `*` for any.
        origins: such as https://app.example; `*` for any.

    """

    hosts: Collection[str] = ()
    origins: Collection[str] = ()

    @classmethod
    def from_settings(cls, settings: GatewaySettings) -> "SitePolicy":
        """Return the policy of *settings*: a name to listen on and that of the public URL are names of this system."""
        names = (settings.host, *settings.hosts, *settings.public_hosts)
        return cls(frozenset(name.lower() for name in names), settings.cors_origins)

    def allows_host(self, host: str) -> bool:
        """Return whether *host*, of a Host header, names this system.

        An IP address always does: no name had to be resolved, so none can be rebound.
        """
        host = host.lower()
        name = _parse_name(host)
        if ANY in self.hosts or host in self.hosts or name in self.hosts:
            return True
        return name == "localhost" or name.endswith(".localhost") or _is_address(name)

    def allows_origin(self, headers: Headers) -> bool:
        """Return whether a request that changes something may come from where its *headers* state.

        The order is that of CrossOriginProtection in Go's net/http. A request without these headers is not a browser's.
        """
        origin = headers.get("origin", "")
        if origin and (ANY in self.origins or origin in self.origins):
            return True
        if site := headers.get("sec-fetch-site"):
            return site in ("same-origin", "none")
        return not origin or self._is_own_origin(origin.lower(), headers.get("host", "").lower())

    def _is_own_origin(self, origin: str, host: str) -> bool:
        scheme, _, netloc = origin.partition("://")
        return bool(netloc) and (netloc == host.removesuffix(_DEFAULT_PORTS.get(scheme, "")) or netloc in self.hosts)


class RequestChecks:
    """Responds to requests that `find_rejection` rejects; the others reach the application."""

    def __init__(self, app: ASGIApp, deps: Dependencies) -> None:
        self._app = app
        self._deps = deps
        self._policy = SitePolicy.from_settings(deps.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = None
        if scope["type"] in ("http", "websocket"):
            # A WebSocket is opened by GET, has no preflight, and can change something.
            method = scope.get("method", WEB_SOCKET)
            error = find_rejection(method, scope["path"], Headers(scope=scope), self._policy)
        if error is None:
            current_base_url.set(find_base_url(scope, self._deps.settings.public_url))
            await self._app(scope, receive, send)
            return
        response = error_response(error, self._deps)
        response.headers["Connection"] = "close"  # where its next request begins may be ambiguous, too
        await response(scope, receive, send)


def find_rejection(method: str, path: str, headers: Headers, policy: SitePolicy) -> HttpError | None:
    """Return the error of a request that must not reach the application, None for any other."""
    if "content-length" in headers and "transfer-encoding" in headers:
        return _reject_framing()
    # Without the header (HTTP/1.0) it is not a browser's request.
    if (host := headers.get("host")) is not None and path not in HEALTH_PATHS and not policy.allows_host(host):
        return _reject_host(host)
    if method not in SAFE_METHODS and not policy.allows_origin(headers):
        return _reject_origin(headers.get("origin", ""))
    if (coding := headers.get("content-encoding", "identity").lower()) != "identity":
        return _reject_coding(coding)
    return None


def _parse_name(host: str) -> str:
    """Return the name in *host* (host or host:port), "" for none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _reject_framing() -> HttpError:
    """Return the error for two lengths of a body: a proxy may believe the other one (RFC 9112, 6.1)."""
    text = Text(
        "Content-Length 和 Transfer-Encoding 只能有一个。", "Send either Content-Length or Transfer-Encoding, not both."
    )
    error = ReflowError(Code.INVALID_INPUT_FORMAT, text, field="Content-Length")
    return HttpError(BAD_REQUEST, error)


def _reject_host(host: str) -> HttpError:
    name = host[:_MAX_QUOTED_LENGTH]
    text = Text(
        f"这个服务不叫 {name}。如果应该可以这样访问，请管理员把这个名字加到 REFLOW_HOSTS 里。",
        f"{name} is not a name of this service. If it should be, an operator can add it to REFLOW_HOSTS.",
    )
    return HttpError(MISDIRECTED, ReflowError(Code.INVALID_INPUT_FORMAT, text, field="Host"))


def _reject_origin(origin: str) -> HttpError:
    name = origin[:_MAX_QUOTED_LENGTH] or "?"
    text = Text(
        f"请求来自别的网站（{name}），没有执行。如果应该允许，请管理员把它加到 REFLOW_CORS_ORIGINS 里。",
        f"This request comes from another site ({name}) and was not executed. If it should be allowed, an operator can "
        "add the site to REFLOW_CORS_ORIGINS.",
    )
    return HttpError(FORBIDDEN, ReflowError(Code.INVALID_INPUT_FORMAT, text, field="Origin"))


def _reject_coding(coding: str) -> HttpError:
    text = Text(
        f"不支持 Content-Encoding {coding[:_MAX_QUOTED_LENGTH]}，请发送未压缩的内容。",
        f"Content-Encoding {coding[:_MAX_QUOTED_LENGTH]} is not supported; send the content uncompressed.",
    )
    error = ReflowError(Code.INVALID_INPUT_FORMAT, text, field="Content-Encoding")
    return HttpError(UNSUPPORTED_MEDIA_TYPE, error)
