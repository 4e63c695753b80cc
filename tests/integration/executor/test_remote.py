"""Whatever a provider answers, what comes of it is the picture ordered, or an error that may be tried again."""

import asyncio
import io
import time
import tracemalloc
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from PIL import Image

from services.common.errors import Code, ReflowError
from services.common.models.values import Spent
from services.common.pictures.arrays import Pixels
from services.common.pictures.limits import PictureLimits
from services.common.workers import Workers
from services.executor.adapters.computations import fitted
from services.executor.adapters.remote import RemoteEngine
from services.executor.engines import Order, Painted, Progress, Received, Telling, Waiting, Working
from tests.fixtures import pictures

LIMITS = PictureLimits(image_bytes=1_000_000, max_side=2_048)
SPENT = Spent("studio", "brush-1", images=1)
FEATHER = 4
SIDE = 96
BOX = (32, 32, 64, 64)


@dataclass
class Studio:
    """A provider in this process that answers what it is given."""

    answers: Sequence[Waiting | Working | Spent | Received]
    orders: list[Order] = field(default_factory=list)
    hangs: bool = False
    closed: bool = False

    async def generate(self, order: Order) -> Telling:
        self.orders.append(order)
        try:
            for answer in self.answers:
                yield answer
            if self.hangs:
                await asyncio.Event().wait()
        finally:
            self.closed = True

    def edit(self, order: Order, picture: bytes, mask: bytes) -> Telling:
        return self.generate(order)


def order(prompt: str = "a cat", width: int = SIDE, height: int = SIDE) -> Order:
    return Order(prompt, "", None, width, height, 7, "run/step", time.monotonic() + 60)


def engine(studio: Studio) -> RemoteEngine:
    return RemoteEngine("studio", studio, Workers(1), LIMITS)


async def told_by(progress: AsyncIterator[Progress]) -> list[Progress]:
    return [told async for told in progress]


async def picture_of(progress: AsyncIterator[Progress]) -> Image.Image:
    painted = (await told_by(progress))[-1]
    assert isinstance(painted, Painted)
    return Image.open(io.BytesIO(painted.png))


def pixels(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


async def test_what_the_provider_tells_is_passed_on_in_its_order_and_the_picture_comes_last() -> None:
    told: list[Waiting | Working | Spent | Received] = [Waiting(), Working(0.0), SPENT, Working(0.5)]
    *passed, last = await told_by(engine(Studio([*told, Received(pictures.picture())])).generate(order()))
    assert passed[: len(told)] == told
    assert isinstance(last, Painted)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("size", [(64, 64), (300, 200), (31, 97), (80, 48)])
def test_a_picture_of_any_size_and_format_becomes_a_png_of_exactly_the_size_ordered(
    kind: str, size: tuple[int, int]
) -> None:
    picture = Image.open(io.BytesIO(fitted(pictures.picture(*size, kind), (80, 48), LIMITS)))
    assert (picture.format, picture.size) == ("PNG", (80, 48))


async def test_a_picture_of_another_size_comes_at_the_size_ordered() -> None:
    studio = Studio([Received(pictures.picture(300, 200))])
    assert (await picture_of(engine(studio).generate(order(width=80, height=48)))).size == (80, 48)


async def test_a_repaint_leaves_every_pixel_beyond_the_feather_as_it_was() -> None:
    given, mask = pictures.picture(SIDE, SIDE), pictures.mask(SIDE, SIDE, BOX)
    studio = Studio([Received(pictures.encoded(Image.new("RGB", (200, 200), "red")))])
    after = np.asarray(await picture_of(engine(studio).repaint(order(), given, mask, FEATHER)))
    left, top, right, bottom = BOX
    inside = np.zeros((SIDE, SIDE), bool)
    inside[top - FEATHER : bottom + FEATHER, left - FEATHER : right + FEATHER] = True
    assert np.array_equal(after[~inside], pixels(given)[~inside])


async def test_a_repaint_shows_the_providers_picture_where_the_mask_is_white() -> None:
    given, mask = pictures.picture(SIDE, SIDE), pictures.mask(SIDE, SIDE, BOX)
    studio = Studio([Received(pictures.encoded(Image.new("RGB", (200, 200), "red")))])
    after = np.asarray(await picture_of(engine(studio).repaint(order(), given, mask, FEATHER)))
    assert (after[32:64, 32:64] == (255, 0, 0)).all()


BROKEN = {
    "no picture": b"<html>busy</html>",
    "nothing": b"",
    "a format not asked for": pictures.encoded(Image.new("RGB", (64, 64)), "GIF"),
    "half a picture": pictures.picture()[:-400],
    "too many bytes": pictures.padded(pictures.picture(), LIMITS.image_bytes + 1),
    "too many pixels": pictures.bomb(LIMITS.max_side + 1, 8),
    "a bomb": pictures.bomb(20_000, 20_000),
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
def test_an_answer_that_is_no_good_picture_is_a_broken_answer(data: bytes) -> None:
    with pytest.raises(ReflowError, match="broken answer") as caught:
        fitted(data, (SIDE, SIDE), LIMITS)
    assert caught.value.code is Code.LLM_API_ERROR


def test_a_bomb_is_refused_before_it_is_decoded() -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ReflowError):
            fitted(BROKEN["a bomb"], (SIDE, SIDE), LIMITS)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


async def test_what_a_broken_answer_cost_is_told_before_it_fails() -> None:
    told: list[Progress] = []
    with pytest.raises(ReflowError):
        async for progress in engine(Studio([SPENT, Received(b"no picture")])).generate(order()):
            told.append(progress)
    assert SPENT in told


async def test_an_answer_without_a_picture_is_a_broken_answer() -> None:
    with pytest.raises(ReflowError, match="broken answer"):
        await told_by(engine(Studio([Working(0.0)])).generate(order()))


async def test_who_leaves_stops_the_provider_at_once() -> None:
    studio = Studio([Working(0.0)], hangs=True)
    working = engine(studio).generate(order())
    await anext(working)
    await working.aclose()
    assert studio.closed


async def test_a_cancelled_order_stops_the_provider() -> None:
    studio = Studio([Working(0.0)], hangs=True)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await told_by(engine(studio).generate(order()))
    assert studio.closed
