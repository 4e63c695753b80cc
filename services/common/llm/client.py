"""Requests to the OpenAI-compatible API of an endpoint: the objects of its responses, its failures as catalog errors.

The `openai` library sends the requests (`openai_client.py`). The responses are read here: its own reader discards the
rest of a response with one malformed event (docs/decisions/0007).
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any, TypeVar

import httpx

from services.common.errors import ReflowError
from services.common.llm.endpoint import Endpoint
from services.common.llm.openai_client import post
from services.common.llm.wire.response_body import ErrorInBody, MalformedBody, ResponseBody

T = TypeVar("T")

TRAILING_SECONDS = 1.0
"""Seconds for the rest of a response after the end of the completion: its usage, and the end of the stream."""

TransportFailure = (httpx.HTTPError, httpx.StreamError, OSError)
"""Exceptions of a connection; TimeoutError is an OSError."""


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
        Raises ReflowError without a context: the context of a failed connection contains the request, and so the key.
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
        client = await self._endpoint.open_client()
        from openai import APIStatusError  # loaded with the client

        headers = {"Idempotency-Key": idempotency_key} if idempotency_key else {}
        failed: Any = None
        try:
            response = await post(client, path, body, headers, self._seconds_left())
        except APIStatusError as error:
            failed = error.response
        if failed is not None:  # raised here, without the context, which contains the body and so possibly the key
            raise self._endpoint.to_error(failed.status_code, failed.headers, failed.text)
        self.began = True
        self._content_type = response.headers.get("content-type", "")
        return response

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
