"""Layered layout of boxes: fast-sugiyama assigns layers and their order, and here boxes of any size get coordinates.

The library does not support sizes: it minimizes crossings between points. A layer becomes a column as wide as its
widest box; within a column each box is as near to its neighbors as the order and the gap permit.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fast_sugiyama import from_edges

from engines.graph.graph import Point, Size

COLUMN_GAP = 80.0
ROW_GAP = 40.0
_PASSAGE = 8.0  # height reserved for a link that passes a column
_SWEEPS = 6
_ASPECT = 1.8  # width to height of the area into which several components are packed


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two boxes, with the heights of its start and end."""

    source: int
    target: int
    source_offset: float
    target_offset: float


def place_boxes(sizes: Sequence[Size], links: Sequence[Link]) -> list[Point]:
    """Return the upper left corner of each box. Same input, same result; the frame of all starts at 0, 0."""
    components = _find_components(len(sizes), links)
    placed = [_place_component(component, sizes, links) for component in components]
    positions: dict[int, Point] = {}
    for offset, component in zip(_pack([_measure(part, sizes) for part in placed]), placed, strict=True):
        for box, point in component.items():
            positions[box] = Point(round(point.x + offset.x), round(point.y + offset.y))
    return [positions[box] for box in range(len(sizes))]


def _find_components(count: int, links: Sequence[Link]) -> list[list[int]]:
    parent = list(range(count))

    def find(box: int) -> int:
        while parent[box] != box:
            parent[box] = parent[parent[box]]
            box = parent[box]
        return box

    for link in links:
        parent[find(link.source)] = find(link.target)
    components: dict[int, list[int]] = defaultdict(list)
    for box in range(count):
        components[find(box)].append(box)
    return sorted(components.values(), key=lambda boxes: (len(boxes) == 1, boxes[0]))


def _place_component(boxes: Sequence[int], sizes: Sequence[Size], links: Sequence[Link]) -> dict[int, Point]:
    own = set(boxes)
    inner = [link for link in links if link.source in own and link.source != link.target]
    columns, chains = _find_columns(boxes, inner, sizes)
    heights = {box: sizes[box].height if box >= 0 else _PASSAGE for column in columns for box in column}
    tops = _assign_rows(columns, heights, chains)
    points, left = {}, 0.0
    for column in columns:
        width = max(sizes[box].width for box in column if box >= 0)
        for box in column:
            if box >= 0:
                points[box] = Point(left, tops[box])
        left += width + COLUMN_GAP + _widen(column, inner)
    highest = min(point.y for point in points.values())
    return {box: Point(point.x, point.y - highest) for box, point in points.items()}


def _widen(column: Sequence[int], links: Sequence[Link]) -> float:
    """Return additional space to the right of a column with many outgoing links."""
    return min(120.0, 4.0 * sum(link.source in column for link in links)) if len(column) > 1 else 0.0


def _find_columns(
    boxes: Sequence[int], links: Sequence[Link], sizes: Sequence[Size]
) -> tuple[list[list[int]], list[Link]]:
    """Return the boxes of each layer in an order with few crossings, and the links between adjacent layers.

    If a link passes a layer, the library adds a dummy node to the layer: here a negative number, which reserves space
    for the link.
    """
    if not links:
        return [list(boxes)], []
    pairs = sorted({(link.source, link.target) for link in links})
    # The library numbers the nodes by iterating a set; a set of small integers is iterated in their order.
    names = dict(enumerate(sorted({box for pair in pairs for box in pair})))
    numbers = {box: number for number, box in names.items()}
    (points, _, _, edges), *_ = from_edges([(numbers[source], numbers[target]) for source, target in pairs])
    layers: dict[float, list[tuple[float, int]]] = defaultdict(list)
    for number, (across, depth) in points:
        layers[depth].append((across, names.get(int(number), -int(number))))
    columns = [[box for _, box in sorted(layers[depth])] for depth in sorted(layers)]
    position = {box: index for index, column in enumerate(columns) for box in column}
    if 2 * sum(position[source] < position[target] for source, target in pairs) < len(pairs):
        columns.reverse()
    direct = [link for link in links if abs(position[link.source] - position[link.target]) == 1]
    passing = [(names.get(int(one), -int(one)), names.get(int(other), -int(other))) for one, other in edges or ()]
    middles = [
        Link(one, other, _middle(one, sizes), _middle(other, sizes)) for one, other in passing if min(one, other) < 0
    ]
    return columns, direct + middles


def _middle(box: int, sizes: Sequence[Size]) -> float:
    return (sizes[box].height if box >= 0 else _PASSAGE) / 2


def _assign_rows(
    columns: Sequence[Sequence[int]], heights: Mapping[int, float], links: Sequence[Link]
) -> dict[int, float]:
    """Return the top of each box: sweeps align the boxes of a column with their neighbors on one side, then both."""
    sources: dict[int, list[Link]] = defaultdict(list)
    targets: dict[int, list[Link]] = defaultdict(list)
    for link in links:
        sources[link.target].append(link)
        targets[link.source].append(link)
    tops: dict[int, float] = {}
    for column in columns:
        top = 0.0
        for box in column:
            tops[box] = top
            top += heights[box] + ROW_GAP
    for sweep in range(_SWEEPS):
        last = sweep == _SWEEPS - 1
        for column in columns if sweep % 2 == 0 else columns[::-1]:
            before = sources if sweep % 2 == 0 else targets
            goals = [_find_goal(box, tops, before, sources, targets, both=last) for box in column]
            for box, top in zip(column, _separate([heights[box] for box in column], goals), strict=True):
                tops[box] = top
    return tops


def _find_goal(
    box: int,
    tops: Mapping[int, float],
    before: Mapping[int, list[Link]],
    sources: Mapping[int, list[Link]],
    targets: Mapping[int, list[Link]],
    *,
    both: bool,
) -> tuple[float, float]:
    """Return the position of the top of *box* at which its links are straight, and the weight of this goal."""
    links = [*sources.get(box, ()), *targets.get(box, ())] if both else before.get(box, [])
    if not links:
        return tops[box], 0.1
    goals = [
        tops[link.source] + link.source_offset - link.target_offset
        if link.target == box
        else tops[link.target] + link.target_offset - link.source_offset
        for link in links
    ]
    goals.sort()
    middle = len(goals) // 2
    median = goals[middle] if len(goals) % 2 else (goals[middle - 1] + goals[middle]) / 2
    return median, float(len(goals))


def _separate(heights: Sequence[float], goals: Sequence[tuple[float, float]]) -> list[float]:
    """Return tops in order, without overlap, with the minimum squared distance to the goals (isotonic regression)."""
    starts, offset = [], 0.0
    for height in heights:
        starts.append(offset)
        offset += height + ROW_GAP
    blocks: list[tuple[float, float, int]] = []  # mean, weight, number of boxes
    for start, (goal, weight) in zip(starts, goals, strict=True):
        mean, total, count = goal - start, weight, 1
        while blocks and blocks[-1][0] > mean:
            other, other_total, other_count = blocks.pop()
            mean = (mean * total + other * other_total) / (total + other_total)
            total, count = total + other_total, count + other_count
        blocks.append((mean, total, count))
    means = [mean for mean, _, count in blocks for _ in range(count)]
    return [mean + start for mean, start in zip(means, starts, strict=True)]


def _measure(points: Mapping[int, Point], sizes: Sequence[Size]) -> Size:
    return Size(
        max(point.x + sizes[box].width for box, point in points.items()),
        max(point.y + sizes[box].height for box, point in points.items()),
    )


def _pack(frames: Sequence[Size]) -> list[Point]:
    """Return the corner of each frame: in rows, the frames in their order."""
    area = sum((frame.width + COLUMN_GAP) * (frame.height + ROW_GAP) for frame in frames)
    limit = max([(area * _ASPECT) ** 0.5, *(frame.width for frame in frames)], default=0.0)
    points: list[Point] = []
    left = top = height = 0.0
    for frame in frames:
        if left and left + frame.width > limit:
            left, top, height = 0.0, top + height + ROW_GAP * 2, 0.0
        points.append(Point(left, top))
        left += frame.width + COLUMN_GAP
        height = max(height, frame.height)
    return points
