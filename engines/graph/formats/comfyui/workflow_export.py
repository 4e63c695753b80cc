"""Export to ComfyUI's workflow JSON: the imported document with the changes of the graph."""

import copy
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engines.graph.formats.comfyui.group_frames import fit_frames
from engines.graph.formats.comfyui.raw_links import RawLink, drop_from_reroutes, read_link, write_link
from engines.graph.formats.comfyui.raw_node import copy_raw, create_raw, to_kind, write_node
from engines.graph.formats.comfyui.workflow_import import INDEX, import_workflow, read_groups
from engines.graph.formats.values import SOURCE, Exported, Format, as_list, as_object, find_document, name_slots
from engines.graph.graph import Edge, Graph, Group, Node, Point, Size
from engines.graph.layout.node_size import HEADER, find_displayed_type, measure_node
from engines.graph.node_types.node_type import NodeTypes
from engines.graph.validation.slots import find_type
from services.common.text.choices import list_names
from services.common.text.language import Text

_BLANK: dict[str, Any] = {
    "last_node_id": 0, "last_link_id": 0, "nodes": [], "links": [], "groups": [], "config": {}, "extra": {},
    "version": 0.4,
}  # fmt: skip


def export_workflow(graph: Graph, types: NodeTypes) -> Exported:
    """Return *graph* as workflow JSON."""
    return _Export(graph, types).run()


class _Export:
    """One export: the changed document, and the numbers for new nodes and links."""

    def __init__(self, graph: Graph, types: NodeTypes) -> None:
        self._types = types
        former = find_document(graph, Format.COMFYUI)
        self._former = former if former is not None else _BLANK
        self._base = import_workflow(self._former, types).graph
        self._graph, notes = fit_frames(_place_bodies(graph, self._base, types, is_new=former is None), self._base)
        self._document: dict[str, Any] = copy.deepcopy(dict(self._former))
        self._raws: dict[str, dict[str, Any]] = {}
        self._notes: list[Text] = list(notes)

    def run(self) -> Exported:
        self._write_nodes()
        self._write_links()
        self._write_groups()
        return Exported(self._document, tuple(self._notes))

    def _write_nodes(self) -> None:
        entries: list[Any] = []
        taken = {raw["id"] for raw in as_list(self._document.get("nodes")) if isinstance(as_object(raw).get("id"), int)}
        templates = {}
        for raw in as_list(self._document.get("nodes")):
            node_id = str(as_object(raw).get("id"))
            if node_id not in self._base.nodes or node_id in self._raws:
                entries.append(raw)  # could not be parsed
                continue
            templates[node_id] = raw
            if node_id in self._graph.nodes:
                self._raws[node_id] = raw
                self._write_node(raw, self._graph.nodes[node_id])
                entries.append(raw)
        numbers = _count_up(taken, self._document, ("last_node_id", "lastNodeId"))
        new = [node for node in self._graph.nodes.values() if node.id not in self._raws]
        for node in new:
            raw = self._create_node(node, templates, _take(node.id, taken, numbers), len(entries))
            self._raws[node.id] = raw
            entries.append(raw)
        if new or len(entries) != len(as_list(self._document.get("nodes"))):
            self._document["nodes"] = entries
        if new:
            _raise_counter(self._document, taken, ("last_node_id", "lastNodeId"))

    def _create_node(self, node: Node, templates: dict[str, Any], raw_id: int, order: int) -> dict[str, Any]:
        template = templates.get(str(node.extra.get(SOURCE)))
        if template is not None and template.get("type") == to_kind(node.type):
            raw = copy_raw(template, raw_id)
            self._write_node(raw, node)
            return raw
        return create_raw(node, raw_id, find_type(node, self._types), order)

    def _write_node(self, raw: dict[str, Any], node: Node) -> None:
        left_out = write_node(raw, node, self._types.get(node.type))
        if left_out:
            names = list_names(left_out)
            self._notes.append(
                Text(
                    f"节点“{node.id}”的这些值无法写入：{names.zh}。",
                    f'Values of node "{node.id}" cannot be written: {names.en}.',
                )
            )

    def _write_links(self) -> None:
        graph, base = self._graph.edges, self._base.edges
        gone = [edge for edge in base.values() if graph.get(edge.id) != edge]
        new = [edge for edge in graph.values() if base.get(edge.id) != edge]
        if not gone and not new:
            return
        links = [raw for raw in as_list(self._document.get("links")) if not self._is_gone(raw, gone)]
        as_objects = bool(links and isinstance(links[0], dict)) or self._document.get("version") == 1
        gone_ids = {int(edge.id) for edge in gone}
        for raw in self._raws.values():
            _unlink(raw, gone_ids)
        taken = {link.id for raw in as_list(self._document.get("links")) if (link := read_link(raw)) is not None}
        numbers = _count_up(taken, self._document, ("last_link_id", "lastLinkId"))
        drop_from_reroutes(self._document, gone_ids)
        for edge in new:
            link = self._create_link(edge, _take(edge.id, taken - gone_ids, numbers))
            taken.add(link.id)
            links.append(write_link(link, as_object=as_objects))
        self._document["links"] = links
        if new:
            _raise_counter(self._document, taken, ("last_link_id", "lastLinkId"))

    def _is_gone(self, raw: Any, gone: Iterable[Edge]) -> bool:
        link = read_link(raw)
        return link is not None and any(str(link.id) == edge.id for edge in gone)

    def _create_link(self, edge: Edge, link_id: int) -> RawLink:
        source, target = self._raws[edge.source], self._raws[edge.target]
        output = self._find_slot(source, "outputs", edge.source, edge.source_handle)
        slot = self._find_slot(target, "inputs", edge.target, edge.target_handle)
        out_slot, in_slot = source["outputs"][output], target["inputs"][slot]
        out_slot["links"] = [*(out_slot.get("links") or []), link_id]
        in_slot["link"] = link_id
        return RawLink(link_id, source["id"], output, target["id"], slot, out_slot.get("type", "*"))

    def _find_slot(self, raw: dict[str, Any], member: str, node_id: str, handle: str) -> int:
        """Return the index of a slot; a missing one is added to the document."""
        slots = raw.get(member)
        if not isinstance(slots, list):
            slots = raw[member] = []
        names = name_slots(slots)
        if handle in names:
            return names.index(handle)
        node_type = find_type(self._graph.nodes[node_id], self._types)
        slot: dict[str, Any] = {"name": handle, "type": "*"}
        if member == "outputs":
            output = node_type.find_output(handle) if node_type else None
            slot |= {"type": output.type if output else "*", "links": []}
        else:
            entry = node_type.find_input(handle) if node_type else None
            slot |= {"type": ",".join(entry.types) if entry else "*", "link": None}
            if node_type is not None and node_type.find_parameter(handle) is not None:
                slot["widget"] = {"name": handle}
        slots.append(slot)
        return len(slots) - 1

    def _write_groups(self) -> None:
        if self._graph.groups == self._base.groups:
            return
        raws = list(as_list(self._document.get("groups")))
        read = {group.extra[INDEX]: group for group in read_groups(raws).values()}
        entries = []
        for index, raw in enumerate(raws):
            group = read.get(index)
            if group is None:
                entries.append(raw)
            elif group.id in self._graph.groups:
                entries.append(_write_group(raw, group, self._graph.groups[group.id]))
        known = {group.id for group in read.values()}
        entries += [_create_group(group) for group in self._graph.groups.values() if group.id not in known]
        self._document["groups"] = entries


def _place_bodies(graph: Graph, base: Graph, types: NodeTypes, *, is_new: bool) -> Graph:
    """Return *graph* with the bodies of new nodes: ComfyUI's position and size are those below the title.

    The nodes of a graph from another format are placed by their titles, those of a workflow by their bodies.
    """
    bodies = []
    for node in graph.nodes.values():
        if node.id in base.nodes or str(node.extra.get(SOURCE)) in base.nodes:
            continue
        size, position = node.size, node.position
        if size is None and (node_type := find_displayed_type(node, types)) is not None:
            frame = measure_node(node, node_type)
            size = Size(frame.width, frame.height - HEADER)
        if is_new and position is not None:
            position = Point(position.x, position.y + HEADER)
        bodies.append(replace(node, position=position, size=size))
    return graph.with_nodes(bodies)


def _write_group(raw: dict[str, Any], former: Group, group: Group) -> dict[str, Any]:
    if group.title != former.title:
        raw["title"] = group.title
    if group.color != former.color:
        raw["color"] = group.color
    if (group.position, group.size) != (former.position, former.size):
        raw["bounding"] = _to_bounding(group)
    return raw


def _create_group(group: Group) -> dict[str, Any]:
    raw = {"title": group.title, "bounding": _to_bounding(group), "font_size": 24, "flags": {}}
    return raw | ({"color": group.color} if group.color else {})


def _to_bounding(group: Group) -> list[float]:
    position, size = group.position or Point(0, 0), group.size or Size(300, 200)
    return [position.x, position.y, size.width, size.height]


def _unlink(raw: dict[str, Any], link_ids: set[int]) -> None:
    for slot in as_list(raw.get("inputs")):
        if isinstance(slot, dict) and isinstance(slot.get("link"), int) and slot["link"] in link_ids:
            slot["link"] = None
    for slot in as_list(raw.get("outputs")):
        links = slot.get("links") if isinstance(slot, dict) else None
        if isinstance(links, list) and any(isinstance(link, int) and link in link_ids for link in links):
            slot["links"] = [link for link in links if not (isinstance(link, int) and link in link_ids)]


def _count_up(taken: set[int], document: dict[str, Any], names: tuple[str, str]) -> list[int]:
    """Return the counter of new numbers, in a list that `_take` changes."""
    counters = [document.get(names[0]), as_object(document.get("state")).get(names[1])]
    return [max([0, *taken, *(value for value in counters if isinstance(value, int))])]


def _take(own_id: str, taken: set[int], counter: list[int]) -> int:
    """Return the number of a new entry: its own id if that is an unused number."""
    if own_id.isascii() and own_id.isdecimal() and len(own_id) < 10 and int(own_id) not in taken:
        taken.add(int(own_id))
        return int(own_id)
    counter[0] += 1
    taken.add(counter[0])
    return counter[0]


def _raise_counter(document: dict[str, Any], taken: set[int], names: tuple[str, str]) -> None:
    holder, name = (document["state"], names[1]) if isinstance(document.get("state"), dict) else (document, names[0])
    former = holder.get(name)
    holder[name] = max([*taken, former if isinstance(former, int) else 0])
