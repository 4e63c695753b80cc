"""Formats: nothing is lost, and an edit changes only what it names."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engines.graph.errors import GraphInvalid
from engines.graph.formats import Format, export_graph, import_document, import_graph
from engines.graph.formats.comfyui.value_names import name_values
from engines.graph.graph import Graph, Node, Point
from engines.graph.json_form import parse_graph, serialize_graph
from engines.graph.node_types.node_type import JSON
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Applied, Author, Operation
from tests.unit.engines.graph.samples import NAMES, list_changes, load_sample
from tests.unit.engines.graph.types import TYPES, count_ids

COMFYUI = [name for name in NAMES if name.startswith("comfyui")]
TEXT_TO_IMAGE = "comfyui-04-text-to-image"


def export(graph: Graph, form: Format) -> Any:
    return json.loads(json.dumps(export_graph(graph, form, TYPES).document, default=dict))


def change(name: str, *operations: Operation) -> tuple[Graph, Any, list[str]]:
    """Return the graph after the operations, the document, and the pointers at which the document differs."""
    document = load_sample(name)
    imported = import_document(document, types=TYPES)
    outcome = apply_patch(imported.graph, operations, TYPES, count_ids(), author=Author.USER)
    assert isinstance(outcome, Applied), outcome
    exported = export(outcome.graph, imported.format)
    return outcome.graph, exported, list_changes(document, exported)


def test_there_are_samples_of_every_kind() -> None:
    assert len(NAMES) >= 30
    assert sum("subgraph" in name for name in NAMES) >= 5
    assert sum("reroute" in name for name in NAMES) >= 3
    assert sum("group" in name for name in NAMES) >= 3


@pytest.mark.parametrize("types", [{}, TYPES], ids=["no types", "types"])
def test_every_sample_is_exported_as_it_was_imported(types: Any) -> None:
    for name in NAMES:
        document = load_sample(name)
        imported = import_document(document, types=types)
        exported = export_graph(imported.graph, imported.format, types).document
        assert json.dumps(exported, default=dict) == json.dumps(document), name


def test_every_sample_survives_our_own_form_and_its_text() -> None:
    for name in NAMES:
        imported = import_document(load_sample(name), types=TYPES)
        stored = parse_graph(serialize_graph(imported.graph))
        assert stored == imported.graph, name
        assert export(stored, imported.format) == load_sample(name), name


def test_an_export_does_not_depend_on_the_types_of_its_import() -> None:
    for name in COMFYUI:
        stored = import_document(load_sample(name), types=TYPES).graph
        assert json.loads(json.dumps(export_graph(stored, Format.COMFYUI).document, default=dict)) == load_sample(name)


def test_a_prompt_that_was_imported_before_its_types_keeps_its_links() -> None:
    document = load_sample("api-text-to-image")
    assert export(import_document(document, types={}).graph, Format.COMFYUI_API) == document


def test_a_parameter_changes_one_value_of_the_document() -> None:
    _, document, changes = change(TEXT_TO_IMAGE, {"op": "replace", "path": "/nodes/5/data/steps", "value": 33})
    assert changes == ["/nodes/4/widgets_values/2"]
    assert document["nodes"][4]["widgets_values"] == [156680208700286, "randomize", 33, 8, "euler", "normal", 1]


@pytest.mark.parametrize(
    ("path", "value", "changed"),
    [
        ("/nodes/5/mode", "bypassed", ["/nodes/4/mode"]),
        ("/nodes/5/title", "主采样", ["/nodes/4/title"]),
        ("/nodes/5/position", {"x": 1, "y": 2}, ["/nodes/4/pos/0", "/nodes/4/pos/1"]),
        ("/nodes/5/data/sampler_name", "heun", ["/nodes/4/widgets_values/4"]),
    ],
)
def test_an_edit_changes_what_it_names_in_every_version(path: str, value: Any, changed: list[str]) -> None:
    for name in (TEXT_TO_IMAGE, "comfyui-10-text-to-image", "comfyui-04-groups"):
        assert change(name, {"op": "replace", "path": path, "value": value})[2] == changed


def test_a_removed_link_leaves_its_native_reroutes() -> None:
    _, document, changes = change("comfyui-04-native-reroutes", {"op": "remove", "path": "/edges/8"})
    assert sorted(changes) == [
        "/extra/linkExtensions",
        "/extra/reroutes",
        "/links",
        "/nodes/0/outputs/2/links",
        "/nodes/5/inputs/1/link",
    ]
    assert document["extra"]["reroutes"] == []
    _, document, _ = change("comfyui-10-native-reroutes", {"op": "remove", "path": "/edges/8"})
    assert document["reroutes"] == []
    assert document["floatingLinks"] == load_sample("comfyui-10-native-reroutes")["floatingLinks"]


def test_a_link_is_added_in_the_shape_of_the_document() -> None:
    value: JSON = {"source": "2", "sourceHandle": "CONDITIONING", "target": "5", "targetHandle": "negative"}
    operations: list[Operation] = [
        {"op": "remove", "path": "/edges/5"},
        {"op": "add", "path": "/edges/-", "value": value},
    ]
    _, arrays, _ = change(TEXT_TO_IMAGE, *operations)
    assert arrays["links"][-1] == [10, 2, 0, 5, 2, "CONDITIONING"]
    assert arrays["last_link_id"] == 10
    _, objects, _ = change("comfyui-10-text-to-image", *operations)
    assert objects["links"][-1]["target_slot"] == 2
    assert objects["state"]["lastLinkId"] == 10
    for document in (arrays, objects):
        assert document["nodes"][4]["inputs"][2]["link"] == 10
        assert document["nodes"][1]["outputs"][0]["links"] == [4, 10]
        assert document["nodes"][2]["outputs"][0]["links"] == []


def test_a_new_node_has_the_shape_of_the_editor() -> None:
    _, document, _ = change(
        TEXT_TO_IMAGE,
        {"op": "add", "path": "/nodes/-", "value": {"localId": "s", "type": "comfy:KSampler", "data": {"steps": 5}}},
        {
            "op": "add",
            "path": "/edges/-",
            "value": {"source": "1", "sourceHandle": "MODEL", "targetLocalId": "s", "targetHandle": "model"},
        },
    )
    node = document["nodes"][-1]
    assert node["id"] == document["last_node_id"] == 8
    assert node["widgets_values"] == [0, "fixed", 5, 8.0, "euler", "normal", 1.0]
    assert node["inputs"][0] == {"name": "model", "type": "MODEL", "link": 10}
    again = import_document(document, types=TYPES).graph
    assert again.nodes["8"].data["steps"] == 5
    assert again.edges["10"].target == "8"


def test_a_copied_node_keeps_data_that_is_not_understood() -> None:
    _, document, _ = change("comfyui-04-muted", {"op": "copy", "from": "/nodes/5", "path": "/nodes/-"})
    source, copied = document["nodes"][4], document["nodes"][-1]
    assert (copied["bgcolor"], copied["properties"], copied["title"]) == ("#353", source["properties"], source["title"])
    assert all(slot["link"] is None for slot in copied["inputs"])


def test_removing_a_node_removes_its_links_and_nothing_else() -> None:
    _, document, changes = change(TEXT_TO_IMAGE, {"op": "remove", "path": "/nodes/7"})
    assert changes == ["/nodes", "/links"]
    assert [node["id"] for node in document["nodes"]] == [1, 2, 3, 4, 5, 6]
    assert list_changes(load_sample(TEXT_TO_IMAGE)["nodes"][:6], document["nodes"]) == ["/5/outputs/0/links"]


def test_data_that_was_not_understood_survives_an_edit() -> None:
    _, document, changes = change("comfyui-04-damaged", {"op": "replace", "path": "/nodes/5/data/cfg", "value": 3})
    assert changes == ["/nodes/4/widgets_values/3"]
    assert "text" in document["nodes"]


def test_the_notes_of_an_import_name_the_data_that_was_not_understood() -> None:
    notes = import_document(load_sample("comfyui-04-damaged")).notes
    assert [note.en.split()[0] for note in notes] == ["2", "3"]


def test_edits_of_a_vueflow_document_stay_in_place() -> None:
    _, document, changes = change(
        "vueflow-group",
        {"op": "replace", "path": "/nodes/2/position", "value": {"x": 10, "y": 20}},
        {"op": "replace", "path": "/nodes/1/title", "value": "图"},
    )
    assert sorted(changes) == ["/nodes/1/label", "/nodes/2/position/x", "/nodes/2/position/y"]
    assert document["nodes"][2]["position"] == {"x": 60, "y": 70}  # relative to the group at -50, -50


def test_edits_of_a_prompt_stay_in_place() -> None:
    _, _, changes = change(
        "api-text-to-image",
        {"op": "replace", "path": "/nodes/3/data/steps", "value": 9},
        {"op": "remove", "path": "/nodes/9"},
    )
    assert sorted(changes) == ["/3/inputs/steps", "/9"]


def test_converted_parameters_have_the_names_of_their_type() -> None:
    sampler = import_document(load_sample(TEXT_TO_IMAGE), types=TYPES).graph.nodes["5"]
    assert sampler.data["scheduler"] == "normal"
    named = import_document(load_sample("comfyui-04-all-widgets-as-inputs")).graph.nodes["5"]
    assert (named.data["steps"], named.data["control_after_generate"]) == (20, "randomize")


PROMPTS = {
    # sample: (nodes in the prompt, one input and what arrives there)
    TEXT_TO_IMAGE: ({"1", "2", "3", "4", "5", "6", "7"}, ("5", "model", ["1", 0])),
    "comfyui-04-reroute-nodes": ({"1", "2", "3", "4", "5", "6", "7"}, ("6", "vae", ["1", 2])),
    "comfyui-04-muted": ({"1", "2", "3", "4", "5", "6"}, ("5", "steps", 20)),
    "comfyui-04-bypassed-lora-chain": ({"1", "2", "4", "5"}, ("4", "model", ["2", 0])),
    "comfyui-04-primitive-converted-widget": ({"1", "2", "3", "4", "5", "6", "7"}, ("5", "seed", 831)),
    "comfyui-04-notes": ({"1", "2", "3", "4", "5", "6", "7"}, ("7", "images", ["6", 0])),
    "comfyui-04-set-and-get-nodes": ({"1", "4"}, ("4", "model", ["1", 0])),
    "comfyui-04-subgraph": ({"1", "2", "3", "4", "6", "5:3", "5:4"}, ("6", "images", ["5:4", 0])),
    "comfyui-04-subgraph-promoted-widgets": ({"1", "2", "3", "4", "6", "5:3", "5:4"}, ("5:3", "seed", 777)),
    "comfyui-04-nested-subgraphs": ({"1", "2", "3", "4", "6", "5:1:3", "5:1:4", "5:2"}, ("5:1:3", "model", ["1", 0])),
}


def test_a_prompt_contains_what_a_server_executes() -> None:
    for name, (nodes, (node, slot, expected)) in PROMPTS.items():
        graph = import_document(load_sample(name), types=TYPES).graph
        prompt = export(graph, Format.COMFYUI_API)
        assert set(prompt) == nodes, name
        assert prompt[node]["inputs"][slot] == expected, name
        assert "control_after_generate" not in prompt[node]["inputs"], name


def test_a_graph_of_one_format_can_be_written_in_another() -> None:
    for name in NAMES:
        graph = import_document(load_sample(name), types=TYPES).graph
        for form in (Format.COMFYUI, Format.VUEFLOW):
            again = import_document(export(graph, form), form, TYPES).graph
            if form.value != graph.extra.get("format"):
                assert len(again.nodes) == len(graph.nodes), (name, form)
                assert len(again.edges) == len(graph.edges), (name, form)


def test_a_prompt_on_a_canvas_has_a_place_and_a_size_for_each_node() -> None:
    """A prompt has no positions; without a layout all its nodes would be in one place."""
    graph = import_document(load_sample("api-text-to-image"), types=TYPES).graph
    workflow = export(graph, Format.COMFYUI)
    assert len({tuple(node["pos"]) for node in workflow["nodes"]}) == len(graph.nodes)
    sizes = {node["type"]: node["size"][1] for node in workflow["nodes"]}
    assert sizes["KSampler"] > sizes["VAEDecode"]
    vueflow = export(graph, Format.VUEFLOW)
    assert len({tuple(node["position"].values()) for node in vueflow["nodes"]}) == len(graph.nodes)


def test_values_of_unknown_types_have_their_names_on_the_canvas() -> None:
    graph = import_document(load_sample("api-text-to-image")).graph
    again = import_document(export_graph(graph, Format.COMFYUI).document).graph
    for node_id, node in graph.nodes.items():
        assert {**again.nodes[node_id].data, "control_after_generate": 0} == {**node.data, "control_after_generate": 0}
    known = import_document(export_graph(graph, Format.COMFYUI).document, types=TYPES).graph
    assert known.nodes["3"].data["cfg"] == 8
    assert known.nodes["6"].data["text"] == "cat"


def test_types_that_are_known_later_name_the_values_of_a_workflow() -> None:
    unnamed, known = (import_document(load_sample(TEXT_TO_IMAGE), types=types).graph for types in ({}, TYPES))
    assert unnamed.nodes["5"].data["widget_2"] == 20
    named = name_values(unnamed, TYPES)
    assert {key: node.data for key, node in named.nodes.items()} == {
        key: node.data for key, node in known.nodes.items()
    }
    changed = named.with_nodes([replace(named.nodes["5"], data={**named.nodes["5"].data, "steps": 31})])
    before, after = load_sample(TEXT_TO_IMAGE), export_graph(changed, Format.COMFYUI).document
    after["nodes"][4]["widgets_values"][2] = 20
    assert after == before


def test_a_value_that_was_set_by_its_name_stays_when_the_types_are_known_later() -> None:
    unnamed = import_document(load_sample(TEXT_TO_IMAGE)).graph
    node = unnamed.nodes["5"]
    mixed = unnamed.with_nodes([replace(node, data={"steps": 31, **node.data})])
    named = name_values(mixed, TYPES)
    assert named.nodes["5"].data["steps"] == 31
    assert not [name for name in named.nodes["5"].data if name.startswith("widget_")]
    exported = export_graph(named, Format.COMFYUI, TYPES).document["nodes"][4]["widgets_values"]
    assert exported == [*load_sample(TEXT_TO_IMAGE)["nodes"][4]["widgets_values"][:2], 31, 8, "euler", "normal", 1]


def test_a_workflow_written_from_another_format_has_its_titles_where_they_were() -> None:
    nodes = {
        "1": Node("1", "core:LoadImage", position=Point(10, 20)),
        "2": Node("2", "core:Blur", position=Point(400, 20)),
    }
    workflow = export(Graph(nodes), Format.COMFYUI)
    assert [node["pos"] for node in workflow["nodes"]] == [[10, 50], [400, 50]]


HOSTILE: dict[str, str | bytes] = {
    "no JSON": b"{",
    "not UTF-8": b"\xff\xfe",
    "deep": "[" * 100_000,
    "deep object": '{"nodes":' + '{"a":' * 80 + "1" + "}" * 81,
    "a list": "[]",
    "no graph": '{"a": 1}',
    "NaN": '{"nodes": {}, "edges": {"x": NaN}}',
    "huge number": '{"nodes": {"a": {"type": "x:Y", "data": {"v": 1e999}}}}',
    "prototype": '{"nodes": {"a": {"type": "x:Y", "data": {"__proto__": {}}}}}',
    "surrogate": '{"nodes": {"a": {"type": "x:Y", "data": {"v": "\\ud800"}}}}',
    "null character": '{"nodes": {"a": {"type": "x:Y", "title": "\\u0000"}}}',
    "unknown member": '{"nodes": {"a": {"type": "x:Y", "pos": 1}}}',
    "empty id": '{"nodes": {"": {"type": "x:Y"}}}',
    "many nodes": json.dumps({"nodes": [{"id": index, "type": "X"} for index in range(5_001)], "links": []}),
}


def test_a_hostile_document_is_one_clear_error() -> None:
    for name, content in HOSTILE.items():
        with pytest.raises(GraphInvalid) as raised:
            import_graph(content)
        assert raised.value.text.zh and raised.value.text.en, name


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('{"nodes": }', "line 1, column 11: a value is missing"),
        (b"\xff\xfe", "not UTF-8"),
        ('{"nodes": {}, "edges": {"x": NaN}}', "cannot contain NaN"),
        ('{"nodes": ' + "1" * 6_000 + "}", "a number is too long"),
    ],
)
def test_invalid_json_is_reported_with_its_position(content: str | bytes, reason: str) -> None:
    with pytest.raises(GraphInvalid, match=reason):
        import_graph(content)


def test_a_subgraph_that_contains_itself_is_an_error() -> None:
    document = load_sample("comfyui-04-subgraph")
    definition = document["definitions"]["subgraphs"][0]
    definition["nodes"].append({**document["nodes"][4], "id": 9})
    graph = import_document(document, types=TYPES).graph
    with pytest.raises(GraphInvalid):
        export_graph(graph, Format.COMFYUI_API, TYPES)
