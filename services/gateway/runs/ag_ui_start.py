"""Starts the run that the input of an AG-UI client requests; images are imported first."""

from dataclasses import dataclass, replace

from reflow.v1 import orchestrator_pb2

from services.common.contract.image_chat import ImageChatInput
from services.common.contract.note import NoteInput
from services.common.contract.results import WorkflowInput
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.gateway.dependencies import Dependencies
from services.gateway.dialects.ag_ui import texts
from services.gateway.image_importer import ImageImporter
from services.gateway.runs import queries
from services.gateway.runs.ag_ui_answers import Segment
from services.gateway.runs.queries import find_paused, get_run, get_session, list_runs, open_session
from services.gateway.schemas.ag_ui import Attachment, RunInput, Workflow
from services.gateway.schemas.base import validate_body
from services.gateway.schemas.chat import ImageOptions
from services.gateway.schemas.notes import MAX_IMAGES
from services.gateway.uploads import MaskUpload, parse_asset_url

# The newest runs of a thread among which the waiting one is searched.
PAGE_SIZE = 100
_NO_IMAGE = Text(
    "不知道遮罩属于哪张图片：请同时附上图片，或在已经画过图的对话里使用。",
    "The image of the mask is unknown: attach it too, or use a thread that has one.",
)
# Fields of the contract, and their names in RunAgentInput.
_FIELDS = {"sessionId": "threadId", "text": "messages", "Idempotency-Key": "runId"}
_PROPS = (
    "preferredModel", "width", "height", "size", "seed", "fresh", "layoutPreference", "pictureCount", "contentType",
    "maxIterations",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StartRequest:
    """The input of the run to start, and the number of attachments that it does not use."""

    input: WorkflowInput
    unused_count: int
    abandon_seconds: float | None = None


async def start_run(
    run_input: RunInput, workflow: Workflow, importer: ImageImporter, deps: Dependencies
) -> tuple[Segment, int]:
    """Start the requested run, and return it with the number of unused attachments.

    A repeated request returns the run that waits. Raises ReflowError whose field is named as in RunAgentInput;
    THREAD_WAITING where another run of the thread waits for an answer.
    """
    try:
        await open_session(run_input.thread_id, deps)
        if workflow == "note":
            request = await _note_request(run_input, importer, deps)
        else:
            request = await _image_chat_request(run_input, importer, deps)
        return await _start(run_input, request, workflow, deps), request.unused_count
    except ReflowError as error:
        error.field = client_field(error.field)
        raise


def client_field(field: str | None) -> str | None:
    """Return the name of *field* in RunAgentInput."""
    if field is None:
        return None
    if field.split(".")[0] in _PROPS:
        return f"forwardedProps.{field}"
    return _FIELDS.get(field, field)


async def _start(run_input: RunInput, request: StartRequest, workflow: Workflow, deps: Dependencies) -> Segment:
    thread_id = run_input.thread_id
    try:
        response = await queries.start_run(
            request.input,
            deps,
            request_id=run_input.request_id,
            session_id=thread_id,
            digest=run_input.digest,
            abandon_seconds=request.abandon_seconds,
        )
        return Segment(response.run_id, workflow)
    except ReflowError as error:
        if error.code is not Code.THREAD_WAITING:
            raise
        run = await _find_waiting_run(thread_id, deps)
        if run is None or not _has_same_input(run, request.input):
            raise ReflowError(Code.THREAD_WAITING, field="resume") from error
        return Segment(run.run_id, run.workflow)


async def _find_waiting_run(thread_id: str, deps: Dependencies) -> orchestrator_pb2.Run | None:
    """Return the run of a thread that waits for an answer, with its state."""
    waiting = find_paused(await list_runs(thread_id, deps, page_size=PAGE_SIZE))
    return await get_run(waiting.run_id, deps) if waiting else None


def _has_same_input(run: orchestrator_pb2.Run, requested: WorkflowInput) -> bool:
    """Whether *run* has the text and images of *requested*: then a repeated request receives its question again."""
    match requested:
        case NoteInput(text, reference_asset_ids) if run.HasField("note"):
            note = run.note.input
            return (note.text, tuple(note.reference_asset_ids)) == (text, reference_asset_ids)
        case ImageChatInput(text, image_asset_id, mask_asset_id) if run.HasField("image_chat"):
            chat = run.image_chat.input
            return (chat.text, chat.image_asset_id, chat.mask_asset_id) == (text, image_asset_id, mask_asset_id)
    return False


async def _image_chat_request(run_input: RunInput, importer: ImageImporter, deps: Dependencies) -> StartRequest:
    chat = validate_body(ImageOptions, run_input.chat_props).to_input(run_input.text)
    images, masks = run_input.images(max_count=1), run_input.masks[:1]
    image_asset_id = await _import_image(images[0], importer, for_mask=bool(masks)) if images else ""
    mask_asset_id = ""
    if masks:
        image_asset_id = image_asset_id or await _last_image(run_input.thread_id, deps)
        mask_asset_id = await _import_mask(masks[0], image_asset_id, importer)
    chat = replace(chat, image_asset_id=image_asset_id, mask_asset_id=mask_asset_id)
    return StartRequest(chat, _count_unused(run_input, [*images, *masks]))


async def _note_request(run_input: RunInput, importer: ImageImporter, deps: Dependencies) -> StartRequest:
    if not run_input.text:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, texts.NO_PROMPT, field="messages")
    images, props = run_input.images(MAX_IMAGES), run_input.props
    note = NoteInput(
        text=run_input.text,
        reference_asset_ids=tuple([await _import_image(image, importer) for image in images]),
        layout_preference=props.layout_preference or "",
        skip_content_approval=props.auto_confirm or False,
        skip_image_plans_approval=props.auto_confirm or False,
        skip_clarification=props.auto_confirm or False,
        image_count=props.image_count or 0,
        preferred_model=props.preferred_model or "",
        seed=props.seed,
        fresh=props.fresh or False,
        content_type=props.content_type or "",
        max_iterations=props.max_iterations,
    )
    abandon_seconds = None if props.background else deps.settings.abandon_seconds
    return StartRequest(note, _count_unused(run_input, images), abandon_seconds)


def _count_unused(run_input: RunInput, used: list[Attachment]) -> int:
    return run_input.unused_count + len(run_input.attachments) - len(used)


async def _import_image(attachment: Attachment, importer: ImageImporter, *, for_mask: bool = False) -> str:
    return await importer.resolve(attachment.image, attachment.field, for_mask=for_mask)


async def _import_mask(attachment: Attachment, image_asset_id: str, importer: ImageImporter) -> str:
    if not image_asset_id:
        raise ReflowError(Code.MASK_DATA_INVALID, _NO_IMAGE, field=attachment.field)
    if url := attachment.image.url:
        asset_id = parse_asset_url(url, importer.is_own_host, attachment.field, Code.MASK_DATA_INVALID)
        if asset_id is not None:
            return asset_id
        raise ReflowError(Code.MASK_DATA_INVALID, texts.MASK_INLINE, field=attachment.field)
    try:
        return await importer.import_mask(MaskUpload(attachment.image.data), image_asset_id)
    except ReflowError as error:
        error.field = attachment.field
        raise


async def _last_image(thread_id: str, deps: Dependencies) -> str:
    return (await get_session(thread_id, deps)).last_result.asset_id
