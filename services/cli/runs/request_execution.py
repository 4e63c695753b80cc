"""Execution of one request: import its files, run it, save the image or note."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from services.cli.errors import bad_input
from services.cli.questions.responders import ApprovingResponder, NoResponder, Responder
from services.cli.questions.terminal_responder import open_panel_responder, open_terminal_responder
from services.cli.rendering import texts
from services.cli.rendering.display import Display, choose_display
from services.cli.runs.delivery import save_result
from services.cli.runs.request import (
    GraphSource,
    RunArguments,
    RunRequest,
)
from services.cli.runs.watcher import RunWatcher
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import SignalHandler, handle_signals
from services.common.contract.agent_team.team import AgentTeamInput, FileKind, TeamFile
from services.common.contract.graphs.graph import GraphAssistantInput
from services.common.contract.graphs.graph_execution import GraphExecutionInput
from services.common.contract.image_chat import ImageChatInput
from services.common.contract.note import NoteInput
from services.common.contract.results import WorkflowInput
from services.common.ids import new_id
from services.common.text.language import Language

if TYPE_CHECKING:
    from services.cli.session.client import Client


async def execute_request(request: RunRequest, arguments: RunArguments, language: Language, *, as_json: bool) -> None:
    """Execute *request* and save its result. Raises ReflowError, CommandFailed or Interrupted."""
    data = find_data_folder(arguments.data)
    with handle_signals() as signals, choose_display(language, as_json=as_json) as display:
        responder = choose_responder(signals, language, yes=arguments.yes, as_json=as_json)
        async with open_client(data, display.show_startup, language) as client:
            run_input = await _import_input(client, request, display)
            opened = await client.start_run(run_input, request_id=new_id(), session_id=request.session_id)
            started = opened.first.started
            watcher = RunWatcher(client, started.run_id, display, signals, arguments.given, opened=opened)
            view = await watcher.watch(responder)
            path = await save_result(client, started.run_id, view, arguments.out, signals, language, request.graph.file)
            next_command = texts.continue_command(started.session_id, arguments.model, arguments.given, language)
            display.show_result(view, path, next_command if view.image is not None else "")


def choose_responder(signals: SignalHandler, language: Language, *, yes: bool, as_json: bool) -> Responder:
    """Return the responder for the run's questions."""
    if yes:
        return ApprovingResponder()
    if as_json:
        return NoResponder()
    return open_terminal_responder(signals, language) or open_panel_responder(language) or NoResponder()


async def _import_input(client: "Client", request: RunRequest, display: Display) -> WorkflowInput:
    """Create the session, import the files, and return the input of the run with their assets."""
    last = await client.open_session(request.session_id) if request.session_id else ""
    if request.image is not None or request.mask is not None or request.references or request.attachments:
        display.show_startup(texts.UPLOADING)
    match request.input:
        case ImageChatInput() as chat:
            image, mask = await _import_image_and_mask(client, request, last)
            return replace(chat, image_asset_id=image, mask_asset_id=mask)
        case NoteInput() as note:
            imports = (client.import_image(content, for_mask=False) for content in request.references)
            return replace(note, reference_asset_ids=tuple(await asyncio.gather(*imports)))
        case GraphAssistantInput() as graph_input:
            return await _store_graph(client, request.graph, graph_input)
        case GraphExecutionInput() as execution_input:
            return execution_input  # `reflow graphs run` starts these
        case AgentTeamInput() as team:
            ids = await asyncio.gather(
                *(client.import_image(content, for_mask=False) for _, content in request.attachments)
            )
            names = (name for name, _ in request.attachments)
            files = (TeamFile(name, asset_id=asset_id) for name, asset_id in zip(names, ids, strict=True))
            sources = (TeamFile(path, FileKind.TEXT, content=content) for path, content in request.sources)
            return replace(team, attachments=(*files, *sources))


async def _store_graph(client: "Client", source: GraphSource, graph_input: GraphAssistantInput) -> GraphAssistantInput:
    """Return the input of the run with its graph, which is stored unless it was stored before."""
    graphs = client.libraries.graphs
    if source.graph_id:
        graph = await graphs.get(source.graph_id)
    else:
        title = source.file.name if source.file else ""
        graph = await graphs.create(title, source.content, new_id())
    return replace(graph_input, graph_id=graph.graph_id, revision=graph.revision)


async def _import_image_and_mask(client: "Client", request: RunRequest, last: str) -> tuple[str, str]:
    """Return the asset ids of the image and of the mask, "" for none; *last* is the last image of the session."""
    image = mask = ""
    if request.image is not None:
        image = await client.import_image(request.image, for_mask=request.mask is not None)
    if request.mask is not None:
        if not (image or last):
            raise bad_input(
                f"会话 {request.session_id} 里还没有图片，请用 --image 给出。",
                f"There is no image in session {request.session_id} yet: give one with --image.",
            )
        mask = await client.import_mask(image or last, request.mask)
    return image, mask
