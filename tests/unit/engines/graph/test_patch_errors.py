"""Errors of a patch name what its author wrote: no id that the patch tools assigned."""

from typing import Any

import pytest

from engines.graph.graph import Edge, Graph, Group, Node
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Applied, Author, Operation, OperationError, Reason, Rejected
from tests.unit.engines.graph.types import TYPES, count_ids

GENERATED = "assigned-"
GRAPH = Graph(
    {"1": Node("1", "test:Load"), "2": Node("2", "test:Blend", data={"amount": 0.3}), "3": Node("3", "test:Blend")},
    {"e": Edge("e", "1", "image", "2", "first")},
    {"g": Group("g")},
)


def find_errors(*operations: Any, author: Author = Author.ASSISTANT, graph: Graph = GRAPH) -> list[OperationError]:
    outcome = apply_patch(graph, operations, TYPES, count_ids(GENERATED), author=author)
    assert isinstance(outcome, Rejected), outcome
    for error in outcome.errors:
        shown = (error.pointer, error.text.zh, error.text.en, *error.alternatives)
        assert not any(GENERATED in text for text in shown), error
    return list(outcome.errors)


def add(kind: str = "test:Blend", path: str = "/nodes/-", **members: Any) -> Operation:
    return {"op": "add", "path": path, "value": {"type": kind, **members}}


def replace(path: str, value: Any) -> Operation:
    return {"op": "replace", "path": path, "value": value}


def link(source: str, output: str, target: str, slot: str) -> Operation:
    """Return the operation that adds a link; a name of letters is a local id."""
    ends = {f"{end}{'LocalId' * name.isalpha()}": name for end, name in (("source", source), ("target", target))}
    return {"op": "add", "path": "/edges/-", "value": {**ends, "sourceHandle": output, "targetHandle": slot}}


COPY: Operation = {"op": "copy", "from": "/nodes/2", "path": "/nodes/-"}
MOVE: Operation = {"op": "move", "from": "/nodes/2/data/amount", "path": "/nodes/3/data/kind"}
NO_HANDLE: Operation = {"op": "add", "path": "/edges/-", "value": {"source": "1", "target": "3"}}

POINTERS: list[tuple[str, list[Operation], str, str]] = [
    # claim, operations, pointer of the error of the last one, its localId
    ("type", [add("test:Nope", localId="a")], "/nodes/-/type", "a"),
    ("parameter", [add(localId="a", data={"amount": 7})], "/nodes/-/data/amount", "a"),
    ("parameter without localId", [add(data={"amount": 7})], "/nodes/-/data/amount", ""),
    ("group", [add(localId="a", group="h")], "/nodes/-/group", "a"),
    ("form", [add(localId="a", mode="off")], "/nodes/-/mode", "a"),
    ("node after a copy", [COPY, add(data={"kind": "x"})], "/nodes/-/data/kind", ""),
    ("id", [replace("/nodes/3/data/amount", 7)], "/nodes/3/data/amount", ""),
    ("moved value", [MOVE], "/nodes/3/data/kind", ""),
    ("handle", [link("1", "image", "3", "nope")], "/edges/-/targetHandle", ""),
    ("data type", [link("1", "mask", "3", "second")], "/edges/-/targetHandle", ""),
    ("unknown node", [link("1", "image", "33", "first")], "/edges/-/target", ""),
    ("no handle", [NO_HANDLE], "/edges/-/sourceHandle", ""),
    ("cycle", [link("3", "image", "3", "second")], "/edges/-", ""),
    ("member of the operation", [add(localId="a", id="7")], "/value/id", "a"),
    ("index of a link", [replace("/edges/0/source", "9")], "/edges/0/source", ""),
]


@pytest.mark.parametrize(
    ("operations", "pointer", "local_id"), [row[1:] for row in POINTERS], ids=[row[0] for row in POINTERS]
)
def test_an_error_has_the_pointer_as_its_author_wrote_it(
    operations: list[Operation], pointer: str, local_id: str
) -> None:
    error = find_errors(*operations)[-1]
    assert (error.index, error.pointer, error.local_id) == (len(operations) - 1, pointer, local_id)


def test_an_error_at_an_array_index_has_that_index() -> None:
    graph = Graph({name: Node(name, "test:Blend") for name in ("x", "y")})
    (error,) = find_errors(replace("/nodes/1/data/amount", 7), graph=graph)
    assert error.pointer == "/nodes/1/data/amount"


def test_a_message_names_a_new_node_by_its_local_id() -> None:
    new = add(localId="blend")
    occupied = find_errors(new, link("1", "image", "blend", "first"), link("2", "image", "blend", "first"))
    assert {error.reason for error in occupied} == {Reason.INPUT_OCCUPIED}
    assert all('node "blend"' in error.text.en and "“blend”" in error.text.zh for error in occupied)
    (unknown,) = find_errors(new, link("blnd0", "image", "3", "second"))
    assert (unknown.reason, unknown.alternatives[0]) == (Reason.NODE_UNKNOWN, "blend")
    (cycle,) = find_errors(new, link("blend", "image", "blend", "second"))
    assert cycle.text.en.endswith("blend → blend.")


def test_a_message_names_a_new_link_by_its_operation() -> None:
    first, second = find_errors(link("1", "image", "3", "first"), link("2", "image", "3", "first"))
    assert (first.index, '"/edges/- [1]"' in first.text.en) == (0, True)
    assert (second.index, '"/edges/- [0]"' in second.text.en) == (1, True)


def test_a_node_without_a_local_id_is_not_suggested() -> None:
    (error,) = find_errors(add(), link("9", "image", "3", "second"))
    assert set(error.alternatives) <= {"1", "2", "3"}


def test_the_pointer_of_a_missing_source_is_the_source_and_no_new_node_is_suggested() -> None:
    (error,) = find_errors(COPY, {"op": "copy", "from": "/nodes/99", "path": "/nodes/-"})
    assert (error.index, error.pointer, error.reason) == (1, "/nodes/99", Reason.POINTER_UNKNOWN)
    assert set(error.alternatives) == {"/nodes/1", "/nodes/2", "/nodes/3"}


def test_a_rebased_link_that_conflicts_is_named_as_a_new_one() -> None:
    planned = apply_patch(GRAPH, [link("1", "image", "3", "first")], TYPES, count_ids(GENERATED))
    assert isinstance(planned, Applied)
    changed = Graph(GRAPH.nodes, {**GRAPH.edges, "6": Edge("6", "2", "image", "3", "first")})
    (error,) = find_errors(*planned.operations, author=Author.REBASE, graph=changed)
    assert (error.reason, error.pointer) == (Reason.INPUT_OCCUPIED, "/edges/-/targetHandle")


def test_a_long_local_id_is_shortened_in_an_error() -> None:
    name = "x" * 100_000
    (error,) = find_errors(add(localId=name, data={"amount": 7}))
    assert error.local_id == name[:200]
