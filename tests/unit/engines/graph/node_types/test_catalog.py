"""Catalogs of node types: ComfyUI's object_info and our own JSON form."""

import copy
import json
from typing import Any

import pytest

from engines.graph.node_types.catalog import MAX_TYPES, parse_catalog
from engines.graph.node_types.catalog_error import CatalogError
from engines.graph.node_types.core_types import load_core_types
from engines.graph.node_types.json_form import dump_types, load_types, to_json
from engines.graph.node_types.node_type import Input, NodeType, ParameterKind, types_match
from tests.fixtures.services.object_info import OBJECT_INFO, object_info_bytes


@pytest.fixture(scope="module")
def types() -> dict[str, NodeType]:
    return {node_type.name: node_type for node_type in parse_catalog(object_info_bytes())}


def test_a_v1_schema_becomes_inputs_and_parameters_in_the_order_of_the_server(types: dict[str, NodeType]) -> None:
    sampler = types["KSampler"]
    assert [slot.name for slot in sampler.inputs] == ["model", "positive", "latent_image", "strength"]
    assert [parameter.name for parameter in sampler.parameters] == ["seed", "steps", "cfg", "sampler_name"]
    cfg, choice = sampler.find_parameter("cfg"), sampler.find_parameter("sampler_name")
    assert cfg is not None and (cfg.minimum, cfg.maximum, cfg.step, cfg.default) == (0.0, 100.0, 0.1, 8.0)
    assert choice is not None and choice.choices == ("euler", "heun", "ddim") and choice.default == "euler"
    assert sampler.full_name == "comfy:KSampler" and sampler.outputs[0].type == "LATENT"


def test_forced_and_lazy_inputs_are_slots_and_not_parameters(types: dict[str, NodeType]) -> None:
    strength = types["KSampler"].find_input("strength")
    assert strength == Input("strength", ("FLOAT",), optional=True, lazy=True, extra={"default": 1.0})


def test_a_v3_schema_has_its_unions_multiselects_dynamic_combos_and_growing_inputs(types: dict[str, NodeType]) -> None:
    video = types["SaveVideo //Pack"]
    assert {slot.name: slot.types for slot in video.inputs} == {
        "images": ("IMAGE", "MASK"),
        "frames.frame0": ("IMAGE",),
        "frames.frame1": ("IMAGE",),
        "frames.frame2": ("IMAGE",),
        "anything": ("*",),
    }
    assert [slot.optional for slot in video.inputs] == [False, False, True, True, False]
    parameters = {parameter.name: parameter for parameter in video.parameters}
    assert parameters["tags"].multiselect and parameters["tags"].default == ["a"]
    assert parameters["format"].choices == ("mp4", "gif")
    assert parameters["format.crf"].depends_on == {"format": ("mp4",)} and parameters["format.crf"].maximum == 51
    assert parameters["format.loop"].kind is ParameterKind.BOOLEAN
    assert [(output.name, output.type) for output in video.outputs] == [
        ("value", "*"),
        ("IMAGE", "IMAGE"),
        ("IMAGE_2", "IMAGE"),
    ]
    assert video.is_output and video.aliases == ("export mp4",)
    flat = types["FlatV3"]
    assert flat.outputs[0].is_list and flat.outputs[0].titles.en == "Result"
    amount = flat.find_parameter("amount")
    assert amount is not None and amount.maximum is None and not amount.required


def test_unknown_keys_stay_in_extra(types: dict[str, NodeType]) -> None:
    assert types["SaveVideo //Pack"].extra["essentials_category"] == "Video"
    seed = types["KSampler"].find_parameter("seed")
    assert seed is not None and seed.extra == {"control_after_generate": True}


def test_types_survive_their_json_form(types: dict[str, NodeType]) -> None:
    everything = {node_type.full_name: node_type for node_type in types.values()} | dict(load_core_types())
    assert load_types(dump_types(everything.values())) == everything
    own = json.dumps({"types": [to_json(node_type) for node_type in types.values()]}).encode()
    assert list(parse_catalog(own)) == list(types.values())


def _broken(path: tuple[str, ...], value: object) -> bytes:
    catalog: dict[str, Any] = copy.deepcopy(OBJECT_INFO)
    place = catalog
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return object_info_bytes(catalog)


def _deep(levels: int) -> object:
    value: object = 1
    for _ in range(levels):
        value = [value]
    return value


BAD: dict[str, tuple[bytes, str]] = {
    "not JSON": (b"{", ""),
    "nesting that overflows the parser": (b"[" * 200_000, ""),
    "a number": (b"3", ""),
    "nothing": (b"{}", ""),
    "a node that is no object": (b'{"A": 3}', "/A"),
    "a graph": (b'{"nodes": {"a": {"type": "core:Text"}}, "edges": {}}', "/nodes"),
    "an input without a type": (
        _broken(("KSampler", "input", "required", "model"), []),
        "/KSampler/input/required/model",
    ),
    "a value nested too deep": (
        _broken(("KSampler", "input", "required", "steps"), ["INT", {"default": _deep(40)}]),
        "/KSampler/input",
    ),
    "a NUL in a choice": (
        _broken(("KSampler", "input", "required", "sampler_name"), [["a\x00"]]),
        "/KSampler/input",
    ),
    "too many choices": (
        _broken(("KSampler", "input", "required", "sampler_name"), [list(range(6_000))]),
        "/KSampler/input/required/sampler_name",
    ),
    "a definition that is too large": (_broken(("KSampler", "description"), "x" * 5_000), "/KSampler/description"),
    "too many types": (object_info_bytes({f"N{number}": {} for number in range(MAX_TYPES + 1)}), ""),
    "a core type": (b'[{"type": "core:Sampler"}]', ""),
    "a type twice": (b'[{"type": "a:B"}, {"type": "a:B"}]', ""),
    "a name without a namespace": (b'[{"type": "Sampler"}]', "/0/type"),
    "an unknown kind of parameter": (
        b'[{"type": "a:B", "parameters": [{"name": "x", "kind": "y"}]}]',
        "/0/parameters/0/kind",
    ),
    "two inputs of one name": (b'[{"type": "a:B", "inputs": [{"name": "x"}, {"name": "x"}]}]', "/0"),
}


@pytest.mark.parametrize("case", BAD)
def test_an_invalid_catalog_is_one_error_that_names_the_position(case: str) -> None:
    data, pointer = BAD[case]
    with pytest.raises(CatalogError) as caught:
        parse_catalog(data)
    assert caught.value.field == pointer
    assert caught.value.text.zh and caught.value.text.en


def test_core_types_can_be_connected_from_a_prompt_to_an_output() -> None:
    types = load_core_types()
    chain = [
        ("core:LoadModel", "model", "core:Sampler", "model"),
        ("core:LoadModel", "clip", "core:Prompt", "clip"),
        ("core:Prompt", "conditioning", "core:Sampler", "positive"),
        ("core:EmptyLatent", "latent", "core:Sampler", "latent"),
        ("core:Sampler", "latent", "core:DecodeLatent", "latent"),
        ("core:DecodeLatent", "image", "core:OverlayText", "image"),
        ("core:OverlayText", "image", "core:SaveImage", "image"),
        ("core:Text", "text", "core:Prompt", "text"),
        ("core:ShapeMask", "mask", "core:Inpaint", "mask"),
        ("core:Compare", "result", "core:Switch", "condition"),
    ]
    for source, handle, target, slot in chain:
        output, goal = types[source].find_output(handle), types[target].find_input(slot)
        assert output is not None and goal is not None and types_match(output.type, goal.types), (source, target)
    for node_type in types.values():
        assert node_type.titles.zh and node_type.titles.en and node_type.descriptions.zh and node_type.descriptions.en
        assert node_type.is_output or node_type.outputs, node_type.full_name
