"""The OpenAI-compatible images API. Implements services.executor.engines.PictureSource.

Wire shapes: the types of the openai package (image_generate_params, image_edit_params, images_response) and
https://platform.openai.com/docs/api-reference/images. The API has no tasks: one request is one picture, answered
when it is painted, and the request's Idempotency-Key is what keeps a second one from being paid, where the provider
honours it.
"""

import asyncio
import base64
import binascii
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
from anyio import BrokenWorkerProcess
from pydantic import BaseModel, Field, ValidationError

from services.common.errors import Code, ReflowError
from services.common.models.configuration import ImageEngineModel, Prices
from services.common.models.endpoint import CONNECT_SECONDS, Endpoint
from services.common.models.values import Spent
from services.common.workers import Workers
from services.executor import wording
from services.executor.adapters.addresses import AllowList
from services.executor.adapters.computations import framed_for_edit
from services.executor.adapters.fetching import FetchLimits, fetch_image
from services.executor.domain.prompts import without_marks
from services.executor.domain.sizes import Size, nearest_size
from services.executor.engines import Order, Received, Telling, Waiting, Working

# Every GPT image model makes these; other models need `sizes` in the configuration.
STANDARD_SIZES: tuple[Size, ...] = ((1024, 1024), (1536, 1024), (1024, 1536))
# The API wants words; these ask for what a repaint without words means.
FILL_IN = (
    "Fill the masked area so that it continues its surroundings naturally: "
    "the same background, light, colours and texture, no new objects and no text."
)
MILLION = 1_000_000
# One is ordered.
MOST_PICTURES = 10
MOST_TOKENS = 1_000_000_000


class _Picture(BaseModel):
    b64_json: str | None = None
    url: str | None = None


class _Usage(BaseModel):
    input_tokens: int = Field(0, ge=0, le=MOST_TOKENS)
    output_tokens: int = Field(0, ge=0, le=MOST_TOKENS)


class _Answer(BaseModel):
    data: list[_Picture] | None = Field(None, max_length=MOST_PICTURES)
    usage: Any = None


@dataclass(frozen=True, slots=True)
class OpenAiImages:
    """Orders one picture a request from *model*; repaints from *edit_model*. *clock* is that of order.deadline."""

    endpoint: Endpoint
    model: str
    edit_model: str
    workers: Workers
    clock: Callable[[], float]
    sizes: tuple[Size, ...] = STANDARD_SIZES
    prices: Prices = field(default_factory=Prices)
    fetching: FetchLimits = field(default_factory=FetchLimits)
    allow: AllowList = field(default_factory=AllowList)

    async def generate(self, order: Order) -> Telling:
        size = nearest_size((order.width, order.height), self.sizes)
        asked = {"model": self.model, "prompt": without_marks(order.prompt), "n": 1, "size": _spelt(size)}
        async for told in self._ask("images/generations", self.model, order, json=asked):
            yield told

    async def edit(self, order: Order, picture: bytes, mask: bytes) -> Telling:
        size = nearest_size((order.width, order.height), self.sizes)
        waiting_since = self.clock()
        if self.workers.busy:
            yield Waiting()
        async with self.workers.place():
            order = order.later(self.clock() - waiting_since)
            image, transparent = await self._framed(picture, mask, size)
        prompt = without_marks(order.prompt).strip() or FILL_IN
        asked = {"model": self.edit_model, "prompt": prompt, "n": "1", "size": _spelt(size)}
        files = {"image": ("image.png", image, "image/png"), "mask": ("mask.png", transparent, "image/png")}
        async for told in self._ask("images/edits", self.edit_model, order, data=asked, files=files):
            yield told

    async def _framed(self, picture: bytes, mask: bytes, size: Size) -> tuple[bytes, bytes]:
        try:
            return await self.workers.compute(framed_for_edit, picture, mask, size)
        except BrokenWorkerProcess as error:
            details = "the process that framed the picture died"
            raise ReflowError(Code.EXECUTION_FAILED, details=details, node="executor") from error

    async def _ask(self, path: str, model: str, order: Order, **content: Any) -> Telling:
        async for held in self.endpoint.pace(order.deadline):
            yield Working(0.0, wording.held(held.seconds))
        yield Working(0.0, wording.asking(model))
        answer = await self._answer(path, order, content)
        pictures = answer.data or []
        yield self._spent(model, len(pictures), _usage(answer.usage))
        if not pictures:
            raise _useless("no picture in it")
        if pictures[0].url:
            yield Working(0.9, wording.RECEIVING)
        yield Received(await self._bytes(pictures[0], order.deadline))

    async def _answer(self, path: str, order: Order, content: Mapping[str, Any]) -> _Answer:
        """Return what the provider answers by the order's deadline."""
        headers = {"Idempotency-Key": order.idempotency_key}
        left = max(0.0, order.deadline - self.clock())
        try:
            async with asyncio.timeout(left):
                timeout = httpx.Timeout(left, connect=min(left, CONNECT_SECONDS))
                response = await self.endpoint.http.post(path, headers=headers, timeout=timeout, **content)
        except (httpx.HTTPError, TimeoutError) as error:
            raise self.endpoint.broken(error, "executor") from None
        if response.status_code != httpx.codes.OK:
            raise self.endpoint.refused(response.status_code, response.headers, response.text, "executor")
        try:
            return _Answer.model_validate_json(response.content)
        except ValidationError as error:
            raise _useless(f"{error.error_count()} faults, {error.errors()[0]['type']} first") from None

    async def _bytes(self, picture: _Picture, deadline: float) -> bytes:
        if picture.b64_json:
            try:
                return base64.b64decode(picture.b64_json, validate=True)
            except (binascii.Error, ValueError) as error:
                raise _useless(f"base64: {error}") from None
        if not picture.url:
            raise _useless("a picture with neither b64_json nor url")
        seconds = max(0.001, deadline - self.clock())
        limits = FetchLimits(self.fetching.most_bytes, seconds, self.fetching.redirects)
        try:
            return await fetch_image(picture.url, limits, error=Code.LLM_API_ERROR, field=None, allow=self.allow)
        except ReflowError as error:
            # Its text is for somebody who gave the address; this one was the provider's.
            raise _useless(f"its url: {error.text.en} {error.details}") from None

    def _spent(self, model: str, images: int, usage: _Usage) -> Spent:
        prices = self.prices
        tokens = usage.input_tokens * prices.input + usage.output_tokens * prices.output
        cost = images * prices.image + tokens / MILLION
        currency = prices.currency if cost else ""
        name = self.endpoint.name
        return Spent(name, model, usage.input_tokens, usage.output_tokens, images, cost, currency)


def configured_sizes(engine: ImageEngineModel) -> tuple[Size, ...]:
    """Return the sizes that *engine* makes by its configuration, the standard ones where it says nothing."""
    parsed = tuple(tuple(int(side) for side in size.split("x")) for size in engine.sizes)
    return tuple((width, height) for width, height in parsed) or STANDARD_SIZES


def _spelt(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def _usage(told: object) -> _Usage:
    """Return what *told* says; nothing where it makes no sense, for the picture is there all the same."""
    try:
        return _Usage.model_validate(told)
    except ValidationError:
        return _Usage()


def _useless(why: str) -> ReflowError:
    return ReflowError(Code.LLM_API_ERROR, details=f"broken answer: {why}", node="executor")
