"""Export to ComfyUI's API prompt, which a server executes. It contains no nodes that only the editor knows."""

import copy
from collections.abc import Mapping
from typing import Any

from engines.graph.formats.comfyui.raw_node import CONTROL, to_kind
from engines.graph.formats.comfyui.subgraphs import expand_subgraphs
from engines.graph.formats.values import Exported, Format, as_object, find_document
from engines.graph.frontend_types import FRONTEND_TYPES, REROUTE, unnamed
from engines.graph.graph import Edge, Graph, Mode, Node
from engines.graph.json_values import same_json
from engines.graph.node_types.node_type import COMFY, NodeType, NodeTypes, types_match
from engines.graph.validation.links import is_reroute
from engines.graph.validation.slots import find_type
from services.common.text.language import Text

_PRIMITIVE, _GET, _SET = f"{COMFY}:PrimitiveNode", f"{COMFY}:GetNode", f"{COMFY}:SetNode"
_LITERAL = "__value__"
"""Member in which ComfyUI wraps a list, so that it is not a link."""


def export_prompt(graph: Graph, types: NodeTypes) -> Exported:
    """Return *graph* as API prompt: reroutes, primitives and bypassed nodes are resolved, muted nodes are omitted."""
    former = find_document(graph, Format.COMFYUI_API)
    if former is not None:
        return Exported(_update_prompt(graph, former, types))
    workflow = find_document(graph, Format.COMFYUI)
    expanded = expand_subgraphs(graph, workflow, types) if workflow is not None else graph
    return _Prompt(expanded, types).build()


class _Prompt:
    """The graph while its prompt is built: edges by their input slot."""

    def __init__(self, graph: Graph, types: NodeTypes) -> None:
        self._graph = graph
        self._types = {node.id: find_type(node, types) for node in graph.nodes.values()}
        self._known = types
        self._into = {(edge.target, edge.target_handle): edge for edge in graph.edges.values()}
        self._notes: list[Text] = []

    def build(self) -> Exported:
        prompt = {
            node.id: self._build_entry(node)
            for node in self._graph.nodes.values()
            if node.mode is Mode.ACTIVE and node.type not in FRONTEND_TYPES and node.type not in (_GET, _SET)
        }
        return Exported(prompt, tuple(self._notes))

    def _build_entry(self, node: Node) -> dict[str, Any]:
        inputs: dict[str, Any] = {}
        node_type = self._known.get(node.type)
        for name, value in node.data.items():
            if name == CONTROL or (name.startswith("widget_") and node_type is None):
                if name != CONTROL:
                    self._notes.append(
                        Text(
                            f"节点“{node.id}”（{to_kind(node.type)}）的类型未知，它的值“{name}”没有名称，已略去。",
                            f'The type of node "{node.id}" ({to_kind(node.type)}) is unknown: its value "{name}" has '
                            "no name and is omitted.",
                        )
                    )
                continue
            inputs[name] = to_literal(value)
        for (target, handle), edge in self._into.items():
            if target == node.id:
                inputs.pop(handle, None)
                value = self._resolve(edge)
                if value is not None:
                    inputs[handle] = value
        title = node.title or (node_type.titles.en if node_type else "") or to_kind(node.type)
        return {"inputs": inputs, "class_type": to_kind(node.type), "_meta": {"title": title}}

    def _resolve(self, edge: Edge) -> Any:
        """Return the link or the value that arrives through *edge*; None if there is none."""
        visited: set[tuple[str, str]] = set()
        current: Edge | None = edge
        while current is not None and (current.source, current.source_handle) not in visited:
            visited.add((current.source, current.source_handle))
            node = self._graph.nodes.get(current.source)
            if node is None or node.mode is Mode.MUTED:
                return None
            if node.type == _PRIMITIVE:
                return to_literal(next(iter(node.data.values()), None))
            node_type = self._types[node.id]
            if node.type == _GET:
                current = self._find_set(node)
            elif node.type == f"{COMFY}:{REROUTE.capitalize()}" or (node_type and is_reroute(node_type)):
                current = next((e for e in self._into.values() if e.target == node.id), None)
            elif node.mode is Mode.BYPASSED:
                current = self._find_bypass(node, node_type, current.source_handle)
            else:
                return [node.id, find_output_index(node_type, current.source_handle)]
        return None

    def _find_set(self, node: Node) -> Edge | None:
        """Return the link into the SetNode of the same name."""
        name = next(iter(node.data.values()), None)
        for other in self._graph.nodes.values():
            if other.type == _SET and next(iter(other.data.values()), None) == name:
                return next((edge for edge in self._into.values() if edge.target == other.id), None)
        return None

    def _find_bypass(self, node: Node, node_type: NodeType | None, handle: str) -> Edge | None:
        """Return the link whose value leaves a bypassed node: of the same slot index, else the first of the type."""
        if node_type is None:
            return None
        index = find_output_index(node_type, handle)
        kind = node_type.outputs[index].type if index < len(node_type.outputs) else "*"
        slots = list(node_type.inputs)
        ordered = slots[index : index + 1] + slots
        for slot in ordered:
            edge = self._into.get((node.id, slot.name))
            if edge is not None and types_match(kind, slot.types):
                return edge
        return None


def to_literal(value: Any) -> Any:
    """Return *value* as an input of a prompt, where a list is a link."""
    return {_LITERAL: copy.deepcopy(value)} if isinstance(value, list) else copy.deepcopy(value)


def find_output_index(node_type: NodeType | None, handle: str) -> int:
    """Return the index of an output; an output whose name was unknown at import has its index in the handle, "#1"."""
    index = handle.rpartition("#")[2]
    is_index = index.isascii() and index.isdecimal() and len(index) < 6
    names = [output.name for output in node_type.outputs] if node_type else []
    # Before the names: a type that has become known lists its own outputs first, then those of the import.
    if handle in names and not (is_index and handle == unnamed(int(index))):
        return names.index(handle)
    return int(index) if is_index else 0


def _update_prompt(graph: Graph, former: Mapping[str, Any], types: NodeTypes) -> dict[str, Any]:
    """Return the document with the changes of *graph*."""
    from engines.graph.formats.comfyui.prompt_import import import_prompt

    base = import_prompt(former, types).graph
    document: dict[str, Any] = copy.deepcopy(dict(former))
    for node_id in base.nodes:
        if node_id not in graph.nodes:
            del document[node_id]
    for node in graph.nodes.values():
        entry = document.setdefault(node.id, {"inputs": {}, "class_type": to_kind(node.type)})
        _update_entry(entry, node, base.nodes.get(node.id, Node(node.id, node.type)))
        old = {edge.target_handle: edge for edge in base.edges.values() if edge.target == node.id}
        new = {edge.target_handle: edge for edge in graph.edges.values() if edge.target == node.id}
        for handle in old.keys() - new.keys():
            entry["inputs"].pop(handle, None)
        for handle, edge in new.items():
            before = old.get(handle)
            if before is None or (edge.source, edge.source_handle) != (before.source, before.source_handle):
                node_type = find_type(graph.nodes[edge.source], types) if edge.source in graph.nodes else None
                entry["inputs"][handle] = [edge.source, find_output_index(node_type, edge.source_handle)]
    return document


def _update_entry(entry: dict[str, Any], node: Node, base: Node) -> None:
    if node.type != base.type:
        entry["class_type"] = to_kind(node.type)
    if node.title != base.title:
        entry["_meta"] = dict(as_object(entry.get("_meta"))) | {"title": node.title or to_kind(node.type)}
    for name in dict.fromkeys((*base.data, *node.data)):
        if name not in node.data:
            entry["inputs"].pop(name, None)
        elif name not in base.data or not same_json(base.data[name], node.data[name]):
            entry["inputs"][name] = to_literal(node.data[name])
