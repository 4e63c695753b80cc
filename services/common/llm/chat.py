"""A chat model behind an OpenAI-compatible endpoint.

Every completion is streamed. Text for the user is emitted while it arrives: all (`complete`), or the field `reply`
(`answer`). An answer of the wrong shape goes back to the model once, without streaming; what was shown of the first
stands, and the repaired completion's text is emitted only where nothing of the first was.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from cachetools import TTLCache
from openai import AsyncStream
from openai.types.chat import ChatCompletionChunk
from pydantic import BaseModel

from services.common.contract.activity import Usage
from services.common.errors import ReflowError
from services.common.llm.client import ProviderFailure, open_client, to_error
from services.common.llm.completion_parser import CompletionParser, to_usage
from services.common.llm.configuration import RoleModel
from services.common.llm.delta_buffer import ReplyBuffer
from services.common.llm.endpoint import Endpoint
from services.common.llm.presets import Structured
from services.common.llm.provider_errors import invalid_response
from services.common.llm.request_mapper import fingerprint, to_messages
from services.common.llm.structured_output import (
    SchemaMismatch,
    build_repair_messages,
    parse_completion,
    parse_partial_reply,
    response_format,
    schema_instructions,
    strip_thoughts,
)
from services.common.llm.telemetry import ModelCallTelemetry
from services.common.llm.values import ChatRequest, Completion, RateLimited, Shape, TextDelta

T = TypeVar("T")

_MAX_CACHED_CHARS = 32_000


@dataclass(frozen=True, slots=True)
class CachedCompletion:
    """An answer in the cache: its value, and the model's own words."""

    value: BaseModel | str
    raw: str


CompletionCache = TTLCache[str, CachedCompletion]


@dataclass(frozen=True, slots=True)
class _Request:
    """What is sent of a question: everything but when."""

    messages: list[dict[str, Any]]
    response_format: dict[str, Any] | None
    temperature: float
    deadline: float
    idempotency_key: str


class OpenAIChat:
    """A ChatModel. Leave its iterators with `aclosing`: that ends the provider's call at once."""

    def __init__(
        self,
        endpoint: Endpoint,
        configured: RoleModel,
        structured: Structured,
        cache: CompletionCache,
        operations: ModelCallTelemetry,
        clock: Callable[[], float],
    ) -> None:
        self._endpoint = endpoint
        self._configured = configured
        self._structured = structured
        self._cache = cache
        self._operations = operations
        self._clock = clock
        self._client = open_client(endpoint)

    @property
    def name(self) -> str:
        return f"{self._endpoint.name}/{self._configured.model}"

    async def answer(
        self, question: ChatRequest, shape: type[Shape]
    ) -> AsyncGenerator[RateLimited | TextDelta | Usage | Completion[Shape], None]:
        addition = schema_instructions(shape, self._structured)
        key = self._key(question, addition, schema=shape.model_json_schema())
        cached = self._find_cached(question, key)
        if cached is not None:
            value = cast(Shape, cast(BaseModel, cached.value).model_copy(deep=True))
            for delta in _to_deltas(_reply(value)):
                yield delta
            yield Completion(value, cached.raw, cached=True)
            return
        request = self._request(question, addition, response_format(shape, self._structured))
        parser, reply = CompletionParser(self._endpoint.name), ReplyBuffer()
        async with aclosing(self._emit_text(request, parser, reply, _reply_extractor(shape))) as events:
            async for event in events:
                yield event
        fitting, missed = _parse(parser.raw, shape)
        if missed is not None:
            request, parser = (
                _to_repair_request(request, parser.raw, missed, shape),
                CompletionParser(self._endpoint.name),
            )
            async with aclosing(self._emit_text(request, parser, reply, _no_text)) as events:
                async for event in events:
                    yield event
            fitting = self._parse_repaired(parser.raw, shape)
        value = cast(Shape, fitting)
        for delta in _to_deltas(reply.repaired(_reply(value)) if missed else reply.end(_reply(value))):
            yield delta
        self._keep(key, CachedCompletion(value.model_copy(deep=True), parser.raw))
        yield Completion(value, parser.raw)

    async def complete(
        self, question: ChatRequest
    ) -> AsyncGenerator[RateLimited | TextDelta | Usage | Completion[str], None]:
        key = self._key(question, "")
        cached = self._find_cached(question, key)
        if cached is not None:
            yield TextDelta(str(cached.value))
            yield Completion(str(cached.value), cached.raw, cached=True)
            return
        parser, reply = CompletionParser(self._endpoint.name), ReplyBuffer()
        async with aclosing(
            self._emit_text(self._request(question, "", None), parser, reply, strip_thoughts)
        ) as events:
            async for event in events:
                yield event
        text = strip_thoughts(parser.raw)
        if not text.strip():
            raise invalid_response(self._endpoint.name, "the answer is empty")
        for delta in _to_deltas(reply.end(text)):
            yield delta
        self._keep(key, CachedCompletion(text, parser.raw))
        yield Completion(text, parser.raw)

    async def _emit_text(
        self, request: _Request, parser: CompletionParser, reply: ReplyBuffer, so_far: Callable[[str], str]
    ) -> AsyncGenerator[RateLimited | TextDelta | Usage, None]:
        """Send one request; of its text, emit what *so_far* extracts for the user."""
        async with aclosing(self._ask(request, parser)) as events:
            async for event in events:
                if not isinstance(event, str):
                    yield event
                    continue
                for delta in _to_deltas(reply.grow(so_far(parser.raw))):
                    yield delta

    async def _ask(
        self, request: _Request, parser: CompletionParser
    ) -> AsyncGenerator[RateLimited | str | Usage, None]:
        """Make one request and fill *parser*; yield each bit of text, and Usage once the provider has taken it on.

        Raises what the provider's failure is, after Usage.
        """
        async with aclosing(self._endpoint.pace(request.deadline)) as waiting:
            async for rate_limited in waiting:
                yield rate_limited
        if self._clock() >= request.deadline:
            raise self._endpoint.broken(TimeoutError("no time left to ask"))
        wrong: ReflowError | None = None
        took: Usage | None = None
        try:
            with self._operations.operation("chat", self._endpoint.name, self._configured.model) as operation:
                try:
                    async with aclosing(self._texts(request, parser)) as texts:
                        async for text in texts:
                            yield text
                    parser.check()
                finally:
                    operation.finish = parser.finish
                    if parser.began:
                        took = to_usage(
                            self._endpoint.name, self._configured.model, parser.usage, self._configured.prices
                        )
                        operation.usage = took
        except ReflowError as error:
            wrong = error
        if took is not None:
            yield took
        if wrong is not None:
            raise wrong

    async def _texts(self, request: _Request, parser: CompletionParser) -> AsyncGenerator[str, None]:
        """Yield the bits of text as they come. What breaks after the model has finished no longer matters."""
        broke: ReflowError | None = None
        try:
            stream = await self._in_time(self._send(request), request.deadline)
            parser.began = True
            async with stream:
                while True:
                    text = parser.take(await self._in_time(anext(stream), request.deadline))
                    if text:
                        yield text
        except StopAsyncIteration:
            return
        except ProviderFailure as error:
            broke = to_error(error, self._endpoint)
        # Raised out here, the failure has no context: its cause holds the request, and that the key.
        if broke is not None and not parser.finish:
            raise broke

    async def _send(self, request: _Request) -> AsyncStream[ChatCompletionChunk]:
        body: dict[str, Any] = {"messages": request.messages}
        if not self._configured.fixed_temperature:
            body["temperature"] = request.temperature
        if request.response_format is not None:
            body["response_format"] = request.response_format
        key = request.idempotency_key
        return cast(
            AsyncStream[ChatCompletionChunk],
            await self._client.chat.completions.create(
                model=self._configured.model,
                **body,
                stream=True,
                stream_options={"include_usage": True},
                extra_headers={"Idempotency-Key": key} if key else None,
                extra_body=self._configured.extra_body,
                timeout=max(0.001, request.deadline - self._clock()),
            ),
        )

    async def _in_time(self, waited: Awaitable[T], deadline: float) -> T:
        """Wait for *waited* until *deadline*, then raise TimeoutError."""
        async with asyncio.timeout(max(0.0, deadline - self._clock())):
            return await waited

    def _request(self, question: ChatRequest, addition: str, form: dict[str, Any] | None) -> _Request:
        conversation = to_messages(question, addition)
        return _Request(conversation, form, question.temperature, question.deadline, question.idempotency_key)

    def _parse_repaired(self, raw: str, shape: type[Shape]) -> Shape:
        try:
            return parse_completion(raw, shape)
        except SchemaMismatch as missed:
            why = f"the answer misses its shape, mended too: {missed}"
            raise invalid_response(self._endpoint.name, why, secrets=self._endpoint.secrets) from None

    def _key(self, question: ChatRequest, addition: str, **others: object) -> str:
        where = [self._endpoint.name, self._endpoint.base_url, self._configured.model, self._structured.value]
        how = [self._configured.fixed_temperature, self._configured.extra_body]
        return fingerprint(question, addition, where=where, how=how, **others)

    def _find_cached(self, question: ChatRequest, key: str) -> CachedCompletion | None:
        return None if question.fresh else self._cache.get(key)

    def _keep(self, key: str, cached: CachedCompletion) -> None:
        if len(cached.raw) <= _MAX_CACHED_CHARS:
            self._cache[key] = cached


def _to_repair_request(request: _Request, raw: str, missed: SchemaMismatch, shape: type[BaseModel]) -> _Request:
    """Return the one further request: the same conversation, the model's answer, and what is wrong with it."""
    key = f"{request.idempotency_key}-repair" if request.idempotency_key else ""
    conversation = [*request.messages, *build_repair_messages(raw, missed, shape)]
    return _Request(conversation, request.response_format, request.temperature, request.deadline, key)


def _parse(raw: str, shape: type[Shape]) -> tuple[Shape | None, SchemaMismatch | None]:
    try:
        return parse_completion(raw, shape), None
    except SchemaMismatch as missed:
        return None, missed


def _reply_extractor(shape: type[BaseModel]) -> Callable[[str], str]:
    return parse_partial_reply if "reply" in shape.model_fields else _no_text


def _no_text(_raw: str) -> str:
    return ""


def _to_deltas(text: str) -> tuple[TextDelta, ...]:
    return (TextDelta(text),) if text else ()


def _reply(value: BaseModel) -> str:
    reply = getattr(value, "reply", "")
    return reply if isinstance(reply, str) else ""
