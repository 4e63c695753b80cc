"""A message over the size limit of a server ends its call before it is read, with an error from the error catalog."""

from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
from PIL import Image
from reflow.v1 import assets_pb2, assets_pb2_grpc

from services.common.errors import Code
from services.common.rpc import open_channel
from services.common.telemetry import start_telemetry
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from services.gateway.clients import to_reflow_error
from tests.fixtures.network.sockets import socket_address
from tests.fixtures.services.sample_images import encoded

LIMIT, MEGABYTE = 64 * 1024, 1024 * 1024
SMALL = encoded(Image.new("RGB", (32, 32), "red"))


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def upload(chunk: bytes) -> AsyncIterator[assets_pb2.ImportImageRequest]:
    yield assets_pb2.ImportImageRequest(chunk=chunk)


async def test_a_message_over_the_limit_is_rejected_and_nothing_is_stored(tmp_path: Path) -> None:
    with socket_address() as address:
        settings = ExecutorSettings(listen=address, blobs_url=tmp_path.as_uri(), workers=1, max_request_bytes=LIMIT)
        async with run_executor(settings, start_telemetry("test")), open_channel(address) as channel:
            assets = assets_pb2_grpc.AssetServiceStub(channel)
            with pytest.raises(grpc.aio.AioRpcError) as rejected:
                await assets.ImportImage(upload(SMALL.ljust(LIMIT + 1, b"\0")), timeout=60)
            assert rejected.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert to_reflow_error(rejected.value).code is Code.INVALID_INPUT_FORMAT
            assert files(tmp_path) == []
            assert (await assets.ImportImage(upload(SMALL), timeout=60)).asset.asset_id


@pytest.mark.parametrize(("megabytes", "counted"), [(21, 21 * MEGABYTE), (100, 81 * MEGABYTE)])
async def test_an_image_over_the_limit_is_rejected_with_its_size_though_its_client_still_sends(
    tmp_path: Path, megabytes: int, counted: int
) -> None:
    async def chunks() -> AsyncIterator[assets_pb2.ImportImageRequest]:
        for _ in range(megabytes):
            yield assets_pb2.ImportImageRequest(chunk=bytes(MEGABYTE))

    with socket_address() as address:
        settings = ExecutorSettings(listen=address, blobs_url=tmp_path.as_uri(), workers=1)
        async with run_executor(settings, start_telemetry("test")), open_channel(address) as channel:
            with pytest.raises(grpc.aio.AioRpcError) as rejected:
                await assets_pb2_grpc.AssetServiceStub(channel).ImportImage(chunks(), timeout=60)
            error = to_reflow_error(rejected.value)
            assert (error.code, error.metadata["size_bytes"]) == (Code.INVALID_INPUT_FORMAT, str(counted))
