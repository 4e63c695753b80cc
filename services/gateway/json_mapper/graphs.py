"""JSON forms of the graph assistant's results. The state of a run has no operations: `GET /api/graphs` has them."""

import json

from reflow.v1 import graphs_pb2

from services.gateway.graphs.json_text import describe_revision
from services.gateway.json_mapper.values import Json


def graph_state_to_json(state: graphs_pb2.GraphAssistantState) -> Json:
    """Return the state of a run."""
    return {
        "userInput": input_to_json(state.input),
        "foundTypes": list(state.found_types),
        "patchPlan": plan_to_json(state.plan) if state.HasField("plan") else None,
        "appliedPatch": applied_to_json(state.applied) if state.HasField("applied") else None,
        "graphRevision": describe_revision(state.revision) if state.HasField("revision") else None,
        "returns": state.returns,
    }


def input_to_json(message: graphs_pb2.GraphAssistantInput) -> Json:
    """Return the user's request."""
    return {
        "text": message.text,
        "graphId": message.graph_id,
        "revision": message.revision,
        "selectedNodeIds": list(message.selected_node_ids),
        "fresh": message.fresh,
    }


def change_to_json(revision: graphs_pb2.GraphRevision) -> Json:
    """Return a stored change with its patch and the inverse of that."""
    patch, inverse = (json.loads(operations or b"[]") for operations in (revision.operations, revision.inverse))
    return describe_revision(revision) | {"patch": patch, "inverse": inverse}


def plan_to_json(plan: graphs_pb2.PatchPlan) -> Json:
    """Return the plan for the request."""
    return {
        "explanation": plan.explanation,
        "notUnderstood": list(plan.not_understood),
        "engine": plan.engine,
        "degraded": plan.degraded,
    }


def applied_to_json(applied: graphs_pb2.AppliedPatch) -> Json:
    """Return the result of the patch tools."""
    return {
        "summary": applied.summary,
        "createdNodeIds": list(applied.created_node_ids),
        "removedEdgeIds": list(applied.removed_edge_ids),
        "errors": [operation_error_to_json(error) for error in applied.errors],
        "conflicts": list(applied.conflicts),
    }


def operation_error_to_json(error: graphs_pb2.OperationError) -> Json:
    """Return why an operation was rejected."""
    return {
        "index": error.index,
        "pointer": error.pointer,
        "reason": error.reason,
        "message": error.message,
        "alternatives": list(error.alternatives),
        **({"localId": error.local_id} if error.local_id else {}),
    }
