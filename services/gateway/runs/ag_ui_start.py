"""Starts the run that the input of an AG-UI client requests; images are imported first."""

from dataclasses import dataclass, replace

from reflow.v1 import graphs_pb2, orchestrator_pb2

from services.common.contract.agent_team.team import AgentTeamInput
from services.common.contract.graphs.graph import GraphAssistantInput
from services.common.contract.image_chat import ImageChatInput
from services.common.contract.note import NoteInput
from services.common.contract.results import WorkflowInput
from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.gateway.dependencies import Dependencies
from services.gateway.dialects.ag_ui import texts
from services.gateway.image_importer import ImageImporter
from services.gateway.json_mapper.values import encode_json
from services.gateway.runs import queries
from services.gateway.runs.ag_ui_answers import Segment
from services.gateway.runs.open_questions import PAGE_SIZE, find_waiting_run
from services.gateway.runs.queries import find_paused, get_session, list_runs, open_session
from services.gateway.runs.starts import import_attachments
from services.gateway.schemas.ag_ui import WORKFLOWS, Attachment, RunInput, Workflow
from services.gateway.schemas.base import validate_body
from services.gateway.schemas.chat import ImageOptions
from services.gateway.schemas.notes import MAX_IMAGES
from services.gateway.schemas.team import MAX_IMAGES as MAX_TASK_IMAGES
from services.gateway.schemas.team import TeamAttachment
from services.gateway.uploads import MaskUpload, parse_asset_url

_NO_IMAGE = Text(
    "不知道遮罩属于哪张图片：请同时附上图片，或在已经画过图的对话里使用。",
    "The image of the mask is unknown: attach it too, or use a thread that has one.",
)
# Fields of the contract, and their names in RunAgentInput.
_FIELDS = {"sessionId": "threadId", "text": "messages", "Idempotency-Key": "runId"}
_PROPS = (
    "preferredModel", "width", "height", "size", "seed", "fresh", "layoutPreference", "pictureCount", "contentType",
    "maxIterations", "graphId", "revision", "graph", "format", "selectedNodeIds", "template", "files", "archive",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StartRequest:
    """The input of the run to start, and the number of attachments that it does not use."""

    input: WorkflowInput
    unused_count: int
    abandon_seconds: float | None = None
    language: str = ""


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
        elif workflow == "team":
            request = await _team_request(run_input, importer)
        elif workflow == "graph":
            request = await _graph_request(run_input, deps)
        else:
            request = await _image_chat_request(run_input, importer, deps)
        return await _start(run_input, request, workflow, deps), request.unused_count
    except ReflowError as error:
        error.field = client_field(error.field)
        raise


async def find_last_run(run_input: RunInput, deps: Dependencies) -> Segment:
    """Return the run of a thread that waits for an answer, else the newest: for a client that has the thread alone.

    Raises INVALID_INPUT_EMPTY for a thread without a run: there is neither a prompt nor anything to continue.
    """
    runs = [run for run in await list_runs(run_input.thread_id, deps, page_size=PAGE_SIZE) if run.workflow in WORKFLOWS]
    if not runs:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, texts.NO_PROMPT, field="messages")
    paused = find_paused(runs)
    run = paused or runs[0]
    # The open question is the last event of a run that waits.
    answered_until = run.last_sequence - 1 if paused else run.last_sequence
    return Segment(run.run_id, run.workflow, answered_until=answered_until)


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
        start = queries.build_start_request(
            request.input,
            request_id=run_input.request_id,
            session_id=thread_id,
            digest=run_input.digest,
            abandon_seconds=request.abandon_seconds,
            language=request.language,
        )
        started = await queries.start_and_watch_run(start, deps)
        return Segment(started.run_id, workflow, opened=started.stream)
    except ReflowError as error:
        if error.code is not Code.THREAD_WAITING:
            raise
        run = await find_waiting_run(thread_id, deps)
        if run is None or not _has_same_input(run, request.input):
            raise ReflowError(Code.THREAD_WAITING, field="resume") from error
        return Segment(run.run_id, run.workflow)


def _has_same_input(run: orchestrator_pb2.Run, requested: WorkflowInput) -> bool:
    """Whether *run* has the text and images of *requested*: then a repeated request receives its question again."""
    match requested:
        case NoteInput(text, reference_asset_ids) if run.HasField("note"):
            note = run.note.input
            return (note.text, tuple(note.reference_asset_ids)) == (text, reference_asset_ids)
        case ImageChatInput(text, image_asset_id, mask_asset_id) if run.HasField("image_chat"):
            chat = run.image_chat.input
            return (chat.text, chat.image_asset_id, chat.mask_asset_id) == (text, image_asset_id, mask_asset_id)
        case AgentTeamInput(text, template, attachments) if run.HasField("team"):
            task = run.team.input
            own = [(file.path, file.asset_id, file.content) for file in task.attachments]
            expected = [(file.path, file.asset_id, file.content) for file in attachments]
            return (task.text, task.template, own) == (text, template, expected)
        case GraphAssistantInput(text, graph_id) if run.HasField("graph"):
            return (run.graph.input.text, run.graph.input.graph_id) == (text, graph_id)
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
    return StartRequest(note, _count_unused(run_input, images), abandon_seconds, props.language or "")


async def _team_request(run_input: RunInput, importer: ImageImporter) -> StartRequest:
    if not run_input.text:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, texts.NO_TASK, field="messages")
    images, props = run_input.images(MAX_TASK_IMAGES), run_input.props
    attached = [
        TeamAttachment(f"image-{number}.png", image.field, image=image.image)
        for number, image in enumerate(images, start=1)
    ]
    files = await import_attachments((*attached, *run_input.team_files), importer)
    team = AgentTeamInput(run_input.text, props.template or "", files, props.seed, props.fresh or False)
    return StartRequest(team, _count_unused(run_input, images))


async def _graph_request(run_input: RunInput, deps: Dependencies) -> StartRequest:
    if not run_input.text:
        raise ReflowError(Code.INVALID_INPUT_EMPTY, texts.NO_GRAPH_PROMPT, field="messages")
    props = run_input.props
    if props.graph is not None and props.graph_id is not None:
        raise ReflowError(Code.INVALID_INPUT_FORMAT, texts.TWO_GRAPHS, field="graphId")
    graph_id = "" if props.graph is not None else props.graph_id or run_input.state_graph_id
    graph_input = GraphAssistantInput(
        text=run_input.text,
        graph_id=graph_id or await _create_graph(run_input, deps),
        revision=props.revision or 0,
        selected_node_ids=tuple(props.selected_node_ids or ()),
        seed=props.seed,
        fresh=props.fresh or False,
    )
    return StartRequest(graph_input, _count_unused(run_input, []))


async def _create_graph(run_input: RunInput, deps: Dependencies) -> str:
    """Store the graph of the props, an empty one without it, once for each run of the client; return its id."""
    props = run_input.props
    content = b"" if props.graph is None else encode_json(props.graph)
    request = graphs_pb2.CreateGraphRequest(request_id=run_input.request_id, content=content, format=props.format or "")
    return (await deps.clients.call_graphs(deps.clients.graphs.CreateGraph, request)).graph.graph_id


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
