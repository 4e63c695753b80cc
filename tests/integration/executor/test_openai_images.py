"""Pictures over an OpenAI-compatible images API, from a real server on loopback that can be told to misbehave."""

import asyncio
import base64
import io
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pydantic import SecretStr

from services.common.errors import Code, ReflowError
from services.common.models.configuration import Prices
from services.common.models.endpoint import Endpoint, RealModelCall
from services.common.models.rate import RateLimit
from services.common.models.values import Spent
from services.common.pictures.arrays import Pixels
from services.common.pictures.limits import PictureLimits
from services.common.workers import Workers
from services.executor.adapters.addresses import AllowList
from services.executor.adapters.computations import framed_for_edit, ready
from services.executor.adapters.openai_images import FILL_IN, OpenAiImages
from services.executor.adapters.remote import RemoteEngine
from services.executor.engines import Order, Painted, Received, Waiting, Working
from tests.fixtures import pictures
from tests.fixtures.eventually import eventually
from tests.fixtures.picture_server import picture_server
from tests.fixtures.providers import KEYS, FakeProviders, fake_providers

KEY = KEYS["FAKE_OPENAI_KEY"]
LOOPBACK = AllowList.parse(["127.0.0.1"])
SMALL = ((128, 128), (192, 128), (128, 192))
SIDE, FEATHER, BOX = 96, 4, (32, 32, 64, 64)
GENERATIONS, EDITS = "openai.images", "openai.edits"


@pytest.fixture(scope="module")
def running() -> Iterator[FakeProviders]:
    with fake_providers() as fake:
        yield fake


@pytest.fixture
def fake(running: FakeProviders) -> FakeProviders:
    running.reset()
    return running


@asynccontextmanager
async def studio(url: str, *, rate: RateLimit | None = None, **more: Any) -> AsyncIterator[OpenAiImages]:
    endpoint = Endpoint("fake", f"{url}/openai/v1", SecretStr(KEY), rate, loopback_only=True)
    try:
        given: dict[str, Any] = {"sizes": SMALL, "allow": LOOPBACK} | more
        yield OpenAiImages(endpoint, "fake-image", "fake-edit", Workers(1), time.monotonic, **given)
    finally:
        await endpoint.close()


def order(
    prompt: str = "a cat", size: tuple[int, int] = (SIDE, SIDE), seconds: float = 30, key: str = "run/1"
) -> Order:
    return Order(prompt, "", None, *size, 7, key, time.monotonic() + seconds)


async def told_by(progress: AsyncIterator[Any]) -> list[Any]:
    return [told async for told in progress]


async def received(progress: AsyncIterator[Any]) -> bytes:
    last = (await told_by(progress))[-1]
    assert isinstance(last, Received)
    return last.data


def pixels(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


async def test_a_picture_comes_in_the_size_nearest_to_the_one_ordered(fake: FakeProviders) -> None:
    async with studio(fake.url) as source:
        data = await received(source.generate(order(size=(80, 48))))
    assert Image.open(io.BytesIO(data)).size == (192, 128)


async def test_the_retrieved_style_reaches_the_model_as_words_without_its_marks(fake: FakeProviders) -> None:
    async with studio(fake.url) as source:
        await received(source.generate(order("a cat\nStyle reference: ⟦Ink wash: soft grey ink⟧")))
    (asked,) = fake.journal(GENERATIONS)
    assert asked["body"]["prompt"] == "a cat\nStyle reference: Ink wash: soft grey ink"


async def test_the_wait_and_the_cost_are_told_before_the_picture(fake: FakeProviders) -> None:
    async with studio(fake.url, prices=Prices(image=0.25, currency="USD")) as source:
        first, spent, last = await told_by(source.generate(order()))
    assert isinstance(first, Working) and first.text is not None and "fake-image" in first.text.en
    assert isinstance(spent, Spent) and isinstance(last, Received)
    assert (spent.provider, spent.model, spent.images, spent.cost, spent.currency) == (
        "fake", "fake-image", 1, 0.25, "USD",
    )  # fmt: skip
    assert spent.output_tokens > 0


def test_the_mask_that_is_sent_is_transparent_where_the_mask_given_is_white_and_nowhere_else() -> None:
    mask = pictures.mask(SIDE, SIDE, BOX)
    _, sent = framed_for_edit(pictures.picture(SIDE, SIDE), mask, (SIDE, SIDE))
    image = Image.open(io.BytesIO(sent))
    assert image.mode == "RGBA"
    alpha = np.asarray(image)[..., 3]
    assert np.array_equal(alpha == 0, pixels(mask)[..., 0] == 255)
    assert set(np.unique(alpha)) == {0, 255}


@pytest.mark.parametrize("size", [(SIDE, SIDE), (150, 90), (64, 120)])
async def test_a_repaint_changes_the_marked_area_and_not_a_bit_beyond_its_feather(
    fake: FakeProviders, size: tuple[int, int]
) -> None:
    given, mask = pictures.picture(*size), pictures.mask(*size, (20, 20, 50, 50))
    async with studio(fake.url) as source:
        engine = RemoteEngine("fake-openai", source, Workers(1), PictureLimits())
        painted = (await told_by(engine.repaint(order("a red ball", size), given, mask, FEATHER)))[-1]
    assert isinstance(painted, Painted)
    before, after = pixels(given), pixels(painted.png)
    near = np.zeros(before.shape[:2], bool)
    near[20 - FEATHER : 50 + FEATHER, 20 - FEATHER : 50 + FEATHER] = True
    assert np.array_equal(before[~near], after[~near])
    assert (before[20:50, 20:50] != after[20:50, 20:50]).any(axis=2).mean() > 0.5


async def test_a_repaint_without_words_asks_for_a_filling_that_fits(fake: FakeProviders) -> None:
    async with studio(fake.url) as source:
        await received(source.edit(order(""), pictures.picture(SIDE, SIDE), pictures.mask(SIDE, SIDE, BOX)))
    (asked,) = fake.journal(EDITS)
    assert (asked["body"]["prompt"], asked["model"]) == (FILL_IN, "fake-edit")


async def test_the_same_key_is_paid_once_and_brings_the_same_picture(fake: FakeProviders) -> None:
    async with studio(fake.url) as source:
        once, again = [await received(source.generate(order())) for _ in range(2)]
    assert once == again
    assert len(fake.paid(GENERATIONS)) == 1


async def test_who_left_before_the_answer_and_asks_again_pays_once(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"delay": 30, "works_on": True})
    async with studio(fake.url) as source:
        with pytest.raises(ReflowError):
            await received(source.generate(order(seconds=0.5)))
        await eventually(lambda: fake.paid(GENERATIONS))
        await received(source.generate(order()))
    assert len(fake.paid(GENERATIONS)) == 1


FAILURES: Mapping[str, tuple[Mapping[str, Any], Code]] = {
    "too many requests": ({"failure": "rate_limit"}, Code.LLM_RATE_LIMIT),
    "server error": ({"status": 500}, Code.LLM_API_ERROR),
    "bad gateway": ({"status": 502, "body": "<html>bad gateway</html>"}, Code.LLM_API_ERROR),
    "content filter": ({"failure": "content"}, Code.CONTENT_REFUSED),
    "no quota": ({"failure": "quota"}, Code.LLM_REFUSED),
    "wrong key": ({"failure": "key"}, Code.LLM_REFUSED),
    "unknown model": ({"failure": "model"}, Code.LLM_REFUSED),
    "connection reset": ({"reset": True}, Code.LLM_API_ERROR),
    "connection closed in the middle": ({"cut_after": 100}, Code.LLM_API_ERROR),
    "half of the JSON": ({"broken": True}, Code.LLM_API_ERROR),
    "no picture": ({"empty": True}, Code.LLM_API_ERROR),
    "neither b64_json nor url": ({"answer": {"data": [{}]}}, Code.LLM_API_ERROR),
    "no base64": ({"answer": {"data": [{"b64_json": "?"}]}}, Code.LLM_API_ERROR),
    "another shape": ({"answer": [1, 2]}, Code.LLM_API_ERROR),
}


@pytest.mark.parametrize(("act", "code"), FAILURES.values(), ids=FAILURES.keys())
async def test_a_failure_has_its_code_and_is_not_tried_again_here(
    fake: FakeProviders, act: Mapping[str, Any], code: Code
) -> None:
    fake.script(GENERATIONS, act)
    async with studio(fake.url) as source:
        with pytest.raises(ReflowError) as caught:
            await received(source.generate(order()))
    assert caught.value.code is code
    assert len(fake.journal(GENERATIONS)) == 1


async def test_the_providers_retry_after_is_passed_on(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"failure": "rate_limit", "retry_after": 7})
    async with studio(fake.url) as source:
        with pytest.raises(ReflowError) as caught:
            await received(source.generate(order()))
    assert caught.value.retry_after == 7


async def test_no_answer_by_the_deadline_is_a_timeout(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"hang": True})
    async with studio(fake.url) as source:
        with pytest.raises(ReflowError) as caught:
            await received(source.generate(order(seconds=0.3)))
    assert caught.value.code is Code.LLM_TIMEOUT


async def test_nobody_listening_is_a_failure_of_the_provider() -> None:
    async with studio("http://127.0.0.1:9") as source:
        with pytest.raises(ReflowError) as caught:
            await received(source.generate(order()))
    assert caught.value.code is Code.LLM_API_ERROR


async def test_a_cancelled_order_reaches_the_provider(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"hang": True})
    async with studio(fake.url) as source:
        working = asyncio.create_task(received(source.generate(order())))
        await eventually(lambda: asyncio.to_thread(fake.journal, GENERATIONS))
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        await eventually(lambda: fake.journal(GENERATIONS)[0]["answered"] == "left")


USAGES: Mapping[str, Any] = {
    "no numbers": {"input_tokens": None, "output_tokens": "many"},
    "below nothing": {"input_tokens": -1},
    "beyond all bounds": {"input_tokens": 10**400, "output_tokens": 10**30},
    "another shape": [1],
}


@pytest.mark.parametrize("usage", USAGES.values(), ids=USAGES.keys())
async def test_a_usage_that_makes_no_sense_does_not_lose_the_picture_that_is_paid(
    fake: FakeProviders, usage: object
) -> None:
    picture = base64.b64encode(pictures.picture()).decode()
    fake.script(GENERATIONS, {"answer": {"data": [{"b64_json": picture}], "usage": usage}})
    async with studio(fake.url) as source:
        told = await told_by(source.generate(order()))
    assert isinstance(told[-1], Received)
    assert [(each.input_tokens, each.output_tokens) for each in told if isinstance(each, Spent)] == [(0, 0)]


async def test_more_pictures_than_were_ordered_are_a_broken_answer(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"answer": {"data": [{}] * 1_000}})
    async with studio(fake.url) as source:
        told = source.generate(order())
        assert isinstance(await anext(told), Working)
        with pytest.raises(ReflowError) as caught:  # and nobody is told that a thousand were paid
            await anext(told)
    assert caught.value.code is Code.LLM_API_ERROR


async def test_waiting_for_a_worker_is_told_and_takes_no_time_from_the_order(fake: FakeProviders) -> None:
    async with studio(fake.url) as source:
        await source.workers.warm(ready)
        edit = source.edit(order(seconds=2), pictures.picture(SIDE, SIDE), pictures.mask(SIDE, SIDE, BOX))
        async with source.workers.place():
            assert isinstance(await anext(edit), Waiting)
            following = asyncio.ensure_future(anext(edit))
            assert not (await asyncio.wait([following], timeout=2.2))[0]
        assert isinstance(await following, Working)
        assert isinstance((await told_by(edit))[-1], Received)


async def test_our_own_limit_holds_an_order_and_says_so(fake: FakeProviders) -> None:
    async with studio(fake.url, rate=RateLimit("fake", 1, time.monotonic)) as source:
        await received(source.generate(order(key="run/1")))
        held = await anext(source.generate(order(key="run/2", seconds=100)))
    assert isinstance(held, Working) and held.text is not None and "limit" in held.text.en
    assert len(fake.journal(GENERATIONS)) == 1


async def test_a_picture_told_by_its_address_is_fetched(fake: FakeProviders) -> None:
    png = pictures.picture(SIDE, SIDE)
    with picture_server() as server:
        fake.script(GENERATIONS, {"answer": {"data": [{"url": server.serve("/cat.png", png)}]}})
        async with studio(fake.url) as source:
            assert await received(source.generate(order())) == png


async def test_an_address_in_a_private_network_is_not_asked(fake: FakeProviders) -> None:
    with picture_server() as server:
        fake.script(GENERATIONS, {"answer": {"data": [{"url": server.serve("/cat.png", pictures.picture())}]}})
        async with studio(fake.url, allow=AllowList()) as source:
            with pytest.raises(ReflowError) as caught:
                await received(source.generate(order()))
    assert caught.value.code is Code.LLM_API_ERROR
    assert server.asked == []


async def test_a_key_that_the_provider_repeats_is_not_told(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"echo_key": True})
    async with studio(fake.url) as source:
        with pytest.raises(ReflowError) as caught:
            await received(source.generate(order()))
    assert caught.value.details
    assert KEY not in f"{caught.value.details} {caught.value} {caught.value.text} {source!r}"


async def test_a_real_provider_is_not_asked_where_only_loopback_is_allowed() -> None:
    async with studio("http://203.0.113.1") as source:
        with pytest.raises(RealModelCall):
            await received(source.generate(order()))
