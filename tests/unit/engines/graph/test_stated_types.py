"""Types of an imported graph, as far as its nodes state them."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines.graph.formats import import_document
from engines.graph.json_form import graph_to_json
from engines.graph.node_types.node_type import NodeType, ParameterKind
from engines.graph.stated_types import list_stated_types

SAMPLES = Path(__file__).parent / "samples"


def read_nodes(sample: str) -> dict[str, Any]:
    nodes: dict[str, Any] = graph_to_json(import_document(json.loads((SAMPLES / sample).read_text("utf-8"))).graph)[
        "nodes"
    ]
    return nodes


def find_types(sample: str) -> dict[str, NodeType]:
    nodes = read_nodes(sample)
    unknown = {node["type"] for node in nodes.values()}
    return {one.full_name: one for one in list_stated_types(nodes, unknown)}


def test_a_type_has_the_slots_of_its_nodes() -> None:
    sampler = find_types("plain/comfyui-04-text-to-image.json")["comfy:KSampler"]
    assert [(slot.name, slot.types, slot.optional) for slot in sampler.inputs] == [
        ("model", ("MODEL",), True),
        ("positive", ("CONDITIONING",), True),
        ("negative", ("CONDITIONING",), True),
        ("latent_image", ("LATENT",), True),
    ]
    assert [(output.name, output.type) for output in sampler.outputs] == [("LATENT", "LATENT")]


def test_a_value_without_a_name_is_no_parameter() -> None:
    assert find_types("plain/comfyui-04-text-to-image.json")["comfy:KSampler"].parameters == ()


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("comfy:VAEDecode", "VAE Decode"),
        ("comfy:KSampler", "KSampler"),
        ("comfy:CheckpointLoaderSimple", "Checkpoint Loader Simple"),
        ("comfy:CLIPTextEncode", "CLIP Text Encode"),
    ],
)
def test_the_title_is_the_name_in_words(name: str, title: str) -> None:
    assert find_types("plain/comfyui-04-text-to-image.json")[name].titles.en == title


def test_a_named_value_is_a_parameter_of_its_kind() -> None:
    node = {
        "type": "x:Y",
        "data": {"steps": 20, "on": True, "text": "a"},
        "extra": {"widgets": ["steps", "on", "text"]},
    }
    (found,) = list_stated_types(json.loads(json.dumps({"1": node})), {"x:Y"})
    assert [(one.name, one.kind) for one in found.parameters] == [
        ("steps", ParameterKind.NUMBER),
        ("on", ParameterKind.BOOLEAN),
        ("text", ParameterKind.TEXT),
    ]


def test_an_api_prompt_names_all_its_values() -> None:
    sampler = find_types("other-formats/api-text-to-image.json")["comfy:KSampler"]
    assert {"steps", "cfg", "sampler_name"} <= {parameter.name for parameter in sampler.parameters}


def test_a_node_that_states_nothing_leaves_its_type_unknown() -> None:
    assert (
        list_stated_types({"1": {"type": "x:Y"}, "2": {"type": "x:Z", "extra": {"inputs": "?"}}}, {"x:Y", "x:Z"}) == []
    )


@pytest.mark.parametrize("nodes", [None, [], {"1": None}, {"1": {"type": 5}}, {"1": {"type": "x:Y", "extra": []}}])
def test_damaged_nodes_are_ignored(nodes: object) -> None:
    assert list_stated_types(nodes, {"x:Y"}) == []


@pytest.mark.parametrize(
    ("kind", "inputs"),
    [
        ("abc", [["a", "IMAGE"]]),
        ("x:Y", [["", "IMAGE"]]),
        ("x:Y", [["n" * 5_000, "IMAGE"]]),
        ("x:Y", [[f"s{number}", "IMAGE"] for number in range(5_000)]),
        ("x:Y\x00", [["a", "IMAGE"]]),
        ("x:" + "y" * 3_000, [["a", "IMAGE"]]),
    ],
)
def test_a_type_that_no_catalog_may_have_stays_unknown(kind: str, inputs: list[list[str]]) -> None:
    assert list_stated_types({"1": {"type": kind, "extra": {"inputs": inputs}}}, {kind}) == []
