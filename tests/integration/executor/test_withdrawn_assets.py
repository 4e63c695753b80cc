"""Assets of a rejected request are withdrawn by the id of their import, unless another request has also stored them."""

import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TypeAlias

import pytest
from PIL import Image
from reflow.v1 import assets_pb2, assets_pb2_grpc

from services.common.rpc import open_channel
from services.common.telemetry import start_telemetry
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from tests.fixtures.network.sockets import socket_address
from tests.fixtures.services.sample_images import encoded

ONE, OTHER = str(uuid.UUID(int=1)), str(uuid.UUID(int=2))
RED = encoded(Image.new("RGB", (32, 32), "red"))

Assets: TypeAlias = "assets_pb2_grpc.AssetServiceAsyncStub"


@pytest.fixture
async def assets(tmp_path: Path) -> AsyncIterator[Assets]:
    with socket_address() as address:
        settings = ExecutorSettings(listen=address, blobs_url=tmp_path.as_uri(), workers=1)
        async with run_executor(settings, start_telemetry("test")), open_channel(address) as channel:
            yield assets_pb2_grpc.AssetServiceStub(channel)


async def store(assets: Assets, import_id: str) -> str:
    async def chunks() -> AsyncIterator[assets_pb2.ImportImageRequest]:
        yield assets_pb2.ImportImageRequest(chunk=RED, import_id=import_id)

    return (await assets.ImportImage(chunks())).asset.asset_id


async def withdraw(assets: Assets, import_id: str, asset_id: str) -> int:
    request = assets_pb2.WithdrawAssetsRequest(import_id=import_id, asset_ids=[asset_id])
    return (await assets.WithdrawAssets(request)).deleted_count


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_all_files_of_an_import_are_withdrawn(assets: Assets, tmp_path: Path) -> None:
    asset_id = await store(assets, ONE)
    assert await store(assets, ONE) == asset_id  # twice in one request
    assert await withdraw(assets, ONE, asset_id) == 1 and files(tmp_path) == []
    assert await store(assets, OTHER) == asset_id and len(files(tmp_path)) == 3


async def test_only_its_own_import_withdraws_an_asset(assets: Assets, tmp_path: Path) -> None:
    asset_id = await store(assets, ONE)
    before = files(tmp_path)
    assert await withdraw(assets, OTHER, asset_id) == 0 and files(tmp_path) == before


@pytest.mark.parametrize("others", ["", OTHER])
async def test_an_asset_that_two_requests_have_stored_is_withdrawn_by_neither(
    assets: Assets, tmp_path: Path, others: str
) -> None:
    asset_id = await store(assets, ONE)
    assert await store(assets, others) == asset_id
    assert [await withdraw(assets, import_id, asset_id) for import_id in (ONE, OTHER)] == [0, 0]
    assert {path.suffix for path in files(tmp_path)} == {".png", ".json"}


async def test_an_asset_from_before_the_import_stays(assets: Assets, tmp_path: Path) -> None:
    asset_id = await store(assets, "")
    await store(assets, ONE)
    assert await withdraw(assets, ONE, asset_id) == 0 and len(files(tmp_path)) == 2
