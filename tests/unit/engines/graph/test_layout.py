"""Layout: no overlap, left to right, placed nodes do not move, new nodes are near the nodes they are linked to."""

import random
from dataclasses import replace

from engines.graph.formats import import_document
from engines.graph.graph import Edge, Graph, Group, Node, Point
from engines.graph.layout.arrangement import GROUP_PADDING, GROUP_TITLE, Frame, arrange_graph, frame_node, list_moves
from engines.graph.layout.node_size import HEADER, find_displayed_type
from engines.graph.node_types.core_types import load_core_types
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Applied, Author
from tests.unit.engines.graph.samples import NAMES, load_sample
from tests.unit.engines.graph.types import count_ids

TYPES = load_core_types()


def make_graph(count: int, seed: int, groups: int = 0) -> Graph:
    """Return a random graph of core types without positions."""
    rng = random.Random(seed)
    names = sorted(TYPES)
    nodes = {
        str(number): Node(
            str(number), rng.choice(names), group=f"g{rng.randrange(groups)}" if groups and rng.random() < 0.5 else None
        )
        for number in range(count)
    }
    edges: dict[str, Edge] = {}
    for number in range(count - 1):
        for output in TYPES[nodes[str(number)].type].outputs:
            target = str(rng.randrange(number + 1, min(count, number + 12)))
            slots = TYPES[nodes[target].type].inputs
            if slots and rng.random() < 0.8:
                name = f"e{len(edges)}"
                edges[name] = Edge(name, str(number), output.name, target, rng.choice(slots).name)
    return Graph(nodes, edges, {f"g{number}": Group(f"g{number}", "组") for number in range(groups)})


def frames(graph: Graph) -> dict[str, Frame]:
    return {node.id: frame_node(node, find_displayed_type(node, TYPES)) for node in graph.nodes.values()}


def count_overlaps(graph: Graph) -> int:
    boxes = list(frames(graph).values())
    return sum(_overlap(one, other) for index, one in enumerate(boxes) for other in boxes[:index])


def _overlap(one: Frame, other: Frame) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def test_nodes_never_overlap_and_a_layout_repeats() -> None:
    for seed in range(12):
        graph = make_graph(5 + 6 * seed, seed, groups=seed % 4)
        arranged = arrange_graph(graph, TYPES)
        assert count_overlaps(arranged) == 0, seed
        assert all(node.position is not None for node in arranged.nodes.values())
        assert arrange_graph(graph, TYPES) == arranged


def test_the_height_of_a_node_fits_its_slots_and_parameters() -> None:
    heights = {name: (box := frame_node(Node("1", name), TYPES[name])).bottom - box.top for name in TYPES}
    assert heights["core:Sampler"] > heights["core:DecodeLatent"]
    assert heights["core:OverlayText"] > heights["core:Blur"]


def test_links_lead_from_left_to_right() -> None:
    for seed in range(6):
        arranged = arrange_graph(make_graph(40, seed), TYPES)
        boxes = frames(arranged)
        assert all(boxes[edge.source].right < boxes[edge.target].left for edge in arranged.edges.values())


def test_a_group_contains_its_nodes_and_no_others() -> None:
    arranged = arrange_graph(make_graph(40, 3, groups=3), TYPES)
    boxes = frames(arranged)
    for group in arranged.groups.values():
        assert group.position is not None and group.size is not None
        left, top = group.position.x, group.position.y
        frame = Frame(left, top, left + group.size.width, top + group.size.height)
        for node in arranged.nodes.values():
            assert _overlap(frame, boxes[node.id]) == (node.group == group.id), (group.id, node.id)


def test_the_titles_of_a_comfyui_workflow_are_in_its_frames() -> None:
    """ComfyUI's position is that of the body; a frame around the bodies alone would be crossed by the titles."""
    graph = import_document(load_sample("comfyui-04-groups"), types=TYPES).graph
    arranged = arrange_graph(graph, TYPES, everything=True)
    for node in arranged.nodes.values():
        if node.group is None:
            continue
        frame = arranged.groups[node.group]
        assert frame.position is not None and frame.size is not None and node.position is not None
        assert node.position.y - HEADER >= frame.position.y + GROUP_TITLE
        bottom = frame_node(node, find_displayed_type(node, TYPES), HEADER).bottom
        assert bottom <= frame.position.y + frame.size.height - GROUP_PADDING


def test_placed_nodes_stay_and_new_nodes_are_near_without_overlap() -> None:
    for seed in range(8):
        whole = arrange_graph(make_graph(40, seed), TYPES)
        new = {str(number) for number in range(0, 40, 5)}
        nodes = {key: replace(node, position=None) if key in new else node for key, node in whole.nodes.items()}
        after = arrange_graph(replace(whole, nodes=nodes), TYPES)
        assert all(after.nodes[key].position == whole.nodes[key].position for key in whole.nodes.keys() - new)
        assert count_overlaps(after) == 0, seed


def test_a_node_linked_between_two_others_is_placed_between_them() -> None:
    nodes = {
        "1": Node("1", "core:LoadImage", position=Point(0, 0)),
        "2": Node("2", "core:Sharpen"),
        "3": Node("3", "core:SaveImage", position=Point(900, 0)),
    }
    edges = {"4": Edge("4", "1", "image", "2", "image"), "5": Edge("5", "2", "image", "3", "image")}
    placed = arrange_graph(Graph(nodes, edges), TYPES).nodes["2"].position
    assert placed is not None
    assert 200 < placed.x < 700
    assert abs(placed.y) < 60


def test_a_node_put_into_a_narrow_gap_lies_between_its_neighbors_and_overlaps_none() -> None:
    nodes = {
        "1": Node("1", "core:LoadImage", position=Point(0, 0)),
        "2": Node("2", "core:Sharpen"),
        "3": Node("3", "core:SaveImage", position=Point(300, 0)),
    }
    edges = {"4": Edge("4", "1", "image", "2", "image"), "5": Edge("5", "2", "image", "3", "image")}
    arranged = arrange_graph(Graph(nodes, edges), TYPES)
    placed = arranged.nodes["2"].position
    assert placed is not None
    assert 0 < placed.x < 300
    assert count_overlaps(arranged) == 0


def test_everything_is_arranged_only_on_request() -> None:
    for name in NAMES:
        graph = import_document(load_sample(name)).graph
        arranged = arrange_graph(graph, TYPES, everything=True)
        assert count_overlaps(arranged) == 0, name
        if all(node.position is not None for node in graph.nodes.values()):
            assert arrange_graph(graph, TYPES) == graph, name


def test_the_moves_of_a_layout_are_a_patch() -> None:
    graph = make_graph(20, 1, groups=2)
    arranged = arrange_graph(graph, TYPES)
    outcome = apply_patch(graph, list_moves(graph, arranged), TYPES, count_ids(), author=Author.USER)
    assert isinstance(outcome, Applied)
    assert outcome.graph == arranged


def test_a_layout_has_few_crossings() -> None:
    """The layout has at most a third of the crossings that the order of creation has."""
    ours = theirs = 0
    for seed in range(5):
        graph = make_graph(40, seed)
        arranged = arrange_graph(graph, TYPES)
        naive = {
            key: Point(node.position.x if node.position else 0, 200.0 * int(key))
            for key, node in arranged.nodes.items()
        }
        ours += _count_crossings(arranged, {key: node.position or Point(0, 0) for key, node in arranged.nodes.items()})
        theirs += _count_crossings(graph, naive)
    assert ours * 3 <= theirs


def _count_crossings(graph: Graph, points: dict[str, Point]) -> int:
    lines = [(points[edge.source], points[edge.target]) for edge in graph.edges.values()]
    return sum(_cross(one, other) for index, one in enumerate(lines) for other in lines[:index])


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def side(line: tuple[Point, Point], point: Point) -> float:
        (start, end) = line
        return (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)

    return side(one, other[0]) * side(one, other[1]) < 0 and side(other, one[0]) * side(other, one[1]) < 0
