"""POST images/generations and images/edits. A key (Idempotency-Key) that comes again gets the same picture for nothing.

Shapes: openai.types.ImagesResponse, https://platform.openai.com/docs/api-reference/images. What a filter says:
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

from services.fake_providers import pictures
from services.fake_providers.acts import Act, Failure
from services.fake_providers.multipart import NotMultipart, Part, read_parts
from services.fake_providers.openai.asked import MOST_BYTES, read_json, wanted
from services.fake_providers.openai.chat import tokens
from services.fake_providers.openai.flavours import OPENAI, NotAsked, error_body
from services.fake_providers.script import MESSAGES, Refusal, Reply, Script, Visit

MOST_PICTURES = 10
STANDARD_SIZE = (1_024, 1_024)
SMALLEST, LARGEST = 64, 4_096
TOKENS_A_PICTURE = 1_056


@dataclass(frozen=True)
class Ordered:
    """Pictures to be made; with *picture* an edit, of the whole where there is no mask."""

    model: str
    prompt: str
    size: tuple[int, int]
    count: int
    by_url: bool
    picture: bytes = b""
    mask: bytes = b""


class Images:
    """The doors for pictures, and for fetching those told by URL."""

    def __init__(self, script: Script) -> None:
        self._script = script

    async def generations(self, request: Request) -> Response:
        """Make new pictures."""
        try:
            body = await read_json(request)
            ordered = read_order(body)
        except NotAsked as wrong:
            return self._script.turned_away(request, Visit("openai.images"), wrong.told())
        return await self._made(request, Visit("openai.images", ordered.model, body), ordered)

    async def edits(self, request: Request) -> Response:
        """Change a picture."""
        try:
            parts = read_form(request.headers.get("content-type", ""), await request.body())
            ordered = read_edit(parts)
        except NotAsked as wrong:
            return self._script.turned_away(request, Visit("openai.edits"), wrong.told())
        told = {part.name: part.data if part.filename is not None else part.data.decode() for part in parts}
        return await self._made(request, Visit("openai.edits", ordered.model, told), ordered)

    async def file(self, request: Request) -> Response:
        """Answer a picture that was told by its URL; needs no key."""
        found = self._script.made(f"file {request.path_params['name']}")
        return Response(found, media_type="image/png") if found else Response("not found", 404)

    async def _made(self, request: Request, visit: Visit, ordered: Ordered) -> Response:
        key = request.headers.get("idempotency-key", "")
        remembered = f"{visit.door} {key}" if key else ""

        async def answer(act: Act) -> Reply:
            if act.content_filter:
                refusal = Refusal(Failure.CONTENT, 400, MESSAGES[Failure.CONTENT])
                return Reply(refused(refusal), answered="content_filter")
            if act.answer is not None:
                return Reply(JSONResponse(act.answer), paid=True)
            found = self._script.made(remembered)
            made = found if found is not None else await asyncio.to_thread(paint, ordered)
            # While it was painted another request with the key may have been answered: that one was paid.
            replayed = self._script.made(remembered) is not None
            made = self._script.made(remembered) or made
            self._script.remember(remembered, made)
            told = [] if act.empty else [self._told(request, png, by_url=ordered.by_url) for png in made]
            paid = not replayed and not act.empty
            return Reply(JSONResponse(self._whole(ordered, told, act)), paid=paid, replayed=replayed)

        return await self._script.serve(request, visit, answer, refused)

    def _told(self, request: Request, png: bytes, *, by_url: bool) -> dict[str, Any]:
        if not by_url:
            return {"b64_json": base64.b64encode(png).decode()}
        name = f"{self._script.journal.count}.png"
        self._script.remember(f"file {name}", png)
        return {"url": str(request.url_for("openai_file", name=name))}

    def _whole(self, ordered: Ordered, told: list[dict[str, Any]], act: Act) -> dict[str, Any]:
        spelt = f"{ordered.size[0]}x{ordered.size[1]}"
        body = {"created": int(self._script.now()), "background": "opaque", "data": told, "output_format": "png"}
        body |= {"quality": "medium", "size": spelt}
        words, seen = tokens(ordered.prompt), 323 if ordered.picture else 0
        usage = {
            "input_tokens": words + seen,
            "input_tokens_details": {"image_tokens": seen, "text_tokens": words},
            "output_tokens": TOKENS_A_PICTURE * len(told),
            "total_tokens": words + seen + TOKENS_A_PICTURE * len(told),
        }
        return body | {"usage": usage} if act.usage else body


def paint(ordered: Ordered) -> list[bytes]:
    """Return the pictures ordered, as PNG. Blocking."""
    width, height = ordered.size
    if not ordered.picture:
        return [pictures.painted(ordered.prompt, seed, width, height) for seed in range(ordered.count)]
    mask = pictures.transparent(ordered.mask) if ordered.mask else None
    if mask is None:
        made = [pictures.painted(ordered.prompt, seed + 1, width, height) for seed in range(ordered.count)]
    else:
        made = [pictures.repainted(ordered.picture, mask, ordered.prompt, seed) for seed in range(ordered.count)]
    return [each if pictures.size_of(each) == ordered.size else pictures.scaled(each, width, height) for each in made]


def read_order(body: Mapping[str, Any], picture: bytes = b"", mask: bytes = b"") -> Ordered:
    """Return what *body* orders. Raises NotAsked."""
    prompt, count = wanted(dict(body), "prompt", str), body.get("n", 1)
    if not isinstance(count, int) or not 1 <= count <= MOST_PICTURES:
        raise NotAsked(f"Invalid value for 'n': 1 to {MOST_PICTURES}.", "n")
    default = pictures.size_of(picture) if picture else STANDARD_SIZE
    by_url = body.get("response_format") == "url"
    model = str(body.get("model") or "gpt-image-1")
    return Ordered(model, prompt, _size(body.get("size"), default), count, by_url, picture, mask)


def read_edit(parts: list[Part]) -> Ordered:
    """Return the edit that a form orders. Raises NotAsked."""
    fields = {part.name: part.data.decode(errors="replace") for part in parts if part.filename is None}
    files = {part.name.removesuffix("[]"): part.data for part in parts if part.filename is not None}
    picture, mask = files.get("image", b""), files.get("mask", b"")
    if not picture or not pictures.is_picture(picture):
        raise NotAsked("Invalid image file or mode for image 1, please check your image file.", "image")
    if mask:
        _check_mask(picture, mask)
    count = fields.get("n", "1")
    return read_order(fields | {"n": int(count) if count.isdecimal() else count}, picture, mask)


def read_form(content_type: str, body: bytes) -> list[Part]:
    """Return the parts of a form. Raises NotAsked."""
    if len(body) > MOST_BYTES:
        raise NotAsked("The request is too large.")
    try:
        return read_parts(content_type, body)
    except NotMultipart as wrong:
        raise NotAsked(f"Could not parse the form: {wrong}.") from None


def refused(refusal: Refusal) -> Response:
    """Return *refusal* as the images API words it."""
    if refusal.failure is Failure.CONTENT:
        body = error_body(refusal.message, "image_generation_user_error", "moderation_blocked")
        return JSONResponse(body, refusal.status)
    return OPENAI.refused(refusal)


def _check_mask(picture: bytes, mask: bytes) -> None:
    if not pictures.is_picture(mask) or pictures.transparent(mask) is None:
        raise NotAsked("Invalid mask image format - mask must have an alpha channel.", "mask")
    if pictures.size_of(mask) != pictures.size_of(picture):
        raise NotAsked("Invalid mask image format - mask size does not match image size.", "mask")


def _size(told: Any, default: tuple[int, int]) -> tuple[int, int]:
    if told in (None, "", "auto"):
        return default
    found = re.fullmatch(r"(\d{2,4})x(\d{2,4})", str(told))
    sides = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(SMALLEST <= side <= LARGEST for side in sides):
        raise NotAsked(f"Invalid value for 'size': '{told}'.", "size")
    return sides
