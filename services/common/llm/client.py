"""Requests to the OpenAI-compatible API of an endpoint: the objects of its responses, its failures as catalog errors.

Plain HTTP over the endpoint's own connection: the `openai` library would send headers and accounts of the environment
to whichever provider this is, and it discards the rest of a response with one malformed event (docs/decisions/0007).
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any, TypeVar

import httpx

from services.common.errors import ReflowError
from services.common.llm.endpoint import Endpoint
from services.common.llm.wire.response_body import ErrorInBody, MalformedBody, ResponseBody

T = TypeVar("T")

TRAILING_SECONDS = 1.0
"""Time for what may follow the end of a completion: its usage, and the end of the response."""
_MAX_FAILURE_BODY = 100_000

TransportFailure = (httpx.HTTPError, httpx.StreamError, OSError)
"""What a connection can raise; TimeoutError is an OSError."""


class Exchange:
    """One request and its response, until *deadline* on *clock*.

    Attributes:
        began: the provider has accepted the request.
        done: the response is complete by its protocol.

    """

    def __init__(self, endpoint: Endpoint, deadline: float, clock: Callable[[], float]) -> None:
        self._endpoint = endpoint
        self._deadline = deadline
        self._clock = clock
        self._content_type = ""
        self.began = False
        self.done = False

    async def post(
        self,
        path: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: str = "",
        has_finished: Callable[[], bool] = lambda: False,
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Send *body*; yield the JSON objects of the response: the events of a stream, or the whole body.

        Once the model *has_finished*, the rest of the response has TRAILING_SECONDS, and its failures are ignored.
        Raises ReflowError, without a context: that of a connection's failure holds the request, and that the key.
        """
        failure: ReflowError | None = None
        try:
            async with aclosing(self._receive(path, body, idempotency_key, has_finished)) as received:
                async for one in received:
                    yield one
        except TransportFailure as error:
            failure = self._endpoint.broken(error)
        except ErrorInBody as error:
            failure = self._endpoint.error_object(error.error)
        except MalformedBody as error:
            failure = self._to_error(error)
        if failure is not None and not (self.done or has_finished()):
            raise failure

    async def _receive(
        self, path: str, body: Mapping[str, Any], idempotency_key: str, has_finished: Callable[[], bool]
    ) -> AsyncGenerator[dict[str, Any], None]:
        response = await self._wait(self._send(path, body, idempotency_key))
        try:
            parser, chunks, is_trailing = ResponseBody(), response.aiter_bytes(), False
            while True:
                if not is_trailing and (self.done or has_finished()):
                    is_trailing = True
                    self._deadline = min(self._deadline, self._clock() + TRAILING_SECONDS)
                chunk = await self._wait(anext(chunks, b""))
                if not self.done:
                    for one in parser.feed(chunk) if chunk else parser.end():
                        yield one
                    self.done = parser.done
                if not chunk:
                    return
        finally:
            await response.aclose()

    async def _send(self, path: str, body: Mapping[str, Any], idempotency_key: str) -> httpx.Response:
        """Return the response, its body unread. Raises ReflowError for a status that is not 2xx."""
        http, headers = self._endpoint.http, {"Idempotency-Key": idempotency_key} if idempotency_key else {}
        request = http.build_request("POST", path, json=body, headers=headers, timeout=self._seconds_left())
        response = await http.send(request, stream=True)
        if response.is_success:
            self.began = True
            self._content_type = response.headers.get("content-type", "")
            return response
        try:
            text = await _read_failure(response)
        finally:
            await response.aclose()
        raise self._endpoint.to_error(response.status_code, response.headers, text)

    async def _wait(self, waited: Awaitable[T]) -> T:
        """Wait for *waited*. Raises TimeoutError at the deadline."""
        async with asyncio.timeout(self._seconds_left()):
            return await waited

    def _seconds_left(self) -> float:
        return max(0.0, self._deadline - self._clock())

    def _to_error(self, malformed: MalformedBody) -> ReflowError:
        if malformed.text:
            return self._endpoint.page(malformed.text, self._content_type)
        return self._endpoint.invalid("an object of the answer is malformed")


async def _read_failure(response: httpx.Response) -> str:
    """Return the beginning of the body of a failure."""
    received = bytearray()
    async for chunk in response.aiter_bytes():
        received += chunk
        if len(received) >= _MAX_FAILURE_BODY:
            break
    return received[:_MAX_FAILURE_BODY].decode("utf-8", "replace")
