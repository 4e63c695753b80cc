"""Scenario of the fake providers: behaviors and rate limits of the endpoints, and the log of requests.

The module of a provider has

    ENDPOINTS = {"openai.chat": "POST chat/completions", ...}   every endpoint by name, with its route
    def routes(scenario: Scenario) -> list[BaseRoute]           those with images take `generate_image` as well

and the handler of an endpoint parses its request, then lets the scenario serve it:

    async def images(request: Request) -> Response:
        body = await request.json()

        async def build_reply(behavior: Behavior) -> Reply:     # called unless the behavior replaces the response
            png = ...
            return Reply(JSONResponse(...), paid=True)

        incoming = IncomingRequest("openai.images", model=body["model"], body=body)
        return await scenario.serve(request, incoming, build_reply, render_failure)

`serve` logs the request, rejects it without a key (if keys are required), enforces the rate limit of the endpoint,
selects the next matching behavior, waits, hangs, resets the connection, fails in the provider's format
(`render_failure`: ProviderFailure -> Response) and truncates bodies. The endpoint itself implements `answer`, `empty`,
`content_filter`, `usage`; `pause`, `after_chunks` and `cut_after` of a stream; `duration`, `task_failure` and
`is_forgotten` of a task.
A WebSocket, or work that continues after its request, uses `start`, which returns an Exchange with behavior and
record; `exchange.wait(seconds)` and `exchange.finish(outcome, status)`.
A provider with state clears it in `scenario.on_reset(callback)`; one without keys sets `IncomingRequest.keyless`. An
invalid request: `scenario.reject(request, incoming, response)`. Replays by idempotency key are implemented by the
endpoint with `scenario.get_cached(key)` and `scenario.cache_result(key, value)`.
"""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse

from services.fake_providers import connections
from services.fake_providers.behaviors import DEFAULT_BEHAVIOR, Behavior, Failure, RateLimit, ScenarioSteps
from services.fake_providers.request_log import RequestLog, RequestRecord, digest_key, replace_files, select_headers

MAX_CACHED_RESULTS = 500


@dataclass(frozen=True)
class IncomingRequest:
    """A request to an endpoint; its body as a JSON value with files as bytes, data URLs or base64.

    `keyless` for a provider without keys.
    """

    endpoint: str
    model: str = ""
    body: Any = None
    keyless: bool = False


@dataclass(frozen=True)
class ProviderFailure:
    """A failure, to be rendered in the format of the provider."""

    failure: Failure
    status: int
    message: str


@dataclass(frozen=True)
class Reply:
    """A response; `paid` if a result was produced for it, `replayed` if it was cached.

    `outcome` is logged.
    """

    response: Response
    paid: bool = False
    replayed: bool = False
    outcome: str = "answer"


BuildReply = Callable[[Behavior], Awaitable[Reply]]
RenderFailure = Callable[[ProviderFailure], Response]

MESSAGES: Mapping[Failure, str] = {
    Failure.KEY: "Incorrect API key provided.",
    Failure.QUOTA: "You exceeded your current quota, please check your plan and billing details.",
    Failure.RATE_LIMIT: "Rate limit reached for requests.",
    Failure.MODEL: "The model does not exist or you do not have access to it.",
    Failure.INVALID: "The request is invalid.",
    Failure.CONTENT: "Your request was rejected as a result of our safety system.",
    Failure.SERVER: "The server had an error while processing your request.",
}


class Exchange:
    """A request in progress: its behavior and its record in the log."""

    def __init__(self, behavior: Behavior, record: RequestRecord, now: Callable[[], float]) -> None:
        self.behavior = behavior
        self.record = record
        self._now = now

    def finish(self, outcome: str, status: int | None = None) -> None:
        """Record the outcome."""
        self.record.outcome = outcome
        self.record.status = status if status is not None else self.record.status
        self.record.finished_at = self._now()

    async def wait(self, request: Request, seconds: float | None) -> bool:
        """Wait *seconds*, indefinitely for None; return False if the client disconnects. Read the body before."""
        try:
            await asyncio.wait_for(_wait_for_disconnect(request), seconds)
        except TimeoutError:
            return True
        return False


class Scenario:
    """Behaviors and rate limits by endpoint, and the log. *clock* is monotonic, *now* in seconds since the epoch."""

    def __init__(self, *, key_required: bool, clock: Callable[[], float], now: Callable[[], float]) -> None:
        self.key_required = key_required
        self.clock = clock
        self.now = now
        self.request_log = RequestLog()
        self._behaviors: dict[str, list[tuple[Behavior, int]]] = {}
        self._limits: dict[str, tuple[RateLimit, deque[float]]] = {}
        self._cached_results: dict[str, Any] = {}
        self._reset_callbacks: list[Callable[[], None]] = []

    def configure(self, steps: ScenarioSteps) -> None:
        """Replace the scenario of each endpoint in *steps*; other endpoints are not changed."""
        for endpoint, endpoint_steps in steps.items():
            self._behaviors[endpoint] = [
                (behavior, behavior.times) for behavior in endpoint_steps if isinstance(behavior, Behavior)
            ]
            limits = [limit for limit in endpoint_steps if isinstance(limit, RateLimit)]
            self._limits.pop(endpoint, None)
            if limits:
                self._limits[endpoint] = (limits[-1], deque())

    def reset(self) -> None:
        """Restore the initial state: no behaviors, no cached results, an empty log."""
        self._behaviors.clear()
        self._limits.clear()
        self._cached_results.clear()
        self.request_log.clear()
        for callback in self._reset_callbacks:
            callback()

    def on_reset(self, callback: Callable[[], None]) -> None:
        """Call *callback* at every reset, to clear the state of a provider."""
        self._reset_callbacks.append(callback)

    def get_cached(self, key: str) -> Any:
        """Return the cached result for the idempotency key *key*; None without one, or for an empty key."""
        return self._cached_results.get(key) if key else None

    def cache_result(self, key: str, value: Any) -> None:
        """Cache the result for *key*; the oldest result is dropped when the cache is full."""
        if key:
            self._cached_results[key] = value
        if len(self._cached_results) > MAX_CACHED_RESULTS:
            del self._cached_results[next(iter(self._cached_results))]

    def start(self, connection: HTTPConnection, incoming: IncomingRequest) -> Exchange:
        """Log the request and select its behavior; key and rate limit are not checked."""
        record = self._log_request(connection, incoming)
        return Exchange(self._select_behavior(incoming, record), record, self.now)

    async def serve(
        self, request: Request, incoming: IncomingRequest, answer: BuildReply, render_failure: RenderFailure
    ) -> Response:
        """Serve a request as described in the module's docstring."""
        record = self._log_request(request, incoming)
        exchange = Exchange(DEFAULT_BEHAVIOR, record, self.now)
        if self.key_required and not incoming.keyless and not record.key:
            return _build_failure(exchange, render_failure, Failure.KEY, 401, "You didn't provide an API key.")
        if (retry_after := self._check_limit(incoming.endpoint)) is not None:
            response = _build_failure(exchange, render_failure, Failure.RATE_LIMIT, 429, MESSAGES[Failure.RATE_LIMIT])
            response.headers["Retry-After"] = f"{retry_after:.0f}"
            return response
        exchange.behavior = self._select_behavior(incoming, record)
        return await _apply_behavior(exchange, request, answer, render_failure)

    def reject(self, connection: HTTPConnection, incoming: IncomingRequest, response: Response) -> Response:
        """Log an invalid request, and return its *response*."""
        exchange = Exchange(DEFAULT_BEHAVIOR, self._log_request(connection, incoming), self.now)
        exchange.finish(Failure.INVALID, response.status_code)
        return response

    def _log_request(self, connection: HTTPConnection, incoming: IncomingRequest) -> RequestRecord:
        scope = connection.scope
        record = self.request_log.add(
            incoming.endpoint, self.now(), scope.get("method", scope["type"]), connection.url.path
        )
        record.model = incoming.model
        record.headers = select_headers(connection.headers)
        record.key = digest_key(get_bearer_token(connection))
        record.body = replace_files(incoming.body)
        return record

    def _select_behavior(self, incoming: IncomingRequest, record: RequestRecord) -> Behavior:
        """Return the first matching behavior of the endpoint, and count its use."""
        body = json.dumps(record.body, ensure_ascii=False) if record.body is not None else ""
        queue = self._behaviors.get(incoming.endpoint, [])
        for index, (behavior, remaining) in enumerate(queue):
            if behavior.model in ("", incoming.model) and behavior.contains in body:
                if not behavior.always:
                    queue[index : index + 1] = [(behavior, remaining - 1)] if remaining > 1 else []
                return behavior
        return DEFAULT_BEHAVIOR

    def _check_limit(self, endpoint: str) -> float | None:
        """Return the seconds until the next request is allowed; None if this one is within the limit."""
        if endpoint not in self._limits:
            return None
        limit, times = self._limits[endpoint]
        now = self.clock()
        while times and times[0] <= now - limit.window:
            times.popleft()
        if len(times) < limit.per_minute:
            times.append(now)
            return None
        return max(1.0, times[0] + limit.window - now) if times else limit.window


def get_bearer_token(connection: HTTPConnection) -> str:
    """Return the bearer token of a request; "" for none."""
    return connection.headers.get("authorization", "").removeprefix("Bearer ").strip()


async def _apply_behavior(
    exchange: Exchange, request: Request, answer: BuildReply, render_failure: RenderFailure
) -> Response:
    """Apply the behavior of the exchange; build the default reply if it has no effect."""
    behavior = exchange.behavior
    if behavior.reset:
        exchange.finish("reset")
        connections.reset_connection(request)
        raise connections.ConnectionClosed
    if (behavior.delay or behavior.hang) and not await exchange.wait(
        request, None if behavior.hang else behavior.delay
    ):
        if behavior.completes_after_disconnect:
            exchange.record.paid = (await answer(behavior)).paid
        exchange.finish("left")
        raise connections.ConnectionClosed
    if behavior.failure_kind is not None and behavior.after_chunks is None:
        message = MESSAGES[behavior.failure_kind] + (
            f" It was: {get_bearer_token(request)}" if behavior.echo_key else ""
        )
        return _build_failure(exchange, render_failure, behavior.failure_kind, behavior.failure_status, message)
    reply = await answer(behavior)
    exchange.record.paid, exchange.record.replayed = reply.paid, reply.replayed
    response = reply.response
    response.headers.update(behavior.headers)
    if isinstance(response, StreamingResponse):
        return _track_stream(exchange, response, reply.outcome)
    exchange.finish("broken" if behavior.broken else reply.outcome, response.status_code)
    return _truncate_body(response) if behavior.broken else _cut_connection(exchange, response)


def _build_failure(
    exchange: Exchange, render_failure: RenderFailure, failure: Failure, status: int, message: str
) -> Response:
    """Return the failure with the body of the behavior, otherwise in the format of the provider."""
    behavior = exchange.behavior
    response = render_failure(ProviderFailure(failure, status, message))
    if behavior.body is not None:
        content = behavior.body if isinstance(behavior.body, str) else json.dumps(behavior.body, ensure_ascii=False)
        response = Response(content, status, media_type="application/json")
    response.headers.update(behavior.headers)
    if behavior.retry_after is not None:
        response.headers["Retry-After"] = str(behavior.retry_after)
    exchange.finish(failure, status)
    return response


def _truncate_body(response: Response) -> Response:
    """Return the first half of the body as a complete response."""
    return Response(
        bytes(response.body)[: len(response.body) // 2], response.status_code, media_type="application/json"
    )


def _cut_connection(exchange: Exchange, response: Response) -> Response:
    """Close the connection after `cut_after` bytes of the body, if set."""
    after = exchange.behavior.cut_after
    if after is None:
        return response
    body, length = bytes(response.body), response.headers["content-length"]
    exchange.finish("cut", response.status_code)

    async def send_part() -> Any:
        yield body[:after]
        raise connections.ConnectionClosed

    headers = {"Content-Length": length, "Content-Type": response.headers.get("content-type", "")}
    return StreamingResponse(send_part(), response.status_code, headers)


def _track_stream(exchange: Exchange, response: StreamingResponse, complete: str) -> Response:
    """Record the outcome of a stream: complete, cut by the behavior, or left by the client."""
    source = response.body_iterator
    exchange.record.status = response.status_code

    async def tracked() -> Any:
        outcome = "left"
        try:
            async with aclosing(source) as chunks:  # type: ignore[type-var]
                async for chunk in chunks:
                    yield chunk
            outcome = complete
        except connections.ConnectionClosed:
            outcome = "cut"
            raise
        finally:
            exchange.finish(outcome)

    response.body_iterator = tracked()
    return response


async def _wait_for_disconnect(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
