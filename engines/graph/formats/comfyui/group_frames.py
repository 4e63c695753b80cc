"""Frames of groups on export: in ComfyUI a node belongs to the group whose frame is around its center."""

from collections.abc import Mapping
from dataclasses import replace

from engines.graph.formats.comfyui.raw_node import DEFAULT_SIZE
from engines.graph.formats.comfyui.workflow_import import find_group
from engines.graph.graph import Graph, Group, Node, Point, Size
from services.common.text.language import Text

PADDING = 24.0
_TITLE = 36.0


def fit_frames(graph: Graph, base: Graph) -> tuple[Graph, tuple[Text, ...]]:
    """Return *graph* with frames and positions that express the groups of nodes, and what these cannot express.

    Only nodes whose group differs from *base*, the document, are adjusted. The frame grows around a node that enters a
    group; if that would enclose other nodes, the node moves below the group, and the frame grows downwards. A node
    that leaves a group moves below its frame.
    """
    notes = []
    for node_id in [node.id for node in graph.nodes.values() if _has_changed(node, base)]:
        node = _with_size(graph.nodes[node_id])
        if node.group not in graph.groups:
            node = replace(node, group=None)
        if find_group(node, graph.groups) == node.group:
            continue
        graph = _leave(graph, node) if node.group is None else _enter(graph, node, graph.groups[node.group])
        if find_group(graph.nodes[node_id], graph.groups) != node.group:
            notes.append(
                Text(
                    f"节点“{node_id}”的分组无法用分组框表示。",
                    f'The group of node "{node_id}" cannot be expressed by frames.',
                )
            )
    return graph, tuple(notes)


def _has_changed(node: Node, base: Graph) -> bool:
    former = base.nodes.get(node.id)
    return node.group != (former.group if former is not None else None)


def _enter(graph: Graph, node: Node, group: Group) -> Graph:
    frame = _complete(group)
    if node.position is not None:
        grown = _grow(frame, node)
        after = graph.with_nodes([node])
        after = replace(after, groups={**after.groups, group.id: grown})
        if _find_members(after.nodes, after.groups, node.id) == _find_members(graph.nodes, graph.groups, node.id):
            return after
    assert frame.position is not None and frame.size is not None
    moved = replace(node, position=Point(frame.position.x + PADDING, frame.position.y + frame.size.height))
    return replace(graph.with_nodes([moved]), groups={**graph.groups, group.id: _grow(frame, moved)})


def _leave(graph: Graph, node: Node) -> Graph:
    """Return *graph* with *node* below all frames around it: each move leaves one of them permanently."""
    for _ in graph.groups:
        inside = find_group(node, graph.groups)
        if inside is None:
            break
        frame = _complete(graph.groups[inside])
        assert frame.position is not None and frame.size is not None and node.position is not None
        bottom = frame.position.y + frame.size.height + PADDING + _TITLE
        node = replace(node, position=Point(node.position.x, bottom))
    return graph.with_nodes([node])


def _grow(group: Group, node: Node) -> Group:
    """Return *group* with a frame that also contains *node*."""
    assert group.position is not None and group.size is not None and node.position is not None
    size = node.size or DEFAULT_SIZE
    left, top = min(group.position.x, node.position.x - PADDING), min(group.position.y, node.position.y - _TITLE)
    right = max(group.position.x + group.size.width, node.position.x + size.width + PADDING)
    bottom = max(group.position.y + group.size.height, node.position.y + size.height + PADDING)
    return replace(group, position=Point(left, top), size=Size(right - left, bottom - top))


def _find_members(nodes: Mapping[str, Node], groups: Mapping[str, Group], apart: str) -> dict[str, str | None]:
    """Return the group of each node except *apart*, determined by the frames."""
    return {node.id: find_group(_with_size(node), groups) for node in nodes.values() if node.id != apart}


def _complete(group: Group) -> Group:
    return replace(group, position=group.position or Point(0, 0), size=group.size or Size(300, 200))


def _with_size(node: Node) -> Node:
    return node if node.size is not None else replace(node, size=DEFAULT_SIZE)
