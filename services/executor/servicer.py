"""ExecutorService: every RPC runs a use case of `application/`."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from reflow.v1 import executor_pb2, executor_pb2_grpc, graph_execution_pb2

from services.common.contract.proto_mapper import to_proto
from services.common.rpc import Context, current_language
from services.common.rpc.step_rpc import UseCase, step_rpc
from services.executor.application.engine_registry import EngineRegistry


@dataclass(frozen=True, slots=True)
class ExecutorDeps:
    """The use cases behind the RPCs."""

    engines: EngineRegistry
    generate_image: UseCase
    inpaint: UseCase
    adjust_image: UseCase
    overlay_text: UseCase
    write_note: UseCase
    paint_note_image: UseCase
    apply_patch: UseCase
    lay_out_graph: UseCase
    convert_graph: UseCase
    plan_execution: UseCase
    execute_node: UseCase
    execute_graph: UseCase
    run_agent: UseCase
    analyze_image: UseCase
    annotate_image: UseCase


class ExecutorServicer(executor_pb2_grpc.ExecutorServiceServicer):
    """Paints, adjusts and overlays images, writes notes, and executes the agents of a team."""

    def __init__(self, deps: ExecutorDeps) -> None:
        self._deps = deps

    def GenerateImage(
        self, request: executor_pb2.GenerateImageRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.GenerateImageResponse, None]:
        return step_rpc(self._deps.generate_image, request, context, executor_pb2.GenerateImageResponse)

    def Inpaint(
        self, request: executor_pb2.InpaintRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.InpaintResponse, None]:
        return step_rpc(self._deps.inpaint, request, context, executor_pb2.InpaintResponse)

    def AdjustImage(
        self, request: executor_pb2.AdjustImageRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.AdjustImageResponse, None]:
        return step_rpc(self._deps.adjust_image, request, context, executor_pb2.AdjustImageResponse)

    def OverlayText(
        self, request: executor_pb2.OverlayTextRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.OverlayTextResponse, None]:
        return step_rpc(self._deps.overlay_text, request, context, executor_pb2.OverlayTextResponse)

    def WriteNote(
        self, request: executor_pb2.WriteNoteRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.WriteNoteResponse, None]:
        return step_rpc(self._deps.write_note, request, context, executor_pb2.WriteNoteResponse)

    def PaintNoteImage(
        self, request: executor_pb2.PaintNoteImageRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.PaintNoteImageResponse, None]:
        return step_rpc(self._deps.paint_note_image, request, context, executor_pb2.PaintNoteImageResponse)

    def ApplyPatch(
        self, request: executor_pb2.ApplyPatchRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.ApplyPatchResponse, None]:
        return step_rpc(self._deps.apply_patch, request, context, executor_pb2.ApplyPatchResponse)

    def Layout(
        self, request: executor_pb2.LayoutRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.LayoutResponse, None]:
        return step_rpc(self._deps.lay_out_graph, request, context, executor_pb2.LayoutResponse)

    def ConvertGraph(
        self, request: executor_pb2.ConvertGraphRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.ConvertGraphResponse, None]:
        return step_rpc(self._deps.convert_graph, request, context, executor_pb2.ConvertGraphResponse)

    def PlanExecution(
        self, request: graph_execution_pb2.PlanExecutionRequest, context: Context
    ) -> AsyncGenerator[graph_execution_pb2.PlanExecutionResponse, None]:
        return step_rpc(self._deps.plan_execution, request, context, graph_execution_pb2.PlanExecutionResponse)

    def ExecuteNode(
        self, request: graph_execution_pb2.ExecuteNodeRequest, context: Context
    ) -> AsyncGenerator[graph_execution_pb2.ExecuteNodeResponse, None]:
        return step_rpc(self._deps.execute_node, request, context, graph_execution_pb2.ExecuteNodeResponse)

    def ExecuteGraph(
        self, request: graph_execution_pb2.ExecuteGraphRequest, context: Context
    ) -> AsyncGenerator[graph_execution_pb2.ExecuteGraphResponse, None]:
        return step_rpc(self._deps.execute_graph, request, context, graph_execution_pb2.ExecuteGraphResponse)

    def RunAgent(
        self, request: executor_pb2.RunAgentRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.RunAgentResponse, None]:
        return step_rpc(self._deps.run_agent, request, context, executor_pb2.RunAgentResponse)

    def AnalyzeImage(
        self, request: executor_pb2.AnalyzeImageRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.AnalyzeImageResponse, None]:
        return step_rpc(self._deps.analyze_image, request, context, executor_pb2.AnalyzeImageResponse)

    def AnnotateImage(
        self, request: executor_pb2.AnnotateImageRequest, context: Context
    ) -> AsyncGenerator[executor_pb2.AnnotateImageResponse, None]:
        return step_rpc(self._deps.annotate_image, request, context, executor_pb2.AnnotateImageResponse)

    async def ListEngines(
        self, request: executor_pb2.ListEnginesRequest, context: Context
    ) -> executor_pb2.ListEnginesResponse:
        described = await self._deps.engines.describe(current_language.get())
        engines = [to_proto(engine, executor_pb2.ImageEngine) for engine in described]
        return executor_pb2.ListEnginesResponse(models=self._deps.engines.names, engines=engines)
