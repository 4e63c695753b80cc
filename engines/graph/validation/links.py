"""Validation of edges: their ends, data types, single links and cycles."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter

from engines.graph.finding import Finding, Reason
from engines.graph.frontend_types import REROUTE
from engines.graph.graph import Edge, Graph, Node
from engines.graph.json_values import join_pointer
from engines.graph.node_types.node_type import ANY, Input, NodeType, NodeTypes, Output, types_match
from engines.graph.validation.alternatives import nearest
from engines.graph.validation.entry_names import IDS, EntryNames
from engines.graph.validation.slots import find_type
from services.common.text.choices import list_names
from services.common.text.language import Text

_MAX_PATH = 12


class LinkValidator:
    """Validates edges of one graph. Edges are indexed once, so a check reads only the edges of its nodes.

    Messages name nodes and edges as *names* does.
    """

    def __init__(self, graph: Graph, types: NodeTypes, names: EntryNames = IDS) -> None:
        self._graph = graph
        self._types = types
        self._names = names
        self._into: dict[tuple[str, str], list[Edge]] = defaultdict(list)
        self._from: dict[str, list[Edge]] = defaultdict(list)
        for edge in graph.edges.values():
            self._into[edge.target, edge.target_handle].append(edge)
            self._from[edge.source].append(edge)

    def check_edge(self, edge: Edge) -> Iterator[Finding]:
        """Yield the violations of *edge*. Later checks depend on earlier ones: the first violation ends the checks."""
        ends = list(self._check_nodes(edge))
        if ends:
            yield from ends
            return
        source, target = self._graph.nodes[edge.source], self._graph.nodes[edge.target]
        source_type, target_type = find_type(source, self._types), find_type(target, self._types)
        if source_type is None or target_type is None:
            yield self._describe_unknown(edge, source if source_type is None else target)
            return
        output, slot = source_type.find_output(edge.source_handle), target_type.find_input(edge.target_handle)
        if output is None or slot is None:
            yield from _check_handles(edge, source_type, target_type, output, slot)
            return
        kind = self._resolve_kind(source, output)
        accepted = self._resolve_accepted(target, slot)
        if not types_match(kind, accepted):
            yield self._describe_mismatch(edge, kind, accepted, target_type)
        yield from self._check_occupied(edge, slot, kind, target_type)

    def check_cycle(self, edge: Edge) -> Iterator[Finding]:
        """Yield a finding if *edge* closes a cycle."""
        path = self._find_path(edge.target, edge.source)
        if path is not None:
            shown = [*map(self._names.show, path[:_MAX_PATH]), *(["…"] if len(path) > _MAX_PATH else [])]
            names = " → ".join([*shown, self._names.show(edge.target)])
            yield Finding(
                join_pointer("edges", edge.id),
                Reason.CYCLE,
                Text(f"这条连线会形成环：{names}。", f"This link closes a cycle: {names}."),
            )

    def find_cycle(self) -> list[str]:
        """Return the ids of the nodes of one cycle, the first again at the end; empty if there is none."""
        sources: dict[str, set[str]] = defaultdict(set)
        for edge in self._graph.edges.values():
            sources[edge.target].add(edge.source)
        try:
            TopologicalSorter(sources).prepare()
        except CycleError as error:
            return list(error.args[1])
        return []

    def is_linked(self, node_id: str, handle: str) -> bool:
        """Return whether a link ends in the slot."""
        return bool(self._into.get((node_id, handle)))

    def _check_nodes(self, edge: Edge) -> Iterator[Finding]:
        for member, node_id in (("source", edge.source), ("target", edge.target)):
            if node_id not in self._graph.nodes:
                yield Finding(
                    join_pointer("edges", edge.id, member),
                    Reason.NODE_UNKNOWN,
                    Text(f"没有节点“{node_id}”。", f'There is no node "{node_id}".'),
                    nearest(node_id, self._names.list_usable(self._graph.nodes)),
                )

    def _check_occupied(self, edge: Edge, slot: Input, kind: str, target_type: NodeType) -> Iterator[Finding]:
        others = [other for other in self._into[edge.target, edge.target_handle] if other.id != edge.id]
        same = next((o for o in others if (o.source, o.source_handle) == (edge.source, edge.source_handle)), None)
        if same is not None:
            name = self._names.show(same.id)
            yield Finding(
                join_pointer("edges", edge.id),
                Reason.EDGE_DUPLICATE,
                Text(f"已有同样的连线“{name}”。", f'The same link exists: "{name}".'),
            )
        elif others and not slot.multiple_links:
            target, other = self._names.show(edge.target), self._names.show(others[0].id)
            yield Finding(
                join_pointer("edges", edge.id, "targetHandle"),
                Reason.INPUT_OCCUPIED,
                Text(
                    f"节点“{target}”的输入“{slot.name}”只能接一条线，已有连线“{other}”；请先移除它。",
                    f'The input "{slot.name}" of node "{target}" takes one link and has "{other}"; remove that first.',
                ),
                self._free_inputs(edge.target, target_type, kind),
            )

    def _describe_mismatch(self, edge: Edge, kind: str, accepted: tuple[str, ...], target_type: NodeType) -> Finding:
        names = list_names(accepted)
        return Finding(
            join_pointer("edges", edge.id, "targetHandle"),
            Reason.TYPE_MISMATCH,
            Text(
                f"输出“{edge.source_handle}”的类型是 {kind}，输入“{edge.target_handle}”只接受 {names.zh}。",
                f'The output "{edge.source_handle}" is {kind}; the input "{edge.target_handle}" accepts {names.en}.',
            ),
            self._free_inputs(edge.target, target_type, kind),
        )

    def _describe_unknown(self, edge: Edge, node: Node) -> Finding:
        name = self._names.show(node.id)
        return Finding(
            join_pointer("edges", edge.id),
            Reason.TYPE_UNKNOWN,
            Text(
                f"节点“{name}”的类型 {node.type} 未知，不知道它有哪些接口。",
                f'The type {node.type} of node "{name}" is unknown, and so are its slots.',
            ),
        )

    def _free_inputs(self, node_id: str, node_type: NodeType, kind: str) -> tuple[str, ...]:
        """Return the inputs of the node that accept a value of the type *kind*, unlinked ones first."""
        fitting = [slot.name for slot in list_inputs(node_type) if types_match(kind, slot.types)]
        return tuple(sorted(fitting, key=lambda name: self.is_linked(node_id, name)))[:5]

    def _resolve_kind(self, node: Node, output: Output) -> str:
        """Return the data type of an output; a reroute has the data type of its input."""
        visited: set[str] = set()
        kind = output.type
        while kind == ANY and node.id not in visited:
            visited.add(node.id)
            node_type = find_type(node, self._types)
            if node_type is None or not is_reroute(node_type) or not node_type.inputs:
                break
            edges = self._into.get((node.id, node_type.inputs[0].name), [])
            if not edges or edges[0].source not in self._graph.nodes:
                break
            node = self._graph.nodes[edges[0].source]
            source_type = find_type(node, self._types)
            before = source_type.find_output(edges[0].source_handle) if source_type else None
            if before is None:
                break
            kind = before.type
        return kind

    def _resolve_accepted(self, node: Node, slot: Input) -> tuple[str, ...]:
        """Return the data types that an input accepts; a reroute accepts those of the inputs after it."""
        visited: set[str] = set()
        pending = [(node, slot)]
        while pending:
            current, entered = pending.pop()
            if entered.types != (ANY,):
                return entered.types
            node_type = find_type(current, self._types)
            if current.id in visited or node_type is None or not is_reroute(node_type):
                continue
            visited.add(current.id)
            for edge in self._from.get(current.id, ()):
                target = self._graph.nodes.get(edge.target)
                target_type = find_type(target, self._types) if target else None
                behind = target_type.find_input(edge.target_handle) if target_type else None
                if target is not None and behind is not None:
                    pending.append((target, behind))
        return slot.types

    def _find_path(self, start: str, end: str) -> list[str] | None:
        """Return the ids on a path from *start* to *end*, or None."""
        came_from: dict[str, str | None] = {start: None}
        pending = [start]
        while pending:
            node_id = pending.pop()
            if node_id == end:
                return list(reversed(list(_walk_back(node_id, came_from))))
            for edge in self._from.get(node_id, ()):
                if edge.target not in came_from:
                    came_from[edge.target] = node_id
                    pending.append(edge.target)
        return None


def list_inputs(node_type: NodeType) -> Iterable[Input]:
    """Return the inputs of a type: its slots, then the parameters that can be linked."""
    slots = [parameter.input for parameter in node_type.parameters]
    return (*node_type.inputs, *(slot for slot in slots if slot is not None))


def is_reroute(node_type: NodeType) -> bool:
    """Return whether the type is a reroute, whose output is its input."""
    return node_type.extra.get(REROUTE) is True


def _walk_back(node_id: str | None, came_from: dict[str, str | None]) -> Iterator[str]:
    while node_id is not None:
        yield node_id
        node_id = came_from[node_id]


def _check_handles(
    edge: Edge, source_type: NodeType, target_type: NodeType, output: Output | None, slot: Input | None
) -> Iterator[Finding]:
    if output is None:
        yield Finding(
            join_pointer("edges", edge.id, "sourceHandle"),
            Reason.HANDLE_UNKNOWN,
            Text(
                f"{source_type.full_name} 没有输出“{edge.source_handle}”。",
                f'{source_type.full_name} has no output "{edge.source_handle}".',
            ),
            nearest(edge.source_handle, (each.name for each in source_type.outputs)),
        )
    if slot is None:
        yield Finding(
            join_pointer("edges", edge.id, "targetHandle"),
            Reason.HANDLE_UNKNOWN,
            Text(
                f"{target_type.full_name} 没有输入“{edge.target_handle}”。",
                f'{target_type.full_name} has no input "{edge.target_handle}".',
            ),
            nearest(edge.target_handle, (each.name for each in list_inputs(target_type))),
        )
