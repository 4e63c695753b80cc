"""PlanExecution: the order of the nodes of a graph, or those that cannot be executed."""

from collections.abc import AsyncGenerator
from dataclasses import replace

from services.common.contract.activity import Activity
from services.common.contract.graphs import graph_requests
from services.common.contract.graphs.graph_execution import ExecutionPlan, PlannedNode, RejectedNode
from services.common.contract.step import StepCall
from services.common.errors import ReflowError
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.nodes import plan_graph
from services.executor.application.engine_events import WAITING, running
from services.executor.application.engine_registry import EngineRegistry
from services.executor.application.graph_nodes.node_values import decode_values


class PlanExecution:
    """Plans in *pipeline*; a node that names an engine that *engines* does not have is rejected."""

    def __init__(self, pipeline: ImagePipeline, engines: EngineRegistry) -> None:
        self._pipeline = pipeline
        self._engines = engines

    async def __call__(
        self, request: graph_requests.PlanExecution, call: StepCall
    ) -> AsyncGenerator[Activity | ExecutionPlan, None]:
        """Yield activities, then the plan. Raises GRAPH_INVALID."""
        if self._pipeline.is_busy:
            yield WAITING
        async with self._pipeline.slot():
            yield running(0.0)
            plan = await self._pipeline.run(plan_graph, request.graph, call.language)
        rejected = tuple(one for one in (self._reject_model(node, call) for node in plan.nodes) if one is not None)
        yield replace(plan, nodes=(), rejected=rejected) if rejected else plan

    def _reject_model(self, node: PlannedNode, call: StepCall) -> RejectedNode | None:
        model = decode_values(node.data, ()).get("model")
        if not isinstance(model, str) or any(link.handle == "model" for link in node.links):
            return None
        try:
            self._engines.select(model)
        except ReflowError as error:
            return RejectedNode(node.node_id, node.type, error.text.pick(call.language), node.title)
        return None
