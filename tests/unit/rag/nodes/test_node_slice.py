"""The slice of the node knowledge for a request."""

import json
from typing import Any

from services.rag.domain.nodes.slice import build_slice, list_new_types, list_types


def test_types_of_the_graph_come_before_search_results_if_not_all_fit() -> None:
    found: Any = {f"a:Found{number}": {"type": f"a:Found{number}", "extra": {"x": "y" * 900}} for number in range(3)}
    others: Any = {"a:Graph": {"type": "a:Graph", "descriptions": {"en": "z" * 900}}}
    nodes = build_slice(found, others, {"a:Graph", "a:Found2", "a:Missing"}, 7, max_bytes=60)
    assert [one["type"] for one in json.loads(nodes.node_types)] == ["a:Found2", "a:Graph"]
    assert (nodes.found, nodes.unknown, nodes.revision) == (("a:Found2",), ("a:Missing",), 7)
    assert len(nodes.node_types) <= 60


def test_a_type_of_the_graph_keeps_the_names_by_which_requests_call_its_nodes() -> None:
    record: Any = {"type": "a:A", "aliases": {"en": ["blurrer"]}, "descriptions": {"en": "d"}, "category": "c"}
    nodes = build_slice({}, {"a:A": record}, {"a:A"}, 1)
    assert json.loads(nodes.node_types) == [{"type": "a:A", "aliases": {"en": ["blurrer"]}}]


def test_types_are_read_from_graphs_and_operations_of_any_shape() -> None:
    graph = {"nodes": {"1": {"type": "a:A"}, "2": {"type": 3}, "3": None}}
    operations = [
        {"op": "add", "path": "/nodes/-", "value": {"type": "a:B"}},
        {"op": "replace", "path": "/nodes/1/type", "value": "a:C"},
        {"op": "replace", "path": "/nodes/1/title", "value": "a:D"},
        {"op": "replace", "path": "/nodes/1/type", "value": 3},
        {"value": [1]},
        "x",
    ]
    assert (list_types(graph), list_new_types(operations)) == ({"a:A"}, {"a:B", "a:C"})
    assert (list_types([]), list_new_types({})) == (set(), set())
