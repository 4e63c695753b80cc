"""Import and export in any format."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engines.graph.errors import invalid
from engines.graph.formats.comfyui.prompt_export import export_prompt
from engines.graph.formats.comfyui.prompt_import import import_prompt, is_entry
from engines.graph.formats.comfyui.workflow_export import export_workflow
from engines.graph.formats.comfyui.workflow_import import import_workflow
from engines.graph.formats.values import FORMAT, Exported, Format, Imported, find_document
from engines.graph.formats.vueflow import export_vueflow, import_vueflow
from engines.graph.graph import Graph
from engines.graph.json_form import graph_from_json, graph_to_json
from engines.graph.json_values import check_json, load_json
from engines.graph.layout.arrangement import arrange_graph
from engines.graph.limits import DEFAULT_LIMITS, GraphLimits
from engines.graph.node_types.node_type import NodeTypes
from services.common.text.choices import list_names
from services.common.text.language import Text

NO_TYPES: NodeTypes = MappingProxyType({})


def import_graph(
    content: bytes | str, form: Format | None = None, types: NodeTypes = NO_TYPES, limits: GraphLimits = DEFAULT_LIMITS
) -> Imported:
    """Return the graph of an untrusted document; without *form*, its format is detected. Raises GraphInvalid."""
    return import_document(load_json(content, limits), form, types, limits)


def import_document(
    document: object, form: Format | None = None, types: NodeTypes = NO_TYPES, limits: GraphLimits = DEFAULT_LIMITS
) -> Imported:
    """Return the graph of a parsed document. Raises GraphInvalid."""
    check_json(document, limits)
    if not isinstance(document, Mapping):
        raise invalid("", "图应是一个 JSON 对象。", "A graph must be a JSON object.")
    match form or detect_format(document):
        case Format.REFLOW:
            return Imported(graph_from_json(document, limits), Format.REFLOW)
        case Format.COMFYUI:
            return import_workflow(document, types, limits)
        case Format.COMFYUI_API:
            return import_prompt(document, types, limits)
        case Format.VUEFLOW:
            return import_vueflow(document, limits)


def detect_format(document: Mapping[str, Any]) -> Format:
    """Return the format of *document*. Raises GraphInvalid if the format is unknown."""
    nodes = document.get("nodes")
    if isinstance(nodes, Mapping):
        return Format.REFLOW
    if isinstance(nodes, list):
        is_vueflow = isinstance(document.get("edges"), list) and "links" not in document
        return Format.VUEFLOW if is_vueflow else Format.COMFYUI
    if document and any(is_entry(entry) for entry in document.values()):
        return Format.COMFYUI_API
    names = list_names(Format)
    raise invalid("", f"看不出是哪种图；支持：{names.zh}。", f"Unknown format of a graph. Supported: {names.en}.")


def export_graph(graph: Graph, form: Format, types: NodeTypes = NO_TYPES) -> Exported:
    """Return *graph* as a document in the format. Raises GraphInvalid if the format cannot express it."""
    match form:
        case Format.REFLOW:
            return Exported(graph_to_json(graph))
        case Format.COMFYUI:
            exported = export_workflow(_place_nodes(graph, form, types), types)
        case Format.COMFYUI_API:
            exported = export_prompt(graph, types)
        case Format.VUEFLOW:
            exported = export_vueflow(_place_nodes(graph, form, types))
    return Exported(exported.document, (*exported.notes, *_describe_loss(graph, form)))


def _place_nodes(graph: Graph, form: Format, types: NodeTypes) -> Graph:
    """Return *graph* with a position for each node, unless a document of *form* states what has one.

    A prompt has no positions: on a canvas all its nodes would be in one place.
    """
    is_placed = all(node.position is not None for node in graph.nodes.values())
    return graph if is_placed or find_document(graph, form) is not None else arrange_graph(graph, types)


def _describe_loss(graph: Graph, form: Format) -> list[Text]:
    origin = graph.extra.get(FORMAT)
    # A prompt is for execution by a server, so it does not contain the canvas.
    if origin is None or origin == form.value or form is Format.COMFYUI_API:
        return []
    return [
        Text(
            f"原文件是 {origin}：{form.value} 装不下的内容没有带过来；要无损返回，请保留 reflow 格式的文件。",
            f"The original is {origin}: what {form.value} cannot express is omitted. A file in the format reflow "
            "retains everything.",
        )
    ]
