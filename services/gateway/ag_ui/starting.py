"""From what a client asks to the request that starts a run: pictures are taken in on the way."""

from collections.abc import Callable
from dataclasses import dataclass

from google.protobuf.duration_pb2 import Duration
from reflow.v1 import assets_pb2, creations_pb2, orchestrator_pb2
from starlette.requests import Request

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.gateway import spelling
from services.gateway.ag_ui import wording
from services.gateway.ag_ui.asking import MOST_PICTURES, Asked, Attached, Workflow, pictures
from services.gateway.intake import MaskUpload, PictureUpload, own_asset, read_chat, start_request
from services.gateway.surroundings import Surroundings
from services.gateway.uploading import import_image, import_mask

_NO_PICTURE = Text(
    "不知道遮罩属于哪张图片：请同时附上图片，或在已经画过图的对话里使用。",
    "Which picture the mask belongs to is not known: attach that too, or use a thread that has one.",
)
# Names of the contract, and where a client of AG-UI finds what they mean.
_FIELDS = {"sessionId": "threadId", "text": "messages", "Idempotency-Key": "runId"}
_PROPS = ("preferredModel", "width", "height", "size", "seed", "fresh", "layoutPreference", "pictureCount")


@dataclass(frozen=True, slots=True)
class Ready:
    """A request to start a run, and how many attachments were of no use for it."""

    request: orchestrator_pb2.StartRunRequest
    unused: int


async def prepared(asked: Asked, workflow: Workflow, request: Request, world: Surroundings) -> Ready:
    """Return the request that starts what is *asked*. Raises ReflowError, its field named as the client knows it."""
    try:
        if workflow == "note":
            return await _note(asked, request, world)
        return await _image_chat(asked, request, world)
    except ReflowError as error:
        error.field = client_field(error.field)
        raise


def client_field(field: str | None) -> str | None:
    """Return the name that *field* has in the input of a run."""
    if field is None:
        return None
    if field.split(".")[0] in _PROPS:
        return f"forwardedProps.{field}"
    return _FIELDS.get(field, field)


async def _image_chat(asked: Asked, request: Request, world: Surroundings) -> Ready:
    body = {"text": asked.text, **asked.chat_props}
    wish = read_chat(spelling.dump(body), world.settings.limits)
    given = pictures(asked.attached, most=1)
    masks = [attached for attached in asked.attached if attached.is_mask]
    image = await _taken_in(given[0], request, world, for_mask=bool(masks)) if given else ""
    mask = ""
    if masks:
        image = image or await _last_image(asked.thread_id, world)
        mask = await _mask(masks[0], image, request, world)
    ready = start_request(wish, request_id=asked.request_id, image_asset_id=image, mask_asset_id=mask)
    ready.session_id = asked.thread_id
    return Ready(ready, asked.unused + len(asked.attached) - len(given) - len(masks[:1]))


async def _note(asked: Asked, request: Request, world: Surroundings) -> Ready:
    if not asked.text:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, wording.NO_WISH, field="messages")
    given = pictures(asked.attached, MOST_PICTURES)
    props = asked.props
    note = creations_pb2.NoteInput(
        text=asked.text,
        reference_asset_ids=[await _taken_in(picture, request, world) for picture in given],
        layout_preference=props.layout_preference or "",
        skip_content_approval=props.auto_confirm or False,
        skip_image_plans_approval=props.auto_confirm or False,
        skip_clarification=props.auto_confirm or False,
        picture_count=props.picture_count or 0,
        preferred_model=props.preferred_model or "",
        seed=props.seed,
        fresh=props.fresh or False,
    )
    ready = orchestrator_pb2.StartRunRequest(request_id=asked.request_id, session_id=asked.thread_id, note=note)
    if not props.background:
        ready.abandon_after.CopyFrom(_duration(world.settings.abandon_seconds))
    return Ready(ready, asked.unused + len(asked.attached) - len(given))


async def _taken_in(attached: Attached, request: Request, world: Surroundings, *, for_mask: bool = False) -> str:
    """Return the asset id of a picture, which is this system's already or is taken in."""
    if attached.picture:
        upload = PictureUpload(picture=attached.picture)
    else:
        own = own_asset(attached.url, _is_own_host(request, world), attached.field)
        if own is not None:
            await _check_exists(own, attached.field, world)
            return own
        upload = PictureUpload(url=attached.url)
    return (await import_image(world.upstream, upload, field=attached.field, for_mask=for_mask)).asset_id


async def _mask(attached: Attached, image: str, request: Request, world: Surroundings) -> str:
    if not image:
        raise ReflowError(Code.MASK_DATA_INVALID, _NO_PICTURE, field=attached.field)
    if attached.url:
        own = own_asset(attached.url, _is_own_host(request, world), attached.field, Code.MASK_DATA_INVALID)
        if own is not None:
            return own
        raise ReflowError(Code.MASK_DATA_INVALID, wording.MASK_INLINE, field=attached.field)
    try:
        return (await import_mask(world.upstream, MaskUpload(attached.picture), image)).asset_id
    except ReflowError as error:
        error.field = attached.field
        raise


async def _last_image(thread_id: str, world: Surroundings) -> str:
    session = await world.upstream.ask(
        world.upstream.orchestrator.GetSession, orchestrator_pb2.GetSessionRequest(session_id=thread_id)
    )
    return session.last_result.asset_id


async def _check_exists(asset_id: str, field: str, world: Surroundings) -> None:
    try:
        await world.upstream.ask(world.upstream.assets.GetAsset, assets_pb2.GetAssetRequest(asset_id=asset_id))
    except ReflowError as error:
        error.field = field
        raise


def _is_own_host(request: Request, world: Surroundings) -> Callable[[str], bool]:
    own = {request.headers.get("host", "").lower(), *world.settings.hosts}
    return lambda netloc: netloc.lower() in own


def _duration(seconds: float) -> Duration:
    duration = Duration()
    duration.FromNanoseconds(int(seconds * 1e9))
    return duration
