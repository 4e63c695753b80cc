"""/api/assets: pictures and masks in, pictures out."""

import re

from fastapi import APIRouter, Request, Response
from reflow.v1 import assets_pb2

from services.common.errors import Code, ReflowError
from services.gateway import spelling
from services.gateway.answering import JsonResponse
from services.gateway.bodies import MaskBody, PictureBody
from services.gateway.intake import MaskUpload, PictureUpload, read_mask, read_picture
from services.gateway.openapi import failures, upload_body
from services.gateway.reading import content_type, read_body, read_json, unsupported
from services.gateway.surroundings import Surroundings
from services.gateway.uploading import import_image, import_mask

CREATED = 201
NOT_MODIFIED = 304
RAW = "application/octet-stream"
ACCEPTED = "image/png, image/jpeg, image/webp, application/json"
_ID = re.compile(r"[0-9a-f]{64}")
_PAST = {"url": "https://example.org/cat.png"}
_DRAWN = {"coordinates": [[{"x": 10, "y": 10}, {"x": 90, "y": 10}, {"x": 50, "y": 80}]]}


def asset_routes(world: Surroundings) -> APIRouter:
    """Return the routes about pictures and masks."""
    router = APIRouter(prefix="/api/assets", tags=["pictures"])
    _add_uploads(router, world)
    _add_pictures(router, world)
    return router


def _add_uploads(router: APIRouter, world: Surroundings) -> None:
    @router.post(
        "",
        summary="Take a picture in",
        status_code=CREATED,
        responses=failures(400, 413, 415),
        openapi_extra=upload_body(PictureBody, _PAST),
    )
    async def take_picture(request: Request) -> JsonResponse:
        """Store a PNG, JPEG or WebP (its bytes, base64, or a URL to fetch) and return what is known of it."""
        if _is_raw(request):
            upload, field = PictureUpload(picture=await read_body(request, world)), "body"
        else:
            upload = await read_json(request, world, read_picture)
            field = "url" if upload.url else "base64"
        asset = await import_image(world.upstream, upload, field=field)
        return JsonResponse(spelling.asset(asset), CREATED)

    @router.post(
        "/{asset_id}/masks",
        summary="Take a mask of a picture in",
        status_code=CREATED,
        responses=failures(400, 413, 415),
        openapi_extra=upload_body(MaskBody, _DRAWN),
    )
    async def take_mask(asset_id: str, request: Request) -> JsonResponse:
        """Store a mask: a PNG or JPEG of the picture's aspect, white where to paint, or paths in its pixels."""
        if _is_raw(request):
            mask = MaskUpload(picture=await read_body(request, world))
        else:
            mask = await read_json(request, world, read_mask)
        asset = await import_mask(world.upstream, mask, asset_id, prefix="")
        return JsonResponse(spelling.asset(asset), CREATED)


def _add_pictures(router: APIRouter, world: Surroundings) -> None:
    @router.head("/{name}", include_in_schema=False)
    @router.get(
        "/{name}",
        summary="A picture",
        response_class=Response,
        responses={200: {"content": {"image/png": {}}}, NOT_MODIFIED: {"description": "As known."}, **failures(404)},
    )
    async def picture(name: str, request: Request) -> Response:
        """Return the PNG. It never changes: its id is the SHA-256 of its bytes."""
        asset_id = _known_form(name.removesuffix(".png"))
        headers = {"ETag": f'"{asset_id}"', "Cache-Control": "public, max-age=31536000, immutable"}
        if _matches(request.headers.get("if-none-match", ""), headers["ETag"]):
            return Response(status_code=NOT_MODIFIED, headers=headers)
        content = await world.blobs.get(f"assets/{asset_id}.png")
        if content is None:
            raise ReflowError(Code.ASSET_UNKNOWN, field="assetId")
        return Response(content, media_type="image/png", headers=headers)

    @router.get("/{asset_id}/info", summary="Where a picture came from", responses=failures(404))
    async def info(asset_id: str) -> JsonResponse:
        """Return its size, parent, mask, seed, model, prompt and parameters."""
        asked = assets_pb2.GetAssetRequest(asset_id=_known_form(asset_id))
        answer = await world.upstream.ask(world.upstream.assets.GetAsset, asked)
        return JsonResponse(spelling.asset(answer.asset))


def _is_raw(request: Request) -> bool:
    """Return whether the body is the picture itself. Raises INVALID_INPUT_FORMAT for what is neither."""
    kind = content_type(request)
    if kind.startswith("image/") or kind == RAW:
        return True
    if kind in ("", "application/json"):
        return False
    raise unsupported(kind, ACCEPTED)


def _known_form(asset_id: str) -> str:
    """Return *asset_id*. Raises ASSET_UNKNOWN for what cannot be one: it would name another blob."""
    if _ID.fullmatch(asset_id) is None:
        raise ReflowError(Code.ASSET_UNKNOWN, field="assetId")
    return asset_id


def _matches(if_none_match: str, etag: str) -> bool:
    """Tell whether *etag* is among those the reader has (RFC 9110, 13.1.2: compared weakly)."""
    return etag in (known.strip().removeprefix("W/") for known in if_none_match.split(","))
