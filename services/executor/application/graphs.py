"""ApplyPatch, Layout and ConvertGraph: the patch tools, in worker processes."""

from collections.abc import AsyncGenerator

from services.common.contract.activity import Activity
from services.common.contract.graphs.graph import AppliedPatch, ConvertedGraph, GraphLayout
from services.common.contract.graphs.graph_requests import ApplyPatch, ConvertGraph, Layout
from services.common.contract.step import StepCall
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.graphs import apply_operations, convert_graph, place_nodes
from services.executor.application.engine_events import WAITING, running


class PatchTools:
    """Runs graph jobs in *pipeline*."""

    def __init__(self, pipeline: ImagePipeline) -> None:
        self._pipeline = pipeline

    async def apply(self, request: ApplyPatch, call: StepCall) -> AsyncGenerator[Activity | AppliedPatch, None]:
        """Yield activities, then the result. Raises GRAPH_INVALID."""
        if self._pipeline.is_busy:
            yield WAITING
        async with self._pipeline.slot():
            yield running(0.0)
            yield await self._pipeline.run(apply_operations, request, call.language)

    async def lay_out(self, request: Layout, call: StepCall) -> AsyncGenerator[Activity | GraphLayout, None]:
        """Yield activities, then the positions of the nodes. Raises GRAPH_INVALID."""
        if self._pipeline.is_busy:
            yield WAITING
        async with self._pipeline.slot():
            yield running(0.0)
            yield await self._pipeline.run(place_nodes, request)

    async def convert(self, request: ConvertGraph, call: StepCall) -> AsyncGenerator[Activity | ConvertedGraph, None]:
        """Yield activities, then the converted graph. Raises GRAPH_INVALID."""
        if self._pipeline.is_busy:
            yield WAITING
        async with self._pipeline.slot():
            yield running(0.0)
            yield ConvertedGraph(await self._pipeline.run(convert_graph, request))
