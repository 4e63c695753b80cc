"""Selects the nodes of a plan that are due: those that an output needs and whose inputs are available. Pure."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engines.graph.execution.support import find_skipped_input
from services.common.contract.graphs.graph_execution import ExecutionPlan, NodeLink, NodeResult, NodeValue, PlannedNode

CONDITION = "condition"


def find_due(plan: ExecutionPlan, results: Mapping[str, NodeResult]) -> list[PlannedNode]:
    """Return the nodes to execute now, in the order of the plan. A switch needs only the input that it passes on."""
    nodes = {node.node_id: node for node in plan.nodes}
    due, visited = set[str](), set[str]()
    stack = [node.node_id for node in plan.nodes if node.is_output]
    while stack:
        node_id = stack.pop()
        if node_id in visited or node_id in results:
            continue
        visited.add(node_id)
        missing = [link.source_node_id for link in find_links(nodes[node_id], results)]
        missing = [source for source in missing if source not in results]
        stack += missing
        if not missing:
            due.add(node_id)
    return [node for node in plan.nodes if node.node_id in due]


def find_links(node: PlannedNode, results: Mapping[str, NodeResult]) -> list[NodeLink]:
    """Return the links whose values *node* needs, as far as is known so far."""
    conditions = [link for link in node.links if link.handle == CONDITION]
    if find_skipped_input(node.type, True) is None:
        return list(node.links)
    if conditions and conditions[0].source_node_id not in results:
        return conditions
    skipped = find_skipped_input(node.type, _find_condition(node, conditions, results))
    return [link for link in node.links if link.handle != skipped]


def collect_values(node: PlannedNode, results: Mapping[str, NodeResult]) -> tuple[NodeValue, ...]:
    """Return the values that arrive through the links of *node*, under the names of its inputs."""
    return tuple(_iterate_values(node, results))


def _iterate_values(node: PlannedNode, results: Mapping[str, NodeResult]) -> Iterator[NodeValue]:
    for link in find_links(node, results):
        for value in results[link.source_node_id].values:
            if value.handle == link.source_handle:
                yield NodeValue(link.handle, value.asset_id, value.json)


def read_parameter(node: PlannedNode, name: str, results: Mapping[str, NodeResult]) -> Any:
    """Return the value of a parameter of *node*: that of its link, else its own."""
    linked = next((value for value in _iterate_values(node, results) if value.handle == name), None)
    return json.loads(linked.json) if linked is not None else json.loads(node.data or b"{}").get(name)


def _find_condition(node: PlannedNode, links: list[NodeLink], results: Mapping[str, NodeResult]) -> Any:
    for link in links:
        for value in results[link.source_node_id].values:
            if value.handle == link.source_handle:
                return json.loads(value.json)
    return json.loads(node.data or b"{}").get(CONDITION)
