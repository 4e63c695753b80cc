"""The base of the URLs that a response contains: those of images are absolute, so that any page can display them."""

from contextvars import ContextVar

from starlette.datastructures import Headers
from starlette.types import Scope

current_base_url: ContextVar[str] = ContextVar("current_base_url", default="")
"""The base of URLs in the response to the current request; without a request "", and URLs are paths."""

_SCHEMES = ("http", "https")


def find_base_url(scope: Scope, public_url: str) -> str:
    """Return *public_url*, by default where the client of the request *scope* has reached this system; "" if unknown.

    A proxy that ends TLS states the scheme in X-Forwarded-Proto. A client that forges it changes its own response only.
    """
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if public_url or not host:
        return public_url.rstrip("/")
    scheme = headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
    if scheme not in _SCHEMES:
        scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
    return f"{scheme}://{host}"
