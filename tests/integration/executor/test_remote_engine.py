"""Any response of a provider becomes an image of the requested size, or an error that can be retried."""

import asyncio
import io
import time
import tracemalloc
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from PIL import Image

from services.common.contract.activity import Usage
from services.common.errors import Code, ReflowError
from services.common.images.arrays import Pixels
from services.common.images.limits import ImageLimits
from services.common.worker_pool.pool import WorkerPool
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import resize_response
from services.executor.adapters.remote_engine import RemoteEngine
from services.executor.domain.image_engine import (
    EngineAbilities,
    EngineEvent,
    FinishedImage,
    ImageRequest,
    ProviderEvents,
    ReceivedImage,
    Running,
    WaitingForWorker,
)
from tests.fixtures.services import sample_images

LIMITS = ImageLimits(image_bytes=1_000_000, max_side=2_048)
USAGE = Usage("studio", "brush-1", images=1)
FEATHER = 4
SIDE = 96
BOX = (32, 32, 64, 64)


@dataclass
class Studio:
    """A provider in this process that returns the configured answers."""

    answers: Sequence[WaitingForWorker | Running | Usage | ReceivedImage]
    orders: list[ImageRequest] = field(default_factory=list)
    hangs: bool = False
    closed: bool = False

    async def generate(self, image_request: ImageRequest) -> ProviderEvents:
        self.orders.append(image_request)
        try:
            for answer in self.answers:
                yield answer
            if self.hangs:
                await asyncio.Event().wait()
        finally:
            self.closed = True

    def edit(self, image_request: ImageRequest, image: bytes, mask: bytes) -> ProviderEvents:
        return self.generate(image_request)

    @property
    def abilities(self) -> EngineAbilities:
        return EngineAbilities(can_repaint=True, reference_uses=())

    async def find_problem(self) -> None:
        return None


def make_request(prompt: str = "a cat", width: int = SIDE, height: int = SIDE) -> ImageRequest:
    return ImageRequest(prompt, "", None, width, height, 7, "run/step", time.monotonic() + 60)


def engine(studio: Studio) -> RemoteEngine:
    return RemoteEngine("studio", studio, ImagePipeline(WorkerPool(1)), LIMITS)


async def collect_events(progress: AsyncIterator[EngineEvent]) -> list[EngineEvent]:
    return [event async for event in progress]


async def decode_image(progress: AsyncIterator[EngineEvent]) -> Image.Image:
    painted = (await collect_events(progress))[-1]
    assert isinstance(painted, FinishedImage)
    return Image.open(io.BytesIO(painted.png))


def pixels(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


async def test_events_of_the_provider_are_passed_on_in_order_and_the_image_comes_last() -> None:
    events: list[WaitingForWorker | Running | Usage | ReceivedImage] = [
        WaitingForWorker(),
        Running(0.0),
        USAGE,
        Running(0.5),
    ]
    *passed, last = await collect_events(
        engine(Studio([*events, ReceivedImage(sample_images.encode_image())])).generate(make_request())
    )
    assert passed[: len(events)] == events
    assert isinstance(last, FinishedImage)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("size", [(64, 64), (300, 200), (31, 97), (80, 48)])
def test_an_image_of_any_size_and_format_becomes_a_png_of_exactly_the_requested_size(
    kind: str, size: tuple[int, int]
) -> None:
    received = ReceivedImage(sample_images.encode_image(*size, kind))
    image = Image.open(io.BytesIO(resize_response(received, (80, 48), LIMITS)))
    assert (image.format, image.size) == ("PNG", (80, 48))


async def test_an_image_of_another_size_gets_the_requested_size() -> None:
    studio = Studio([ReceivedImage(sample_images.encode_image(300, 200))])
    assert (await decode_image(engine(studio).generate(make_request(width=80, height=48)))).size == (80, 48)


async def test_inpainting_leaves_every_pixel_beyond_the_feather_unchanged() -> None:
    given, mask = sample_images.encode_image(SIDE, SIDE), sample_images.encode_mask(SIDE, SIDE, BOX)
    studio = Studio([ReceivedImage(sample_images.encoded(Image.new("RGB", (200, 200), "red")))])
    after = np.asarray(await decode_image(engine(studio).inpaint(make_request(), given, mask, FEATHER)))
    left, top, right, bottom = BOX
    inside = np.zeros((SIDE, SIDE), bool)
    inside[top - FEATHER : bottom + FEATHER, left - FEATHER : right + FEATHER] = True
    assert np.array_equal(after[~inside], pixels(given)[~inside])


async def test_inpainting_has_the_providers_image_where_the_mask_is_white() -> None:
    given, mask = sample_images.encode_image(SIDE, SIDE), sample_images.encode_mask(SIDE, SIDE, BOX)
    studio = Studio([ReceivedImage(sample_images.encoded(Image.new("RGB", (200, 200), "red")))])
    after = np.asarray(await decode_image(engine(studio).inpaint(make_request(), given, mask, FEATHER)))
    assert (after[32:64, 32:64] == (255, 0, 0)).all()


BROKEN = {
    "no picture": b"<html>busy</html>",
    "nothing": b"",
    "a format not asked for": sample_images.encoded(Image.new("RGB", (64, 64)), "GIF"),
    "half a picture": sample_images.encode_image()[:-400],
    "too many bytes": sample_images.padded(sample_images.encode_image(), LIMITS.image_bytes + 1),
    "too many pixels": sample_images.bomb(LIMITS.max_side + 1, 8),
    "a bomb": sample_images.bomb(20_000, 20_000),
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
def test_a_response_that_is_not_a_valid_image_is_a_broken_answer(data: bytes) -> None:
    with pytest.raises(ReflowError, match="broken answer") as caught:
        resize_response(ReceivedImage(data), (SIDE, SIDE), LIMITS)
    assert caught.value.code is Code.IMAGE_UNUSABLE


@pytest.mark.parametrize("prefix", ["", "data:image/png;base64,", "data:;base64,"])
def test_an_image_in_base64_or_as_a_data_url_is_decoded(prefix: str) -> None:
    text = prefix + sample_images.base64_of(sample_images.encode_image(SIDE, SIDE))
    png = resize_response(ReceivedImage(text.encode(), is_base64=True), (SIDE, SIDE), LIMITS)
    assert np.array_equal(pixels(png), pixels(sample_images.encode_image(SIDE, SIDE)))


@pytest.mark.parametrize("text", [b"?", b"data:image/png,abc", b"\xff\xfe", b""])
def test_invalid_base64_is_a_malformed_answer(text: bytes) -> None:
    with pytest.raises(ReflowError, match="broken answer") as caught:
        resize_response(ReceivedImage(text, is_base64=True), (SIDE, SIDE), LIMITS)
    assert caught.value.code is Code.IMAGE_UNUSABLE


def test_a_decompression_bomb_is_rejected_before_it_is_decoded() -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ReflowError):
            resize_response(ReceivedImage(BROKEN["a bomb"]), (SIDE, SIDE), LIMITS)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


async def test_the_cost_of_a_broken_answer_is_reported_before_it_fails() -> None:
    events: list[EngineEvent] = []
    with pytest.raises(ReflowError):
        async for progress in engine(Studio([USAGE, ReceivedImage(b"no picture")])).generate(make_request()):
            events.append(progress)
    assert USAGE in events


async def test_a_response_without_an_image_is_a_broken_answer() -> None:
    with pytest.raises(ReflowError, match="broken answer"):
        await collect_events(engine(Studio([Running(0.0)])).generate(make_request()))


async def test_closing_the_stream_stops_the_provider_at_once() -> None:
    studio = Studio([Running(0.0)], hangs=True)
    working = engine(studio).generate(make_request())
    await anext(working)
    await working.aclose()
    assert studio.closed


async def test_a_cancelled_request_stops_the_provider() -> None:
    studio = Studio([Running(0.0)], hangs=True)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await collect_events(engine(studio).generate(make_request()))
    assert studio.closed
