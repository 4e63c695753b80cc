"""New nodes of large graphs land near what they are linked to."""

import math
import random
import statistics
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engines.graph.graph import Edge, Graph, Node
from engines.graph.layout.arrangement import Frame, arrange_graph
from engines.graph.layout.layers import COLUMN_GAP
from tests.unit.engines.graph.test_layout import TYPES, count_overlaps, frames, make_graph

SIZES = (20, 60, 150)
SEEDS = range(12)
KINDS = sorted(name for name in TYPES if TYPES[name].inputs and TYPES[name].outputs)
FAR = {1: 600.0, 3: 1_000.0}
"""No chain of new nodes is further away than this, by its length, in graphs of up to 4,000 pixels a side."""


def measure_gap(one: Frame, other: Frame) -> float:
    """Return the distance of two frames."""
    across = max(one.left - other.right, other.left - one.right, 0)
    return math.hypot(across, max(one.top - other.bottom, other.top - one.bottom, 0))


def add_chain(graph: Graph, seed: int, length: int) -> tuple[Graph, str, list[str]]:
    """Return *graph* with new nodes one after the other, after one of its nodes, which is returned with them."""
    rng = random.Random(seed)
    sources = [node.id for node in graph.nodes.values() if TYPES[node.type].outputs]
    start = before = rng.choice(sources)
    nodes, edges = dict(graph.nodes), dict(graph.edges)
    new = [f"n{number}" for number in range(length)]
    for node_id in new:
        nodes[node_id] = Node(node_id, rng.choice(KINDS))
        output, slot = TYPES[nodes[before].type].outputs[0].name, TYPES[nodes[node_id].type].inputs[0].name
        edges[f"x{node_id}"] = Edge(f"x{node_id}", before, output, node_id, slot)
        before = node_id
    return replace(graph, nodes=nodes, edges=edges), start, new


@pytest.mark.parametrize("length", FAR)
def test_new_nodes_after_a_node_of_a_large_graph_are_near_and_to_its_right(length: int) -> None:
    gaps = []
    for size in SIZES:
        for seed in SEEDS:
            graph, start, new = add_chain(arrange_graph(make_graph(size, seed), TYPES), seed, length)
            after = arrange_graph(graph, TYPES)
            boxes = frames(after)
            assert count_overlaps(after) == 0, (size, seed)
            chain = [start, *new]
            assert all(boxes[one].right < boxes[other].left for one, other in zip(chain, new, strict=False)), (
                size,
                seed,
            )
            gaps.append(measure_gap(boxes[start], boxes[new[0]]))
    assert statistics.median(gaps) <= 2 * COLUMN_GAP
    assert max(gaps) <= FAR[length], sorted(gaps)[-5:]


def insert_node(graph: Graph, seed: int) -> tuple[Graph, Sequence[str]]:
    """Return *graph* with a new node in place of one of its links, and the ends of that link."""
    rng = random.Random(seed)
    edge = rng.choice([one for one in graph.edges.values() if one.source != one.target])
    kind = TYPES[rng.choice(KINDS)]
    edges = {
        **{key: one for key, one in graph.edges.items() if key != edge.id},
        "x": Edge("x", edge.source, edge.source_handle, "new", kind.inputs[0].name),
        "y": Edge("y", "new", kind.outputs[0].name, edge.target, edge.target_handle),
    }
    nodes = {**graph.nodes, "new": Node("new", kind.full_name)}
    return replace(graph, nodes=nodes, edges=edges), (edge.source, edge.target)


def test_a_node_put_on_a_link_of_a_large_graph_lies_between_its_ends() -> None:
    gaps = []
    for size in SIZES:
        for seed in SEEDS:
            graph, (source, target) = insert_node(arrange_graph(make_graph(size, seed), TYPES), seed)
            after = arrange_graph(graph, TYPES)
            boxes = frames(after)
            assert count_overlaps(after) == 0, (size, seed)
            middle = (boxes["new"].left + boxes["new"].right) / 2
            assert boxes[source].left < middle < boxes[target].right, (size, seed)
            gaps.append(min(measure_gap(boxes[one], boxes["new"]) for one in (source, target)))
    assert statistics.median(gaps) <= 2 * COLUMN_GAP


def test_parts_that_are_linked_to_different_places_land_at_their_own() -> None:
    whole = arrange_graph(make_graph(60, 7), TYPES)
    boxes = frames(whole)
    ends = sorted((one for one in whole.nodes if TYPES[whole.nodes[one].type].outputs), key=lambda one: boxes[one].left)
    nodes, edges = dict(whole.nodes), dict(whole.edges)
    for name, source in (("left", ends[0]), ("right", ends[-1])):
        nodes[name] = Node(name, "core:Blur")
        edges[name] = Edge(name, source, TYPES[whole.nodes[source].type].outputs[0].name, name, "image")
    after = frames(arrange_graph(replace(whole, nodes=nodes, edges=edges), TYPES))
    assert measure_gap(after["left"], after[ends[0]]) < measure_gap(after["left"], after[ends[-1]])
    assert measure_gap(after["right"], after[ends[-1]]) < measure_gap(after["right"], after[ends[0]])
