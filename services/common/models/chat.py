"""A chat model behind an OpenAI-compatible endpoint.

Every answer is streamed. What a person reads comes in pieces as it arrives: all of it (`say`), or the field `reply`
(`answer`). An answer of the wrong shape goes back to the model once, without streaming; what was shown of the first
stands, and the mended answer's text is told only where nothing of the first was.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from openai import AsyncStream
from openai.types.chat import ChatCompletionChunk
from pydantic import BaseModel

from services.common.cache import TimedCache
from services.common.errors import ReflowError
from services.common.models.asking import fingerprint, messages
from services.common.models.client import ProviderFailure, failure, open_client
from services.common.models.configuration import RoleModel
from services.common.models.endpoint import Endpoint
from services.common.models.failures import useless
from services.common.models.operations import Operations
from services.common.models.pieces import ReplyPieces
from services.common.models.presets import Structured
from services.common.models.structured import (
    ShapeMissed,
    growing_reply,
    read_answer,
    repair_turn,
    response_format,
    shape_instructions,
    spoken,
)
from services.common.models.turn import Turn, spent
from services.common.models.values import Answer, Held, Piece, Question, Shape, Spent

T = TypeVar("T")

_LONGEST_KEPT = 32_000


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer in the cache: its value, and the model's own words."""

    value: BaseModel | str
    raw: str


AnswerCache = TimedCache[str, Kept]


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
        cache: AnswerCache,
        operations: Operations,
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
        self, question: Question, shape: type[Shape]
    ) -> AsyncGenerator[Held | Piece | Spent | Answer[Shape], None]:
        addition = shape_instructions(shape, self._structured)
        key = self._key(question, addition, schema=shape.model_json_schema())
        kept = self._kept(question, key)
        if kept is not None:
            value = cast(Shape, cast(BaseModel, kept.value).model_copy(deep=True))
            for piece in _pieces(_reply(value)):
                yield piece
            yield Answer(value, kept.raw, cached=True)
            return
        request = self._request(question, addition, response_format(shape, self._structured))
        turn, reply = Turn(self._endpoint.name), ReplyPieces()
        async with aclosing(self._tell(request, turn, reply, _text_for_people(shape))) as told:
            async for event in told:
                yield event
        fitting, missed = _read(turn.raw, shape)
        if missed is not None:
            request, turn = _mending(request, turn.raw, missed, shape), Turn(self._endpoint.name)
            async with aclosing(self._tell(request, turn, reply, _silent)) as told:
                async for event in told:
                    yield event
            fitting = self._mended(turn.raw, shape)
        value = cast(Shape, fitting)
        for piece in _pieces(reply.mended(_reply(value)) if missed else reply.end(_reply(value))):
            yield piece
        self._keep(key, Kept(value.model_copy(deep=True), turn.raw))
        yield Answer(value, turn.raw)

    async def say(self, question: Question) -> AsyncGenerator[Held | Piece | Spent | Answer[str], None]:
        key = self._key(question, "")
        kept = self._kept(question, key)
        if kept is not None:
            yield Piece(str(kept.value))
            yield Answer(str(kept.value), kept.raw, cached=True)
            return
        turn, reply = Turn(self._endpoint.name), ReplyPieces()
        async with aclosing(self._tell(self._request(question, "", None), turn, reply, spoken)) as told:
            async for event in told:
                yield event
        text = spoken(turn.raw)
        if not text.strip():
            raise useless(self._endpoint.name, "the answer is empty")
        for piece in _pieces(reply.end(text)):
            yield piece
        self._keep(key, Kept(text, turn.raw))
        yield Answer(text, turn.raw)

    async def _tell(
        self, request: _Request, turn: Turn, reply: ReplyPieces, so_far: Callable[[str], str]
    ) -> AsyncGenerator[Held | Piece | Spent, None]:
        """Make one request; of its text, tell what *so_far* finds for the person in what has come."""
        async with aclosing(self._ask(request, turn)) as told:
            async for event in told:
                if not isinstance(event, str):
                    yield event
                    continue
                for piece in _pieces(reply.grow(so_far(turn.raw))):
                    yield piece

    async def _ask(self, request: _Request, turn: Turn) -> AsyncGenerator[Held | str | Spent, None]:
        """Make one request and fill *turn*; yield each bit of text, and Spent once the provider has taken it on.

        Raises what the provider's failure is, after Spent.
        """
        async with aclosing(self._endpoint.pace(request.deadline)) as waiting:
            async for held in waiting:
                yield held
        if self._clock() >= request.deadline:
            raise self._endpoint.broken(TimeoutError("no time left to ask"))
        wrong: ReflowError | None = None
        took: Spent | None = None
        try:
            with self._operations.operation("chat", self._endpoint.name, self._configured.model) as operation:
                try:
                    async with aclosing(self._texts(request, turn)) as texts:
                        async for text in texts:
                            yield text
                    turn.check()
                finally:
                    operation.finish = turn.finish
                    if turn.began:
                        took = spent(self._endpoint.name, self._configured.model, turn.usage, self._configured.prices)
                        operation.spent = took
        except ReflowError as error:
            wrong = error
        if took is not None:
            yield took
        if wrong is not None:
            raise wrong

    async def _texts(self, request: _Request, turn: Turn) -> AsyncGenerator[str, None]:
        """Yield the bits of text as they come. What breaks after the model has finished no longer matters."""
        broke: ReflowError | None = None
        try:
            stream = await self._in_time(self._send(request), request.deadline)
            turn.began = True
            async with stream:
                while True:
                    text = turn.take(await self._in_time(anext(stream), request.deadline))
                    if text:
                        yield text
        except StopAsyncIteration:
            return
        except ProviderFailure as error:
            broke = failure(error, self._endpoint)
        # Raised out here, the failure has no context: its cause holds the request, and that the key.
        if broke is not None and not turn.finish:
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

    def _request(self, question: Question, addition: str, form: dict[str, Any] | None) -> _Request:
        conversation = messages(question, addition)
        return _Request(conversation, form, question.temperature, question.deadline, question.idempotency_key)

    def _mended(self, raw: str, shape: type[Shape]) -> Shape:
        try:
            return read_answer(raw, shape)
        except ShapeMissed as missed:
            why = f"the answer misses its shape, mended too: {missed}"
            raise useless(self._endpoint.name, why, secrets=self._endpoint.secrets) from None

    def _key(self, question: Question, addition: str, **others: object) -> str:
        where = [self._endpoint.name, self._endpoint.base_url, self._configured.model, self._structured.value]
        how = [self._configured.fixed_temperature, self._configured.extra_body]
        return fingerprint(question, addition, where=where, how=how, **others)

    def _kept(self, question: Question, key: str) -> Kept | None:
        return None if question.fresh else self._cache.get(key)

    def _keep(self, key: str, kept: Kept) -> None:
        if len(kept.raw) <= _LONGEST_KEPT:
            self._cache.put(key, kept)


def _mending(request: _Request, raw: str, missed: ShapeMissed, shape: type[BaseModel]) -> _Request:
    """Return the one further request: the same conversation, the model's answer, and what is wrong with it."""
    key = f"{request.idempotency_key}-repair" if request.idempotency_key else ""
    conversation = [*request.messages, *repair_turn(raw, missed, shape)]
    return _Request(conversation, request.response_format, request.temperature, request.deadline, key)


def _read(raw: str, shape: type[Shape]) -> tuple[Shape | None, ShapeMissed | None]:
    try:
        return read_answer(raw, shape), None
    except ShapeMissed as missed:
        return None, missed


def _text_for_people(shape: type[BaseModel]) -> Callable[[str], str]:
    return growing_reply if "reply" in shape.model_fields else _silent


def _silent(_raw: str) -> str:
    return ""


def _pieces(text: str) -> tuple[Piece, ...]:
    return (Piece(text),) if text else ()


def _reply(value: BaseModel) -> str:
    reply = getattr(value, "reply", "")
    return reply if isinstance(reply, str) else ""
