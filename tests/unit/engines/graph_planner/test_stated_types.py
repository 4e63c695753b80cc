"""Requests about a ComfyUI workflow whose types are known only as far as it states them."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines.graph.formats import import_document
from engines.graph.json_form import graph_to_json
from engines.graph.node_types.core_types import load_core_types
from engines.graph.stated_types import list_stated_types
from engines.graph_planner.planner import plan_change
from engines.graph_planner.values import ChangeRequest, Plan
from services.common.text.language import Language

SAMPLE = Path(__file__).parents[1] / "graph" / "samples" / "plain" / "comfyui-04-text-to-image.json"


def plan(text: str) -> list[dict[str, Any]]:
    graph = import_document(json.loads(SAMPLE.read_text("utf-8"))).graph
    nodes = graph_to_json(graph)["nodes"]
    stated = {one.full_name: one for one in list_stated_types(nodes, {node.type for node in graph.nodes.values()})}
    outcome = plan_change(ChangeRequest(text, Language.ENGLISH, graph, {**load_core_types(), **stated}))
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
