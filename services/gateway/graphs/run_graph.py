"""The graph of a run as a JSON value: for clients that share the state of the run."""

import asyncio
import json
from dataclasses import dataclass

from reflow.v1 import graphs_pb2, orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.gateway.dependencies import Dependencies
from services.gateway.json_mapper.values import Json


@dataclass(frozen=True, slots=True)
class RunGraph:
    """A stored graph at a revision. `content` is None where that revision is no longer retained."""

    graph_id: str
    revision: int
    content: Json | None


async def load_run_graph(run: orchestrator_pb2.Run, deps: Dependencies) -> RunGraph | None:
    """Return the graph that *run* was started on; None for a run of another workflow."""
    if not run.HasField("graph"):
        return None
    return await load_graph(run.graph.input.graph_id, run.graph.input.revision, deps)


async def load_graph(graph_id: str, revision: int, deps: Dependencies) -> RunGraph:
    """Return a graph at *revision*."""
    request = graphs_pb2.GetGraphRequest(graph_id=graph_id, revision=revision)
    try:
        graph = (await deps.clients.call_graphs(deps.clients.graphs.GetGraph, request)).graph
    except ReflowError as error:
        if error.code is not Code.GRAPH_UNKNOWN:
            raise
        return RunGraph(graph_id, revision, None)
    # Off the event loop: a graph may have a megabyte.
    return RunGraph(graph_id, revision, await asyncio.to_thread(json.loads, graph.content))
