"""Positions of the nodes of a graph: of all, or only of the new ones."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.graph.graph import Edge, Graph, Group, Node, Point, Size
from engines.graph.json_values import join_pointer
from engines.graph.layout.layers import COLUMN_GAP, ROW_GAP, Link, place_boxes
from engines.graph.layout.node_size import HEADER, ROW, find_displayed_type, measure_node, measure_title_offset
from engines.graph.node_types.node_type import NodeType, NodeTypes
from engines.graph.patch.values import Operation

MAX_COLUMNS = 16
"""Columns in which a place for new nodes is searched."""
GROUP_PADDING = 24.0
GROUP_TITLE = 36.0


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle on the canvas."""

    left: float
    top: float
    right: float
    bottom: float

    @staticmethod
    def around(frames: Iterable["Frame"]) -> "Frame":
        """Return the smallest frame that contains all of *frames*, at least one."""
        boxes = list(frames)
        return Frame(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )


def arrange_graph(graph: Graph, types: NodeTypes, *, everything: bool = False) -> Graph:
    """Return *graph* with a position for each node.

    Args:
        graph: the graph.
        types: node types by full name; the size of a node follows from its slots and parameters.
        everything: whether nodes with a position are moved, too. A graph without any position is arranged completely.

    """
    is_new = all(node.position is None for node in graph.nodes.values())
    arrangement = _Arrangement(graph, types)
    return arrangement.arrange_all() if everything or is_new else arrangement.arrange_new()


def list_moves(before: Graph, after: Graph) -> tuple[Operation, ...]:
    """Return the operations (Author.USER) that give the nodes and groups of *before* their frames in *after*."""
    moves: list[Operation] = []
    for table in ("nodes", "groups"):
        for key, entry in getattr(after, table).items():
            former = getattr(before, table)[key]
            if entry.position not in (None, former.position):
                point = {"x": entry.position.x, "y": entry.position.y}
                moves.append({"op": "replace", "path": join_pointer(table, key, "position"), "value": point})
            if entry.size not in (None, former.size):
                size = {"width": entry.size.width, "height": entry.size.height}
                moves.append({"op": "replace", "path": join_pointer(table, key, "size"), "value": size})
    return tuple(moves)


class _Arrangement:
    """The arrangement of a graph, with the type and the size of each node."""

    def __init__(self, graph: Graph, types: NodeTypes) -> None:
        self._graph = graph
        self._title_offset = measure_title_offset(graph)
        self._types = {node.id: find_displayed_type(node, types) for node in graph.nodes.values()}
        self._sizes = {node.id: measure_node(node, self._types[node.id]) for node in graph.nodes.values()}
        self._edges = [
            edge for edge in graph.edges.values() if edge.source in graph.nodes and edge.target in graph.nodes
        ]

    def arrange_all(self) -> Graph:
        """Place every node: the nodes of a group inside its frame, and the frame like a large node."""
        members: dict[str, list[str]] = defaultdict(list)
        for node in self._graph.nodes.values():
            if node.group is not None and node.group in self._graph.groups:
                members[node.group].append(node.id)
        inner = {group: self._place(node_ids) for group, node_ids in members.items()}
        return self._place_units(members, inner)

    def _place_units(self, members: Mapping[str, Sequence[str]], inner: Mapping[str, Mapping[str, Point]]) -> Graph:
        unit_of = {node_id: f"group {group}" for group, ids in members.items() for node_id in ids}
        units = list(dict.fromkeys(unit_of.get(node_id, node_id) for node_id in self._graph.nodes))
        sizes: list[Size] = []
        corners: dict[str, Point] = {}
        for unit in units:
            group = unit.removeprefix("group ") if unit not in self._graph.nodes else None
            if group is None:
                sizes.append(self._sizes[unit])
                continue
            frame = Frame.around(_frame(point, self._sizes[node_id]) for node_id, point in inner[group].items())
            sizes.append(Size(frame.right + 2 * GROUP_PADDING, frame.bottom + GROUP_PADDING + GROUP_TITLE))
            corners |= {
                node_id: Point(point.x + GROUP_PADDING, point.y + GROUP_TITLE)
                for node_id, point in inner[group].items()
            }
        numbers = {unit: number for number, unit in enumerate(units)}
        links = []
        for edge in self._edges:
            source, target = (numbers[unit_of.get(node_id, node_id)] for node_id in (edge.source, edge.target))
            if source != target:
                links.append(self._to_link(edge, source, target, corners))
        points = dict(zip(units, place_boxes(sizes, links), strict=True))
        nodes = []
        for node in self._graph.nodes.values():
            corner, frame_corner = corners.get(node.id, Point(0, 0)), points[unit_of.get(node.id, node.id)]
            top = corner.y + frame_corner.y + self._title_offset
            nodes.append(replace(node, position=Point(corner.x + frame_corner.x, top)))
        groups = {
            group: replace(
                self._graph.groups[group], position=points[f"group {group}"], size=sizes[numbers[f"group {group}"]]
            )
            for group in members
        }
        return replace(self._graph.with_nodes(nodes), groups={**self._graph.groups, **groups})

    def arrange_new(self) -> Graph:
        """Place the nodes without a position near the nodes that they are linked to. The others are not moved."""
        placed = {node.id: node.position for node in self._graph.nodes.values() if node.position is not None}
        for node_ids in self._find_new_parts(placed):
            block = self._place(node_ids)
            corner = self._find_corner(block, placed)
            placed |= {
                node_id: Point(round(point.x + corner.x), round(point.y + corner.y)) for node_id, point in block.items()
            }
        moved = [replace(node, position=placed[node.id]) for node in self._graph.nodes.values()]
        return self._extend_groups(self._graph.with_nodes(moved))

    def _find_new_parts(self, placed: Mapping[str, Point]) -> list[list[str]]:
        """Return the connected parts of the new nodes; those next to placed nodes first."""
        new = [node_id for node_id in self._graph.nodes if node_id not in placed]
        neighbors: dict[str, set[str]] = defaultdict(set)
        for edge in self._edges:
            neighbors[edge.source].add(edge.target)
            neighbors[edge.target].add(edge.source)
        parts, seen = [], set[str]()
        for start in new:
            part, pending = [], [start]
            while pending:
                node_id = pending.pop()
                if node_id in seen or node_id in placed:
                    continue
                seen.add(node_id)
                part.append(node_id)
                pending += sorted(neighbors[node_id])
            if part:
                parts.append([node_id for node_id in new if node_id in set(part)])
        return sorted(parts, key=lambda part: not any(neighbors[node_id] & placed.keys() for node_id in part))

    def _place(self, node_ids: Sequence[str]) -> dict[str, Point]:
        numbers = {node_id: number for number, node_id in enumerate(node_ids)}
        links = [
            self._to_link(edge, numbers[edge.source], numbers[edge.target], {})
            for edge in self._edges
            if edge.source in numbers and edge.target in numbers
        ]
        points = place_boxes([self._sizes[node_id] for node_id in node_ids], links)
        return dict(zip(node_ids, points, strict=True))

    def _find_corner(self, block: Mapping[str, Point], placed: Mapping[str, Point]) -> Point:
        """Return the offset of *block*: next to the nodes that it is linked to, at the nearest free position."""
        frame = Frame.around(self._frame(node_id, point) for node_id, point in block.items())
        goals, lefts, rights = [], [], []
        for edge in self._edges:
            if edge.source in placed and edge.target in block:
                lefts.append(self._frame(edge.source, placed[edge.source]).right + COLUMN_GAP - block[edge.target].x)
                goals.append(
                    placed[edge.source].y + self._offset(edge, 0) - block[edge.target].y - self._offset(edge, 1)
                )
            if edge.source in block and edge.target in placed:
                end = block[edge.source].x + self._sizes[edge.source].width
                rights.append(placed[edge.target].x - COLUMN_GAP - end)
                goals.append(
                    placed[edge.target].y + self._offset(edge, 1) - block[edge.source].y - self._offset(edge, 0)
                )
        obstacles = self._find_obstacles(block, placed)
        if not goals:
            whole = Frame.around(obstacles)
            return Point(whole.left, whole.bottom + 2 * ROW_GAP - frame.top)
        goal = sorted(goals)[len(goals) // 2]
        return _find_nearest(frame, _list_columns(lefts, rights), goal, obstacles)

    def _find_obstacles(self, block: Mapping[str, Point], placed: Mapping[str, Point]) -> list[Frame]:
        own = {self._graph.nodes[node_id].group for node_id in block}
        frames = [self._frame(node_id, point) for node_id, point in placed.items()]
        for group in self._graph.groups.values():
            if group.id not in own and group.position is not None and group.size is not None:
                frames.append(_frame(group.position, group.size))
        return frames

    def _extend_groups(self, graph: Graph) -> Graph:
        """Return *graph* with each group extended around its new nodes."""
        groups = dict(graph.groups)
        for node in graph.nodes.values():
            if node.group in groups and self._graph.nodes[node.id].position is None and node.position is not None:
                groups[node.group] = _include(groups[node.group], self._frame(node.id, node.position))
        return replace(graph, groups=groups)

    def _to_link(self, edge: Edge, source: int, target: int, corners: Mapping[str, Point]) -> Link:
        before, after = corners.get(edge.source, Point(0, 0)), corners.get(edge.target, Point(0, 0))
        return Link(source, target, before.y + self._offset(edge, 0), after.y + self._offset(edge, 1))

    def _offset(self, edge: Edge, end: int) -> float:
        """Return the height below the top of its node at which *edge* leaves (0) or enters (1)."""
        node_type = self._types[edge.target if end else edge.source]
        return locate_slot(node_type, edge.target_handle if end else edge.source_handle, is_input=bool(end))

    def _frame(self, node_id: str, point: Point) -> Frame:
        return _frame(Point(point.x, point.y - self._title_offset), self._sizes[node_id])


def locate_slot(node_type: NodeType | None, handle: str, *, is_input: bool) -> float:
    """Return the height of a slot below the top of its node: outputs and inputs share rows, parameters follow them."""
    if node_type is None:
        return HEADER + ROW / 2
    slots = [slot.name for slot in (node_type.inputs if is_input else node_type.outputs)]
    rows = max(len(node_type.inputs), len(node_type.outputs))
    names = [*slots, *[""] * (rows - len(slots)), *(parameter.name for parameter in node_type.parameters if is_input)]
    return HEADER + ((names.index(handle) if handle in names else 0) + 0.5) * ROW


def _frame(point: Point, size: Size) -> Frame:
    return Frame(point.x, point.y, point.x + size.width, point.y + size.height)


def _list_columns(lefts: Sequence[float], rights: Sequence[float]) -> list[float]:
    """Return the left edges to try, best first: right of what feeds the nodes and left of what they feed.

    Where the gap is too narrow, the nodes are above or below it, and still between their neighbors.
    """
    steps = [number * COLUMN_GAP for number in range(MAX_COLUMNS)]
    if not lefts:
        return [min(rights) - step for step in steps]
    if not rights:
        return [max(lefts) + step for step in steps]
    low, high, middle = max(lefts), min(rights), (max(lefts) + min(rights)) / 2
    around = [left for step in steps for left in dict.fromkeys((middle + step, middle - step))]
    return [middle, *(left for left in around[1:] if low <= left <= high)]


def _find_nearest(frame: Frame, columns: Sequence[float], goal: float, obstacles: Sequence[Frame]) -> Point:
    """Return the free offset of *frame* in one of *columns* that is nearest to the first column at *goal*."""
    best, distance = Point(columns[0], goal), float("inf")
    for left in columns:
        aside = abs(left - columns[0])
        if aside >= distance:
            break  # the further columns are further away
        top = _find_free_top(frame, left, goal, obstacles)
        if aside + abs(top - goal) < distance:
            best, distance = Point(left, top), aside + abs(top - goal)
    return best


def _find_free_top(frame: Frame, left: float, goal: float, obstacles: Iterable[Frame]) -> float:
    """Return the offset nearest to *goal* at which *frame* overlaps no obstacle."""
    start, end = frame.left + left - ROW_GAP / 2, frame.right + left + ROW_GAP / 2
    taken = sorted(
        (box.top - ROW_GAP - frame.bottom, box.bottom + ROW_GAP - frame.top)
        for box in obstacles
        if box.left < end and box.right > start
    )
    # The offsets between the two of a pair overlap that obstacle; overlapping pairs are merged.
    merged: list[list[float]] = []
    for low, high in taken:
        if merged and low < merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], high)
        else:
            merged.append([low, high])
    for low, high in merged:
        if low < goal < high:
            return low if goal - low < high - goal else high
    return goal


def _include(group: Group, frame: Frame) -> Group:
    around = Frame(
        frame.left - GROUP_PADDING, frame.top - GROUP_TITLE, frame.right + GROUP_PADDING, frame.bottom + GROUP_PADDING
    )
    if group.position is not None and group.size is not None:
        around = Frame.around((around, _frame(group.position, group.size)))
    return replace(
        group,
        position=Point(around.left, around.top),
        size=Size(around.right - around.left, around.bottom - around.top),
    )


def frame_node(node: Node, node_type: NodeType | None, title_offset: float = 0.0) -> Frame:
    """Return the frame of *node*, at the origin if it has no position; *title_offset* is that of its graph."""
    position = node.position or Point(0, title_offset)
    return _frame(Point(position.x, position.y - title_offset), measure_node(node, node_type))
