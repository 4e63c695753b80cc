"""Requests about a ComfyUI workflow whose types are known only as far as it states them."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines.graph.formats import Format, export_graph, import_document
from engines.graph.graph import Graph
from engines.graph.json_form import graph_to_json
from engines.graph.node_types.core_types import load_core_types
from engines.graph.patch.apply import apply_patch
from engines.graph.patch.values import Applied, Rejected
from engines.graph.stated_types import list_stated_types
from engines.graph_planner.planner import plan_change
from engines.graph_planner.values import ChangeRequest, NotUnderstood, Outcome, Plan
from services.common.text.language import Language

SAMPLE = Path(__file__).parents[1] / "graph" / "samples" / "plain" / "comfyui-04-text-to-image.json"


def request_change(text: str) -> tuple[ChangeRequest, Outcome]:
    graph = import_document(json.loads(SAMPLE.read_text("utf-8"))).graph
    nodes = graph_to_json(graph)["nodes"]
    stated = {one.full_name: one for one in list_stated_types(nodes, {node.type for node in graph.nodes.values()})}
    request = ChangeRequest(text, Language.ENGLISH, graph, {**load_core_types(), **stated})
    return request, plan_change(request)


def plan(text: str) -> list[dict[str, Any]]:
    _, outcome = request_change(text)
    assert isinstance(outcome, Plan), outcome
    return [dict(operation) for operation in json.loads(json.dumps(list(outcome.operations), default=dict))]


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("mute the VAE Decode", {"op": "add", "path": "/nodes/6/mode", "value": "muted"}),
        ("删掉 Save Image", {"op": "remove", "path": "/nodes/7"}),
        ("remove the KSampler", {"op": "remove", "path": "/nodes/5"}),
    ],
)
def test_nodes_of_stated_types_are_changed(text: str, operation: dict[str, Any]) -> None:
    assert operation in plan(text)


def test_a_type_of_the_namespace_of_the_graph_is_preferred() -> None:
    (added,) = plan("add a KSampler")
    assert added["value"]["type"] == "comfy:KSampler"


@pytest.mark.parametrize("text", ["set the steps to 30", "把 KSampler 的步数改成 30", "double the steps"])
def test_a_parameter_that_the_file_does_not_name_is_reported_with_what_adds_the_name(text: str) -> None:
    _, outcome = request_change(text)
    assert isinstance(outcome, NotUnderstood)
    (problem,) = outcome.problems
    for message in (problem.reason.en, problem.reason.zh):
        assert "KSampler" in message and "reflow nodes import" in message


def test_a_parameter_that_no_node_has_is_reported_without_it_where_all_values_have_names() -> None:
    outcome = plan_change(ChangeRequest("set the steps to 30", Language.ENGLISH, Graph(), load_core_types()))
    assert isinstance(outcome, NotUnderstood)
    assert "import" not in outcome.problems[0].reason.en


@pytest.mark.parametrize("text", ["duplicate the KSampler", "复制 KSampler"])
def test_a_copy_of_a_node_has_its_values_also_in_the_file(text: str) -> None:
    request, outcome = request_change(text)
    assert isinstance(outcome, Plan) and not outcome.problems
    applied = apply_patch(request.graph, outcome.operations, request.types, lambda: "99")
    assert isinstance(applied, Applied), applied
    document: Any = export_graph(applied.graph, Format.COMFYUI, {}).document
    original, copied = (next(raw for raw in document["nodes"] if raw["id"] == number) for number in (5, 99))
    assert copied["widgets_values"] == original["widgets_values"]
    assert copied["widgets_values"][2:5] == [20, 8, "euler"]
    assert [slot["link"] for slot in copied["inputs"]] == [None] * 4


def test_only_a_node_of_the_same_type_gives_names_to_values() -> None:
    request, _ = request_change("")
    value: Any = {"type": "comfy:VAEDecode", "data": {"widget_0": 1}}
    other = apply_patch(request.graph, [{"op": "add", "path": "/nodes/-", "value": value}], request.types, lambda: "99")
    assert isinstance(other, Rejected)
    assert [error.reason for error in other.errors] == ["PARAMETER_UNKNOWN"]
