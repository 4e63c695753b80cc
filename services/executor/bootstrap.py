"""Wiring of the executor."""

import asyncio
import importlib
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import grpc
from reflow.v1 import assets_pb2, assets_pb2_grpc, executor_pb2, executor_pb2_grpc, webhooks_pb2, webhooks_pb2_grpc

from services.common.blobs import open_blob_store
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.network.address_policy import AllowList
from services.common.rpc import Server, run_service
from services.common.rpc.deferred_use_case import DeferredUseCase
from services.common.telemetry import Telemetry
from services.common.worker_pool.pool import WorkerPool
from services.executor.adapters.asset_store import AssetStore
from services.executor.adapters.blob_quota import BlobQuota
from services.executor.adapters.builtin_engine import BuiltinEngine
from services.executor.adapters.image_downloader import DownloadLimits
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.mcp_servers.configuration import load_servers
from services.executor.application.collect_assets import AssetCollector
from services.executor.application.import_asset import AssetImporter
from services.executor.application.send_webhook import WebhookSender
from services.executor.domain.agents.tools import ToolSource
from services.executor.engine_factory import EngineDeps, create_engines, create_graph_servers
from services.executor.servicer import ExecutorDeps, ExecutorServicer
from services.executor.servicer_assets import AssetServicer
from services.executor.servicer_webhooks import WebhookSenderServicer
from services.executor.settings import ExecutorSettings
from services.executor.use_cases import UseCases
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
        deps = EngineDeps(available, pipeline, blobs, allow)
        engines = await asyncio.to_thread(create_engines, BuiltinEngine(pipeline), deps)
        servers = create_graph_servers(deps)
        use_cases = UseCases(engines, servers, deps, assets, mcp_tools, limits, seconds)
        executor = ExecutorServicer(_defer(use_cases))

        def add(server: grpc.aio.Server) -> None:
            executor_pb2_grpc.add_ExecutorServiceServicer_to_server(executor, server)
            assets_pb2_grpc.add_AssetServiceServicer_to_server(AssetServicer(assets, importer, collector), server)
            webhooks_pb2_grpc.add_WebhookSenderServiceServicer_to_server(WebhookSenderServicer(webhooks), server)

        async with run_service("executor", SERVICES, add, settings, telemetry) as server:
            yield server


def _defer(use_cases: UseCases) -> ExecutorDeps:
    return ExecutorDeps(
        engines=use_cases.engines,
        generate_image=DeferredUseCase(lambda: use_cases.generate_image),
        inpaint=DeferredUseCase(lambda: use_cases.inpaint),
        adjust_image=DeferredUseCase(lambda: use_cases.adjust_image),
        overlay_text=DeferredUseCase(lambda: use_cases.overlay_text),
        write_note=DeferredUseCase(use_cases.create_write_note),
        paint_note_image=DeferredUseCase(use_cases.create_paint_note_image),
        apply_patch=DeferredUseCase(lambda: use_cases.patch_tools.apply),
        lay_out_graph=DeferredUseCase(lambda: use_cases.patch_tools.lay_out),
        convert_graph=DeferredUseCase(lambda: use_cases.patch_tools.convert),
        plan_execution=DeferredUseCase(use_cases.create_plan_execution),
        execute_node=DeferredUseCase(use_cases.create_execute_node),
        execute_graph=DeferredUseCase(use_cases.create_execute_graph),
        run_agent=DeferredUseCase(use_cases.create_run_agent),
        analyze_image=DeferredUseCase(use_cases.create_analyze_image),
        annotate_image=DeferredUseCase(use_cases.create_annotate_image),
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


def _utc_now() -> datetime:
    return datetime.now(UTC)
