"""/api/assets: import of images and masks, download of images."""

import re

from fastapi import APIRouter, Request, Response
from reflow.v1 import assets_pb2

from services.common.errors import Code, ReflowError
from services.common.images.formats import MEDIA_TYPES, media_type
from services.common.images.rejection import MASK, Rejection
from services.gateway.dependencies import Deps
from services.gateway.image_importer import import_image, import_mask
from services.gateway.json_mapper.image_chat import asset_to_json
from services.gateway.openapi import describe_upload, failures
from services.gateway.requests.body import JSON, get_content_type, parse_json, read_body, reject_media_type
from services.gateway.requests.etags import matches_etag
from services.gateway.responses import JsonResponse
from services.gateway.schemas.images import ImageBody, MaskBody
from services.gateway.uploads import ImageUpload, MaskUpload, parse_image, parse_mask

CREATED = 201
NOT_MODIFIED = 304
RAW = "application/octet-stream"
ACCEPTED = "image/png, image/jpeg, image/webp, application/json"
_ID = re.compile(r"[0-9a-f]{64}")
_IMAGE_EXAMPLE = {"url": "https://example.org/cat.png"}
_MASK_EXAMPLE = {"coordinates": [[{"x": 10, "y": 10}, {"x": 90, "y": 10}, {"x": 50, "y": 80}]]}

router = APIRouter(prefix="/api/assets", tags=["pictures"])


@router.post(
    "",
    summary="Import an image",
    operation_id="take_picture_api_assets_post",
    status_code=CREATED,
    responses=failures(400, 413, 415),
    openapi_extra=describe_upload(ImageBody, _IMAGE_EXAMPLE),
)
async def create_image(request: Request, deps: Deps) -> JsonResponse:
    """Store a PNG, JPEG or WebP (its bytes, base64, or a URL to fetch) and return its metadata."""
    if _is_raw(request):
        rejection, max_bytes = Rejection(Code.INVALID_INPUT_FORMAT, "body"), deps.settings.limits.image_bytes
        upload = ImageUpload(data=await read_body(request, deps, max_bytes=max_bytes, rejection=rejection))
        field = "body"
    else:
        upload = await parse_json(request, deps, parse_image, takes_images=True)
        field = "url" if upload.url else "base64"
    asset = await import_image(deps.clients, upload, field=field)
    return JsonResponse(asset_to_json(asset), CREATED)


@router.post(
    "/{asset_id}/masks",
    summary="Import a mask of an image",
    operation_id="take_mask_api_assets__asset_id__masks_post",
    status_code=CREATED,
    responses=failures(400, 413, 415),
    openapi_extra=describe_upload(MaskBody, _MASK_EXAMPLE),
)
async def create_mask(asset_id: str, request: Request, deps: Deps) -> JsonResponse:
    """Store a mask: a PNG or JPEG with the image's aspect ratio, white in the area to paint, or paths in its pixels."""
    if _is_raw(request):
        rejection, max_bytes = Rejection(Code.MASK_DATA_INVALID, "body", MASK), deps.settings.limits.mask_bytes
        mask = MaskUpload(data=await read_body(request, deps, max_bytes=max_bytes, rejection=rejection))
    else:
        mask = await parse_json(request, deps, parse_mask, takes_images=True)
    asset = await import_mask(deps.clients, mask, asset_id, prefix="")
    return JsonResponse(asset_to_json(asset), CREATED)


@router.get(
    "/{name}",
    summary="An image",
    operation_id="picture_api_assets__name__get",
    response_class=Response,
    responses={
        200: {"content": {kind: {} for kind in MEDIA_TYPES.values()}},
        NOT_MODIFIED: {"description": "Not modified."},
        **failures(404),
    },
)
async def get_image(name: str, request: Request, deps: Deps) -> Response:
    """Return the image: a PNG, or the JPEG or WebP that was uploaded.

    An image never changes: its id is the SHA-256 of its bytes.
    """
    asset_id = _validate_id(name.removesuffix(".png"))
    headers = {"ETag": f'"{asset_id}"', "Cache-Control": "public, max-age=31536000, immutable"}
    if matches_etag(request.headers.get("if-none-match", ""), headers["ETag"]):
        return Response(status_code=NOT_MODIFIED, headers=headers)
    content = await deps.blobs.get(f"assets/{asset_id}.png")
    if content is None:
        raise ReflowError(Code.ASSET_UNKNOWN, field="assetId")
    return Response(content, media_type=media_type(content), headers=headers)


@router.get(
    "/{asset_id}/info",
    summary="The metadata of an image",
    operation_id="info_api_assets__asset_id__info_get",
    responses=failures(404),
)
async def get_image_info(asset_id: str, deps: Deps) -> JsonResponse:
    """Return its size, parent, mask, seed, model, prompt and parameters."""
    message = assets_pb2.GetAssetRequest(asset_id=_validate_id(asset_id))
    response = await deps.clients.call(deps.clients.assets.GetAsset, message)
    return JsonResponse(asset_to_json(response.asset))


def _is_raw(request: Request) -> bool:
    """Whether the body is the image itself. Raises INVALID_INPUT_FORMAT for other types than images and JSON."""
    media_type = get_content_type(request)
    if media_type.startswith("image/") or media_type == RAW:
        return True
    if media_type in ("", JSON):
        return False
    raise reject_media_type(media_type, ACCEPTED)


def _validate_id(asset_id: str) -> str:
    """Return *asset_id*. Raises ASSET_UNKNOWN for an invalid one: it would refer to another blob."""
    if _ID.fullmatch(asset_id) is None:
        raise ReflowError(Code.ASSET_UNKNOWN, field="assetId")
    return asset_id
