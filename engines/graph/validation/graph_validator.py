"""Validation of a whole graph, or of the parts that a change affects."""

from collections.abc import Iterator

from engines.graph.finding import Finding, Reason
from engines.graph.graph import Graph, Mode, Node
from engines.graph.json_values import join_pointer
from engines.graph.node_types.node_type import NodeType, NodeTypes
from engines.graph.validation.alternatives import nearest, nearest_types
from engines.graph.validation.links import LinkValidator
from engines.graph.validation.parameters import check_parameter, find_missing
from engines.graph.validation.slots import find_type, is_known
from services.common.text.choices import list_names
from services.common.text.language import Text


def validate_graph(graph: Graph, types: NodeTypes) -> tuple[Finding, ...]:
    """Return all violations in *graph*, in the order of its nodes, then of its edges."""
    links = LinkValidator(graph, types)
    return (*_validate_nodes(graph, types, links), *_validate_edges(graph, links))


def check_ends(graph: Graph, types: NodeTypes) -> Iterator[Finding]:
    """Yield a finding for each edge from or to a node that the graph does not have."""
    links = LinkValidator(graph, types)
    for edge in graph.edges.values():
        if not {edge.source, edge.target} <= graph.nodes.keys():
            yield from links.check_edge(edge)


def check_type(node: Node, types: NodeTypes) -> Iterator[Finding]:
    """Yield a finding if the catalog does not have the type of *node*."""
    if is_known(node, types):
        return
    pointer = join_pointer("nodes", node.id, "type")
    namespace, separator, _ = node.type.partition(":")
    namespaces = {name.partition(":")[0] for name in types}
    if separator and namespace in namespaces:
        reason, text = Reason.TYPE_UNKNOWN, Text(f"没有节点类型 {node.type}。", f"There is no node type {node.type}.")
    else:
        names = list_names(sorted(namespaces)[:10])
        reason, text = (
            Reason.NAMESPACE_UNKNOWN,
            Text(
                f"没有节点类型 {node.type}；类型写作 命名空间:名称，命名空间有：{names.zh}。",
                f"There is no node type {node.type}. A type is written namespace:Name; the namespaces are: {names.en}.",
            ),
        )
    yield Finding(pointer, reason, text, nearest_types(node.type, types))


def check_group(graph: Graph, node: Node) -> Iterator[Finding]:
    """Yield a finding if *node* names a group that does not exist."""
    if node.group is not None and node.group not in graph.groups:
        yield Finding(
            join_pointer("nodes", node.id, "group"),
            Reason.GROUP_UNKNOWN,
            Text(f"没有分组“{node.group}”。", f'There is no group "{node.group}".'),
            nearest(node.group, graph.groups),
        )


def _validate_nodes(graph: Graph, types: NodeTypes, links: LinkValidator) -> Iterator[Finding]:
    for node in graph.nodes.values():
        yield from check_group(graph, node)
        node_type = find_type(node, types)
        if not is_known(node, types):
            yield from check_type(node, types)
        elif node_type is not None:
            yield from _validate_node(node, node_type, links)


def _validate_node(node: Node, node_type: NodeType, links: LinkValidator) -> Iterator[Finding]:
    for name in node.data:
        if not links.is_linked(node.id, name):
            yield from check_parameter(node, node_type, name)
    if node.mode is not Mode.ACTIVE:
        return
    for finding in find_missing(node, node_type):
        if not links.is_linked(node.id, finding.pointer.rpartition("/")[2]):
            yield finding
    for slot in node_type.inputs:
        if not slot.optional and not links.is_linked(node.id, slot.name):
            yield Finding(
                join_pointer("nodes", node.id),
                Reason.INPUT_MISSING,
                Text(f"输入“{slot.name}”还没有连线。", f'The input "{slot.name}" has no link.'),
            )


def _validate_edges(graph: Graph, links: LinkValidator) -> Iterator[Finding]:
    for edge in graph.edges.values():
        yield from links.check_edge(edge)
    cycle = links.find_cycle()
    if cycle:
        names = " → ".join(cycle)
        yield Finding("/edges", Reason.CYCLE, Text(f"连线形成了环：{names}。", f"The links form a cycle: {names}."))
