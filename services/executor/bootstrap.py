"""Where the executor is wired, and nowhere else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import grpc
from reflow.v1 import assets_pb2, assets_pb2_grpc, executor_pb2, executor_pb2_grpc

from services.common.blobs import open_blob_store
from services.common.models.configuration import Role
from services.common.models.opening import Models, opened
from services.common.serving import Server, serving
from services.common.telemetry import Telemetry
from services.common.workers import Workers
from services.executor.adapters.addresses import AllowList
from services.executor.adapters.asset_store import AssetStore
from services.executor.adapters.builtin import BuiltinEngine
from services.executor.adapters.computations import ready
from services.executor.adapters.engines_opening import Workshop, open_engines
from services.executor.adapters.fetching import FetchLimits
from services.executor.servicer import ExecutorServicer
from services.executor.servicer_assets import AssetServicer
from services.executor.servicer_note import NoteWriting
from services.executor.settings import ExecutorSettings

SERVICES = (
    executor_pb2.DESCRIPTOR.services_by_name["ExecutorService"].full_name,
    assets_pb2.DESCRIPTOR.services_by_name["AssetService"].full_name,
)


@asynccontextmanager
async def run_executor(
    settings: ExecutorSettings, telemetry: Telemetry, models: Models | None = None
) -> AsyncIterator[Server]:
    """Serve the executor and its assets until the context ends; with *models* that someone else opened, if given.

    Raises SettingsInvalid when the configuration of the models cannot be used.
    """
    limits, workers = settings.limits.pictures, Workers(settings.workers)
    blobs, allow = open_blob_store(settings.blobs_url), AllowList.parse(settings.fetch_allow)
    assets = AssetStore(blobs, lambda: datetime.now(UTC))
    fetching = FetchLimits(most_bytes=limits.image_bytes, seconds=settings.fetch_seconds)
    intake = AssetServicer(assets, workers, limits, fetching, allow)

    # Beside everything else that starts: a picture should not wait for its painter to wake up.
    warming = asyncio.create_task(workers.warm(ready))
    try:
        async with opened(settings, telemetry, models) as there:
            workshop = Workshop(there, workers, blobs, allow)
            engines = await asyncio.to_thread(open_engines, BuiltinEngine(workers), workshop)
            writing = NoteWriting(there.chat(Role.WRITER), settings.limits.executor_remote_seconds, there.clock)
            executor = ExecutorServicer(engines, assets, workers, settings.limits, there.clock, writing)

            def add(server: grpc.aio.Server) -> None:
                executor_pb2_grpc.add_ExecutorServiceServicer_to_server(executor, server)
                assets_pb2_grpc.add_AssetServiceServicer_to_server(intake, server)

            async with serving("executor", SERVICES, add, settings, telemetry) as server:
                yield server
    finally:
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)
