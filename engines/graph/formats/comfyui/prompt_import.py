"""Import of ComfyUI's API prompt: `{id: {"class_type", "inputs", "_meta"}}`; a link is `[id, slot]`."""

from collections.abc import Mapping
from typing import Any

from engines.graph.errors import invalid
from engines.graph.formats.comfyui.raw_node import to_full_name
from engines.graph.formats.values import DOCUMENT, FORMAT, SOURCE, Format, Imported, as_object
from engines.graph.frontend_types import unnamed
from engines.graph.graph import Edge, Graph, Node
from engines.graph.limits import DEFAULT_LIMITS, GraphLimits
from engines.graph.node_types.node_type import JSON, NodeTypes
from engines.graph.validation.slots import INPUTS, OUTPUTS
from services.common.text.language import Text

_LITERAL = "__value__"


def import_prompt(document: Mapping[str, Any], types: NodeTypes, limits: GraphLimits = DEFAULT_LIMITS) -> Imported:
    """Return the graph of *document*, JSON within the limits. Raises GraphInvalid if it is too large."""
    if len(document) > limits.nodes:
        raise invalid("", f"节点超过 {limits.nodes} 个。", f"There are more than {limits.nodes} nodes.")
    entries = {node_id: raw for node_id, raw in document.items() if is_entry(raw) and 0 < len(node_id) <= limits.name}
    links: dict[str, dict[str, tuple[str, int]]] = {}
    for node_id, raw in entries.items():
        links[node_id] = {
            name: (value[0], value[1])
            for name, value in raw["inputs"].items()
            if _is_link(value, entries) and 0 < len(name) <= limits.name
        }
    outputs: dict[str, int] = {}
    for ends in links.values():
        for source, slot in ends.values():
            outputs[source] = max(outputs.get(source, -1), slot)
    nodes = {
        node_id: _read_node(node_id, raw, links[node_id], outputs.get(node_id, -1), types)
        for node_id, raw in entries.items()
    }
    edges = {}
    for target, ends in links.items():
        for name, (source, slot) in ends.items():
            edge_id = f"{target}.{name}"[: limits.name]
            edges[edge_id] = Edge(edge_id, source, _name_output(nodes[source], slot, types), target, name)
    graph = Graph(nodes, edges, {}, {FORMAT: Format.COMFYUI_API.value, DOCUMENT: dict(document)})
    left_out = len(document) - len(entries)
    note = Text(f"{left_out} 项没有看懂，原样保留。", f"{left_out} entries could not be parsed and are retained.")
    return Imported(graph, Format.COMFYUI_API, (note,) if left_out else ())


def is_entry(raw: object) -> bool:
    """Return whether *raw* is a node of a prompt."""
    entry = as_object(raw)
    kind = entry.get("class_type")
    return isinstance(kind, str) and 0 < len(kind) <= 180 and isinstance(entry.get("inputs"), Mapping)


def _is_link(value: object, entries: Mapping[str, Any]) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    source, slot = value
    return isinstance(source, str) and source in entries and isinstance(slot, int) and 0 <= slot < 1_000


def _read_node(
    node_id: str, raw: Mapping[str, Any], links: Mapping[str, tuple[str, int]], highest: int, types: NodeTypes
) -> Node:
    data: dict[str, JSON] = {}
    for name, value in raw["inputs"].items():
        if name not in links:
            wrapped = isinstance(value, Mapping) and set(value) == {_LITERAL}
            data[name] = value[_LITERAL] if wrapped else value
    extra: dict[str, JSON] = {SOURCE: node_id}
    full_name = to_full_name(raw["class_type"])
    if full_name not in types:
        extra[INPUTS] = [[name, "*"] for name in links]
        extra[OUTPUTS] = [[unnamed(index), "*"] for index in range(highest + 1)]
    title = as_object(raw.get("_meta")).get("title")
    return Node(
        node_id,
        full_name,
        title if isinstance(title, str) and len(title) <= 200 else None,
        data=data,
        extra={name: value for name, value in extra.items() if value != []},
    )


def _name_output(node: Node, slot: int, types: NodeTypes) -> str:
    node_type = types.get(node.type)
    outputs = node_type.outputs if node_type else ()
    return outputs[slot].name if slot < len(outputs) else unnamed(slot)
