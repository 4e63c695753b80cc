"""Starts the runs of validated requests: their images are imported first."""

from dataclasses import replace

from reflow.v1 import orchestrator_pb2

from services.common.contract.agent_team.team import FileKind, TeamFile
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.gateway.dependencies import Dependencies
from services.gateway.image_importer import ImageImporter
from services.gateway.runs.queries import get_session, open_session, start_run
from services.gateway.schemas.chat import ChatRequest
from services.gateway.schemas.notes import NoteRequest
from services.gateway.schemas.team import TeamAttachment, TeamRequest
from services.gateway.uploads import ImageUpload

_NO_IMAGE = Text(
    "不知道遮罩属于哪张图片：请在 maskData.imageUrl 里给出图片地址，或在已经画过图的会话里使用。",
    "The image of the mask is unknown: name it in maskData.imageUrl, or use a session that has one.",
)


async def start_chat(
    chat: ChatRequest, host: str, deps: Dependencies, request_id: str
) -> orchestrator_pb2.StartRunResponse:
    """Start an image chat. Raises ReflowError."""
    async with ImageImporter(host, deps, request_id) as importer:
        image_asset_id, mask_asset_id = await _import_images(chat, importer, deps)
        chat_input = replace(chat.input, image_asset_id=image_asset_id, mask_asset_id=mask_asset_id)
        return await start_run(chat_input, deps, request_id=request_id, session_id=chat.session_id, digest=chat.digest)


async def start_note(
    note: NoteRequest, host: str, deps: Dependencies, request_id: str, *, background: bool = False
) -> orchestrator_pb2.StartRunResponse:
    """Start a note; without readers it is stopped, unless it or the caller has it in the *background*."""
    async with ImageImporter(host, deps, request_id) as importer:
        references = await importer.resolve_all(note.references)
        if note.thread_id:
            await open_session(note.thread_id, deps)
        return await start_run(
            note.with_references(references),
            deps,
            request_id=request_id,
            session_id=note.thread_id,
            digest=note.digest,
            abandon_seconds=None if background or note.background else deps.settings.abandon_seconds,
        )


async def start_team(
    task: TeamRequest, host: str, deps: Dependencies, request_id: str
) -> orchestrator_pb2.StartRunResponse:
    """Start a task of the agent team. Raises ReflowError."""
    async with ImageImporter(host, deps, request_id) as importer:
        team_input = replace(task.input, attachments=await import_attachments(task.attachments, importer))
        return await start_run(team_input, deps, request_id=request_id, session_id=task.session_id, digest=task.digest)


async def import_attachments(attachments: tuple[TeamAttachment, ...], importer: ImageImporter) -> tuple[TeamFile, ...]:
    """Import the images among *attachments*; return all files of the task. Raises ReflowError that names the field."""
    uploads = [(file.image, file.field) for file in attachments if file.image is not None]
    asset_ids = iter(await importer.resolve_all(uploads))
    return tuple(
        TeamFile(file.path, FileKind.TEXT, content=file.text)
        if file.image is None
        else TeamFile(file.path, asset_id=next(asset_ids))
        for file in attachments
    )


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
