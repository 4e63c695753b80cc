"""Undo and redo restore what was there, also in imported graphs that no patch could create."""

from typing import Any

import pytest

from engines.graph.formats import import_document
from engines.graph.graph import Edge, Graph, Node
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Applied, Author, Operation
from tests.unit.engines.graph.samples import NAMES, load_sample
from tests.unit.engines.graph.types import TYPES, count_ids


def assert_undone_and_redone(graph: Graph, operation: Operation) -> None:
    changed = apply_patch(graph, [operation], TYPES, count_ids(), author=Author.USER)
    assert isinstance(changed, Applied), (operation, changed)
    undone = apply_patch(changed.graph, changed.inverse, TYPES, count_ids(), author=Author.HISTORY)
    assert isinstance(undone, Applied), (operation, undone)
    assert undone.graph == graph, operation
    redone = apply_patch(graph, changed.operations, TYPES, count_ids(), author=Author.HISTORY)
    assert isinstance(redone, Applied) and redone.graph == changed.graph, operation


@pytest.mark.parametrize("name", NAMES)
def test_the_removal_of_each_node_and_link_of_a_sample_is_undone_and_redone(name: str) -> None:
    graph = import_document(load_sample(name), types=TYPES).graph
    for table in ("nodes", "edges"):
        for key in getattr(graph, table):
            assert_undone_and_redone(graph, {"op": "remove", "path": f"/{table}/{key}"})


DAMAGED: dict[str, list[Edge]] = {
    "a link of a node to itself": [Edge("e", "1", "image", "1", "first")],
    "a cycle": [Edge("e", "1", "image", "2", "first"), Edge("f", "2", "image", "1", "first")],
    "two links into one input": [Edge("e", "1", "image", "2", "first"), Edge("f", "3", "image", "2", "first")],
    "a link to a node that is not there": [Edge("e", "1", "image", "9", "first")],
}


@pytest.mark.parametrize("edges", DAMAGED.values(), ids=DAMAGED.keys())
def test_the_removal_of_a_link_that_no_patch_may_add_is_undone_and_redone(edges: list[Edge]) -> None:
    nodes = {key: Node(key, "test:Blend") for key in ("1", "2", "3")}
    graph = Graph(nodes, {edge.id: edge for edge in edges})
    for edge in edges:
        assert_undone_and_redone(graph, {"op": "remove", "path": f"/edges/{edge.id}"})
    assert_undone_and_redone(graph, {"op": "remove", "path": "/nodes/1"})


def test_another_change_of_a_link_within_a_cycle_does_not_report_the_cycle() -> None:
    graph = Graph({"1": Node("1", "test:Blend")}, {"e": Edge("e", "1", "image", "1", "first")})
    other: Any = {"op": "replace", "path": "/edges/e/targetHandle", "value": "second"}
    assert isinstance(apply_patch(graph, [other], TYPES, count_ids(), author=Author.USER), Applied)
