"""Where the executor is wired, and nowhere else."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import grpc
from reflow.v1 import assets_pb2, assets_pb2_grpc, executor_pb2, executor_pb2_grpc

from services.common.blobs import open_blob_store
from services.common.serving import Server, serving
from services.common.telemetry import Telemetry
from services.common.workers import Workers
from services.executor.adapters.addresses import AllowList
from services.executor.adapters.asset_store import AssetStore
from services.executor.adapters.builtin import BuiltinEngine
from services.executor.adapters.computations import ready
from services.executor.adapters.fetching import FetchLimits
from services.executor.engines import Engines
from services.executor.servicer import ExecutorServicer
from services.executor.servicer_assets import AssetServicer
from services.executor.settings import ExecutorSettings

SERVICES = (
    executor_pb2.DESCRIPTOR.services_by_name["ExecutorService"].full_name,
    assets_pb2.DESCRIPTOR.services_by_name["AssetService"].full_name,
)


@asynccontextmanager
async def run_executor(settings: ExecutorSettings, telemetry: Telemetry) -> AsyncIterator[Server]:
    """Serve the executor and its assets until the context ends."""
    limits, workers = settings.limits.pictures, Workers(settings.workers)
    assets = AssetStore(open_blob_store(settings.blobs_url), lambda: datetime.now(UTC))
    executor = ExecutorServicer(Engines((BuiltinEngine(workers),)), assets, workers, limits, time.monotonic)
    fetching = FetchLimits(most_bytes=limits.image_bytes, seconds=settings.fetch_seconds)
    intake = AssetServicer(assets, workers, limits, fetching, AllowList.parse(settings.fetch_allow))

    def add(server: grpc.aio.Server) -> None:
        executor_pb2_grpc.add_ExecutorServiceServicer_to_server(executor, server)
        assets_pb2_grpc.add_AssetServiceServicer_to_server(intake, server)

    # Beside everything else that starts: a picture should not wait for its painter to wake up.
    warming = asyncio.create_task(workers.warm(ready))
    try:
        async with serving("executor", SERVICES, add, settings, telemetry) as server:
            yield server
    finally:
        warming.cancel()
        await asyncio.gather(warming, return_exceptions=True)
