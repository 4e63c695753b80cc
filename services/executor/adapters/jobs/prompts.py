"""Jobs that build the API prompt of a graph for a ComfyUI server, in worker processes."""

from dataclasses import dataclass

from services.common.contract.graphs.graph import GraphSnapshot
from services.common.errors import Code, ReflowError
from services.common.text.choices import list_names
from services.common.text.language import Language, Text
from services.executor.adapters.jobs.graphs import map_invalid_graph
from services.executor.domain.graph_server import Graph

MAX_NODES = 1_000
MAX_LISTED = 10


@dataclass(frozen=True, slots=True)
class ServerPrompt:
    """The API prompt of a graph, the titles of its nodes, and the parts of the graph that it leaves out."""

    graph: Graph
    titles: dict[str, str]
    notes: tuple[str, ...]


def build_prompt(graph: GraphSnapshot, object_info: bytes, language: Language) -> ServerPrompt:
    """Return the API prompt of *graph* for the server that has the types *object_info*.

    Raises GRAPH_INVALID, and GRAPH_NOT_EXECUTABLE naming the nodes that the server cannot have or does not have.
    """
    from engines.graph.formats import Format, export_graph
    from engines.graph.formats.comfyui.value_names import name_values
    from engines.graph.graph import Mode
    from engines.graph.json_form import parse_graph
    from engines.graph.node_types.catalog import parse_catalog
    from engines.graph.node_types.catalog_error import CatalogError
    from engines.graph.node_types.node_type import CORE

    with map_invalid_graph():
        parsed = parse_graph(graph.content)
        try:
            types = {one.full_name: one for one in parse_catalog(object_info)}
        except CatalogError as error:
            raise ReflowError(Code.LLM_API_ERROR, details=f"broken answer: object_info: {error}") from error
        core = [one.id for one in parsed.nodes.values() if one.type.startswith(f"{CORE}:") and one.mode is Mode.ACTIVE]
        if core:
            raise _reject(core, "是 core 类型，ComfyUI 服务器没有", "are of core types, which no ComfyUI server has")
        exported = export_graph(name_values(parsed, types), Format.COMFYUI_API, types)
    prompt: Graph = exported.document
    if not prompt:
        raise _reject([], "图里没有要执行的节点", "the graph has no nodes to execute")
    if len(prompt) > MAX_NODES:
        raise _reject([], f"最多 {MAX_NODES} 个节点", f"at most {MAX_NODES} nodes")
    known = {one.name for one in types.values()}
    kinds = {node_id: one.get("class_type") for node_id, one in prompt.items()}
    missing = [f"{node_id} ({kind})" for node_id, kind in kinds.items() if kind not in known]
    if missing:
        raise _reject(missing, "的类型，服务器没有安装", "are of types that the server does not have")
    titles = {node_id: _find_title(one) for node_id, one in prompt.items()}
    return ServerPrompt(prompt, titles, tuple(note.pick(language) for note in exported.notes))


def _find_title(entry: dict[str, object]) -> str:
    meta = entry.get("_meta")
    title = meta.get("title") if isinstance(meta, dict) else None
    return str(title or entry.get("class_type"))[:200]


def _reject(nodes: list[str], zh: str, en: str) -> ReflowError:
    more = " …" if len(nodes) > MAX_LISTED else ""
    listed, gap = list_names(nodes[:MAX_LISTED]), " " if nodes else ""
    text = Text(
        f"这张图没有执行：{listed.zh}{more}{gap}{zh}。", f"This graph was not executed: {listed.en}{more}{gap}{en}."
    )
    return ReflowError(Code.GRAPH_NOT_EXECUTABLE, text, field="graph", node="executor")
