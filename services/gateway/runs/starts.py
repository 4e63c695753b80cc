"""Starts the runs of validated requests: their images are imported first."""

from dataclasses import replace

from services.common.contract.agent_team.team import FileKind, TeamFile
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.gateway.dependencies import Dependencies
from services.gateway.image_importer import ImageImporter
from services.gateway.runs.queries import Start, Started, build_start_request, get_session, open_session
from services.gateway.schemas.chat import ChatRequest
from services.gateway.schemas.notes import NoteRequest
from services.gateway.schemas.team import TeamAttachment, TeamRequest
from services.gateway.uploads import ImageUpload

_NO_IMAGE = Text(
    "不知道遮罩属于哪张图片：请在 maskData.imageUrl 里给出图片地址，或在已经画过图的会话里使用。",
    "The image of the mask is unknown: name it in maskData.imageUrl, or use a session that has one.",
)


async def start_chat(
    chat: ChatRequest, host: str, deps: Dependencies, request_id: str, start: Start[Started]
) -> Started:
    """Start an image chat by *start*. Raises ReflowError."""
    async with ImageImporter(host, deps, request_id) as importer:
        image_asset_id, mask_asset_id = await _import_images(chat, importer, deps)
        chat_input = replace(chat.input, image_asset_id=image_asset_id, mask_asset_id=mask_asset_id)
        request = build_start_request(chat_input, request_id=request_id, session_id=chat.session_id, digest=chat.digest)
        return await start(request, deps)


async def start_note(
    note: NoteRequest,
    host: str,
    deps: Dependencies,
    request_id: str,
    start: Start[Started],
    *,
    background: bool = False,
) -> Started:
    """Start a note by *start*; without readers it is stopped, unless it or the caller has it in the *background*."""
    async with ImageImporter(host, deps, request_id) as importer:
        references = await importer.resolve_all(note.references)
        if note.thread_id:
            await open_session(note.thread_id, deps)
        request = build_start_request(
            note.with_references(references),
            request_id=request_id,
            session_id=note.thread_id,
            digest=note.digest,
            abandon_seconds=None if background or note.background else deps.settings.abandon_seconds,
            language=note.language,
        )
        return await start(request, deps)


async def start_team(
    task: TeamRequest, host: str, deps: Dependencies, request_id: str, start: Start[Started]
) -> Started:
    """Start a task of the agent team by *start*. Raises ReflowError."""
    async with ImageImporter(host, deps, request_id) as importer:
        team_input = replace(task.input, attachments=await import_attachments(task.attachments, importer))
        request = build_start_request(team_input, request_id=request_id, session_id=task.session_id, digest=task.digest)
        return await start(request, deps)


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
