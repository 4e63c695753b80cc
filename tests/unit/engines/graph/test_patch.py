"""Patch tools: applied operations, and the report of each violation."""

from collections.abc import Mapping
from typing import Any

import pytest

from engines.graph.formats import import_document
from engines.graph.graph import Edge, Graph, Group, Mode, Node, Point
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.document import Document, PointerUnknown, ValueDiffers
from engines.graph.patch.rebase import rebase
from engines.graph.patch.values import Applied, Author, Conflict, Operation, Reason, Rejected
from tests.unit.engines.graph.samples import load_sample
from tests.unit.engines.graph.types import TYPES, count_ids

GRAPH = Graph(
    {
        "1": Node("1", "test:Load"),
        "2": Node("2", "test:Blend", data={"amount": 0.3}, position=Point(9, 9), group="g"),
        "3": Node("3", "test:Blend"),
        "4": Node("4", "acme:Unknown", data={"x": 1}),
    },
    {"5": Edge("5", "1", "image", "2", "first"), "6": Edge("6", "2", "image", "3", "first")},
    {"g": Group("g", "Group")},
)


def edge(source: str, output: str, target: str, slot: str) -> dict[str, Any]:
    return {"source": source, "sourceHandle": output, "target": target, "targetHandle": slot}


def add_edge(*ends: str) -> Operation:
    return {"op": "add", "path": "/edges/-", "value": edge(*ends)}


def add_node(kind: str, **members: Any) -> Operation:
    return {"op": "add", "path": "/nodes/-", "value": {"type": kind, **members}}


def put(path: str, value: Any) -> Operation:
    return {"op": "replace", "path": path, "value": value}


def apply(*operations: Any, author: Author = Author.ASSISTANT, graph: Graph = GRAPH) -> Applied | Rejected:
    return apply_patch(graph, operations, TYPES, count_ids(), author=author)


def nest(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


REJECTED: list[tuple[str, Any, Reason, str]] = [
    # claim, operation, reason, the best alternative
    ("unknown type", add_node("test:Blnd"), Reason.TYPE_UNKNOWN, "test:Blend"),
    ("unknown namespace", add_node("tset:Blend"), Reason.NAMESPACE_UNKNOWN, "test:Blend"),
    ("no namespace", add_node("Blend"), Reason.NAMESPACE_UNKNOWN, "test:Blend"),
    ("id in the value", add_node("test:Load", id="7"), Reason.ID_SUPPLIED, ""),
    ("id in the pointer", {**add_node("test:Load"), "path": "/nodes/77"}, Reason.ID_SUPPLIED, "/nodes/-"),
    ("position in the value", add_node("test:Load", position={"x": 1, "y": 2}), Reason.POSITION_SUPPLIED, ""),
    ("position by pointer", put("/nodes/2/position/x", 5), Reason.POSITION_SUPPLIED, ""),
    ("placed by the user", put("/nodes/2/placedByUser", True), Reason.POSITION_SUPPLIED, ""),
    ("extra members", put("/nodes/2/extra", {}), Reason.POINTER_NOT_ALLOWED, ""),
    ("unknown member", add_node("test:Load", dta={}), Reason.MALFORMED_OPERATION, "data"),
    ("unknown output", add_edge("1", "imag", "3", "second"), Reason.HANDLE_UNKNOWN, "image"),
    ("unknown input", add_edge("1", "image", "3", "secnd"), Reason.HANDLE_UNKNOWN, "second"),
    ("other data type", add_edge("1", "mask", "3", "second"), Reason.TYPE_MISMATCH, "any"),
    ("occupied input", add_edge("1", "image", "3", "first"), Reason.INPUT_OCCUPIED, "second"),
    ("same link", add_edge("1", "image", "2", "first"), Reason.EDGE_DUPLICATE, ""),
    ("cycle", add_edge("3", "image", "2", "second"), Reason.CYCLE, ""),
    ("link to itself", add_edge("3", "image", "3", "second"), Reason.CYCLE, ""),
    ("unknown node", add_edge("1", "image", "33", "second"), Reason.NODE_UNKNOWN, "3"),
    ("node of unknown slots", add_edge("1", "image", "4", "x"), Reason.TYPE_UNKNOWN, ""),
    (
        "unknown local id",
        {
            "op": "add",
            "path": "/edges/-",
            "value": {"sourceLocalId": "a", "sourceHandle": "image", "target": "3", "targetHandle": "second"},
        },
        Reason.LOCAL_ID_UNKNOWN,
        "",
    ),
    (
        "id and local id",
        {"op": "add", "path": "/edges/-", "value": {**edge("1", "image", "3", "second"), "sourceLocalId": "a"}},
        Reason.MALFORMED_OPERATION,
        "",
    ),
    ("edge without ends", {"op": "add", "path": "/edges/-", "value": {}}, Reason.MALFORMED_OPERATION, ""),
    ("below the range", put("/nodes/2/data/amount", -1), Reason.OUT_OF_RANGE, "0"),
    ("above the range", put("/nodes/2/data/amount", 1.5), Reason.OUT_OF_RANGE, "1"),
    ("text for a number", put("/nodes/2/data/amount", "1"), Reason.PARAMETER_TYPE, ""),
    ("boolean for a number", put("/nodes/2/data/amount", True), Reason.PARAMETER_TYPE, ""),
    ("no choice", put("/nodes/2/data/kind", "scren"), Reason.NOT_A_CHOICE, "screen"),
    ("no list of choices", put("/nodes/2/data/tags", "a"), Reason.PARAMETER_TYPE, ""),
    ("one of several choices", put("/nodes/2/data/tags", ["a", "z"]), Reason.NOT_A_CHOICE, ""),
    ("unknown parameter", put("/nodes/2/data/amuont", 1), Reason.PARAMETER_UNKNOWN, "amount"),
    ("parameter of another choice", put("/nodes/2/data/gain", 1), Reason.PARAMETER_UNKNOWN, ""),
    ("unknown group", put("/nodes/1/group", "h"), Reason.GROUP_UNKNOWN, "g"),
    ("unknown mode", put("/nodes/1/mode", "off"), Reason.MALFORMED_OPERATION, ""),
    ("title that is no text", put("/nodes/1/title", 5), Reason.MALFORMED_OPERATION, ""),
    ("pointer to nothing", put("/nodes/99/title", "x"), Reason.POINTER_UNKNOWN, ""),
    ("index behind the last", {"op": "remove", "path": "/nodes/44"}, Reason.POINTER_UNKNOWN, "/nodes/4"),
    ("outside the graph", put("/revision", 5), Reason.POINTER_NOT_ALLOWED, "/nodes/…"),
    ("the whole graph", put("", {}), Reason.POINTER_NOT_ALLOWED, ""),
    ("a whole node", put("/nodes/1", {"type": "test:Load"}), Reason.POINTER_NOT_ALLOWED, ""),
    ("move of a node", {"op": "move", "from": "/nodes/1", "path": "/nodes/-"}, Reason.POINTER_NOT_ALLOWED, ""),
    ("pointer without slash", {"op": "remove", "path": "nodes/1"}, Reason.MALFORMED_OPERATION, ""),
    ("bad escape", {"op": "remove", "path": "/nodes/~2"}, Reason.MALFORMED_OPERATION, ""),
    ("unknown op", {"op": "merge", "path": "/nodes/1"}, Reason.MALFORMED_OPERATION, ""),
    ("no object", "remove", Reason.MALFORMED_OPERATION, ""),
    ("no value", {"op": "add", "path": "/nodes/-"}, Reason.MALFORMED_OPERATION, ""),
    ("failed test", {"op": "test", "path": "/nodes/2/data/amount", "value": 9}, Reason.TEST_FAILED, ""),
    ("prototype in a value", put("/nodes/2/data/extra", {"__proto__": {}}), Reason.FORBIDDEN_KEY, ""),
    ("prototype in a pointer", put("/nodes/2/data/__proto__", 1), Reason.FORBIDDEN_KEY, ""),
    ("deep value", put("/nodes/2/data/extra", nest(100)), Reason.TOO_LARGE, ""),
    ("long text", put("/nodes/2/data/extra", "x" * 300_000), Reason.TOO_LARGE, ""),
    ("not a number", put("/nodes/2/data/amount", float("nan")), Reason.TOO_LARGE, ""),
]


@pytest.mark.parametrize(
    ("operation", "reason", "alternative"), [row[1:] for row in REJECTED], ids=[row[0] for row in REJECTED]
)
def test_a_violation_is_reported_with_operation_reason_and_alternative(
    operation: Any, reason: Reason, alternative: str
) -> None:
    outcome = apply(put("/nodes/1/title", "valid"), operation)
    assert isinstance(outcome, Rejected)
    error = next(error for error in outcome.errors if error.reason is reason)
    assert error.index == 1
    assert error.text.zh != error.text.en
    assert not alternative or error.alternatives[0] == alternative


def test_all_errors_of_a_patch_are_reported_at_once_without_those_that_follow() -> None:
    outcome = apply(
        add_node("test:Nope", localId="a"),
        {
            "op": "add",
            "path": "/edges/-",
            "value": {"sourceLocalId": "a", "sourceHandle": "x", "target": "3", "targetHandle": "second"},
        },
        put("/nodes/2/data/amount", 9),
        add_node("test:Load", localId="b"),
        add_node("test:Load", localId="b"),
    )
    assert isinstance(outcome, Rejected)
    expected = [(0, Reason.TYPE_UNKNOWN), (2, Reason.OUT_OF_RANGE), (4, Reason.LOCAL_ID_DUPLICATE)]
    assert [(error.index, error.reason) for error in outcome.errors] == expected


def test_ten_thousand_operations_are_one_error() -> None:
    outcome = apply(*([add_node("test:Load")] * 10_000))
    assert isinstance(outcome, Rejected)
    assert [error.reason for error in outcome.errors] == [Reason.TOO_MANY_OPERATIONS]


def test_removing_a_node_removes_and_reports_its_links() -> None:
    outcome = apply({"op": "remove", "path": "/nodes/2"})
    assert isinstance(outcome, Applied)
    assert outcome.removed_edges == ("5", "6")
    assert not outcome.graph.edges
    assert [operation["path"] for operation in outcome.operations] == ["/edges/5", "/edges/6", "/nodes/2"]


def test_a_link_may_come_before_its_nodes() -> None:
    value = {"sourceLocalId": "a", "sourceHandle": "image", "targetLocalId": "b", "targetHandle": "first"}
    outcome = apply(
        {"op": "add", "path": "/edges/-", "value": value},
        add_node("test:Load", localId="a"),
        add_node("test:Blend", localId="b"),
    )
    assert isinstance(outcome, Applied)
    assert outcome.created == (outcome.local_ids["a"], outcome.local_ids["b"])
    assert outcome.graph.nodes[outcome.local_ids["b"]].data == {"amount": 0.5, "kind": "mix"}


def test_an_id_that_the_graph_has_is_not_given_again() -> None:
    ids = iter(["1", "5", "new"])
    outcome = apply_patch(GRAPH, [add_node("test:Load")], TYPES, lambda: next(ids))
    assert isinstance(outcome, Applied)
    assert outcome.created == ("new",)


def test_an_index_addresses_entries_in_the_order_of_their_ids() -> None:
    graph = Graph({name: Node(name, "test:Load") for name in ("n10", "n9", "n2")})
    outcome = apply(put("/nodes/1/title", "second"), graph=graph)
    assert isinstance(outcome, Applied)
    assert outcome.graph.nodes["n9"].title == "second"


def test_a_link_through_a_reroute_has_the_type_behind_it() -> None:
    graph = import_document(load_sample("comfyui-04-reroute-nodes"), types=TYPES).graph
    free = [{"op": "remove", "path": "/edges/9"}]
    outcome = apply(*free, add_edge("9", "#0", "7", "images"), graph=graph)
    assert isinstance(outcome, Rejected)
    assert [(error.index, error.reason) for error in outcome.errors] == [(1, Reason.TYPE_MISMATCH)]


def test_replacing_a_link_in_one_patch_is_allowed() -> None:
    outcome = apply({"op": "remove", "path": "/edges/6"}, add_edge("1", "image", "3", "first"))
    assert isinstance(outcome, Applied)
    turned = apply(put("/edges/6/source", "1"))
    assert isinstance(turned, Applied)
    assert turned.graph.edges["6"].source == "1"


def test_an_input_of_several_links_and_a_linked_parameter_are_allowed() -> None:
    outcome = apply(
        add_edge("1", "image", "3", "more"),
        add_edge("2", "image", "3", "more"),
        add_node("test:Number", localId="n"),
        add_edge("n", "value", "3", "amount"),
    )
    assert isinstance(outcome, Applied)


def test_violations_that_an_imported_graph_already_has_are_not_reported() -> None:
    outcome = apply(put("/nodes/4/title", "theirs"), put("/nodes/4/data/x", 2))
    assert isinstance(outcome, Applied)
    assert outcome.graph.nodes["4"].data == {"x": 2}


def test_a_user_may_name_ids_and_positions() -> None:
    outcome = apply(
        {"op": "add", "path": "/nodes/mine", "value": {"type": "test:Load", "position": {"x": 1, "y": 2}}},
        put("/nodes/2/position", {"x": 3, "y": 4}),
        author=Author.USER,
    )
    assert isinstance(outcome, Applied)
    assert outcome.graph.nodes["mine"].position == Point(1, 2)
    again = apply({"op": "add", "path": "/nodes/2", "value": {"type": "test:Load"}}, author=Author.USER)
    assert isinstance(again, Rejected)
    assert again.errors[0].reason is Reason.ID_EXISTS


def test_undo_restores_nodes_whose_type_is_in_no_catalog() -> None:
    removed = apply({"op": "remove", "path": "/nodes/4"}, put("/nodes/2/mode", "muted"), put("/nodes/2/mode", "active"))
    assert isinstance(removed, Applied)
    restored = apply(*removed.inverse, author=Author.HISTORY, graph=removed.graph)
    assert isinstance(restored, Applied)
    assert restored.graph == GRAPH


REBASED: list[tuple[str, list[Operation], list[Operation], bool]] = [
    # claim, ours, theirs, whether ours can be rebased
    ("other nodes", [put("/nodes/1/title", "a")], [put("/nodes/2/title", "b")], True),
    ("other parameters", [put("/nodes/2/data/amount", 1)], [put("/nodes/2/data/kind", "add")], True),
    ("same parameter", [put("/nodes/2/data/amount", 1)], [put("/nodes/2/data/amount", 0)], False),
    ("removed node", [put("/nodes/2/title", "a")], [{"op": "remove", "path": "/nodes/2"}], False),
    ("link to a removed node", [add_edge("1", "image", "3", "second")], [{"op": "remove", "path": "/nodes/1"}], False),
    (
        "removal of a linked node",
        [{"op": "remove", "path": "/nodes/3"}],
        [add_edge("1", "image", "3", "second")],
        False,
    ),
    ("same input", [add_edge("1", "image", "3", "second")], [add_edge("2", "image", "3", "second")], False),
    ("new nodes on both sides", [add_node("test:Load")], [add_node("test:Load")], True),
    ("removed group", [put("/nodes/1/group", "g")], [{"op": "remove", "path": "/groups/g"}], False),
    ("tested value", [{"op": "test", "path": "/nodes/2/title", "value": None}], [put("/nodes/2/title", "b")], False),
]


def test_a_patch_is_rebased_where_nothing_it_touches_has_changed() -> None:
    titled = apply(put("/nodes/2/title", "old"))
    assert isinstance(titled, Applied)
    for name, ours, theirs, expected in REBASED:
        prepared = [{**ours[0], "value": "old"}] if name == "tested value" else ours
        graph = titled.graph if name == "tested value" else GRAPH
        mine = apply_patch(graph, prepared, TYPES, count_ids("a"))
        other = apply_patch(graph, theirs, TYPES, count_ids("b"))
        assert isinstance(mine, Applied) and isinstance(other, Applied), name
        outcome = rebase(mine.operations, other.operations)
        assert isinstance(outcome, Conflict) is not expected, name
        if isinstance(outcome, Conflict):
            assert "meanwhile" in outcome.collisions[0].text.en, name


RFC_6902: list[tuple[Any, Mapping[str, Any], Any]] = [
    # document, operation, result; None for an error. After appendix A and the public test suite.
    ({"foo": "bar"}, {"op": "add", "path": "/baz", "value": "qux"}, {"foo": "bar", "baz": "qux"}),
    ({"foo": ["bar", "baz"]}, {"op": "add", "path": "/foo/1", "value": "qux"}, {"foo": ["bar", "qux", "baz"]}),
    ({"foo": ["bar"]}, {"op": "add", "path": "/foo/-", "value": ["abc"]}, {"foo": ["bar", ["abc"]]}),
    ({"foo": ["bar"]}, {"op": "add", "path": "/foo/2", "value": 1}, None),
    ({"foo": ["bar"]}, {"op": "add", "path": "/foo/01", "value": 1}, None),
    ({"foo": ["bar"]}, {"op": "add", "path": "/foo/1e0", "value": 1}, None),
    ({"foo": "bar"}, {"op": "add", "path": "/baz/bat", "value": "qux"}, None),
    ({"foo": 1}, {"op": "add", "path": "/foo", "value": None}, {"foo": None}),
    ({"foo": 1}, {"op": "add", "path": "/", "value": 2}, {"foo": 1, "": 2}),
    ({"foo": 1}, {"op": "add", "path": "", "value": [1]}, [1]),
    ({"baz": "qux", "foo": "bar"}, {"op": "remove", "path": "/baz"}, {"foo": "bar"}),
    ({"foo": ["bar", "qux", "baz"]}, {"op": "remove", "path": "/foo/1"}, {"foo": ["bar", "baz"]}),
    ({"foo": 1}, {"op": "remove", "path": "/bar"}, None),
    ({"foo": [1]}, {"op": "remove", "path": "/foo/-"}, None),
    ({"baz": "qux"}, {"op": "replace", "path": "/baz", "value": "boo"}, {"baz": "boo"}),
    ({"baz": "qux"}, {"op": "replace", "path": "/boo", "value": "boo"}, None),
    (
        {"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": 1}},
        {"op": "move", "from": "/foo/waldo", "path": "/qux/thud"},
        {"foo": {"bar": "baz"}, "qux": {"corge": 1, "thud": "fred"}},
    ),
    (
        {"foo": ["all", "grass", "cows", "eat"]},
        {"op": "move", "from": "/foo/1", "path": "/foo/3"},
        {"foo": ["all", "cows", "eat", "grass"]},
    ),
    ({"foo": {"bar": 1}}, {"op": "move", "from": "/foo", "path": "/foo/bar"}, None),
    ({"foo": 1}, {"op": "move", "from": "/foo", "path": "/foo"}, {"foo": 1}),
    ({"foo": 1}, {"op": "move", "from": "/foo", "path": "/no/bar"}, None),
    ({"foo": {"a": [1]}}, {"op": "copy", "from": "/foo", "path": "/bar"}, {"foo": {"a": [1]}, "bar": {"a": [1]}}),
    (
        {"baz": "qux", "foo": ["a", 2, "c"]},
        {"op": "test", "path": "/foo/1", "value": 2},
        {"baz": "qux", "foo": ["a", 2, "c"]},
    ),
    ({"baz": "qux"}, {"op": "test", "path": "/baz", "value": "bar"}, None),
    ({"/": 9, "~1": 10}, {"op": "test", "path": "/~01", "value": 10}, {"/": 9, "~1": 10}),
    ({"/": 9, "~1": 10}, {"op": "test", "path": "/~01", "value": "10"}, None),
    ({"a": 1}, {"op": "test", "path": "/a", "value": True}, None),
    ({"a": {"x": 1, "y": [1]}}, {"op": "test", "path": "/a", "value": {"y": [1.0], "x": 1}}, {"a": {"x": 1, "y": [1]}}),
]


def test_operations_do_what_rfc_6902_states_and_their_inverse_undoes_it() -> None:
    for before, operation, expected in RFC_6902:
        document = Document(_copy(before))
        if expected is None:
            with pytest.raises((PointerUnknown, ValueDiffers)):
                document.apply(operation)
            assert document.form == before, operation
            continue
        undo = document.apply(operation)
        assert document.form == expected, operation
        for step in undo:
            document.apply(step)
        assert document.form == before, operation


def test_the_default_mode_activates_a_muted_node_again() -> None:
    muted = apply(put("/nodes/1/mode", "muted"))
    assert isinstance(muted, Applied)
    assert muted.graph.nodes["1"].mode is Mode.MUTED
    active = apply(put("/nodes/1/mode", "active"), graph=muted.graph)
    assert isinstance(active, Applied)
    assert active.graph == GRAPH


def _copy(value: Any) -> Any:
    import copy

    return copy.deepcopy(value)


def test_the_undo_of_a_users_patch_restores_an_imported_node() -> None:
    graph = import_document(load_sample("comfyui-04-custom-nodes"), types=TYPES).graph
    removed = apply({"op": "remove", "path": "/nodes/3"}, graph=graph)
    assert isinstance(removed, Applied)
    restored = apply(*removed.inverse, author=Author.USER, graph=removed.graph)
    assert isinstance(restored, Applied)
    assert restored.graph == graph


def test_malformed_operations_do_not_break_a_rebase() -> None:
    hostile: list[Any] = [
        {},
        {"op": "add", "path": ""},
        {"op": "move", "path": "x", "from": 5},
        {"op": "add", "path": "/~"},
    ]
    assert rebase(hostile, [put("/nodes/1/title", "x")]) == tuple(hostile)


def test_a_patch_that_removes_the_type_of_a_node_and_adds_another_is_rejected() -> None:
    graph = Graph({"0": Node("0", "test:Load")}, {}, {})
    patch: list[Any] = [
        {"op": "remove", "path": "/nodes/0/type"},
        {"op": "add", "path": "/nodes/-", "value": {"type": "test:Load", "localId": "a"}},
    ]
    assert isinstance(apply_patch(graph, patch, TYPES, count_ids()), Rejected)
