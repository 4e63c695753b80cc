"""Import of ComfyUI's workflow JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.graph.errors import invalid
from engines.graph.formats.comfyui.raw_links import read_link
from engines.graph.formats.comfyui.raw_node import read_node, to_full_name
from engines.graph.formats.values import DOCUMENT, FORMAT, Format, Imported, as_list, as_object
from engines.graph.frontend_types import FRONTEND_TYPES
from engines.graph.graph import Edge, Graph, Group, Node, Point, Size
from engines.graph.json_form import is_coordinate
from engines.graph.limits import DEFAULT_LIMITS, GraphLimits
from engines.graph.node_types.node_type import NodeTypes
from engines.graph.validation.slots import INPUTS, OUTPUTS
from services.common.text.language import Text

INDEX = "index"
"""Member of `Group.extra`: index of the group in the document."""


def import_workflow(document: Mapping[str, Any], types: NodeTypes, limits: GraphLimits = DEFAULT_LIMITS) -> Imported:
    """Return the graph of *document*, JSON within the limits. Raises GraphInvalid if it is too large.

    The nodes inside of subgraphs remain in the document; a subgraph is a node with its slots.
    """
    check_counts(document, limits)
    nodes, skipped_nodes = read_nodes(document, types)
    edges, skipped_links = read_edges(document, nodes)
    groups = read_groups(as_list(document.get("groups")))
    grouped = {node.id: replace(node, group=find_group(node, groups)) for node in nodes.values()}
    graph = Graph(grouped, edges, groups, {FORMAT: Format.COMFYUI.value, DOCUMENT: dict(document)})
    return Imported(graph, Format.COMFYUI, tuple(_describe(document, skipped_nodes, skipped_links)))


def check_counts(document: Mapping[str, Any], limits: GraphLimits) -> None:
    """Raise GraphInvalid for a document with too many nodes, links or groups."""
    for member, limit in (
        ("nodes", limits.nodes),
        ("links", limits.edges),
        ("edges", limits.edges),
        ("groups", limits.groups),
    ):
        if len(as_list(document.get(member))) > limit:
            raise invalid(f"/{member}", f"超过 {limit} 个。", f"There are more than {limit}.")


def read_nodes(document: Mapping[str, Any], types: NodeTypes) -> tuple[dict[str, Node], int]:
    """Return the nodes by id, and the number of entries that could not be parsed."""
    nodes: dict[str, Node] = {}
    skipped = 0
    for raw in as_list(document.get("nodes")):
        if not _is_node(raw) or str(raw["id"]) in nodes:
            skipped += 1
            continue
        full_name = to_full_name(raw["type"])
        nodes[str(raw["id"])] = read_node(raw, types.get(full_name) or FRONTEND_TYPES.get(full_name))
    return nodes, skipped


def read_edges(document: Mapping[str, Any], nodes: Mapping[str, Node]) -> tuple[dict[str, Edge], int]:
    """Return the links between *nodes* by id, and the number of entries that could not be parsed."""
    edges: dict[str, Edge] = {}
    skipped = 0
    for raw in as_list(document.get("links")):
        link = read_link(raw)
        source, target = (nodes.get(str(link.origin)), nodes.get(str(link.target))) if link else (None, None)
        output = find_handle(source, OUTPUTS, link.origin_slot) if link else None
        slot = find_handle(target, INPUTS, link.target_slot) if link else None
        if link is None or source is None or target is None or output is None or slot is None or str(link.id) in edges:
            skipped += 1
            continue
        edges[str(link.id)] = Edge(str(link.id), source.id, output, target.id, slot)
    return edges, skipped


def find_handle(node: Node | None, member: str, index: int) -> str | None:
    """Return the handle of a slot that the document defines for *node*."""
    slots = as_list(node.extra.get(member)) if node else ()
    name = slots[index][0] if index < len(slots) else None
    return name if isinstance(name, str) and len(name) <= DEFAULT_LIMITS.name else None


def _is_node(raw: object) -> bool:
    if not isinstance(raw, Mapping):
        return False
    node_id, kind = raw.get("id"), raw.get("type")
    if isinstance(node_id, bool) or not isinstance(node_id, int | str):
        return False
    return 0 < len(str(node_id)) <= 100 and isinstance(kind, str) and 0 < len(kind) <= 180


def read_groups(raws: Sequence[Any]) -> dict[str, Group]:
    """Return the groups by id; one without a frame is omitted."""
    groups: dict[str, Group] = {}
    for index, raw in enumerate(raws):
        entry = as_object(raw)
        bounding = list(as_list(entry.get("bounding")))[:4]
        if len(bounding) < 4 or not all(map(is_coordinate, bounding)) or min(bounding[2:]) < 0:
            continue
        raw_id, title, color = entry.get("id"), entry.get("title"), entry.get("color")
        group_id = str(raw_id) if isinstance(raw_id, int) and str(raw_id) not in groups else f"group-{index}"
        groups[group_id] = Group(
            group_id,
            title[:200] if isinstance(title, str) else "",
            Point(bounding[0], bounding[1]),
            Size(bounding[2], bounding[3]),
            color if isinstance(color, str) and len(color) <= 30 else "",
            {INDEX: index},
        )
    return groups


def find_group(node: Node, groups: Mapping[str, Group]) -> str | None:
    """Return the smallest group around the center of *node*: ComfyUI determines membership by geometry."""
    if node.position is None:
        return None
    size = node.size or Size(0, 0)
    x, y = node.position.x + size.width / 2, node.position.y + size.height / 2
    around = [
        (group.size.width * group.size.height, group.id)
        for group in groups.values()
        if group.position is not None
        and group.size is not None
        and 0 <= x - group.position.x <= group.size.width
        and 0 <= y - group.position.y <= group.size.height
    ]
    return min(around)[1] if around else None


def _describe(document: Mapping[str, Any], skipped_nodes: int, skipped_links: int) -> list[Text]:
    notes = []
    if skipped_nodes:
        notes.append(
            Text(
                f"{skipped_nodes} 个节点没有看懂，原样保留。",
                f"{skipped_nodes} nodes could not be parsed and are retained.",
            )
        )
    if skipped_links:
        notes.append(
            Text(
                f"{skipped_links} 条连线没有看懂，原样保留。",
                f"{skipped_links} links could not be parsed and are retained.",
            )
        )
    subgraphs = len(as_list(as_object(document.get("definitions")).get("subgraphs")))
    if subgraphs:
        notes.append(
            Text(
                f"{subgraphs} 个子图作为单个节点，内部原样保留。",
                f"{subgraphs} subgraphs are single nodes; their contents are retained unchanged.",
            )
        )
    return notes
