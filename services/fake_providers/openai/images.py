"""POST images/generations and images/edits. A repeated Idempotency-Key gets the same image, not charged again.

Shapes: openai.types.ImagesResponse, https://platform.openai.com/docs/api-reference/images. The error of a filter:
moderation_blocked of image_generation_user_error, https://github.com/ucx0204/CarrotMangaTranslator/issues/122.
"""

import asyncio
import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from services.fake_providers import image_generator
from services.fake_providers.behaviors import Behavior, Failure
from services.fake_providers.multipart import MultipartError, Part, parse_parts
from services.fake_providers.openai.chat import estimate_tokens
from services.fake_providers.openai.requests import MAX_BYTES, read_json, require
from services.fake_providers.openai.variants import OPENAI, InvalidRequestError, build_error_body
from services.fake_providers.scenario import MESSAGES, IncomingRequest, ProviderFailure, Reply, Scenario

MAX_IMAGES = 10
STANDARD_SIZE = (1_024, 1_024)
SMALLEST, LARGEST = 64, 4_096
TOKENS_PER_IMAGE = 1_056


@dataclass(frozen=True)
class ImageRequest:
    """Images to generate; with `image` an edit, of the whole image without a mask."""

    model: str
    prompt: str
    size: tuple[int, int]
    count: int
    as_url: bool
    image: bytes = b""
    mask: bytes = b""


class Images:
    """Endpoints for images, and for downloads of images by URL."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario

    async def generations(self, request: Request) -> Response:
        """Generate images."""
        try:
            body = await read_json(request)
            image_request = parse_generation(body)
        except InvalidRequestError as error:
            return self._scenario.reject(request, IncomingRequest("openai.images"), error.to_response())
        return await self._serve(request, IncomingRequest("openai.images", image_request.model, body), image_request)

    async def edits(self, request: Request) -> Response:
        """Edit an image."""
        try:
            parts = parse_form(request.headers.get("content-type", ""), await request.body())
            image_request = parse_edit(parts)
        except InvalidRequestError as error:
            return self._scenario.reject(request, IncomingRequest("openai.edits"), error.to_response())
        fields = {part.name: part.data if part.filename is not None else part.data.decode() for part in parts}
        return await self._serve(request, IncomingRequest("openai.edits", image_request.model, fields), image_request)

    async def file(self, request: Request) -> Response:
        """Return an image by its URL; requires no key."""
        match = self._scenario.get_cached(f"file {request.path_params['name']}")
        return Response(match, media_type="image/png") if match else Response("not found", 404)

    async def _serve(self, request: Request, incoming: IncomingRequest, image_request: ImageRequest) -> Response:
        key = request.headers.get("idempotency-key", "")
        cache_key = f"{incoming.endpoint} {key}" if key else ""

        async def answer(behavior: Behavior) -> Reply:
            if behavior.content_filter:
                failure = ProviderFailure(Failure.CONTENT, 400, MESSAGES[Failure.CONTENT])
                return Reply(render_failure(failure), outcome="content_filter")
            if behavior.answer is not None:
                return Reply(JSONResponse(behavior.answer), paid=True)
            cached = self._scenario.get_cached(cache_key)
            images = cached if cached is not None else await asyncio.to_thread(generate, image_request)
            # Meanwhile another request with the key may have been served, which was charged.
            replayed = self._scenario.get_cached(cache_key) is not None
            images = self._scenario.get_cached(cache_key) or images
            self._scenario.cache_result(cache_key, images)
            as_url = image_request.as_url
            data = [] if behavior.empty else [self._build_image(request, png, as_url=as_url) for png in images]
            paid = not replayed and not behavior.empty
            return Reply(JSONResponse(self._build_body(image_request, data, behavior)), paid=paid, replayed=replayed)

        return await self._scenario.serve(request, incoming, answer, render_failure)

    def _build_image(self, request: Request, png: bytes, *, as_url: bool) -> dict[str, Any]:
        if not as_url:
            return {"b64_json": base64.b64encode(png).decode()}
        name = f"{self._scenario.request_log.count}.png"
        self._scenario.cache_result(f"file {name}", png)
        return {"url": str(request.url_for("openai_file", name=name))}

    def _build_body(
        self, image_request: ImageRequest, data: list[dict[str, Any]], behavior: Behavior
    ) -> dict[str, Any]:
        size_text = f"{image_request.size[0]}x{image_request.size[1]}"
        body = {"created": int(self._scenario.now()), "background": "opaque", "data": data, "output_format": "png"}
        body |= {"quality": "medium", "size": size_text}
        text_tokens, image_tokens = estimate_tokens(image_request.prompt), 323 if image_request.image else 0
        usage = {
            "input_tokens": text_tokens + image_tokens,
            "input_tokens_details": {"image_tokens": image_tokens, "text_tokens": text_tokens},
            "output_tokens": TOKENS_PER_IMAGE * len(data),
            "total_tokens": text_tokens + image_tokens + TOKENS_PER_IMAGE * len(data),
        }
        return body | {"usage": usage} if behavior.usage else body


def generate(image_request: ImageRequest) -> list[bytes]:
    """Return the requested images as PNG. Blocking."""
    width, height = image_request.size
    if not image_request.image:
        return [
            image_generator.generate_png(image_request.prompt, seed, width, height)
            for seed in range(image_request.count)
        ]
    mask = image_generator.read_transparency(image_request.mask) if image_request.mask else None
    if mask is None:
        images = [
            image_generator.generate_png(image_request.prompt, seed + 1, width, height)
            for seed in range(image_request.count)
        ]
    else:
        images = [
            image_generator.inpaint_png(image_request.image, mask, image_request.prompt, seed)
            for seed in range(image_request.count)
        ]
    return [
        each
        if image_generator.read_size(each) == image_request.size
        else image_generator.resize_png(each, width, height)
        for each in images
    ]


def parse_generation(body: Mapping[str, Any], image: bytes = b"", mask: bytes = b"") -> ImageRequest:
    """Return the request in *body*. Raises InvalidRequestError."""
    prompt, count = require(dict(body), "prompt", str), body.get("n", 1)
    if not isinstance(count, int) or not 1 <= count <= MAX_IMAGES:
        raise InvalidRequestError(f"Invalid value for 'n': 1 to {MAX_IMAGES}.", "n")
    default = image_generator.read_size(image) if image else STANDARD_SIZE
    by_url = body.get("response_format") == "url"
    model = str(body.get("model") or "gpt-image-1")
    return ImageRequest(model, prompt, _parse_size(body.get("size"), default), count, by_url, image, mask)


def parse_edit(parts: list[Part]) -> ImageRequest:
    """Return the edit in a form. Raises InvalidRequestError."""
    fields = {part.name: part.data.decode(errors="replace") for part in parts if part.filename is None}
    files = {part.name.removesuffix("[]"): part.data for part in parts if part.filename is not None}
    image, mask = files.get("image", b""), files.get("mask", b"")
    if not image or not image_generator.is_image(image):
        raise InvalidRequestError("Invalid image file or mode for image 1, please check your image file.", "image")
    if mask:
        _validate_mask(image, mask)
    count = fields.get("n", "1")
    return parse_generation(fields | {"n": int(count) if count.isdecimal() else count}, image, mask)


def parse_form(content_type: str, body: bytes) -> list[Part]:
    """Return the parts of a form. Raises InvalidRequestError."""
    if len(body) > MAX_BYTES:
        raise InvalidRequestError("The request is too large.")
    try:
        return parse_parts(content_type, body)
    except MultipartError as error:
        raise InvalidRequestError(f"Could not parse the form: {error}.") from None


def render_failure(failure: ProviderFailure) -> Response:
    """Return *failure* in the format of the images API."""
    if failure.failure is Failure.CONTENT:
        body = build_error_body(failure.message, "image_generation_user_error", "moderation_blocked")
        return JSONResponse(body, failure.status)
    return OPENAI.render_failure(failure)


def _validate_mask(image: bytes, mask: bytes) -> None:
    if not image_generator.is_image(mask) or image_generator.read_transparency(mask) is None:
        raise InvalidRequestError("Invalid mask image format - mask must have an alpha channel.", "mask")
    if image_generator.read_size(mask) != image_generator.read_size(image):
        raise InvalidRequestError("Invalid mask image format - mask size does not match image size.", "mask")


def _parse_size(size: Any, default: tuple[int, int]) -> tuple[int, int]:
    if size in (None, "", "auto"):
        return default
    match = re.fullmatch(r"(\d{2,4})x(\d{2,4})", str(size))
    sides = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(SMALLEST <= side <= LARGEST for side in sides):
        raise InvalidRequestError(f"Invalid value for 'size': '{size}'.", "size")
    return sides
