"""Subgraphs: expands the nodes of each instance into nodes of the graph, which the API prompt requires."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engines.graph.errors import invalid
from engines.graph.formats.comfyui.raw_links import RawLink, read_link
from engines.graph.formats.comfyui.raw_node import to_kind
from engines.graph.formats.comfyui.workflow_import import find_handle, read_nodes
from engines.graph.formats.values import as_list, as_object
from engines.graph.graph import Edge, Graph, Mode, Node
from engines.graph.limits import DEFAULT_LIMITS
from engines.graph.node_types.node_type import NodeTypes
from engines.graph.validation.slots import INPUTS, OUTPUTS

INPUT_NODE, OUTPUT_NODE = -10, -20
"""Ids that links inside of a subgraph use for its own inputs and outputs."""
_MAX_DEPTH = 16


def expand_subgraphs(graph: Graph, document: Mapping[str, Any], types: NodeTypes) -> Graph:
    """Return *graph* with the nodes of each subgraph in place of its instances; their ids are "INSTANCE:INNER"."""
    entries = as_list(as_object(document.get("definitions")).get("subgraphs"))
    definitions = {entry["id"]: entry for entry in entries if isinstance(as_object(entry).get("id"), str)}
    for _ in range(_MAX_DEPTH):
        instances = [node for node in graph.nodes.values() if to_kind(node.type) in definitions]
        if not instances:
            return graph
        for node in instances:
            graph = _expand(graph, node, definitions[to_kind(node.type)], types)
        if len(graph.nodes) > DEFAULT_LIMITS.nodes:
            break
    raise invalid(
        "/definitions/subgraphs", "子图嵌套过深或节点过多。", "Subgraphs are nested too deeply, or have too many nodes."
    )


def _expand(graph: Graph, instance: Node, definition: Mapping[str, Any], types: NodeTypes) -> Graph:
    remaining = {node_id: node for node_id, node in graph.nodes.items() if node_id != instance.id}
    edges = {e.id: e for e in graph.edges.values() if instance.id not in (e.source, e.target)}
    if instance.mode is Mode.MUTED:
        return replace(graph, nodes=remaining, edges=edges)
    inner, _ = read_nodes(definition, types)
    inner = {node_id: _apply_promoted(instance, node) for node_id, node in inner.items()}
    links = [link for raw in as_list(definition.get("links")) if (link := read_link(raw)) is not None]
    _apply_own_inputs(instance, inner, links)
    ends = list(_connect(graph, instance, inner, links))
    nodes = {}
    for node in inner.values():
        mode = Mode.BYPASSED if instance.mode is Mode.BYPASSED and node.mode is Mode.ACTIVE else node.mode
        nodes[f"{instance.id}:{node.id}"] = replace(node, id=f"{instance.id}:{node.id}", mode=mode)
    for index, (source, output, target, slot) in enumerate(ends):
        edge_id = f"{instance.id}:link-{index}"
        edges[edge_id] = Edge(edge_id, source, output, target, slot)
    return replace(graph, nodes={**remaining, **nodes}, edges=edges)


def _connect(
    graph: Graph, instance: Node, inner: Mapping[str, Node], links: list[RawLink]
) -> Iterator[tuple[str, str, str, str]]:
    """Yield the links inside, and those through the inputs and outputs of *instance*."""
    entering = {edge.target_handle: edge for edge in graph.incoming(instance.id)}
    leaving = graph.outgoing(instance.id)
    for link in links:
        source, target = inner.get(str(link.origin)), inner.get(str(link.target))
        output, slot = find_handle(source, OUTPUTS, link.origin_slot), find_handle(target, INPUTS, link.target_slot)
        if link.origin == INPUT_NODE and target is not None and slot is not None:
            edge = entering.get(find_handle(instance, INPUTS, link.origin_slot) or "")
            if edge is not None:
                yield edge.source, edge.source_handle, f"{instance.id}:{target.id}", slot
        elif link.target == OUTPUT_NODE and source is not None and output is not None:
            handle = find_handle(instance, OUTPUTS, link.target_slot)
            for edge in leaving:
                if edge.source_handle == handle:
                    yield f"{instance.id}:{source.id}", output, edge.target, edge.target_handle
        elif source is not None and target is not None and output is not None and slot is not None:
            yield f"{instance.id}:{source.id}", output, f"{instance.id}:{target.id}", slot


def _apply_promoted(instance: Node, node: Node) -> Node:
    """Return *node* with the values of its widgets that the instance displays ("INNER.NAME")."""
    prefix = f"{node.id}."
    promoted = {name.removeprefix(prefix): value for name, value in instance.data.items() if name.startswith(prefix)}
    return replace(node, data={**node.data, **promoted}) if promoted else node


def _apply_own_inputs(instance: Node, inner: dict[str, Node], links: list[RawLink]) -> None:
    """Set the value of a widget of the instance on the inner inputs that its slot is linked to."""
    for link in links:
        target = inner.get(str(link.target))
        name = find_handle(instance, INPUTS, link.origin_slot) if link.origin == INPUT_NODE else None
        slot = find_handle(target, INPUTS, link.target_slot)
        value_name = next((key for key in (name, f"-1.{name}") if key in instance.data), None)
        if target is not None and slot is not None and value_name is not None:
            inner[target.id] = replace(target, data={**target.data, slot: instance.data[value_name]})
