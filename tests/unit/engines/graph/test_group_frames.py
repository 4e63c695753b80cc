"""A change of a node's group moves frames and nodes of a ComfyUI workflow."""

import copy
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engines.graph.formats import Format, export_graph
from engines.graph.formats.conversion import import_document
from engines.graph.graph import Graph, Node


def workflow(*places: tuple[float, float]) -> dict[str, Any]:
    """Return a workflow with a group at (0, 0) to (400, 300) and nodes of 100 x 80 at *places*."""
    nodes = [
        {"id": number, "type": "PreviewImage", "pos": [x, y], "size": [100, 80], "mode": 0}
        for number, (x, y) in enumerate(places, start=1)
    ]
    groups = [{"id": 7, "title": "g", "bounding": [0, 0, 400, 300]}]
    return {
        "version": 0.4,
        "last_node_id": len(nodes),
        "last_link_id": 0,
        "nodes": nodes,
        "links": [],
        "groups": groups,
    }


def change(document: dict[str, Any], node_id: str, group: str | None) -> Graph:
    """Return the graph that is imported again after the node's group was changed and the graph exported."""
    graph = import_document(document, Format.COMFYUI).graph
    changed = graph.with_nodes([replace(graph.nodes[node_id], group=group)])
    exported = export_graph(changed, Format.COMFYUI)
    assert not exported.notes
    return import_document(exported.document, Format.COMFYUI).graph


def groups(graph: Graph) -> dict[str, str | None]:
    """Return the group of each node."""
    return {node.id: node.group for node in graph.nodes.values()}


def test_the_frame_grows_around_a_node_that_joins_the_group() -> None:
    graph = change(workflow((20, 50), (500, 50)), "2", "7")
    assert groups(graph) == {"1": "7", "2": "7"}
    assert graph.nodes["2"].position == import_document(workflow((20, 50), (500, 50))).graph.nodes["2"].position


def test_a_node_behind_a_node_outside_the_group_moves_into_the_frame() -> None:
    graph = change(workflow((20, 50), (450, 50), (700, 50)), "3", "7")
    assert groups(graph) == {"1": "7", "2": None, "3": "7"}


def test_a_node_removed_from_the_group_moves_out_of_the_frame() -> None:
    assert groups(change(workflow((20, 50), (150, 50)), "2", None)) == {"1": "7", "2": None}


def test_a_new_node_of_a_group_is_in_its_frame() -> None:
    graph = import_document(workflow((20, 50)), Format.COMFYUI).graph
    exported = export_graph(graph.with_nodes([Node("9", "comfy:PreviewImage", group="7")]), Format.COMFYUI)
    assert groups(import_document(exported.document, Format.COMFYUI).graph) == {"1": "7", "9": "7"}


PLACES = st.tuples(st.integers(-600, 1_200), st.integers(-600, 1_200))


@given(st.lists(PLACES, min_size=1, max_size=5), st.booleans())
def test_a_changed_group_survives_export_and_import(places: list[tuple[float, float]], inside: bool) -> None:
    document = workflow(*places)
    graph = import_document(document, Format.COMFYUI).graph
    former = groups(graph)
    target = "7" if inside else None
    changed = graph.with_nodes([replace(graph.nodes["1"], group=target)])
    exported = export_graph(changed, Format.COMFYUI)
    again = groups(import_document(copy.deepcopy(exported.document), Format.COMFYUI).graph)
    assert again["1"] == target or exported.notes
    if former["1"] == target:
        assert exported.document == document
