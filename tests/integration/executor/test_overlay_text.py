"""The executor as a service: texts drawn on stored images."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import numpy as np
import pytest
from PIL import Image
from reflow.v1 import assets_pb2, assets_pb2_grpc, executor_pb2, executor_pb2_grpc, steps_pb2

from services.common.errors import Code, ReflowError
from services.common.errors.wire import from_rpc_error
from services.common.rpc import open_channel
from services.common.telemetry import start_telemetry
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from tests.fixtures.network.sockets import socket_address
from tests.fixtures.services.sample_images import encoded

GRAY = encoded(Image.new("RGB", (320, 240), (128, 128, 128)))
Overlay, Box = executor_pb2.TextOverlay, executor_pb2.TextBox
TOP = executor_pb2.TextBox(left=0.1, top=0.05, width=0.8, height=0.4)
BOTTOM = executor_pb2.TextBox(left=0.1, top=0.55, width=0.8, height=0.4)


@dataclass(frozen=True)
class Executor:
    stub: "executor_pb2_grpc.ExecutorServiceAsyncStub"
    assets: "assets_pb2_grpc.AssetServiceAsyncStub"
    folder: Path

    async def import_image(self, png: bytes) -> str:
        async def chunks() -> AsyncIterator[assets_pb2.ImportImageRequest]:
            yield assets_pb2.ImportImageRequest(chunk=png)

        return (await self.assets.ImportImage(chunks())).asset.asset_id

    async def overlay(
        self, image: str, *overlays: executor_pb2.TextOverlay, key: str = "run/overlay-1"
    ) -> list[executor_pb2.OverlayTextResponse]:
        """Return all responses; raises ReflowError."""
        context = steps_pb2.StepContext(run_id="run", step="overlay-1", locale="en", idempotency_key=key)
        request = executor_pb2.OverlayTextRequest(context=context, image_asset_id=image, overlays=overlays)
        try:
            return [response async for response in self.stub.OverlayText(request, timeout=30)]
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from None

    def pixels(self, asset: assets_pb2.Asset) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
        (file,) = self.folder.rglob(f"{asset.asset_id}.png")
        return np.asarray(Image.open(io.BytesIO(file.read_bytes())).convert("RGB"))


@asynccontextmanager
async def executor(folder: Path) -> AsyncIterator[Executor]:
    with socket_address() as address:
        settings = ExecutorSettings(listen=address, blobs_url=(folder / "blobs").as_uri(), workers=1)
        async with run_executor(settings, start_telemetry("test")), open_channel(address) as channel:
            yield Executor(
                executor_pb2_grpc.ExecutorServiceStub(channel), assets_pb2_grpc.AssetServiceStub(channel), folder
            )


async def test_several_texts_are_drawn_on_a_new_image_with_the_old_one_as_parent(tmp_path: Path) -> None:
    async with executor(tmp_path) as painter:
        image = await painter.import_image(GRAY)
        title = executor_pb2.TextOverlay(text="春游攻略🌸", box=TOP)
        body = executor_pb2.TextOverlay(
            text="三天两夜", box=BOTTOM, backing=executor_pb2.TextOverlay.BACKING_PLATE, color="#ffffff"
        )
        *activities, last = await painter.overlay(image, title, body)
        after = painter.pixels(last.result.asset)
    assert activities and all(response.WhichOneof("outcome") == "activity" for response in activities)
    assert last.result.task_type == executor_pb2.TASK_TYPE_TEXT_OVERLAY
    assert last.result.asset.parent_asset_id == image != last.result.asset.asset_id
    assert [text.left_out for text in last.texts] == ["🌸", ""]
    assert last.texts[1].backing == executor_pb2.TextOverlay.BACKING_PLATE and last.texts[1].color == "#ffffff"
    assert min(text.contrast for text in last.texts) >= 4.5
    changed = (after != 128).any(axis=2)
    assert changed[12:108, 32:288].any() and changed[132:228, 32:288].any()
    changed[12:108, 32:288] = changed[132:228, 32:288] = False
    assert not changed.any()


async def test_the_same_step_draws_once_and_returns_the_same_result_again(tmp_path: Path) -> None:
    async with executor(tmp_path) as painter:
        image = await painter.import_image(GRAY)
        text = executor_pb2.TextOverlay(text="春游", box=TOP)
        *_, first = await painter.overlay(image, text)
        again = await painter.overlay(image, executor_pb2.TextOverlay(text="另一个", box=TOP))
        *_, other = await painter.overlay(image, executor_pb2.TextOverlay(text="另一个", box=TOP), key="run/overlay-2")
    assert again == [first]
    assert other.result.asset.asset_id != first.result.asset.asset_id


async def test_one_idempotency_key_has_a_separate_result_for_each_capability(tmp_path: Path) -> None:
    async with executor(tmp_path) as painter:
        image = await painter.import_image(GRAY)
        *_, drawn = await painter.overlay(image, executor_pb2.TextOverlay(text="春游", box=TOP), key="k")
        context = steps_pb2.StepContext(run_id="run", step="adjust-1", locale="en", idempotency_key="k")
        request = executor_pb2.AdjustImageRequest(context=context, image_asset_id=image, parameters={"width": 64})
        *_, adjusted = [response async for response in painter.stub.AdjustImage(request, timeout=30)]
    assert (drawn.result.asset.width, adjusted.result.asset.width) == (320, 64)


@pytest.mark.parametrize(("points", "code"), [(10_001, Code.MASK_DATA_INVALID), (300_000, Code.INVALID_INPUT_FORMAT)])
async def test_a_path_of_too_many_points_is_rejected_before_any_is_built(
    tmp_path: Path, points: int, code: Code
) -> None:
    async with executor(tmp_path) as painter:
        image = await painter.import_image(GRAY)
        path = assets_pb2.MaskPath(points=[assets_pb2.Point(x=1, y=1)] * points)

        async def upload() -> AsyncIterator[assets_pb2.ImportMaskRequest]:
            yield assets_pb2.ImportMaskRequest(image_asset_id=image)
            for _ in range(5):  # less than a server reads of a rejected upload, so that its error always arrives
                yield assets_pb2.ImportMaskRequest(path=path)

        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await painter.assets.ImportMask(upload(), timeout=60)
    assert from_rpc_error(caught.value).code is code


async def test_a_missing_image_is_reported_by_its_field(tmp_path: Path) -> None:
    async with executor(tmp_path) as painter:
        with pytest.raises(ReflowError) as caught:
            await painter.overlay("0" * 64, executor_pb2.TextOverlay(text="春游", box=TOP))
    assert (caught.value.code, caught.value.field) == (Code.ASSET_UNKNOWN, "image_asset_id")


@pytest.mark.parametrize(
    ("field", "overlay"),
    [
        ("overlays[1].text", Overlay(box=TOP)),
        ("overlays[1].text", Overlay(text=" ", box=TOP)),
        ("overlays[1].text", Overlay(text="春" * 501, box=TOP)),
        ("overlays[1].text", Overlay(text="春" * 500, box=TOP)),
        ("overlays[1].box", Overlay(text="春")),
        ("overlays[1].box.left", Overlay(text="春", box=Box(left=2, width=1, height=1))),
        ("overlays[1].box.width", Overlay(text="春", box=Box(left=0.5, width=0.6, height=1))),
        ("overlays[1].box.height", Overlay(text="春", box=Box(width=1, height=float("nan")))),
        ("overlays[1].color", Overlay(text="春", box=TOP, color="red")),
        ("overlays[1].most_size", Overlay(text="春", box=TOP, least_size=0.5, most_size=0.1)),
        ("overlays[1].align", Overlay(text="春", box=TOP, align=9)),  # type: ignore[arg-type]
    ],
)  # fmt: skip
async def test_an_invalid_overlay_is_rejected_by_its_field(
    tmp_path: Path, field: str, overlay: executor_pb2.TextOverlay
) -> None:
    async with executor(tmp_path) as painter:
        image = await painter.import_image(GRAY)
        with pytest.raises(ReflowError) as caught:
            await painter.overlay(image, executor_pb2.TextOverlay(text="好", box=BOTTOM), overlay)
    assert (caught.value.code, caught.value.field) == (Code.INVALID_INPUT_FORMAT, field)


@pytest.mark.parametrize("count", [0, 9])
async def test_no_text_and_more_than_eight_are_rejected(tmp_path: Path, count: int) -> None:
    async with executor(tmp_path) as painter:
        image = await painter.import_image(GRAY)
        with pytest.raises(ReflowError) as caught:
            await painter.overlay(image, *[executor_pb2.TextOverlay(text="好", box=BOTTOM)] * count)
    assert (caught.value.code, caught.value.field) == (Code.INVALID_INPUT_FORMAT, "overlays")
