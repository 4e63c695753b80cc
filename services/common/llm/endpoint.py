"""Endpoint of a provider: its connection, which carries the key, and its rate limit."""

from collections.abc import AsyncGenerator, AsyncIterator, Generator, Mapping
from contextlib import aclosing
from ipaddress import ip_address
from typing import TYPE_CHECKING

import httpx
from pydantic import SecretStr

from services.common.errors import Code, ReflowError
from services.common.llm import provider_errors
from services.common.llm.openai_client import open_client
from services.common.llm.rate_limit import RateLimit
from services.common.llm.values import RateLimited
from services.common.text.language import Text

if TYPE_CHECKING:
    from openai import AsyncOpenAI

# A JSON response with an image of 20 MB in base64 has 27 MB.
MAX_BYTES = 64 * 1024 * 1024
# Maximum bytes that are read of an error response: the message is at the beginning.
MAX_FAILURE_BYTES = 100_000
CONNECT_SECONDS = 10.0
READ_SECONDS = 60.0
_CODINGS = frozenset({"br", "compress", "deflate", "gzip", "zstd"})


class RealModelCall(Exception):
    """A call of a model on another machine while model_calls allows only loopback.

    Deliberately not a ReflowError: it must cause neither a retry nor a fallback to a built-in engine.
    """

    def __init__(self, provider: str, host: str) -> None:
        super().__init__(f"{provider}: {host} is not on this machine (REFLOW_MODEL_CALLS=loopback)")
        self.text = Text(
            f"REFLOW_MODEL_CALLS=loopback 只允许本机的模型，{provider}（{host}）没有被调用。",
            f"REFLOW_MODEL_CALLS=loopback allows only models on this machine; {provider} ({host}) was not called.",
        )


class Endpoint:
    """Endpoint of a provider. `http` has *base_url* as its base and follows no redirects.

    The key is sent only to the origin of *base_url*, even if other URLs are fetched with the same client. Answers
    are bounded: more than MOST_BYTES, or a compressed one, is an httpx.RemoteProtocolError.
    """

    def __init__(
        self, name: str, base_url: str, key: SecretStr | None, rate: RateLimit | None, *, loopback_only: bool
    ) -> None:
        self.name = name
        self.base_url = base_url.rstrip("/")
        self._key = key
        self._rate = rate
        self._loopback_only = loopback_only
        self.http = httpx.AsyncClient(
            base_url=self.base_url,
            auth=_Key(key, httpx.URL(base_url)),
            # A compressed response could be small on the wire and unlimited in memory.
            headers={"Accept-Encoding": "identity"},
            event_hooks={"request": [self._reject_real], "response": [_limit_size]},
            timeout=httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS),
            # Requests to this machine bypass the proxies of the environment.
            trust_env=not (loopback_only or is_loopback(httpx.URL(base_url).host)),
        )
        self._client: AsyncOpenAI | None = None

    def __repr__(self) -> str:
        return f"Endpoint({self.name!r}, {self.base_url!r})"

    async def open_client(self) -> "AsyncOpenAI":
        """Return the client of the OpenAI-compatible API here, on `http`."""
        if self._client is None:
            self._client = await open_client(self.http)
        return self._client

    async def pace(self, deadline: float) -> AsyncGenerator[RateLimited, None]:
        """Wait for the provider's requests per minute. Raises LLM_RATE_LIMIT at once when *deadline* is too near."""
        if self._rate is None:
            return
        async with aclosing(self._rate.pace(deadline)) as waits:
            async for rate_limited in waits:
                yield rate_limited

    def to_error(self, status: int, headers: Mapping[str, str], body: str, node: str | None = None) -> ReflowError:
        """Return the error of a response with HTTP *status* (not 2xx), without the key."""
        return provider_errors.from_status(status, headers, body, self.name, node, secrets=self.secrets)

    def broken(self, error: Exception, node: str | None = None) -> ReflowError:
        """Return the ReflowError of *error*, without the key. Raise it `from None`: the cause contains the key.

        Raises *error* itself when it is a RealModelCall.
        """
        if isinstance(error, RealModelCall):
            raise error
        return provider_errors.from_transport(error, self.name, node, secrets=self.secrets)

    def error_object(self, error_object: object) -> ReflowError:
        """Return the error of an error object in a response with status 200, without the key."""
        return provider_errors.from_error_object(error_object, self.name, secrets=self.secrets)

    def page(self, body: str, content_type: str) -> ReflowError:
        """Return the error of a *body* with status 200 that is not a model's response, without the key."""
        return provider_errors.from_page(body, content_type, self.name, secrets=self.secrets)

    def invalid(self, why: str, code: Code = Code.LLM_API_ERROR) -> ReflowError:
        """Return the error of an invalid response of the provider, with the reason *why*, without the key."""
        return provider_errors.invalid_response(self.name, why, code=code, secrets=self.secrets)

    def failure(self, code: Code, why: str, node: str | None = None) -> ReflowError:
        """Return the error of a failed request, without the key. The reason *why* may be the provider's text."""
        return ReflowError(code, details=provider_errors.describe(f"{self.name}: {why}", self.secrets), node=node)

    @property
    def problem(self) -> Text | None:
        """The reason why no request is possible (the loopback setting), None if requests are possible."""
        host = httpx.URL(self.base_url).host
        return RealModelCall(self.name, host).text if self._loopback_only and not is_loopback(host) else None

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that must never be reported."""
        return (self._key.get_secret_value(),) if self._key else ()

    async def close(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def _reject_real(self, request: httpx.Request) -> None:
        if self._loopback_only and not is_loopback(request.url.host):
            raise RealModelCall(self.name, provider_errors.scrub(request.url.host, self.secrets))


def is_loopback(host: str) -> bool:
    """Return whether *host* is this machine, by its name or address; no name is resolved."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class _Key(httpx.Auth):
    """Sends the key to one origin only."""

    def __init__(self, key: SecretStr | None, at: httpx.URL) -> None:
        self._key = key
        self._origin = _origin(at)

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers.pop("Authorization", None)
        if self._key and _origin(request.url) == self._origin:
            request.headers["Authorization"] = f"Bearer {self._key.get_secret_value()}"
        yield request


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


async def _limit_size(response: httpx.Response) -> None:
    coding = response.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("identity", ""):
        known = coding if coding in _CODINGS else "an unknown encoding"  # the provider's text can contain a key
        raise httpx.RemoteProtocolError(f"a response in the encoding {known}, which was not requested")
    if isinstance(response.stream, httpx.AsyncByteStream):
        limited = _LimitedStream if response.is_success else _Beginning
        response.stream = limited(response.stream)


class _Beginning(httpx.AsyncByteStream):
    """Passes on MAX_FAILURE_BYTES, and ends."""

    def __init__(self, inner: httpx.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = MAX_FAILURE_BYTES
        async for part in self._inner:
            yield part[:left]
            left -= len(part)
            if left <= 0:
                return

    async def aclose(self) -> None:
        await self._inner.aclose()


class _LimitedStream(httpx.AsyncByteStream):
    """Passes on at most MOST_BYTES."""

    def __init__(self, inner: httpx.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = MAX_BYTES
        async for part in self._inner:
            left -= len(part)
            if left < 0:
                raise httpx.RemoteProtocolError(f"an answer of more than {MAX_BYTES} bytes")
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()
