"""Wiring of the executor."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import grpc
from reflow.v1 import assets_pb2, assets_pb2_grpc, executor_pb2, executor_pb2_grpc

from services.common.blobs import open_blob_store
from services.common.llm.configuration import Role
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.network.address_policy import AllowList
from services.common.rpc import Server, run_service
from services.common.telemetry import Telemetry
from services.common.worker_pool.pool import WorkerPool
from services.executor.adapters.asset_store import AssetStore
from services.executor.adapters.blob_quota import BlobQuota
from services.executor.adapters.builtin_engine import BuiltinEngine
from services.executor.adapters.engine_factory import EngineDeps, create_engines
from services.executor.adapters.image_downloader import DownloadLimits
from services.executor.adapters.image_jobs import load_libraries
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.application.adjust_image import AdjustImage
from services.executor.application.collect_assets import AssetCollector
from services.executor.application.generate_image import GenerateImage
from services.executor.application.graphs import PatchTools
from services.executor.application.idempotent_results import IdempotentResults
from services.executor.application.import_asset import AssetImporter
from services.executor.application.inpaint import Inpaint
from services.executor.application.overlay_text import OverlayText
from services.executor.application.paint_note_image import PaintNoteImage
from services.executor.application.write_note import WriteNote
from services.executor.servicer import ExecutorDeps, ExecutorServicer
from services.executor.servicer_assets import AssetServicer
from services.executor.settings import ExecutorSettings

SERVICES = (
    executor_pb2.DESCRIPTOR.services_by_name["ExecutorService"].full_name,
    assets_pb2.DESCRIPTOR.services_by_name["AssetService"].full_name,
)


@asynccontextmanager
async def run_executor(
    settings: ExecutorSettings, telemetry: Telemetry, models: ModelRegistry | None = None
) -> AsyncIterator[Server]:
    """Serve the executor and its assets until the context ends; with *models* that the caller opened, if given.

    Raises SettingsInvalid when the configuration of the models cannot be used.
    """
    limits, seconds = settings.limits.images, settings.limits.executor_remote_seconds
    workers = WorkerPool(settings.workers, load_libraries, settings.limits.worker_bytes)
    pipeline = ImagePipeline(workers, settings.limits.executor_seconds)
    blobs, allow = open_blob_store(settings.blobs_url), AllowList.parse(settings.fetch_allow)
    quota = BlobQuota(blobs, settings.blobs_bytes, _utc_now)
    assets = AssetStore(blobs, _utc_now, quota)
    collector = AssetCollector(blobs, timedelta(hours=settings.keep_unused_images_hours), _utc_now)
    download_limits = DownloadLimits(max_bytes=limits.image_bytes, seconds=settings.fetch_seconds)
    importer = AssetImporter(assets, pipeline, limits, download_limits, allow)

    # Concurrently with the rest of the start: the first image should not wait for its worker.
    warm_up = asyncio.create_task(workers.warm())
    try:
        async with open_registry(settings, telemetry, models) as available:
            clock = available.clock
            deps = EngineDeps(available, pipeline, blobs, allow)
            engines = await asyncio.to_thread(create_engines, BuiltinEngine(pipeline), deps)
            results = IdempotentResults(assets, clock)
            executor = ExecutorServicer(
                ExecutorDeps(
                    engines=engines,
                    generate_image=GenerateImage(engines, results, seconds, clock),
                    inpaint=Inpaint(engines, assets, results, seconds, clock),
                    adjust_image=AdjustImage(assets, results, pipeline, limits, clock),
                    overlay_text=OverlayText(assets, results, pipeline, clock),
                    write_note=WriteNote(available.chat(Role.WRITER), seconds, clock),
                    paint_note_image=PaintNoteImage(engines, assets, results, pipeline, seconds, clock),
                    patch_tools=PatchTools(pipeline),
                )
            )

            def add(server: grpc.aio.Server) -> None:
                executor_pb2_grpc.add_ExecutorServiceServicer_to_server(executor, server)
                assets_pb2_grpc.add_AssetServiceServicer_to_server(AssetServicer(assets, importer, collector), server)

            async with run_service("executor", SERVICES, add, settings, telemetry) as server:
                yield server
    finally:
        warm_up.cancel()
        await asyncio.gather(warm_up, return_exceptions=True)


def _utc_now() -> datetime:
    return datetime.now(UTC)
