"""JSON forms of the execution of a graph."""

import json
from typing import Any

from reflow.v1 import graph_execution_pb2

from services.gateway.json_mapper.image_chat import asset_to_json
from services.gateway.json_mapper.values import Json, asset_url


def execution_input_to_json(message: graph_execution_pb2.GraphExecutionInput) -> Json:
    """Return the request."""
    return {"graphId": message.graph_id, "revision": message.revision, "server": message.server or None}


def plan_to_json(message: graph_execution_pb2.ExecutionPlan) -> Json:
    """Return the plan: its nodes with the steps that execute them, or those that are rejected."""
    nodes = [
        {
            "nodeId": node.node_id,
            "type": node.type,
            "title": node.title,
            "step": f"node-{number}",
            "isOutput": node.is_output,
        }
        for number, node in enumerate(message.nodes, start=1)
    ]
    rejected = [
        {"nodeId": node.node_id or None, "type": node.type, "title": node.title, "reason": node.reason}
        for node in message.rejected
    ]
    return {"nodes": nodes, "rejected": rejected, "notes": list(message.notes)}


def node_result_to_json(message: graph_execution_pb2.NodeResult) -> Json:
    """Return the values of an executed node by the names of its outputs."""
    values: dict[str, Any] = {
        value.handle: {"assetId": value.asset_id, "url": asset_url(value.asset_id)}
        if value.asset_id
        else json.loads(value.json)
        for value in message.values
    }
    output = output_to_json(message.output) if message.HasField("output") else None
    return {"nodeId": message.node_id, "values": values, "output": output}


def outputs_to_json(message: graph_execution_pb2.GraphOutputs) -> list[Json]:
    """Return the results of the graph."""
    return [output_to_json(output) for output in message.outputs]


def output_to_json(message: graph_execution_pb2.GraphOutput) -> Json:
    """Return a result of the graph: an image or mask, or another value."""
    return {
        "nodeId": message.node_id,
        "name": message.name,
        "asset": asset_to_json(message.asset) if message.HasField("asset") else None,
        "value": json.loads(message.json) if message.json else None,
    }


def execution_state_to_json(state: graph_execution_pb2.GraphExecutionState) -> Json:
    """Return the state of a run."""
    return {
        "userInput": execution_input_to_json(state.input),
        "executionPlan": plan_to_json(state.plan) if state.HasField("plan") else None,
        "executedNodeIds": list(state.executed_node_ids),
        "graphOutputs": outputs_to_json(state.outputs) if state.HasField("outputs") else None,
    }
