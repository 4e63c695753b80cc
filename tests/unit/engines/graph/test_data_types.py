"""Which outputs may be linked to which inputs: unions, wildcards and lists."""

import pytest

from engines.graph.graph import Graph, Node
from engines.graph.node_types.node_type import JSON, Input, NodeType, Output, types_match
from engines.graph.node_types.object_info import parse_object_info_node
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Applied, Operation, Reason, Rejected
from tests.unit.engines.graph.types import count_ids


@pytest.mark.parametrize(
    ("source", "targets", "is_match"),
    [
        ("IMAGE", ("IMAGE",), True),
        ("IMAGE", ("MASK",), False),
        ("IMAGE", ("IMAGE", "MASK"), True),
        ("LATENT", ("IMAGE", "MASK"), False),
        ("MASK", ("IMAGE,MASK",), True),
        ("IMAGE,MASK", ("MASK",), True),
        ("IMAGE,MASK", ("LATENT,VAE",), False),
        ("*", ("IMAGE",), True),
        ("IMAGE", ("*",), True),
        ("IMAGE", ("LATENT", "*"), True),
        ("IMAGES", ("IMAGE",), False),
    ],
)
def test_a_union_matches_each_of_its_types_and_a_wildcard_every_type(
    source: str, targets: tuple[str, ...], is_match: bool
) -> None:
    assert types_match(source, targets) is is_match


def link(*, is_list_output: bool, is_list_input: bool, kind: str = "IMAGE") -> Applied | Rejected:
    """Return the result of linking an output to an input, each of them a list or not."""
    types = {
        "own:A": NodeType("own", "A", outputs=(Output("out", "IMAGE", is_list=is_list_output),)),
        "own:B": NodeType("own", "B", inputs=(Input("in", (kind,), is_list=is_list_input),)),
    }
    value: dict[str, JSON] = {"source": "a", "sourceHandle": "out", "target": "b", "targetHandle": "in"}
    graph = Graph({"a": Node("a", "own:A"), "b": Node("b", "own:B")})
    operation: Operation = {"op": "add", "path": "/edges/-", "value": value}
    return apply_patch(graph, [operation], types, count_ids())


@pytest.mark.parametrize("is_list_output", [False, True])
@pytest.mark.parametrize("is_list_input", [False, True])
def test_a_list_and_a_single_value_of_a_type_may_be_linked_in_both_directions(
    is_list_output: bool, is_list_input: bool
) -> None:
    assert isinstance(link(is_list_output=is_list_output, is_list_input=is_list_input), Applied)


@pytest.mark.parametrize("is_list_input", [False, True])
def test_a_list_of_another_type_is_rejected(is_list_input: bool) -> None:
    outcome = link(is_list_output=True, is_list_input=is_list_input, kind="LATENT")
    assert isinstance(outcome, Rejected)
    assert [error.reason for error in outcome.errors] == [Reason.TYPE_MISMATCH]


def test_an_import_states_which_inputs_and_outputs_are_lists() -> None:
    info = {
        "input": {"required": {"images": ["IMAGE"], "masks": ["MASK"]}},
        "output": ["IMAGE", "INT"],
        "output_is_list": [True, False],
        "is_input_list": True,
    }
    node_type = parse_object_info_node("Batch", info, "comfy", "/Batch")
    assert [(slot.name, slot.is_list) for slot in node_type.inputs] == [("images", True), ("masks", True)]
    assert [(output.type, output.is_list) for output in node_type.outputs] == [("IMAGE", True), ("INT", False)]
