"""Only images without a run are deleted; images beyond the quota are rejected."""

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from PIL import Image
from reflow.v1 import assets_pb2, assets_pb2_grpc, events_pb2

from services.common.database.pool import Pool, open_pool
from services.common.errors import Code, ReflowError
from services.common.errors.wire import from_rpc_error
from services.common.rpc import open_channel
from services.common.telemetry import start_telemetry
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from services.orchestrator.adapters.asset_collection import AssetCollection
from tests.fixtures.network.sockets import socket_address
from tests.fixtures.services.sample_images import encoded

DAY = 86_400
COLORS = {"red": 2, "green": 2, "blue": 0}


@dataclass(frozen=True)
class Store:
    """An executor with its blobs, and the database of the runs."""

    assets: "assets_pb2_grpc.AssetServiceAsyncStub"
    collection: AssetCollection
    folder: Path
    pool: Pool

    async def upload(self, color: str, *, days_ago: float = 0, side: int = 32) -> str:
        """Import an image of one color as if *days_ago*. Raises ReflowError."""

        async def chunks() -> AsyncIterator[assets_pb2.ImportImageRequest]:
            yield assets_pb2.ImportImageRequest(chunk=encoded(Image.new("RGB", (side, side), color)))

        try:
            asset_id = (await self.assets.ImportImage(chunks())).asset.asset_id
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from None
        for path in self.folder.glob(f"assets/{asset_id}.*"):
            os.utime(path, (time.time() - days_ago * DAY,) * 2)
        return asset_id

    async def start_run(self, image: str) -> None:
        """Record a run that repaints *image*."""
        started = events_pb2.RunStarted(image_chat=events_pb2.ImageChatInput(text="一只猫 é", image_asset_id=image))
        payload = events_pb2.RunEvent(run_id="r", sequence=1, run_started=started).SerializeToString()
        async with self.pool.connection() as connection:
            await connection.execute("INSERT INTO sessions VALUES ('s', now()) ON CONFLICT DO NOTHING")
            await connection.execute(
                "INSERT INTO runs (run_id, session_id, workflow, status, epoch, last_sequence, traceparent, created_at,"
                " updated_at) VALUES ('r', 's', 'image_chat', 'succeeded', 1, 1, '', now(), now())"
            )
            await connection.execute("INSERT INTO run_events VALUES ('r', 1, %s)", (payload,))

    async def delete_runs(self) -> None:
        async with self.pool.connection() as connection:
            await connection.execute("TRUNCATE runs, run_events")

    def size(self) -> int:
        """Return the size of all images."""
        return sum(path.stat().st_size for path in self.folder.glob("assets/*.png"))

    def stored(self) -> set[str]:
        """Return the ids that have stored files."""
        return {path.stem for path in self.folder.glob("assets/*")}


@asynccontextmanager
async def open_store(database_url: str, folder: Path, blobs_bytes: int = 0) -> AsyncIterator[Store]:
    with socket_address() as address:
        configured = ExecutorSettings(listen=address, blobs_url=folder.as_uri(), workers=1, blobs_bytes=blobs_bytes)
        pool = await open_pool(database_url, min_size=1, max_size=2, name="test")
        async with run_executor(configured, start_telemetry("test")), open_channel(address) as channel:
            stub = assets_pb2_grpc.AssetServiceStub(channel)
            yield Store(stub, AssetCollection(pool, channel), folder, pool)
        await pool.close()


async def test_an_old_image_stays_as_long_as_a_run_refers_to_it(database_url: str, tmp_path: Path) -> None:
    async with open_store(database_url, tmp_path) as store:
        used, unused, new = [await store.upload(color, days_ago=days) for color, days in COLORS.items()]
        await store.start_run(used)
        assert await store.collection.collect() == 1
        assert store.stored() == {used, new} and unused not in store.stored()
        await store.delete_runs()
        assert await store.collection.collect() == 1
        assert store.stored() == {new}


async def test_an_image_that_is_uploaded_again_counts_as_new(database_url: str, tmp_path: Path) -> None:
    async with open_store(database_url, tmp_path) as store:
        first = await store.upload("red", days_ago=9)
        os.utime(tmp_path / "assets" / f"{first}.png", (0, 0))
        assert await store.upload("red") == first
        assert await store.collection.collect() == 0 and store.stored() == {first}


async def test_a_deployment_deletes_no_images_in_a_store_of_another_deployment(
    database_url: str, tmp_path: Path
) -> None:
    async with open_store(database_url, tmp_path) as store:
        unused = await store.upload("red", days_ago=9)
        (tmp_path / "deployments").mkdir()
        (tmp_path / "deployments" / "00000000-0000-0000-0000-000000000000").touch()
        await store.collection.register()
        assert await store.collection.collect() == 0 and store.stored() == {unused}


async def test_an_image_beyond_the_quota_is_rejected_with_a_clear_error(database_url: str, tmp_path: Path) -> None:
    async with open_store(database_url, tmp_path, blobs_bytes=2_000) as store:
        await store.upload("red")
        with pytest.raises(ReflowError) as rejected:
            for number in range(40):
                await store.upload(f"#0000{number:02}")
        assert rejected.value.code is Code.STORAGE_FULL
        assert "REFLOW_BLOBS_BYTES" in rejected.value.text.en
        assert store.size() <= 2_000
