"""`reflow graphs run`: execute a graph, and save its results."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reflow.v1 import events_pb2, graph_execution_pb2

from services.cli.errors import CommandFailed, Interrupted
from services.cli.given_options import GivenOptions
from services.cli.questions.responders import NoResponder
from services.cli.rendering import texts
from services.cli.rendering.display import choose_display
from services.cli.rendering.view import RunView
from services.cli.runs.graph_request import read_source
from services.cli.runs.image_file import save_image
from services.cli.runs.request import GraphSource, validate_output_folder
from services.cli.runs.watcher import RunWatcher
from services.cli.session.data_folder import find_data_folder
from services.cli.session.system import open_client
from services.cli.signals import SignalHandler, handle_signals
from services.common.contract.graphs.graph_execution import GraphExecutionInput
from services.common.errors import Code, ReflowError
from services.common.errors.message import to_error
from services.common.ids import new_id
from services.common.text.file_errors import describe_file_error
from services.common.text.language import Language, Text
from services.common.text.sanitization import to_one_line

if TYPE_CHECKING:
    from services.cli.session.client import Client

_NOT_SAVED = Text("已执行，但无法保存到 {out}：{error}", "The results cannot be saved in {out}: {error}")


@dataclass(frozen=True, slots=True)
class ExecutionArguments:
    """Arguments of the command: a file or the id of a stored graph, and the ComfyUI server, if one is to execute it."""

    graph: str
    out: Path
    server: str
    data: Path | None
    lang: Language | None = None

    @property
    def given(self) -> GivenOptions:
        """What suggested commands repeat."""
        return GivenOptions(self.data, self.out, self.lang)


async def run_graph(arguments: ExecutionArguments, language: Language, *, as_json: bool) -> None:
    """Execute the graph and save its results. Raises ReflowError, CommandFailed or Interrupted."""
    validate_output_folder(arguments.out)
    source = read_source(arguments.graph)
    data = find_data_folder(arguments.data)
    with handle_signals() as signals, choose_display(language, as_json=as_json) as display:
        async with open_client(data, display.show_startup, language) as client:
            graph_id = await _store(client, source)
            run_input = GraphExecutionInput(graph_id, server=arguments.server)
            opened = await client.start_run(run_input, request_id=new_id(), session_id="")
            run_id = opened.first.started.run_id
            watcher = RunWatcher(client, run_id, display, signals, arguments.given, opened=opened)
            view = await watcher.watch(NoResponder())
            saved = await _save(client, _get_outputs(view, signals), arguments.out)
            display.finish()
    stream = sys.stderr if as_json else sys.stdout
    stream.write("".join(f"{line}\n" for line in saved))


async def _store(client: "Client", source: GraphSource) -> str:
    """Return the id of the graph, which is stored unless it was stored before. Raises GRAPH_UNKNOWN."""
    if source.graph_id:
        return source.graph_id
    title = source.file.name if source.file else ""
    return (await client.libraries.graphs.create(title, source.content, new_id())).graph_id


def _get_outputs(view: RunView, signals: SignalHandler) -> graph_execution_pb2.GraphOutputs:
    if view.status == events_pb2.RUN_STATUS_CANCELLED:
        if signals.number is not None:
            raise Interrupted(signals.number)
        raise CommandFailed(texts.CANCELLED_RUN)
    if view.error is not None:
        raise to_error(view.error)
    if view.outputs is None:
        raise ReflowError(Code.WORKFLOW_ERROR, texts.NO_RESULT)
    return view.outputs


async def _save(client: "Client", outputs: graph_execution_pb2.GraphOutputs, out: Path) -> list[str]:
    """Save the images under *out*; return a line for each result: the path of the image, or the value."""
    lines = []
    for output in outputs.outputs:
        if not output.HasField("asset"):
            lines.append(f"{to_one_line(output.name)}: {to_one_line(output.json.decode())}")
            continue
        content = await client.read_image(output.asset.asset_id)
        try:
            path = await asyncio.to_thread(save_image, out, output.name, output.asset.asset_id, content)
        except OSError as error:
            reason = describe_file_error(error).zh
            text = Text(_NOT_SAVED.zh.format(out=out, error=reason), _NOT_SAVED.en.format(out=out, error=error))
            raise CommandFailed(text) from error
        lines.append(str(path))
    return lines
