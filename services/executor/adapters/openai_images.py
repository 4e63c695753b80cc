"""The OpenAI-compatible images API. Implements services.executor.domain.image_engine.ImageProvider.

Wire shapes: the types of the openai package (image_generate_params, image_edit_params, images_response) and
https://platform.openai.com/docs/api-reference/images. The API has no tasks: one request is one image, and the response
arrives when the image is generated. Many providers ignore the request's Idempotency-Key, so a request is sent once for
all attempts of a step (orders.py).
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
from pydantic import BaseModel, Field, ValidationError

from services.common.contract.activity import Usage
from services.common.contract.image_chat import ReferenceUse
from services.common.errors import Code, ReflowError
from services.common.images.formats import media_type
from services.common.llm.configuration import ImageEngineModel, Prices
from services.common.llm.endpoint import CONNECT_SECONDS, Endpoint
from services.common.llm.provider_errors import has_error_object
from services.common.network.address_policy import AllowList
from services.common.text.language import Text
from services.executor import texts
from services.executor.adapters.image_downloader import DownloadLimits
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import frame_for_edit
from services.executor.adapters.orders import (
    NODE,
    NOT_SENT,
    OrderBook,
    OutcomeUnknownError,
    PaidImage,
    image_unusable,
    is_rejection,
    outcome_unknown,
)
from services.executor.adapters.paid_images import fetch_paid_image, is_data_url
from services.executor.domain.image_engine import (
    EngineAbilities,
    ImageRequest,
    ProviderEvents,
    Running,
    TaskStore,
    WaitingForWorker,
)
from services.executor.domain.prompt_markers import strip_markers
from services.executor.domain.sizes import Size, find_nearest_size

# Sizes of all GPT image models; other models need `sizes` in the configuration.
STANDARD_SIZES: tuple[Size, ...] = ((1024, 1024), (1536, 1024), (1024, 1536))
# The API requires a prompt; this one replaces an empty prompt.
FILL_PROMPT = (
    "Fill the masked area so that it continues its surroundings naturally: "
    "the same background, light, colors and texture, no new objects and no text."
)
MILLION = 1_000_000
# One image is requested.
MAX_IMAGES = 10
MAX_TOKENS = 1_000_000_000


class _Image(BaseModel):
    b64_json: str | None = None
    url: str | None = None

    @property
    def address(self) -> str:
        """URL of the image; a data URL for base64 content, which some providers already send as a data URL."""
        if not self.b64_json:
            return self.url or ""
        return self.b64_json if is_data_url(self.b64_json) else f"data:;base64,{self.b64_json}"


class _Usage(BaseModel):
    input_tokens: int = Field(0, ge=0, le=MAX_TOKENS)
    output_tokens: int = Field(0, ge=0, le=MAX_TOKENS)


class _Response(BaseModel):
    data: list[_Image] | None = Field(None, max_length=MAX_IMAGES)
    usage: Any = None


@dataclass(frozen=True, slots=True)
class OpenAiProvider:
    """Requests one image at a time from *model*, edits from *edit_model*; *tasks* records its orders.

    *clock* is the clock of the deadlines, in seconds.
    """

    endpoint: Endpoint
    model: str
    edit_model: str
    tasks: TaskStore
    pipeline: ImagePipeline
    clock: Callable[[], float]
    sizes: tuple[Size, ...] = STANDARD_SIZES
    prices: Prices = field(default_factory=Prices)
    download_limits: DownloadLimits = field(default_factory=DownloadLimits)
    allow: AllowList = field(default_factory=AllowList)

    @property
    def abilities(self) -> EngineAbilities:
        return EngineAbilities(can_repaint=True, reference_uses=(ReferenceUse.PIXELS,), sizes=self.sizes)

    async def find_problem(self) -> Text | None:
        return self.endpoint.problem

    async def generate(self, image_request: ImageRequest) -> ProviderEvents:
        size = _format_size(find_nearest_size((image_request.width, image_request.height), self.sizes))
        prompt, reference = strip_markers(image_request.prompt), image_request.reference
        if reference is None:
            path, model = "images/generations", self.model
            content: dict[str, Any] = {"json": {"model": model, "prompt": prompt, "n": 1, "size": size}}
        else:
            # An edit without a mask: the model receives the image and generates another one.
            path, model, prompt = "images/edits", self.edit_model, reference.build_instruction(prompt) + prompt
            content = {"data": {"model": model, "prompt": prompt, "n": "1", "size": size}}
            kind = media_type(reference.image)
            content["files"] = {"image": (f"reference.{kind.removeprefix('image/')}", reference.image, kind)}
        async for event in self._request(path, model, image_request, **content):
            yield event

    async def edit(self, image_request: ImageRequest, image: bytes, mask: bytes) -> ProviderEvents:
        size = find_nearest_size((image_request.width, image_request.height), self.sizes)
        waiting_since = self.clock()
        if self.pipeline.is_busy:
            yield WaitingForWorker()
        async with self.pipeline.slot():
            image_request = image_request.extend(self.clock() - waiting_since)
            framed_image, transparent_mask = await self.pipeline.run(frame_for_edit, image, mask, size)
        prompt = strip_markers(image_request.prompt).strip() or FILL_PROMPT
        parameters = {"model": self.edit_model, "prompt": prompt, "n": "1", "size": _format_size(size)}
        files = {"image": ("image.png", framed_image, "image/png"), "mask": ("mask.png", transparent_mask, "image/png")}
        async for event in self._request("images/edits", self.edit_model, image_request, data=parameters, files=files):
            yield event

    async def _request(self, path: str, model: str, image_request: ImageRequest, **content: Any) -> ProviderEvents:
        """Order an image, or resume the order of an earlier attempt."""
        key, orders = image_request.idempotency_key, OrderBook(self.tasks)
        placed = await orders.find(key)
        if placed is None:
            async for limited in self.endpoint.pace(image_request.deadline):
                yield Running(0.0, texts.rate_limited(limited.seconds))
            yield Running(0.0, texts.waiting_for_model(model))
            try:
                response = await orders.place(key, lambda: self._send(path, image_request, content))
            except ReflowError as error:
                if error.code is Code.OUTCOME_UNKNOWN:
                    yield self._to_usage(model, 1, _Usage())
                raise
            images = response.data or []
            if images:
                await orders.record_image(key, images[0].address)
            else:
                await orders.remove(key)  # nothing was paid
            yield self._to_usage(model, len(images), _parse_usage(response.usage))
            if not images:
                raise ReflowError(Code.LLM_API_ERROR, details="broken answer: no image in it", node=NODE)
            url = images[0].address
        elif isinstance(placed, PaidImage):
            url = placed.url
        else:
            yield self._to_usage(model, 1, _Usage())
            raise outcome_unknown("an earlier attempt sent the request, and no answer arrived")
        if not is_data_url(url):
            yield Running(0.9, texts.RECEIVING)
        seconds = max(0.001, image_request.deadline - self.clock())
        limits = replace(self.download_limits, seconds=seconds)
        received = await fetch_paid_image(url, limits, self.allow, self.endpoint)
        yield received
        if received.is_base64:
            await orders.forget_image(key)

    async def _send(self, path: str, image_request: ImageRequest, content: Mapping[str, Any]) -> _Response:
        """Return the response of the provider, received by the deadline; OutcomeUnknownError if it may be paid."""
        headers = {"Idempotency-Key": image_request.idempotency_key}
        left = max(0.0, image_request.deadline - self.clock())
        try:
            async with asyncio.timeout(left):
                timeout = httpx.Timeout(left, connect=min(left, CONNECT_SECONDS))
                response = await self.endpoint.http.post(path, headers=headers, timeout=timeout, **content)
        except NOT_SENT as error:
            raise self.endpoint.broken(error, NODE) from None
        except (httpx.HTTPError, TimeoutError) as error:
            raise OutcomeUnknownError(self.endpoint.broken(error, NODE)) from None
        if response.status_code != httpx.codes.OK:
            text = response.text
            failed = self.endpoint.to_error(response.status_code, response.headers, text, NODE)
            rejected = is_rejection(response.status_code, has_error_object=has_error_object(text))
            raise failed if rejected else OutcomeUnknownError(failed)
        try:
            return _Response.model_validate_json(response.content)
        except ValidationError as error:
            faults = f"{error.error_count()} faults, {error.errors()[0]['type']} first"
            raise OutcomeUnknownError(image_unusable(f"broken answer: {faults}")) from None

    def _to_usage(self, model: str, images: int, usage: _Usage) -> Usage:
        prices = self.prices
        tokens = usage.input_tokens * prices.input + usage.output_tokens * prices.output
        cost = images * prices.image + tokens / MILLION
        currency = prices.currency if cost else ""
        name = self.endpoint.name
        return Usage(name, model, usage.input_tokens, usage.output_tokens, images, cost, currency)


def parse_sizes(engine: ImageEngineModel) -> tuple[Size, ...]:
    """Return the configured sizes of *engine*, the standard ones if none are configured."""
    parsed = tuple(tuple(int(side) for side in size.split("x")) for size in engine.sizes)
    return tuple((width, height) for width, height in parsed) or STANDARD_SIZES


def _format_size(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def _parse_usage(usage: object) -> _Usage:
    """Parse *usage*; an invalid one counts as no usage, since the image has arrived."""
    try:
        return _Usage.model_validate(usage)
    except ValidationError:
        return _Usage()
