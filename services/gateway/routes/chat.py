"""POST /api/agent/chat: starts an image chat and streams its events."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Request

from services.common.errors import Code, ReflowError
from services.common.rpc import current_language
from services.common.text.language import Text
from services.gateway.dependencies import Dependencies, Deps
from services.gateway.dialects.chat_sse.dialect import ChatSse
from services.gateway.image_importer import ImageImporter
from services.gateway.openapi import describe_body, failures
from services.gateway.requests.body import IdempotencyKey, parsed_body
from services.gateway.runs.queries import get_session, start_run
from services.gateway.schemas.chat import ChatBody, ChatRequest, parse_chat
from services.gateway.sse import EventStream, create_stream
from services.gateway.uploads import ImageUpload

_NO_IMAGE = Text(
    "不知道遮罩属于哪张图片：请在 maskData.imageUrl 里给出图片地址，或在已经画过图的会话里使用。",
    "The image of the mask is unknown: name it in maskData.imageUrl, or use a session that has one.",
)
_EXAMPLE = {"text": "画一只赛博朋克风格的猫", "size": "1024x1024"}

router = APIRouter(tags=["runs"])


@router.post(
    "/api/agent/chat",
    summary="Request an image",
    response_class=EventStream,
    responses=failures(400, 404, 410, 413, 422, 429, 503),
    openapi_extra=describe_body(ChatBody, _EXAMPLE),
)
async def chat(
    request: Request,
    deps: Deps,
    key: IdempotencyKey,
    body: Annotated[ChatRequest, parsed_body(parse_chat, takes_images=True)],
) -> EventStream:
    """Start a run and stream its events until it ends.

    With `maskData` an area is repainted: given as an image or as paths, on `maskData.imageUrl` or on the last image
    of the session. The header `Idempotency-Key` makes repeating the request safe: the same key starts nothing twice
    and streams the run started first; with another request it is rejected (422). Disconnecting does not stop the run.
    """
    async with ImageImporter(request, deps, key) as importer:
        image_asset_id, mask_asset_id = await _import_images(body, importer, deps)
        chat_input = replace(body.input, image_asset_id=image_asset_id, mask_asset_id=mask_asset_id)
        started = await start_run(chat_input, deps, request_id=key, session_id=body.session_id, digest=body.digest)
    dialect = ChatSse(started.run_id, started.session_id, current_language.get(), deps.expose_details)
    return create_stream(deps, dialect, run_id=started.run_id, session_id=started.session_id)


async def _import_images(chat: ChatRequest, importer: ImageImporter, deps: Dependencies) -> tuple[str, str]:
    """Return the asset ids of the image and of the mask, "" for none."""
    image_asset_id = await _import_image(chat, importer)
    if chat.mask is None:
        return image_asset_id, ""
    if not image_asset_id and chat.session_id:
        image_asset_id = (await get_session(chat.session_id, deps)).last_result.asset_id
    if not image_asset_id:
        raise ReflowError(Code.MASK_DATA_INVALID, _NO_IMAGE, field="maskData.imageUrl")
    return image_asset_id, await importer.import_mask(chat.mask, image_asset_id)


async def _import_image(chat: ChatRequest, importer: ImageImporter) -> str:
    if not chat.image_url:
        return ""
    has_mask = chat.mask is not None
    return await importer.resolve(
        ImageUpload(url=chat.image_url),
        chat.image_field,
        for_mask=has_mask,
        url_error=Code.MASK_DATA_INVALID if has_mask else Code.INVALID_INPUT_FORMAT,
        check_exists=not has_mask,  # the import of the mask checks it
    )
