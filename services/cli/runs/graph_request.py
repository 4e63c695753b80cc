"""Request of `reflow run --workflow graph`, validated before a system is started."""

from pathlib import Path

from engines.graph.formats import Format, export_graph
from engines.graph.json_values import dump_json
from engines.graph.node_types.core_types import load_core_types
from services.cli.graphs.files import GraphFile, read_graph, reject_overwrite
from services.cli.runs.request import (
    GraphSource,
    RunArguments,
    RunRequest,
    find_result_folder,
    list_image_options,
    read_text,
    reject_options,
    validate_output_folder,
    validate_seed,
)
from services.common.contract.graphs.graph import GraphAssistantInput
from services.common.contract.input_validation import validate_input
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.text.language import Text

_EMPTY_PROMPT = Text(
    "请说明怎样修改图，例如“加一个采样器，接到模型后面”。",
    'Describe the change, such as "add a sampler and connect it to the model".',
)


def parse_graph_request(arguments: RunArguments, limits: Limits) -> RunRequest:
    """Return the request for a change of a graph. Raises INVALID_INPUT_* naming the invalid argument."""
    options = {"--image": arguments.image is not None} | list_image_options(arguments)
    reject_options(options, "不能和 --workflow graph 一起用", "not with --workflow graph")
    validate_output_folder(find_result_folder(arguments.out))
    validate_seed(arguments.seed)
    requested = GraphAssistantInput(text=read_text(arguments.text), graph_id="", seed=arguments.seed)
    if not requested.text.strip():
        raise ReflowError(Code.INVALID_INPUT_EMPTY, _EMPTY_PROMPT, field="text")
    run_input = validate_input(requested, limits)
    source = read_source(arguments.graph)
    reject_overwrite([arguments.out], [source.file] if source.file else [])
    return RunRequest(run_input, arguments.session, graph=source)


def read_source(graph: str) -> GraphSource:
    """Return the graph of a file, or a stored one if no file has this name; an empty one without a name."""
    path = Path(graph)
    if not graph:
        return GraphSource()
    if path.exists() or path.suffix:
        file = read_graph(path, load_core_types())
        return GraphSource(content=serialize_graph(file), file=path)
    return GraphSource(graph_id=graph)


def serialize_graph(file: GraphFile) -> bytes:
    """Return the graph of a file in our JSON form."""
    return dump_json(export_graph(file.graph, Format.REFLOW).document).encode()
