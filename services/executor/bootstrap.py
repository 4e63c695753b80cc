"""Wiring of the executor."""

import asyncio
import importlib
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import grpc
from reflow.v1 import assets_pb2, assets_pb2_grpc, executor_pb2, executor_pb2_grpc, webhooks_pb2, webhooks_pb2_grpc

from services.common.blobs import BlobStore, open_blob_store
from services.common.llm.configuration import Role
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.network.address_policy import AllowList
from services.common.rpc import Server, run_service
from services.common.telemetry import Telemetry
from services.common.worker_pool.pool import WorkerPool
from services.executor.adapters.agent_tools import ToolboxDeps, WorkingFolders
from services.executor.adapters.agent_tools.image_tool import ImageDeps
from services.executor.adapters.asset_store import AssetStore
from services.executor.adapters.blob_quota import BlobQuota
from services.executor.adapters.builtin_engine import BuiltinEngine
from services.executor.adapters.code_checks import CodeChecks
from services.executor.adapters.image_downloader import DownloadLimits
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.mcp_servers.configuration import load_servers
from services.executor.application.adjust_image import AdjustImage
from services.executor.application.agents.builtin_documents import BuiltinDocuments
from services.executor.application.agents.builtin_review import BuiltinReview
from services.executor.application.agents.model_step import AgentModel, ModelStep
from services.executor.application.agents.run_agent import RunAgent
from services.executor.application.agents.tool_step import ToolStep
from services.executor.application.agents.vision import AnalyzeImage, AnnotateImage, VisionModel
from services.executor.application.collect_assets import AssetCollector
from services.executor.application.execute_graph import ExecuteGraph
from services.executor.application.generate_image import GenerateImage
from services.executor.application.graph_nodes.execute_node import ExecuteNode, NodeDeps
from services.executor.application.graph_nodes.pixel_nodes import PixelNodes
from services.executor.application.graph_nodes.plan_execution import PlanExecution
from services.executor.application.graph_nodes.variation import PaintVariation
from services.executor.application.graphs import PatchTools
from services.executor.application.idempotent_results import IdempotentResults
from services.executor.application.import_asset import AssetImporter
from services.executor.application.inpaint import Inpaint
from services.executor.application.overlay_text import OverlayText
from services.executor.application.paint_note_image import PaintNoteImage
from services.executor.application.send_webhook import WebhookSender
from services.executor.application.write_note import WriteNote
from services.executor.domain.agents.tools import ToolSource
from services.executor.engine_factory import EngineDeps, create_engines, create_graph_servers
from services.executor.servicer import ExecutorDeps, ExecutorServicer
from services.executor.servicer_assets import AssetServicer
from services.executor.servicer_webhooks import WebhookSenderServicer
from services.executor.settings import ExecutorSettings
from services.executor.worker_processes import open_workers

SERVICES = (
    executor_pb2.DESCRIPTOR.services_by_name["ExecutorService"].full_name,
    assets_pb2.DESCRIPTOR.services_by_name["AssetService"].full_name,
    webhooks_pb2.DESCRIPTOR.services_by_name["WebhookSenderService"].full_name,
)


@asynccontextmanager
async def run_executor(
    settings: ExecutorSettings,
    telemetry: Telemetry,
    models: ModelRegistry | None = None,
    shared_workers: WorkerPool | None = None,
) -> AsyncIterator[Server]:
    """Serve the executor and its assets until the context ends; with *models* and workers of the caller, if given.

    Raises SettingsInvalid when the configuration of the models cannot be used.
    """
    limits, seconds = settings.limits.images, settings.limits.executor_remote_seconds
    blobs, allow = open_blob_store(settings.blobs_url), AllowList.parse(settings.fetch_allow)
    quota = BlobQuota(blobs, settings.blobs_bytes, _utc_now)
    assets = AssetStore(blobs, _utc_now, quota)
    collector = AssetCollector(blobs, timedelta(hours=settings.keep_unused_images_hours), _utc_now)
    download_limits = DownloadLimits(max_bytes=limits.image_bytes, seconds=settings.fetch_seconds)
    webhooks = WebhookSender(AllowList.parse(settings.webhook_allow))

    async with (
        open_workers(settings, shared_workers) as workers,
        open_registry(settings, telemetry, models) as available,
        open_mcp_tools(settings) as mcp_tools,
    ):
        pipeline = ImagePipeline(workers, settings.limits.executor_seconds)
        importer = AssetImporter(assets, pipeline, limits, download_limits, allow)
        clock = available.clock
        deps = EngineDeps(available, pipeline, blobs, allow)
        engines = await asyncio.to_thread(create_engines, BuiltinEngine(pipeline), deps)
        results = IdempotentResults(assets, clock)
        node_deps = NodeDeps(
            generate_image=GenerateImage(engines, results, seconds, clock),
            inpaint=Inpaint(engines, assets, results, seconds, clock),
            adjust_image=AdjustImage(assets, results, pipeline, limits, clock),
            overlay_text=OverlayText(assets, results, pipeline, clock),
            paint_variation=PaintVariation(engines, assets, results, pipeline, seconds, clock),
            pixel_nodes=PixelNodes(assets, pipeline),
            assets=assets,
        )
        servers = create_graph_servers(deps)
        executor = ExecutorServicer(
            ExecutorDeps(
                engines=engines,
                generate_image=node_deps.generate_image,
                inpaint=node_deps.inpaint,
                adjust_image=node_deps.adjust_image,
                overlay_text=node_deps.overlay_text,
                write_note=WriteNote(available.chat(Role.WRITER), seconds, clock),
                paint_note_image=PaintNoteImage(engines, assets, results, pipeline, seconds, clock),
                patch_tools=PatchTools(pipeline),
                plan_execution=PlanExecution(pipeline, engines),
                execute_node=ExecuteNode(node_deps),
                execute_graph=ExecuteGraph(servers, assets, pipeline, seconds, clock),
                run_agent=_create_agents(blobs, assets, pipeline, available, mcp_tools, seconds),
                analyze_image=AnalyzeImage(assets, pipeline, clock, _find_vision(available, seconds)),
                annotate_image=AnnotateImage(assets, pipeline, clock),
            )
        )

        def add(server: grpc.aio.Server) -> None:
            executor_pb2_grpc.add_ExecutorServiceServicer_to_server(executor, server)
            assets_pb2_grpc.add_AssetServiceServicer_to_server(AssetServicer(assets, importer, collector), server)
            webhooks_pb2_grpc.add_WebhookSenderServiceServicer_to_server(WebhookSenderServicer(webhooks), server)

        async with run_service("executor", SERVICES, add, settings, telemetry) as server:
            yield server


def _create_agents(
    blobs: BlobStore,
    assets: AssetStore,
    pipeline: ImagePipeline,
    models: ModelRegistry,
    mcp_tools: ToolSource | None,
    seconds: float,
) -> RunAgent:
    checks, folders, clock = CodeChecks(), WorkingFolders(blobs), models.clock
    tools = ToolboxDeps(ImageDeps(assets, pipeline), checks, mcp_tools)

    def find_model(provider: str, model: str) -> AgentModel | None:
        chat, role = models.agent(provider, model), models.configuration.roles.get(Role.AGENT)
        sees = not provider and role is not None and role.sees
        return AgentModel(chat, sees) if chat is not None else None

    return RunAgent(
        BuiltinReview(pipeline, checks, clock),
        BuiltinDocuments(pipeline, clock),
        ModelStep(find_model, tools, folders, seconds, clock),
        ToolStep(tools, folders, clock),
        assets,
    )


@asynccontextmanager
async def open_mcp_tools(settings: ExecutorSettings) -> AsyncIterator[ToolSource | None]:
    """Yield the tools of the configured MCP servers, None without any. Raises SettingsInvalid."""
    servers = await asyncio.to_thread(load_servers, settings.mcp_servers)
    if not servers:
        yield None
        return
    # The library takes a second to import: only where it is used.
    library = await asyncio.to_thread(importlib.import_module, "services.executor.adapters.mcp_servers.tools")
    tools = library.McpTools(servers, os.environ)
    try:
        yield tools
    finally:
        await tools.close()


def _find_vision(models: ModelRegistry, seconds: float) -> VisionModel | None:
    chat = models.vision()
    return VisionModel(chat, seconds) if chat is not None else None


def _utc_now() -> datetime:
    return datetime.now(UTC)
