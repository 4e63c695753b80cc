"""Names of the values of a workflow that was imported before its node types were known."""

from dataclasses import replace

from engines.graph.formats.comfyui.raw_node import name_widgets, to_full_name
from engines.graph.formats.values import SOURCE, Format, as_list, as_object, find_document
from engines.graph.graph import Graph, Node
from engines.graph.node_types.node_type import JSON, NodeType, NodeTypes
from engines.graph.validation.slots import WIDGETS


def name_values(graph: Graph, types: NodeTypes) -> Graph:
    """Return *graph* with the values "widget_0", "widget_1", … named by *types*; unchanged if it is no workflow."""
    document = find_document(graph, Format.COMFYUI)
    raws = {str(as_object(raw).get("id")): raw for raw in reversed(as_list(as_object(document).get("nodes")))}
    named = []
    for node in graph.nodes.values():
        raw, node_type = as_object(raws.get(str(node.extra.get(SOURCE)))), types.get(node.type)
        if node_type is not None and to_full_name(str(raw.get("type"))) == node.type:
            named.append(_name_node(node, name_widgets(raw, node_type), node_type))
    return graph.with_nodes(named)


def _name_node(node: Node, names: list[str], node_type: NodeType) -> Node:
    former = node.extra.get(WIDGETS)
    if not isinstance(former, list) or len(former) != len(names):
        return node
    renamed = {
        old: name
        for index, (old, name) in enumerate(zip(former, names, strict=True))
        if old == f"widget_{index}" and name != old
    }
    if not renamed:
        return node
    # A value that was set by its name since takes the place of the one without a name.
    current = {name: value for name, value in node.data.items() if renamed.get(name) not in node.data}
    data = {renamed.get(name, name): value for name, value in current.items()}
    widgets: list[JSON] = [renamed.get(str(name), name) for name in former]
    return replace(node, data=data, extra={**node.extra, WIDGETS: widgets})
