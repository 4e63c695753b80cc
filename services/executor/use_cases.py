"""The use cases of the executor. Each is created by a function that imports its modules: they are loaded when needed.

A use case that other use cases also need is a cached property.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from services.common.blobs import BlobStore
from services.common.images.limits import ImageLimits
from services.common.llm.configuration import Role
from services.common.llm.registry import ModelRegistry
from services.common.rpc.step_rpc import UseCase
from services.executor.adapters.asset_store import AssetStore
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.application.engine_registry import EngineRegistry
from services.executor.domain.agents.tools import ToolSource
from services.executor.domain.graph_server import GraphServer
from services.executor.engine_factory import EngineDeps

if TYPE_CHECKING:
    from services.executor.application.adjust_image import AdjustImage
    from services.executor.application.agents.model_step import AgentModel
    from services.executor.application.agents.vision import VisionModel
    from services.executor.application.generate_image import GenerateImage
    from services.executor.application.graphs import PatchTools
    from services.executor.application.idempotent_results import IdempotentResults
    from services.executor.application.inpaint import Inpaint
    from services.executor.application.overlay_text import OverlayText


@dataclass(frozen=True)
class UseCases:
    """Creates the use cases with their shared dependencies; *seconds* limits calls of remote models."""

    engines: EngineRegistry
    graph_servers: Mapping[str, GraphServer]
    engine_deps: EngineDeps
    assets: AssetStore
    mcp_tools: ToolSource | None
    limits: ImageLimits
    seconds: float

    @property
    def models(self) -> ModelRegistry:
        """The models of the process."""
        return self.engine_deps.models

    @property
    def pipeline(self) -> ImagePipeline:
        """The pipeline of images through worker processes."""
        return self.engine_deps.pipeline

    @property
    def blobs(self) -> BlobStore:
        """The store of images and folders."""
        return self.engine_deps.blobs

    @cached_property
    def results(self) -> "IdempotentResults":
        """The cached results of steps."""
        from services.executor.application.idempotent_results import IdempotentResults

        return IdempotentResults(self.assets, self.models.clock)

    @cached_property
    def generate_image(self) -> "GenerateImage":
        """The use case that generates an image."""
        from services.executor.application.generate_image import GenerateImage

        return GenerateImage(self.engines, self.results, self.seconds, self.models.clock)

    @cached_property
    def inpaint(self) -> "Inpaint":
        """The use case that repaints an area."""
        from services.executor.application.inpaint import Inpaint

        return Inpaint(self.engines, self.assets, self.results, self.seconds, self.models.clock)

    @cached_property
    def adjust_image(self) -> "AdjustImage":
        """The use case that adjusts an image."""
        from services.executor.application.adjust_image import AdjustImage

        return AdjustImage(self.assets, self.results, self.pipeline, self.limits, self.models.clock)

    @cached_property
    def overlay_text(self) -> "OverlayText":
        """The use case that draws texts on an image."""
        from services.executor.application.overlay_text import OverlayText

        return OverlayText(self.assets, self.results, self.pipeline, self.models.clock)

    @cached_property
    def patch_tools(self) -> "PatchTools":
        """The use cases that change a graph."""
        from services.executor.application.graphs import PatchTools

        return PatchTools(self.pipeline)

    @cached_property
    def vision(self) -> "VisionModel | None":
        """The model that accepts images, None without one."""
        from services.executor.application.agents.vision import VisionModel

        chat = self.models.vision()
        return VisionModel(chat, self.seconds) if chat is not None else None

    def create_write_note(self) -> UseCase:
        """Return the use case that writes a note."""
        from services.executor.application.write_note import WriteNote

        return WriteNote(self.models.chat(Role.WRITER), self.pipeline, self.seconds, self.models.clock)

    def create_paint_note_image(self) -> UseCase:
        """Return the use case that paints an image of a note."""
        from services.executor.application.paint_note_image import PaintNoteImage

        clock = self.models.clock
        return PaintNoteImage(self.engines, self.assets, self.results, self.pipeline, self.seconds, clock)

    def create_plan_execution(self) -> UseCase:
        """Return the use case that plans the execution of a graph."""
        from services.executor.application.graph_nodes.plan_execution import PlanExecution

        return PlanExecution(self.pipeline, self.engines)

    def create_execute_node(self) -> UseCase:
        """Return the use case that executes a node of a graph."""
        from services.executor.application.graph_nodes.execute_node import ExecuteNode, NodeDeps
        from services.executor.application.graph_nodes.pixel_nodes import PixelNodes
        from services.executor.application.graph_nodes.variation import PaintVariation

        clock = self.models.clock
        variation = PaintVariation(self.engines, self.assets, self.results, self.pipeline, self.seconds, clock)
        deps = NodeDeps(
            generate_image=self.generate_image,
            inpaint=self.inpaint,
            adjust_image=self.adjust_image,
            overlay_text=self.overlay_text,
            paint_variation=variation,
            pixel_nodes=PixelNodes(self.assets, self.pipeline),
            assets=self.assets,
        )
        return ExecuteNode(deps)

    def create_execute_graph(self) -> UseCase:
        """Return the use case that executes a graph on a ComfyUI server."""
        from services.executor.application.execute_graph import ExecuteGraph

        return ExecuteGraph(self.graph_servers, self.assets, self.pipeline, self.seconds, self.models.clock)

    def create_run_agent(self) -> UseCase:
        """Return the use case that runs an agent of the team."""
        from services.executor.adapters.agent_tools import ToolboxDeps, WorkingFolders
        from services.executor.adapters.agent_tools.image_tool import ImageDeps
        from services.executor.adapters.code_checks import CodeChecks
        from services.executor.application.agents.builtin_documents import BuiltinDocuments
        from services.executor.application.agents.builtin_review import BuiltinReview
        from services.executor.application.agents.model_step import ModelStep
        from services.executor.application.agents.run_agent import RunAgent
        from services.executor.application.agents.tool_step import ToolStep

        checks, folders, clock = CodeChecks(), WorkingFolders(self.blobs), self.models.clock
        tools = ToolboxDeps(ImageDeps(self.assets, self.pipeline), checks, self.mcp_tools)
        return RunAgent(
            BuiltinReview(self.pipeline, checks, clock),
            BuiltinDocuments(self.pipeline, clock),
            ModelStep(self._find_model, tools, folders, self.seconds, clock),
            ToolStep(tools, folders, clock),
            self.assets,
        )

    def create_analyze_image(self) -> UseCase:
        """Return the use case that analyzes an image."""
        from services.executor.application.agents.vision import AnalyzeImage

        return AnalyzeImage(self.assets, self.pipeline, self.models.clock, self.vision)

    def create_annotate_image(self) -> UseCase:
        """Return the use case that annotates an image."""
        from services.executor.application.agents.vision import AnnotateImage

        return AnnotateImage(self.assets, self.pipeline, self.models.clock)

    def _find_model(self, provider: str, model: str) -> "AgentModel | None":
        from services.executor.application.agents.model_step import AgentModel

        chat, role = self.models.agent(provider, model), self.models.configuration.roles.get(Role.AGENT)
        sees = not provider and role is not None and role.sees
        return AgentModel(chat, sees) if chat is not None else None
