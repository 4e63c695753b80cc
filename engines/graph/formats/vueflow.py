"""VueFlow's `{nodes: [...], edges: [...]}`: import, and export into the imported document."""

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engines.graph.formats.comfyui.workflow_import import check_counts
from engines.graph.formats.values import (
    DOCUMENT,
    FORMAT,
    SOURCE,
    Exported,
    Format,
    Imported,
    as_list,
    as_object,
    find_document,
)
from engines.graph.graph import Edge, Graph, Group, Mode, Node, Point, Size
from engines.graph.json_form import is_coordinate
from engines.graph.json_values import same_json
from engines.graph.limits import DEFAULT_LIMITS, GraphLimits
from services.common.text.language import Text

NAMESPACE = "vueflow"
"""Namespace of types without one: names of the canvas' own components."""
_DEFAULT_HANDLE = "default"
_GROUP = "group"


def import_vueflow(document: Mapping[str, Any], limits: GraphLimits = DEFAULT_LIMITS) -> Imported:
    """Return the graph of *document*, JSON within the limits. Raises GraphInvalid if it is too large."""
    check_counts(document, limits)
    nodes: dict[str, Node] = {}
    groups: dict[str, Group] = {}
    edges: dict[str, Edge] = {}
    raws = [raw for raw in as_list(document.get("nodes")) if _is_entry(raw)]
    for raw in raws:
        if raw.get("type") == _GROUP and raw["id"] not in groups:
            groups[raw["id"]] = _read_group(raw)
        elif raw["id"] not in nodes:
            nodes[raw["id"]] = _read_node(raw)
    for node in nodes.values():
        nodes[node.id] = _place_in_group(node, groups)
    for raw in as_list(document.get("edges")):
        if _is_entry(raw) and raw["id"] not in edges and {raw.get("source"), raw.get("target")} <= nodes.keys():
            edges[raw["id"]] = _read_edge(raw)
    graph = Graph(nodes, edges, groups, {FORMAT: Format.VUEFLOW.value, DOCUMENT: dict(document)})
    total = len(as_list(document.get("nodes"))) + len(as_list(document.get("edges")))
    left_out = total - len(nodes) - len(groups) - len(edges)
    note = Text(f"{left_out} 项没有看懂，原样保留。", f"{left_out} entries could not be parsed and are retained.")
    return Imported(graph, Format.VUEFLOW, (note,) if left_out else ())


def export_vueflow(graph: Graph) -> Exported:
    """Return *graph* as VueFlow document."""
    former = find_document(graph, Format.VUEFLOW)
    document: dict[str, Any] = copy.deepcopy(dict(former)) if former is not None else {"nodes": [], "edges": []}
    base = import_vueflow(former).graph if former is not None else Graph()
    nodes, written = [], set[str]()
    for raw in as_list(document.get("nodes")):
        key = as_object(raw).get("id")
        known = isinstance(key, str) and (key in base.nodes or key in base.groups) and key not in written
        if not known:
            nodes.append(raw)
        elif key in graph.nodes or key in graph.groups:
            written.add(str(key))
            nodes.append(raw)
            _write_entry(raw, graph, base)
    for group in graph.groups.values():
        if group.id not in written:
            nodes.append(_create_group(group))
    nodes += [_create_node(node, graph) for node in graph.nodes.values() if node.id not in written]
    edges, linked = [], set[str]()
    for raw in as_list(document.get("edges")):
        key = as_object(raw).get("id")
        if not isinstance(key, str) or key not in base.edges or key in linked:
            edges.append(raw)
        elif key in graph.edges:
            linked.add(key)
            edges.append(raw)
            _write_edge(raw, graph.edges[key], base.edges[key])
    edges += [_create_edge(edge) for edge in graph.edges.values() if edge.id not in linked]
    if nodes or "nodes" in document:
        document["nodes"] = nodes
    if edges or "edges" in document:
        document["edges"] = edges
    return Exported(document)


def _is_entry(raw: object) -> bool:
    entry = as_object(raw)
    kind = entry.get("type", "default")
    names = (entry.get("id"), kind)
    return all(isinstance(name, str) and 0 < len(name) <= 180 for name in names)


def _read_node(raw: Mapping[str, Any]) -> Node:
    kind, label, mode = raw.get("type", "default"), raw.get("label"), raw.get("mode")
    return Node(
        raw["id"],
        kind if ":" in kind else f"{NAMESPACE}:{kind}",
        label if isinstance(label, str) and len(label) <= 200 else None,
        _read_position(raw),
        _read_size(raw),
        Mode(mode) if mode in tuple(Mode) else Mode.ACTIVE,
        group=raw["parentNode"] if isinstance(raw.get("parentNode"), str) else None,
        data=dict(as_object(raw.get("data"))),
        extra={SOURCE: raw["id"]},
    )


def _read_group(raw: Mapping[str, Any]) -> Group:
    label = raw.get("label")
    title = label if isinstance(label, str) and len(label) <= 200 else ""
    return Group(raw["id"], title, _read_position(raw), _read_size(raw), extra={SOURCE: raw["id"]})


def _place_in_group(node: Node, groups: Mapping[str, Group]) -> Node:
    """Return *node* with its position on the canvas; in VueFlow, positions are relative to the group."""
    group = groups.get(node.group or "")
    if group is None:
        return replace(node, group=None)
    return replace(node, position=_shift(node.position, group, 1))


def _shift(position: Point | None, group: Group | None, sign: int) -> Point | None:
    if position is None or group is None or group.position is None:
        return position
    return Point(position.x + sign * group.position.x, position.y + sign * group.position.y)


def _read_edge(raw: Mapping[str, Any]) -> Edge:
    handles = [raw.get(name) for name in ("sourceHandle", "targetHandle")]
    source, target = (name if isinstance(name, str) and name else _DEFAULT_HANDLE for name in handles)
    return Edge(raw["id"], raw["source"], source[:200], raw["target"], target[:200])


def _read_position(raw: Mapping[str, Any]) -> Point | None:
    position = as_object(raw.get("position"))
    x, y = position.get("x"), position.get("y")
    return Point(x, y) if is_coordinate(x) and is_coordinate(y) and x is not None and y is not None else None


def _read_size(raw: Mapping[str, Any]) -> Size | None:
    for holder in (as_object(raw.get("dimensions")), raw, as_object(raw.get("style"))):
        width, height = (_read_length(holder.get(name)) for name in ("width", "height"))
        if width is not None and height is not None:
            return Size(width, height)
    return None


def _read_length(value: object) -> float | None:
    if isinstance(value, str) and value.endswith("px"):
        value = value.removesuffix("px")
        value = float(value) if value.replace(".", "", 1).isdecimal() and value.isascii() else None
    return value if isinstance(value, int | float) and is_coordinate(value) and value >= 0 else None


def _write_entry(raw: dict[str, Any], graph: Graph, base: Graph) -> None:
    key = raw["id"]
    if key in graph.groups and key in base.groups:
        group, was = graph.groups[key], base.groups[key]
        _write_frame(raw, group.position, was.position, group.size, was.size)
        if group.title != was.title:
            raw["label"] = group.title
        return
    node, before = graph.nodes[key], base.nodes[key]
    group_moved = graph.groups.get(node.group or "") != base.groups.get(before.group or "")
    if node.position != before.position or group_moved:
        position = _shift(node.position, graph.groups.get(node.group or ""), -1)
        _write_frame(raw, position, None, node.size, before.size)
    else:
        _write_frame(raw, None, None, node.size, before.size)
    if node.type != before.type:
        raw["type"] = node.type.removeprefix(f"{NAMESPACE}:")
    for member, value, former in (
        ("label", node.title, before.title),
        ("parentNode", node.group, before.group),
        ("mode", node.mode.value, before.mode.value),
    ):
        if value != former:
            raw.pop(member, None)
            if value is not None:
                raw[member] = value
    _write_data(raw, node, before)


def _write_data(raw: dict[str, Any], node: Node, before: Node) -> None:
    for name in dict.fromkeys((*before.data, *node.data)):
        if name not in node.data:
            raw["data"].pop(name, None)
        elif name not in before.data or not same_json(before.data[name], node.data[name]):
            if not isinstance(raw.get("data"), dict):
                raw["data"] = {}
            raw["data"][name] = copy.deepcopy(node.data[name])


def _write_frame(
    raw: dict[str, Any], position: Point | None, was: Point | None, size: Size | None, was_size: Size | None
) -> None:
    if position is not None and position != was:
        raw["position"] = dict(as_object(raw.get("position"))) | {"x": position.x, "y": position.y}
    if size is not None and size != was_size:
        holder = next((raw[name] for name in ("dimensions", "style") if isinstance(raw.get(name), dict)), raw)
        holder |= {"width": size.width, "height": size.height}


def _create_node(node: Node, graph: Graph) -> dict[str, Any]:
    position = _shift(node.position, graph.groups.get(node.group or ""), -1) or Point(0, 0)
    raw: dict[str, Any] = {
        "id": node.id,
        "type": node.type.removeprefix(f"{NAMESPACE}:"),
        "position": {"x": position.x, "y": position.y},
        "data": copy.deepcopy(dict(node.data)),
    }
    if node.title is not None:
        raw["label"] = node.title
    if node.group is not None:
        raw["parentNode"] = node.group
    if node.mode is not Mode.ACTIVE:
        raw["mode"] = node.mode.value
    if node.size is not None:
        raw["dimensions"] = {"width": node.size.width, "height": node.size.height}
    return raw


def _create_group(group: Group) -> dict[str, Any]:
    position, size = group.position or Point(0, 0), group.size or Size(300, 200)
    return {
        "id": group.id,
        "type": _GROUP,
        "position": {"x": position.x, "y": position.y},
        "style": {"width": f"{size.width}px", "height": f"{size.height}px"},
        "data": {},
        "label": group.title,
    }


def _create_edge(edge: Edge) -> dict[str, Any]:
    raw = {"id": edge.id, "source": edge.source, "target": edge.target}
    return raw | {"sourceHandle": edge.source_handle, "targetHandle": edge.target_handle}


def _write_edge(raw: dict[str, Any], edge: Edge, before: Edge) -> None:
    for member, value, former in (
        ("source", edge.source, before.source),
        ("target", edge.target, before.target),
        ("sourceHandle", edge.source_handle, before.source_handle),
        ("targetHandle", edge.target_handle, before.target_handle),
    ):
        if value != former:
            raw[member] = value
