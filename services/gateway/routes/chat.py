"""POST /api/agent/chat: a wish in, the run's events out."""

from fastapi import APIRouter, Request
from reflow.v1 import assets_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.gateway.bodies import ChatBody
from services.gateway.intake import (
    MaskUpload,
    PictureUpload,
    Wish,
    own_asset,
    read_chat,
    request_id,
    start_request,
)
from services.gateway.openapi import failures, json_body
from services.gateway.reading import read_json
from services.gateway.streaming import EventStream, event_stream
from services.gateway.surroundings import Surroundings
from services.gateway.uploading import import_image, import_mask

_NO_PICTURE = Text(
    "不知道遮罩属于哪张图片：请在 maskData.imageUrl 里给出图片地址，或在已经画过图的会话里使用。",
    "Which picture the mask belongs to is not known: name it in maskData.imageUrl, or use a session that has one.",
)
_EXAMPLE = {"text": "画一只赛博朋克风格的猫", "size": "1024x1024"}


def chat_routes(world: Surroundings) -> APIRouter:
    """Return the route that starts runs."""
    router = APIRouter(tags=["runs"])

    @router.post(
        "/api/agent/chat",
        summary="Say what you would like to see",
        response_class=EventStream,
        responses=failures(400, 404, 410, 413, 429, 503),
        openapi_extra=json_body(ChatBody, _EXAMPLE),
    )
    async def chat(request: Request) -> EventStream:
        """Start a run and stream its events until it ends.

        With `maskData` the marked area is repainted: as a picture or as drawn paths, on `maskData.imageUrl` or on the
        last picture of the session. The header `Idempotency-Key` makes repeating the request safe: the same key
        starts nothing twice and streams the run started first. Leaving the stream does not stop the run.
        """
        key = request_id(request.headers.get("idempotency-key"))
        wish = await read_json(request, world, read_chat)
        image, mask = await _take_in(wish, request, world)
        started = await world.upstream.ask(
            world.upstream.orchestrator.StartRun,
            start_request(wish, request_id=key, image_asset_id=image, mask_asset_id=mask),
        )
        return event_stream(world, started.run_id, started.session_id, after=0)

    return router


async def _take_in(wish: Wish, request: Request, world: Surroundings) -> tuple[str, str]:
    """Return the asset ids of the picture and of the mask, "" for none, both taken in."""
    image = await _image(wish, request, world)
    if wish.mask is None:
        return image, ""
    return await _masked(wish, wish.mask, image, world)


async def _image(wish: Wish, request: Request, world: Surroundings) -> str:
    if not wish.image_url:
        return ""

    def is_own_host(netloc: str) -> bool:
        return netloc.lower() in {request.headers.get("host", "").lower(), *world.settings.hosts}

    for_mask = wish.mask is not None
    error = Code.MASK_DATA_INVALID if for_mask else Code.INVALID_INPUT_FORMAT
    own = own_asset(wish.image_url, is_own_host, wish.image_field, error)
    if own is None:
        upload = PictureUpload(url=wish.image_url)
        return (await import_image(world.upstream, upload, field=wish.image_field, for_mask=for_mask)).asset_id
    if not for_mask:
        await _check_exists(own, wish.image_field, world)  # with a mask, taking that in tells
    return own


async def _check_exists(asset_id: str, field: str, world: Surroundings) -> None:
    try:
        await world.upstream.ask(world.upstream.assets.GetAsset, assets_pb2.GetAssetRequest(asset_id=asset_id))
    except ReflowError as error:
        error.field = field
        raise


async def _masked(wish: Wish, mask: MaskUpload, image: str, world: Surroundings) -> tuple[str, str]:
    if not image and wish.session_id:
        asked = orchestrator_pb2.GetSessionRequest(session_id=wish.session_id)
        session = await world.upstream.ask(world.upstream.orchestrator.GetSession, asked)
        image = session.last_result.asset_id
    if not image:
        raise ReflowError(Code.MASK_DATA_INVALID, _NO_PICTURE, field="maskData.imageUrl")
    return image, (await import_mask(world.upstream, mask, image)).asset_id
