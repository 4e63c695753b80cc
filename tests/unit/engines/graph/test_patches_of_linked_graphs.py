"""Properties of patches that fit their graph: graphs with links, and operations on what they have."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.graph.graph import Edge, Graph, Group, Mode, Node
from engines.graph.json_form import graph_from_json, graph_to_json
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.rebase import rebase
from engines.graph.patch.values import Applied, Author, Conflict
from engines.graph.validation.graph_validator import validate_graph
from engines.graph.validation.links import LinkValidator
from tests.unit.engines.graph.inverses import check_inverse
from tests.unit.engines.graph.types import TYPES, count_ids

LIMIT = settings(max_examples=150, deadline=None)
KINDS = ("test:Load", "test:Blend", "test:Number")
OUTPUTS = {kind: [output.name for output in TYPES[kind].outputs] for kind in KINDS}
INPUTS = {
    kind: [slot.name for slot in TYPES[kind].inputs] + [one.name for one in TYPES[kind].parameters if one.types]
    for kind in KINDS
}
authors = st.sampled_from([Author.ASSISTANT, Author.USER])


def list_links(nodes: dict[str, Node], edges: dict[str, Edge], edge_id: str) -> list[Edge]:
    """Return every valid link that can be added."""
    found = []
    for source, target in ((one, other) for one in nodes for other in nodes if one != other):
        for output in OUTPUTS[nodes[source].type]:
            for slot in INPUTS[nodes[target].type]:
                edge = Edge(edge_id, source, output, target, slot)
                links = LinkValidator(Graph(nodes, {**edges, edge_id: edge}, {"g": Group("g")}), TYPES)
                if not list(links.check_edge(edge)) and not links.find_cycle():
                    found.append(edge)
    return found


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Return a valid graph with at least one link, if its nodes allow one."""
    nodes = {
        str(number): Node(
            str(number),
            draw(st.sampled_from(KINDS)),
            mode=draw(st.sampled_from(Mode)),
            group=draw(st.sampled_from([None, "g"])),
        )
        for number in range(draw(st.integers(2, 5)))
    }
    edges: dict[str, Edge] = {}
    for number in range(draw(st.integers(1, 4))):
        candidates = list_links(nodes, edges, f"e{number}")
        if candidates:
            edges[f"e{number}"] = draw(st.sampled_from(candidates))
    return Graph(nodes, edges, {"g": Group("g", "Group")})


@st.composite
def patches(draw: st.DrawFn, graph: Graph) -> list[dict[str, Any]]:
    """Return operations on nodes and links of *graph*."""
    operations: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, 4))):
        operations += draw(st.sampled_from(list_operations(draw, graph, number)))
    return operations


def list_operations(draw: st.DrawFn, graph: Graph, number: int) -> list[list[dict[str, Any]]]:
    """Return one operation of each kind."""
    node = draw(st.sampled_from(sorted(graph.nodes)))
    path = f"/nodes/{node}"
    new_links = list_links(dict(graph.nodes), dict(graph.edges), "new")
    kinds: list[list[dict[str, Any]]] = [
        [{"op": "add", "path": "/nodes/-", "value": {"type": draw(st.sampled_from(KINDS)), "localId": f"n{number}"}}],
        [{"op": "remove", "path": path}],
        [{"op": "replace", "path": f"{path}/title", "value": draw(st.sampled_from(["x", "y"]))}],
        [{"op": "replace", "path": f"{path}/mode", "value": draw(st.sampled_from(["active", "muted"]))}],
        [{"op": "add", "path": f"{path}/data/amount", "value": draw(st.sampled_from([0.1, 0.9]))}],
        [{"op": "copy", "from": path, "path": "/nodes/-"}],
        [{"op": "remove", "path": "/groups/g"}],
    ]
    if graph.edges:
        kinds.append([{"op": "remove", "path": f"/edges/{draw(st.sampled_from(sorted(graph.edges)))}"}])
    if new_links:
        kinds += 2 * [[_to_operation(draw(st.sampled_from(new_links)))]]
    return kinds


def _to_operation(edge: Edge) -> dict[str, Any]:
    ends = {"source": edge.source, "target": edge.target}
    handles = {"sourceHandle": edge.source_handle, "targetHandle": edge.target_handle}
    return {"op": "add", "path": "/edges/-", "value": ends | handles}


@st.composite
def changes(draw: st.DrawFn, count: int) -> tuple[Graph, Sequence[list[dict[str, Any]]]]:
    """Return a graph, and *count* patches of it."""
    graph = draw(graphs())
    return graph, [draw(patches(graph)) for _ in range(count)]


def list_problems(graph: Graph) -> list[object]:
    return [finding for finding in validate_graph(graph, TYPES) if finding.reason != "INPUT_MISSING"]


@LIMIT
@given(changes(1), authors)
def test_the_result_is_valid_and_survives_its_json(change: Any, author: Author) -> None:
    graph, (patch,) = change
    outcome = apply_patch(graph, patch, TYPES, count_ids(), author=author)
    if isinstance(outcome, Applied):
        assert not list_problems(outcome.graph)
        assert graph_from_json(graph_to_json(outcome.graph)) == outcome.graph


@LIMIT
@given(changes(1), authors)
def test_inverse_and_recorded_operations_lead_back_and_forth(change: Any, author: Author) -> None:
    graph, (patch,) = change
    outcome = apply_patch(graph, patch, TYPES, count_ids(), author=author)
    if isinstance(outcome, Applied):
        check_inverse(graph, outcome)


@LIMIT
@given(changes(2), authors)
def test_a_rebase_equals_applying_in_the_other_order(change: Any, author: Author) -> None:
    graph, (first, second) = change
    one = apply_patch(graph, first, TYPES, count_ids("p"), author=author)
    other = apply_patch(graph, second, TYPES, count_ids("q"), author=author)
    if not (isinstance(one, Applied) and isinstance(other, Applied)):
        return
    ahead, behind = rebase(one.operations, other.operations), rebase(other.operations, one.operations)
    assert isinstance(ahead, Conflict) == isinstance(behind, Conflict)
    if isinstance(ahead, Conflict) or isinstance(behind, Conflict):
        return
    left = apply_patch(other.graph, ahead, TYPES, count_ids(), author=Author.REBASE)
    right = apply_patch(one.graph, behind, TYPES, count_ids(), author=Author.REBASE)
    assert isinstance(left, Applied) == isinstance(right, Applied), (left, right)
    if isinstance(left, Applied) and isinstance(right, Applied):
        assert left.graph == right.graph
        assert not list_problems(left.graph)


def test_most_of_these_patches_apply_to_graphs_with_links() -> None:
    """Without it the properties above could hold for nothing."""
    counts = {"applied": 0, "with links": 0, "add links": 0, "all": 0}

    @settings(max_examples=150, deadline=None, derandomize=True, database=None)
    @given(changes(1))
    def count(change: Any) -> None:
        graph, (patch,) = change
        outcome = apply_patch(graph, patch, TYPES, count_ids())
        counts["all"] += 1
        if isinstance(outcome, Applied):
            counts["applied"] += 1
            counts["with links"] += bool(graph.edges)
            counts["add links"] += bool(outcome.graph.edges.keys() - graph.edges.keys())

    count()
    assert counts["applied"] > 0.5 * counts["all"], counts
    assert counts["with links"] > 0.3 * counts["all"], counts
    assert counts["add links"] >= 10, counts


def test_a_later_operation_does_not_change_what_was_copied() -> None:
    graph = Graph({"1": Node("1", "test:Number", data={"value": 1})})
    patch: list[dict[str, Any]] = [
        {"op": "replace", "path": "/nodes/1/title", "value": "x"},
        {"op": "copy", "from": "/nodes/1", "path": "/nodes/-"},
        {"op": "replace", "path": "/nodes/1/data/value", "value": 2},
    ]
    outcome = apply_patch(graph, patch, TYPES, count_ids(), author=Author.USER)
    assert isinstance(outcome, Applied), outcome
    copied = next(node for node in outcome.graph.nodes.values() if node.id != "1")
    operations: list[Any] = list(outcome.operations)
    recorded = next(one["value"] for one in operations if one["op"] == "add" and "type" in str(one.get("value")))
    assert (copied.data["value"], recorded["data"]["value"]) == (1, 1)
