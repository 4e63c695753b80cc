"""A chat model behind an OpenAI-compatible endpoint.

Every completion is streamed if the provider supports it. Text for the user is emitted while it arrives: all
(`complete`), or the field `reply` (`answer`). A completion that does not match the schema is sent back to the model
once, without streaming. Emitted text of the first completion is not retracted; the text of the repaired one is emitted
only if nothing was emitted before.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, cast

from cachetools import TTLCache
from pydantic import BaseModel

from services.common.contract.activity import Usage
from services.common.errors import Code, ReflowError
from services.common.llm.client import Exchange
from services.common.llm.configuration import Provider, RoleModel
from services.common.llm.endpoint import Endpoint
from services.common.llm.presets import ToolCalling
from services.common.llm.structured_output import (
    SchemaMismatch,
    build_repair_messages,
    parse_completion,
    response_format,
    schema_instructions,
)
from services.common.llm.telemetry import ModelCallTelemetry
from services.common.llm.tool_prompt import JsonReply, to_json_request, to_reply
from services.common.llm.values import AgentReply, ChatRequest, Completion, ModelTool, RateLimited, Shape, TextDelta
from services.common.llm.wire.completion_parser import CompletionParser, to_usage
from services.common.llm.wire.delta_buffer import ReplyBuffer
from services.common.llm.wire.reply_text import NoText, PlainText, ReplyField, ReplyText, strip_thoughts
from services.common.llm.wire.request_mapper import fingerprint, to_messages, to_tools

_MAX_CACHED_CHARS = 32_000


@dataclass(frozen=True, slots=True)
class CachedCompletion:
    """A cached completion: its value, and the raw text of the model."""

    value: BaseModel | str
    raw: str


CompletionCache = TTLCache[str, CachedCompletion]


@dataclass(frozen=True, slots=True)
class _Request:
    """The body of a request, and the predicate that recognizes a complete response by its text."""

    messages: list[dict[str, Any]]
    response_format: dict[str, Any] | None
    temperature: float
    deadline: float
    idempotency_key: str
    is_complete: Callable[[str], bool]
    tools: tuple[ModelTool, ...] = ()


class OpenAIChat:
    """A ChatModel. Leave its iterators with `aclosing`: that ends the provider's call at once."""

    def __init__(
        self,
        endpoint: Endpoint,
        provider: Provider,
        configured: RoleModel,
        cache: CompletionCache,
        operations: ModelCallTelemetry,
        clock: Callable[[], float],
    ) -> None:
        self._endpoint = endpoint
        self._provider = provider
        self._configured = configured
        self._structured = configured.structured or provider.structured
        self._tool_calling = configured.tool_calling or provider.tool_calling
        self._cache = cache
        self._operations = operations
        self._clock = clock

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
        request = self._request(question, addition, response_format(shape, self._structured), _is_shape(shape))
        parser, reply = CompletionParser(self._endpoint.invalid), ReplyBuffer()
        async with aclosing(self._emit_text(request, parser, reply, _reply_text(shape))) as events:
            async for event in events:
                yield event
        fitting, missed = _parse(parser.raw, shape)
        if missed is not None:
            request = _to_repair_request(request, parser.raw, missed, shape)
            parser = CompletionParser(self._endpoint.invalid)
            async with aclosing(self._emit_text(request, parser, reply, NoText())) as events:
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
        parser, reply = CompletionParser(self._endpoint.invalid), ReplyBuffer()
        request = self._request(question, "", None, _is_never_complete)
        async with aclosing(self._emit_text(request, parser, reply, PlainText())) as events:
            async for event in events:
                yield event
        text = strip_thoughts(parser.raw)
        if not text.strip():
            raise self._endpoint.invalid("the answer is empty")
        for delta in _to_deltas(reply.end(text)):
            yield delta
        self._keep(key, CachedCompletion(text, parser.raw))
        yield Completion(text, parser.raw)

    async def reply(
        self, question: ChatRequest, tools: tuple[ModelTool, ...]
    ) -> AsyncGenerator[RateLimited | TextDelta | Usage | Completion[AgentReply], None]:
        if tools and self._tool_calling is ToolCalling.JSON:
            events = self.answer(replace(to_json_request(question, tools), fresh=True), JsonReply)
            async with aclosing(events):
                async for event in events:
                    yield Completion(to_reply(event.value), event.raw) if isinstance(event, Completion) else event
            return
        parser, reply = CompletionParser(self._endpoint.invalid), ReplyBuffer()
        request = replace(self._request(question, "", None, _is_never_complete), tools=tools)
        async with aclosing(self._emit_text(request, parser, reply, PlainText())) as deltas:
            async for delta in deltas:
                yield delta
        text = strip_thoughts(parser.raw)
        if not text.strip() and not parser.tool_calls:
            raise self._endpoint.invalid("the answer is empty")
        for rest in _to_deltas(reply.end(text)):
            yield rest
        yield Completion(AgentReply(text, parser.tool_calls), parser.raw)

    async def _emit_text(
        self, request: _Request, parser: CompletionParser, reply: ReplyBuffer, extractor: ReplyText
    ) -> AsyncGenerator[RateLimited | TextDelta | Usage, None]:
        """Send one request; emit the part of its text that *extractor* returns for the user."""
        async with aclosing(self._ask(request, parser)) as events:
            async for event in events:
                if not isinstance(event, str):
                    yield event
                    continue
                for delta in _to_deltas(reply.grow(extractor.feed(event))):
                    yield delta

    async def _ask(
        self, request: _Request, parser: CompletionParser
    ) -> AsyncGenerator[RateLimited | str | Usage, None]:
        """Make one request and fill *parser*; yield each chunk of text, and Usage once the provider has accepted it.

        Raises the provider's failure, after Usage.
        """
        async with aclosing(self._endpoint.pace(request.deadline)) as waiting:
            async for rate_limited in waiting:
                yield rate_limited
        if self._clock() >= request.deadline:
            raise self._endpoint.broken(TimeoutError("no time left for a request"))
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
        """Yield the chunks of text as they arrive. Failures after the end of the completion are ignored."""
        exchange = Exchange(self._endpoint, request.deadline, self._clock)
        objects = exchange.post(
            "/chat/completions",
            self._body(request),
            idempotency_key=request.idempotency_key,
            has_finished=lambda: parser.ended,
        )
        failure: ReflowError | None = None
        try:
            async with aclosing(objects):
                async for one in objects:
                    parser.began = True
                    text = parser.take(one)
                    if text:
                        yield text
        except ReflowError as error:
            failure = error
        parser.began = exchange.began
        parser.done = exchange.done or request.is_complete(parser.raw)
        if failure is not None and (failure.code is Code.CONTENT_REFUSED or not parser.ended):
            raise failure

    def _body(self, request: _Request) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._configured.model, "messages": request.messages}
        if not self._configured.fixed_temperature:
            body["temperature"] = request.temperature
        if request.response_format is not None:
            body["response_format"] = request.response_format
        if request.tools:
            body["tools"] = to_tools(request.tools)
        if self._provider.stream:
            body["stream"] = True
        if self._provider.stream and self._provider.stream_options:
            body["stream_options"] = {"include_usage": True}
        return {**body, **self._configured.extra_body}

    def _request(
        self, question: ChatRequest, addition: str, form: dict[str, Any] | None, is_complete: Callable[[str], bool]
    ) -> _Request:
        conversation, key = to_messages(question, addition), question.idempotency_key
        return _Request(conversation, form, question.temperature, question.deadline, key, is_complete)

    def _parse_repaired(self, raw: str, shape: type[Shape]) -> Shape:
        try:
            return parse_completion(raw, shape)
        except SchemaMismatch as missed:
            raise self._endpoint.invalid(
                f"the answer violates its schema, also after a repair request: {missed}"
            ) from None

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
    """Return the repair request: the same conversation, the model's answer, and its problems."""
    key = f"{request.idempotency_key}-repair" if request.idempotency_key else ""
    conversation = [*request.messages, *build_repair_messages(raw, missed, shape)]
    return replace(request, messages=conversation, idempotency_key=key)


def _parse(raw: str, shape: type[Shape]) -> tuple[Shape | None, SchemaMismatch | None]:
    try:
        return parse_completion(raw, shape), None
    except SchemaMismatch as missed:
        return None, missed


def _is_shape(shape: type[BaseModel]) -> Callable[[str], bool]:
    """Return a predicate for texts that are a complete value of *shape*."""
    return lambda raw: _parse(raw, shape)[0] is not None


def _is_never_complete(_raw: str) -> bool:
    """Return False: plain text does not show whether it is complete."""
    return False


def _reply_text(shape: type[BaseModel]) -> ReplyText:
    return ReplyField() if "reply" in shape.model_fields else NoText()


def _to_deltas(text: str) -> tuple[TextDelta, ...]:
    return (TextDelta(text),) if text else ()


def _reply(value: BaseModel) -> str:
    reply = getattr(value, "reply", "")
    return reply if isinstance(reply, str) else ""
