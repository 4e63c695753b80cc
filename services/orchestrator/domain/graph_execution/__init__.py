"""Execution of a graph: plan the order of its nodes, execute them, deliver the outputs; or all of it on a server."""

from services.orchestrator.domain.graph_execution.state import GraphExecutionState
from services.orchestrator.domain.graph_execution.workflow import GraphExecution

__all__ = ["GraphExecution", "GraphExecutionState"]
