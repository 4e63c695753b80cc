"""Limits of a graph that a patch must not cross."""

import pytest

from engines.graph.graph import Edge, Graph, Node
from engines.graph.limits import DEFAULT_LIMITS
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Applied, Author, Operation, Reason, Rejected
from tests.unit.engines.graph.types import TYPES, count_ids

NODE: Operation = {"op": "add", "path": "/nodes/-", "value": {"type": "test:Load"}}
LINK: Operation = {
    "op": "add",
    "path": "/edges/-",
    "value": {"source": "0", "sourceHandle": "image", "target": "1", "targetHandle": "more"},
}


def make_graph(nodes: int, edges: int) -> Graph:
    """Return a graph of so many nodes, and links into an input that takes several."""
    all_nodes = {str(number): Node(str(number), "test:Load") for number in range(nodes)}
    all_nodes["1"] = Node("1", "test:Blend")
    sources = [str(number) for number in range(nodes) if number != 1]
    links = {
        f"e{number}": Edge(f"e{number}", sources[number % len(sources)], "image", "1", f"more{number // len(sources)}")
        for number in range(edges)
    }
    return Graph(all_nodes, links)


LIMITS = [
    # table, operation, a graph with the number of entries
    ("nodes", NODE, lambda count: make_graph(count, 0)),
    ("edges", LINK, lambda count: make_graph(2, count)),
]


@pytest.mark.parametrize(("table", "operation", "make"), LIMITS, ids=["5,000 nodes", "20,000 edges"])
def test_a_patch_may_fill_a_graph_to_its_limit_and_not_cross_it(table: str, operation: Operation, make: object) -> None:
    assert callable(make)
    limit = getattr(DEFAULT_LIMITS, table)
    assert limit == {"nodes": 5_000, "edges": 20_000}[table]
    below = apply_patch(make(limit - 1), [operation], TYPES, count_ids("n"))
    assert isinstance(below, Applied), below
    rename: Operation = {"op": "add", "path": "/nodes/0/title", "value": "x"}
    beyond = apply_patch(below.graph, [rename, {**operation}], TYPES, count_ids("m"))
    assert isinstance(beyond, Rejected)
    (error,) = beyond.errors
    assert (error.index, error.pointer, error.reason) == (1, f"/{table}", Reason.TOO_LARGE)
    assert str(limit) in error.text.en and str(limit) in error.text.zh


@pytest.mark.parametrize(("table", "operation", "make"), LIMITS, ids=["nodes", "edges"])
def test_a_graph_that_is_already_too_large_is_changed_as_long_as_it_does_not_grow(
    table: str, operation: Operation, make: object
) -> None:
    assert callable(make)
    graph = make(getattr(DEFAULT_LIMITS, table) + 2)
    removed = f"/{table}/{max(getattr(graph, table))}"
    changed = apply_patch(graph, [{"op": "remove", "path": removed}], TYPES, count_ids(), author=Author.USER)
    assert isinstance(changed, Applied), changed
    grown = apply_patch(graph, [operation], TYPES, count_ids())
    assert isinstance(grown, Rejected)
