"""One provider at one address: its connection, which carries the key, and how often it may be asked."""

from collections.abc import AsyncGenerator, AsyncIterator, Generator, Mapping
from contextlib import aclosing
from ipaddress import ip_address

import httpx
from pydantic import SecretStr

from services.common.errors import ReflowError
from services.common.language import Text
from services.common.models import failures
from services.common.models.rate import RateLimit
from services.common.models.values import Held

# An answer in JSON with a picture of 20 MB in base64 has 27 MB.
MOST_BYTES = 64 * 1024 * 1024
CONNECT_SECONDS = 10.0
READ_SECONDS = 60.0


class RealModelCall(Exception):
    """A model that is not on this machine was about to be asked, where model_calls allows loopback alone.

    No ReflowError on purpose: nothing retries it, and nothing falls back to a built-in engine because of it.
    """

    def __init__(self, provider: str, host: str) -> None:
        super().__init__(f"{provider}: {host} is not on this machine (REFLOW_MODEL_CALLS=loopback)")
        self.text = Text(
            f"REFLOW_MODEL_CALLS=loopback 只允许本机的模型，{provider}（{host}）没有被调用。",
            f"REFLOW_MODEL_CALLS=loopback allows models on this machine alone; {provider} ({host}) was not asked.",
        )


class Endpoint:
    """Where a provider is asked. `http` has *base_url* as its base and follows no redirects.

    The key travels to the origin of *base_url* alone, whatever else is fetched over the same connection. Answers
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
            # A compressed answer could be small on the wire and without bounds in memory.
            headers={"Accept-Encoding": "identity"},
            event_hooks={"request": [self._refuse_real], "response": [_bound]},
            timeout=httpx.Timeout(READ_SECONDS, connect=CONNECT_SECONDS),
            # What is on this machine is asked without the proxies that the environment names.
            trust_env=not (loopback_only or is_loopback(httpx.URL(base_url).host)),
        )

    def __repr__(self) -> str:
        return f"Endpoint({self.name!r}, {self.base_url!r})"

    async def pace(self, deadline: float) -> AsyncGenerator[Held, None]:
        """Wait for the provider's requests per minute. Raises LLM_RATE_LIMIT at once when *deadline* is too near."""
        if self._rate is None:
            return
        async with aclosing(self._rate.pace(deadline)) as waiting:
            async for held in waiting:
                yield held

    def refused(self, status: int, headers: Mapping[str, str], body: str, node: str | None = None) -> ReflowError:
        """Return what an answer of HTTP *status* (not 2xx) says, without the key."""
        return failures.from_status(status, headers, body, self.name, node, secrets=self.secrets)

    def broken(self, error: Exception, node: str | None = None) -> ReflowError:
        """Return what *error* of the connection is, without the key. Raise it `from None`: the cause carries the key.

        Raises *error* itself when it is a RealModelCall.
        """
        if isinstance(error, RealModelCall):
            raise error
        return failures.from_transport(error, self.name, node, secrets=self.secrets)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not be told."""
        return (self._key.get_secret_value(),) if self._key else ()

    async def close(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def _refuse_real(self, request: httpx.Request) -> None:
        if self._loopback_only and not is_loopback(request.url.host):
            raise RealModelCall(self.name, request.url.host)


def is_loopback(host: str) -> bool:
    """Tell whether *host* is this machine by its name or address alone; no other name is resolved."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class _Key(httpx.Auth):
    """Says who asks, to one origin only; takes away whatever a client library says instead."""

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


async def _bound(response: httpx.Response) -> None:
    coding = response.headers.get("content-encoding", "identity").lower()
    if coding != "identity":
        raise httpx.RemoteProtocolError(f"an answer coded as {coding[:32]!r}, which was not asked for")
    if isinstance(response.stream, httpx.AsyncByteStream):
        response.stream = _Bounded(response.stream)


class _Bounded(httpx.AsyncByteStream):
    """Passes on at most MOST_BYTES."""

    def __init__(self, inner: httpx.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = MOST_BYTES
        async for part in self._inner:
            left -= len(part)
            if left < 0:
                raise httpx.RemoteProtocolError(f"an answer of more than {MOST_BYTES} bytes")
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()
