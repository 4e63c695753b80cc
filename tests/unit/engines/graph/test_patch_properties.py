"""Properties of patches over random graphs and random operations."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.graph.graph import Edge, Graph, Group, Mode, Node
from engines.graph.json_form import graph_from_json, graph_to_json, parse_graph, serialize_graph
from engines.graph.node_types.node_type import JSON
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.document import Document
from engines.graph.patch.rebase import rebase
from engines.graph.patch.values import Applied, Author, Conflict
from engines.graph.validation.graph_validator import validate_graph
from engines.graph.validation.links import LinkValidator
from tests.unit.engines.graph.inverses import check_inverse
from tests.unit.engines.graph.types import TYPES, count_ids

LIMIT = settings(max_examples=150, deadline=None)
KINDS = ("test:Load", "test:Blend", "test:Number")
HANDLES = ("image", "mask", "first", "second", "more", "any", "amount", "value", "kind", "nope")


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Return a valid graph."""
    count = draw(st.integers(0, 6))
    groups = {"g": Group("g", "Group")}
    nodes = {
        str(number): Node(
            str(number),
            draw(st.sampled_from(KINDS)),
            title=draw(st.sampled_from([None, "题"])),
            mode=draw(st.sampled_from(Mode)),
            group=draw(st.sampled_from([None, "g"])),
        )
        for number in range(count)
    }
    edges: dict[str, Edge] = {}
    for number in range(draw(st.integers(0, 8)) if count else 0):
        source, target = (str(draw(st.integers(0, count - 1))) for _ in range(2))
        edge = Edge(f"e{number}", source, draw(st.sampled_from(HANDLES)), target, draw(st.sampled_from(HANDLES)))
        links = LinkValidator(Graph(nodes, {**edges, edge.id: edge}, groups), TYPES)
        if not list(links.check_edge(edge)) and not links.find_cycle():
            edges[edge.id] = edge
    return Graph(nodes, edges, groups)


names = st.sampled_from(["0", "1", "2", "3", "4", "5", "a", "b", "g", "e0", "e1", "-", "99"])
values = st.sampled_from([0.5, 2, -1, "mix", "add", True, None, ["a"], {"x": [1]}, "muted", "题", "g"])
members = st.sampled_from(
    [
        "",
        "/title",
        "/mode",
        "/type",
        "/group",
        "/data",
        "/data/amount",
        "/data/kind",
        "/data/extra",
        "/data/gain",
        "/source",
        "/target",
        "/targetHandle",
        "/position",
        "/extra",
        "/data/extra/x",
    ]
)
pointers = st.builds(
    lambda table, name, member: f"/{table}/{name}{member}",
    st.sampled_from(["nodes", "edges", "groups"]),
    names,
    members,
)
new_nodes = st.builds(
    lambda kind, local_id, data: {
        "op": "add",
        "path": "/nodes/-",
        "value": {"type": kind, "localId": local_id, "data": data},
    },
    st.sampled_from((*KINDS, "test:Nope")),
    st.sampled_from(["a", "b"]),
    st.sampled_from([{}, {"amount": 1}, {"kind": "add"}]),
)
new_edges = st.builds(
    lambda source, output, target, slot: {
        "op": "add",
        "path": "/edges/-",
        "value": {"source": source, "sourceHandle": output, "target": target, "targetHandle": slot},
    },
    names,
    st.sampled_from(HANDLES),
    names,
    st.sampled_from(HANDLES),
)
plain = st.builds(
    lambda op, path, source, value: {"op": op, "path": path, "from": source, "value": value},
    st.sampled_from(["add", "remove", "replace", "move", "copy", "test"]),
    pointers,
    pointers,
    values,
)
titles = st.builds(lambda name: {"op": "replace", "path": f"/nodes/{name}/title", "value": "x"}, names)
removals = st.builds(lambda name: {"op": "remove", "path": f"/nodes/{name}"}, names)
operations: st.SearchStrategy[dict[str, Any]] = st.one_of(new_nodes, new_edges, plain, titles, removals)
patches = st.lists(operations, min_size=1, max_size=4)
authors = st.sampled_from([Author.ASSISTANT, Author.USER])


@LIMIT
@given(graphs(), patches, authors)
def test_the_result_is_valid_or_the_graph_is_unchanged(graph: Graph, patch: Any, author: Author) -> None:
    before = serialize_graph(graph)
    outcome = apply_patch(graph, patch, TYPES, count_ids(), author=author)
    assert serialize_graph(graph) == before
    if isinstance(outcome, Applied):
        problems = [finding for finding in validate_graph(outcome.graph, TYPES) if finding.reason != "INPUT_MISSING"]
        assert not problems
        assert graph_from_json(graph_to_json(outcome.graph)) == outcome.graph
    else:
        assert outcome.errors


@LIMIT
@given(graphs(), patches, authors)
def test_a_patch_and_its_inverse_give_the_same_graph(graph: Graph, patch: Any, author: Author) -> None:
    outcome = apply_patch(graph, patch, TYPES, count_ids(), author=author)
    if isinstance(outcome, Applied):
        check_inverse(graph, outcome)


@LIMIT
@given(graphs(), patches)
def test_the_applied_operations_are_plain_rfc_6902(graph: Graph, patch: Any) -> None:
    outcome = apply_patch(graph, patch, TYPES, count_ids())
    if isinstance(outcome, Applied):
        document = Document(graph_to_json(parse_graph(serialize_graph(graph))))
        for operation in outcome.operations:
            document.apply(operation)
        assert graph_from_json(document.form) == outcome.graph


@LIMIT
@given(graphs(), st.lists(patches, max_size=4))
def test_ids_never_repeat(graph: Graph, history: Any) -> None:
    new_id, ever = count_ids(), set(graph.nodes) | set(graph.edges)
    for patch in history:
        outcome = apply_patch(graph, patch, TYPES, new_id)
        if isinstance(outcome, Applied):
            new = (outcome.graph.nodes.keys() | outcome.graph.edges.keys()) - graph.nodes.keys() - graph.edges.keys()
            assert not new & ever
            ever |= new
            graph = outcome.graph


@st.composite
def by_index(draw: st.DrawFn) -> tuple[Graph, Any, Any]:
    """Return a graph with lists in its data, and two handwritten patches with array indices and positions."""
    count, items = draw(st.integers(1, 3)), st.sampled_from(["a", "b", "c"])
    lists: st.SearchStrategy[list[JSON]] = st.lists(items, min_size=2, max_size=3)
    nodes = {f"n{number}": Node(f"n{number}", "own:Unknown", data={"extra": draw(lists)}) for number in range(count)}
    node, item = st.integers(0, count - 1), st.integers(0, 1)
    in_list = st.builds(
        lambda op, at, number, value: {"op": op, "path": f"/nodes/{at}/data/extra/{number}", "value": value},
        st.sampled_from(["add", "remove", "replace", "test"]),
        node,
        item,
        items,
    )
    of_node = st.builds(
        lambda at, member: {"op": "add", "path": f"/nodes/{at}/{member[0]}", "value": member[1]},
        node,
        st.sampled_from([("title", "x"), ("position", {"x": 1, "y": 2}), ("data/extra", ["z"])]),
    )
    removed = st.builds(lambda at: {"op": "remove", "path": f"/nodes/{at}"}, node)
    patch = st.lists(st.one_of(in_list, in_list, of_node, removed, new_nodes), min_size=1, max_size=2)
    return Graph(nodes, {}, {}), draw(patch), draw(patch)


@settings(max_examples=150, deadline=None)
@given(by_index())
def test_a_rebase_of_handwritten_patches_equals_applying_in_the_other_order(drawn: tuple[Graph, Any, Any]) -> None:
    graph, first, second = drawn
    assert_commutes(graph, first, second, Author.USER)


@LIMIT
@given(graphs(), patches, patches)
def test_a_rebase_equals_applying_in_the_other_order(graph: Graph, first: Any, second: Any) -> None:
    assert_commutes(graph, first, second, Author.ASSISTANT)


def assert_commutes(graph: Graph, first: Any, second: Any, author: Author) -> None:
    """Assert that two patches of one revision conflict, or give the same graph in both orders."""
    one = apply_patch(graph, first, TYPES, count_ids("p"), author=author)
    other = apply_patch(graph, second, TYPES, count_ids("q"), author=author)
    if not isinstance(one, Applied) or not isinstance(other, Applied):
        return
    ours, theirs = rebase(one.operations, other.operations), rebase(other.operations, one.operations)
    assert isinstance(ours, Conflict) == isinstance(theirs, Conflict)
    if isinstance(ours, Conflict) or isinstance(theirs, Conflict):
        return
    left = apply_patch(other.graph, ours, TYPES, count_ids(), author=Author.REBASE)
    right = apply_patch(one.graph, theirs, TYPES, count_ids(), author=Author.REBASE)
    assert isinstance(left, Applied) == isinstance(right, Applied)
    if isinstance(left, Applied) and isinstance(right, Applied):
        assert left.graph == right.graph
