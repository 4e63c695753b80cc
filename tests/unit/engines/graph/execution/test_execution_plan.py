"""The order in which nodes are executed, and the nodes that are rejected."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.graph.execution.evaluation import evaluate_node
from engines.graph.execution.plan import MAX_NODES, Plan, plan_execution
from engines.graph.json_form import parse_graph
from engines.graph.node_types.core_types import load_core_types
from services.common.contract.field_error import FieldError
from tests.fixtures.runs.executed_graphs import SWITCH, graph, link, node


def plan(document: dict[str, Any]) -> Plan:
    """Return the plan of a graph in our JSON form."""
    return plan_execution(parse_graph(json.dumps(document)), load_core_types())


def order(document: dict[str, Any]) -> list[str]:
    """Return the ids of the planned nodes."""
    return [one.node.id for one in plan(document).nodes]


def rejected(document: dict[str, Any]) -> dict[str, str]:
    """Return the reasons of the rejected nodes."""
    return {one.node_id: one.text.en for one in plan(document).rejections}


def test_only_nodes_that_an_output_needs_are_planned() -> None:
    document = graph({**SWITCH["nodes"], "z": node("Text"), "s": node("Sampler")}, *SWITCH["edges"].values())
    assert sorted(order(document)) == ["c", "n", "r", "w", "y"]


@given(st.permutations(list("abcdefgh")), st.data())
def test_every_node_comes_after_those_that_it_needs(names: list[str], data: st.DataObject) -> None:
    pairs = [(source, target) for at, target in enumerate(names) for source in names[:at]]
    chosen = data.draw(st.lists(st.sampled_from(pairs), unique=True, max_size=12))
    used = {
        (target, slot): source
        for number, (source, target) in enumerate(chosen)
        for slot in ("first", "second")[number % 2 : number % 2 + 1]
    }
    edges = [link(source, "value", target, slot) for (target, slot), source in used.items()]
    nodes = {name: node("Calculate") for name in names} | {"z": node("Output")}
    planned = order(graph(nodes, *edges, link(names[-1], "value", "z", "value")))
    for (target, _), source in used.items():
        assert target not in planned or planned.index(source) < planned.index(target)


@pytest.mark.parametrize(
    ("loader", "title"),
    [(node("LoadImage"), "Load Image"), (node("LoadImage") | {"title": "photo"}, "photo"), ({"type": "x:Y"}, "x:Y")],
)
def test_a_rejected_node_has_its_own_title_else_that_of_its_type(loader: dict[str, Any], title: str) -> None:
    number = "179608762592971756454271"
    document = graph({number: loader, "r": node("Output")}, link(number, "image", "r", "value"))
    assert {one.title.en for one in plan(document).rejections} == {title}


@pytest.mark.parametrize("mode", ["muted", "bypassed"])
def test_a_graph_whose_only_output_is_off_is_not_reported_as_one_without(mode: str) -> None:
    nodes = {"t": node("Text", value="x"), "r": {**node("Output"), "mode": mode}}
    (reason,) = rejected(graph(nodes, link("t", "text", "r", "value"))).values()
    assert reason == "Every output node of the graph is muted or bypassed."
    assert "has no output" in rejected(graph({"t": node("Text")}))[""]


def test_a_bypassed_node_passes_its_input_on() -> None:
    nodes = {"l": node("LoadImage", asset="a"), "b": {**node("Blur"), "mode": "bypassed"}, "s": node("SaveImage")}
    planned = plan(graph(nodes, link("l", "image", "b", "image"), link("b", "image", "s", "image")))
    assert [one.node.id for one in planned.nodes] == ["l", "s"]
    assert planned.nodes[1].links[0].source == "l"


def test_an_output_that_depends_on_a_muted_node_is_left_out_and_noted() -> None:
    nodes = {
        "a": {**node("Text"), "mode": "muted"},
        "b": node("Text"),
        "x": node("Output"),
        "y": node("Output"),
    }
    planned = plan(graph(nodes, link("a", "text", "x", "value"), link("b", "text", "y", "value")))
    assert ([one.node.id for one in planned.nodes], len(planned.notes)) == (["b", "y"], 1)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (graph({"a": node("Text")}), {"": "no output"}),
        (graph({"a": node("SaveImage")}), {"a": 'input "image" has no link'}),
        (graph({"l": node("LoadImage"), "s": node("SaveImage")}, link("l", "image", "s", "image")), {"l": "No image"}),
        (
            graph(
                {"l": {"type": "comfy:LoadImage"}, "s": node("SaveImage")},
                link("l", "image", "s", "image"),
            ),
            {"l": "ComfyUI server"},
        ),
        (
            graph(
                {"a": node("TextToImage", width=9), "s": node("SaveImage")},
                link("a", "image", "s", "image"),
            ),
            {"a": "width"},
        ),
        (
            graph(
                {"a": node("Blur"), "b": node("Blur"), "s": node("SaveImage")},
                link("a", "image", "b", "image"),
                link("b", "image", "a", "image"),
                link("b", "image", "s", "image"),
            ),
            {"": "cycle"},
        ),
    ],
)
def test_a_node_that_cannot_be_executed_is_rejected_with_the_reason(
    document: dict[str, Any], expected: dict[str, str]
) -> None:
    reasons = rejected(document)
    assert not plan(document).nodes
    for node_id, part in expected.items():
        assert part in reasons[node_id], reasons


@pytest.mark.parametrize("name", ["EncodeImage", "ResizeLatent", "MaskLatent"])
def test_a_type_that_needs_a_latent_space_is_rejected_in_one_sentence(name: str) -> None:
    (reason,) = plan(graph({"x": node(name), "r": node("Output")}, link("x", "latent", "r", "value"))).rejections
    assert "no latent space" in reason.text.en
    assert "没有潜空间" in reason.text.zh


def test_several_images_at_once_are_an_error_through_a_link_too() -> None:
    with pytest.raises(FieldError):
        evaluate_node("core:EmptyLatent", {"width": 64, "height": 64, "batch": 2})


def test_more_nodes_than_a_run_may_execute_are_rejected() -> None:
    names = [f"n{number}" for number in range(MAX_NODES + 1)]
    edges = [link(a, "value", b, "first") for a, b in pairwise(names)]
    nodes = {name: node("Calculate") for name in names} | {"z": node("Output")}
    assert "At most" in rejected(graph(nodes, *edges, link(names[-1], "value", "z", "value")))[""]


def test_a_calculation_without_a_result_is_an_error() -> None:
    for first, second, operation in ((1, 0, "divide"), (1e300, 9, "power"), (-8, 0.5, "power"), (1, 0, "modulo")):
        with pytest.raises(FieldError):
            evaluate_node("core:Calculate", {"first": first, "second": second, "operation": operation})
