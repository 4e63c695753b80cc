"""Images over an OpenAI-compatible API, from a real server on loopback with scripted failures."""

import asyncio
import base64
import io
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pydantic import SecretStr

from services.common.blobs import open_blob_store
from services.common.contract.activity import Usage
from services.common.errors import Code, ReflowError
from services.common.images.arrays import Pixels
from services.common.images.limits import ImageLimits
from services.common.llm.configuration import Prices
from services.common.llm.endpoint import Endpoint, RealModelCall
from services.common.llm.rate_limit import RateLimit
from services.common.network.address_policy import AllowList
from services.common.worker_pool.pool import WorkerPool
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import frame_for_edit
from services.executor.adapters.openai_images import FILL_PROMPT, OpenAiProvider
from services.executor.adapters.remote_engine import RemoteEngine
from services.executor.adapters.task_store import BlobTaskStore
from services.executor.domain.image_engine import (
    FinishedImage,
    ImageRequest,
    ReceivedImage,
    Running,
    TaskStore,
    WaitingForWorker,
)
from tests.fixtures.gateway.image_server import image_server
from tests.fixtures.services import sample_images
from tests.fixtures.services.providers import KEYS, FakeProviders
from tests.fixtures.systems.eventually import eventually

KEY = KEYS["FAKE_OPENAI_KEY"]
LOOPBACK = AllowList.parse(["127.0.0.1"])
SMALL = ((128, 128), (192, 128), (128, 192))
SIDE, FEATHER, BOX = 96, 4, (32, 32, 64, 64)
GENERATIONS, EDITS = "openai.images", "openai.edits"


@pytest.fixture
def fake(providers: FakeProviders) -> FakeProviders:
    return providers


@asynccontextmanager
async def studio(
    url: str, *, rate: RateLimit | None = None, orders: TaskStore | None = None, **more: Any
) -> AsyncIterator[OpenAiProvider]:
    endpoint = Endpoint("fake", f"{url}/openai/v1", SecretStr(KEY), rate, loopback_only=True)
    try:
        given: dict[str, Any] = {"sizes": SMALL, "allow": LOOPBACK, "clock": time.monotonic} | more
        with tempfile.TemporaryDirectory() as folder:
            tasks = orders or BlobTaskStore(open_blob_store(f"file://{folder}"), "fake-openai")
            pipeline = ImagePipeline(WorkerPool(1))
            yield OpenAiProvider(endpoint, "fake-image", "fake-edit", tasks, pipeline, **given)
    finally:
        await endpoint.close()


def make_request(
    prompt: str = "a cat", size: tuple[int, int] = (SIDE, SIDE), seconds: float = 30, key: str = "run/1"
) -> ImageRequest:
    return ImageRequest(prompt, "", None, *size, 7, key, time.monotonic() + seconds)


async def collect_events(progress: AsyncIterator[Any]) -> list[Any]:
    return [event async for event in progress]


async def received(progress: AsyncIterator[Any]) -> bytes:
    last = (await collect_events(progress))[-1]
    assert isinstance(last, ReceivedImage)
    return base64.b64decode(last.data.partition(b",")[2]) if last.is_base64 else last.data


def pixels(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


async def test_an_image_has_the_size_nearest_to_the_requested_one(fake: FakeProviders) -> None:
    async with studio(fake.url) as provider:
        data = await received(provider.generate(make_request(size=(80, 48))))
    assert Image.open(io.BytesIO(data)).size == (192, 128)


async def test_the_retrieved_style_reaches_the_model_as_text_without_its_scores(fake: FakeProviders) -> None:
    async with studio(fake.url) as provider:
        await received(provider.generate(make_request("a cat\nStyle reference: ⟦Ink wash: soft gray ink⟧")))
    (parameters,) = fake.request_log(GENERATIONS)
    assert parameters["body"]["prompt"] == "a cat\nStyle reference: Ink wash: soft gray ink"


async def test_the_wait_and_the_cost_are_reported_before_the_image(fake: FakeProviders) -> None:
    async with studio(fake.url, prices=Prices(image=0.25, currency="USD")) as provider:
        first, usage, last = await collect_events(provider.generate(make_request()))
    assert isinstance(first, Running) and first.text is not None and "fake-image" in first.text.en
    assert isinstance(usage, Usage) and isinstance(last, ReceivedImage)
    assert (usage.provider, usage.model, usage.images, usage.cost, usage.currency) == (
        "fake", "fake-image", 1, 0.25, "USD",
    )  # fmt: skip
    assert usage.output_tokens > 0


def test_the_mask_that_is_sent_is_transparent_only_where_the_input_mask_is_white() -> None:
    mask = sample_images.encode_mask(SIDE, SIDE, BOX)
    _, sent = frame_for_edit(sample_images.encode_image(SIDE, SIDE), mask, (SIDE, SIDE))
    image = Image.open(io.BytesIO(sent))
    assert image.mode == "RGBA"
    alpha = np.asarray(image)[..., 3]
    assert np.array_equal(alpha == 0, pixels(mask)[..., 0] == 255)
    assert set(np.unique(alpha)) == {0, 255}


@pytest.mark.parametrize("size", [(SIDE, SIDE), (150, 90), (64, 120)])
async def test_inpainting_changes_the_marked_area_and_no_pixel_beyond_its_feather(
    fake: FakeProviders, size: tuple[int, int]
) -> None:
    given, mask = sample_images.encode_image(*size), sample_images.encode_mask(*size, (20, 20, 50, 50))
    async with studio(fake.url) as provider:
        engine = RemoteEngine("fake-openai", provider, ImagePipeline(WorkerPool(1)), ImageLimits())
        painted = (await collect_events(engine.inpaint(make_request("a red ball", size), given, mask, FEATHER)))[-1]
    assert isinstance(painted, FinishedImage)
    before, after = pixels(given), pixels(painted.png)
    near = np.zeros(before.shape[:2], bool)
    near[20 - FEATHER : 50 + FEATHER, 20 - FEATHER : 50 + FEATHER] = True
    assert np.array_equal(before[~near], after[~near])
    assert (before[20:50, 20:50] != after[20:50, 20:50]).any(axis=2).mean() > 0.5


async def test_inpainting_without_a_prompt_sends_the_fill_prompt(fake: FakeProviders) -> None:
    async with studio(fake.url) as provider:
        await received(
            provider.edit(
                make_request(""), sample_images.encode_image(SIDE, SIDE), sample_images.encode_mask(SIDE, SIDE, BOX)
            )
        )
    (parameters,) = fake.request_log(EDITS)
    assert (parameters["body"]["prompt"], parameters["model"]) == (FILL_PROMPT, "fake-edit")


async def test_a_request_without_an_answer_is_not_sent_again_and_counts_as_one_image(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"delay": 30, "works_on": True})
    events: list[Any] = []
    async with studio(fake.url) as provider:
        for seconds in (0.5, 30):
            with pytest.raises(ReflowError) as caught:
                async for event in provider.generate(make_request(seconds=seconds, key="run/slow")):
                    events.append(event)
            assert caught.value.code is Code.OUTCOME_UNKNOWN
    assert len(fake.request_log(GENERATIONS)) == 1
    assert [each.images for each in events if isinstance(each, Usage)] == [
        1,
        1,
    ]  # one for each of two attempts; a run never has both


async def test_a_rejected_request_is_sent_again_by_the_next_attempt(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"status": 500})
    async with studio(fake.url) as provider:
        with pytest.raises(ReflowError):
            await received(provider.generate(make_request()))
        assert await received(provider.generate(make_request()))
    assert len(fake.paid(GENERATIONS)) == 1


async def test_a_paid_image_that_cannot_be_downloaded_yet_is_downloaded_by_the_next_attempt(
    fake: FakeProviders,
) -> None:
    with image_server() as server:
        url = server.redirect("/cat.png", "http://127.0.0.1:9/")  # nothing listens at this address
        fake.script(GENERATIONS, {"answer": {"data": [{"url": url}]}, "always": True})
        async with studio(fake.url) as provider:
            with pytest.raises(ReflowError) as caught:
                await received(provider.generate(make_request()))
            assert caught.value.code is Code.LLM_API_ERROR
            server.redirects.clear()
            server.serve("/cat.png", sample_images.encode_image())
            assert await received(provider.generate(make_request()))
    assert len(fake.request_log(GENERATIONS)) == 1


FAILURES: Mapping[str, tuple[Mapping[str, Any], Code]] = {
    "too many requests": ({"failure": "rate_limit"}, Code.LLM_RATE_LIMIT),
    "server error": ({"status": 500}, Code.LLM_API_ERROR),
    "bad gateway": ({"status": 502, "body": "<html>bad gateway</html>"}, Code.OUTCOME_UNKNOWN),
    "content filter": ({"failure": "content"}, Code.CONTENT_REFUSED),
    "no quota": ({"failure": "quota"}, Code.LLM_REFUSED),
    "wrong key": ({"failure": "key"}, Code.LLM_REFUSED),
    "unknown model": ({"failure": "model"}, Code.LLM_REFUSED),
    "connection reset": ({"reset": True}, Code.OUTCOME_UNKNOWN),
    "connection closed in the middle": ({"cut_after": 100}, Code.OUTCOME_UNKNOWN),
    "half of the JSON": ({"broken": True}, Code.OUTCOME_UNKNOWN),
    "no picture": ({"empty": True}, Code.LLM_API_ERROR),
    "neither b64_json nor url": ({"answer": {"data": [{}]}}, Code.IMAGE_UNUSABLE),
    "another shape": ({"answer": [1, 2]}, Code.OUTCOME_UNKNOWN),
}


@pytest.mark.parametrize(("behavior", "code"), FAILURES.values(), ids=FAILURES.keys())
async def test_a_failure_has_its_code_and_is_not_attempted_again_here(
    fake: FakeProviders, behavior: Mapping[str, Any], code: Code
) -> None:
    fake.script(GENERATIONS, behavior)
    async with studio(fake.url) as provider:
        with pytest.raises(ReflowError) as caught:
            await received(provider.generate(make_request()))
    assert caught.value.code is code
    assert len(fake.request_log(GENERATIONS)) == 1


async def test_the_providers_retry_after_is_passed_on(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"failure": "rate_limit", "retry_after": 7})
    async with studio(fake.url) as provider:
        with pytest.raises(ReflowError) as caught:
            await received(provider.generate(make_request()))
    assert caught.value.retry_after == 7


async def test_a_refused_connection_is_a_failure_of_the_provider() -> None:
    async with studio("http://127.0.0.1:9") as provider:
        with pytest.raises(ReflowError) as caught:
            await received(provider.generate(make_request()))
    assert caught.value.code is Code.LLM_API_ERROR


async def test_the_cancellation_of_a_request_reaches_the_provider(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"hang": True})
    async with studio(fake.url) as provider:
        working = asyncio.create_task(received(provider.generate(make_request())))
        await eventually(lambda: asyncio.to_thread(fake.request_log, GENERATIONS))
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        await eventually(lambda: fake.request_log(GENERATIONS)[0]["answered"] == "left")


USAGES: Mapping[str, Any] = {
    "no numbers": {"input_tokens": None, "output_tokens": "many"},
    "below nothing": {"input_tokens": -1},
    "beyond all bounds": {"input_tokens": 10**400, "output_tokens": 10**30},
    "another shape": [1],
}


@pytest.mark.parametrize("usage", USAGES.values(), ids=USAGES.keys())
async def test_an_invalid_usage_does_not_lose_the_paid_image(fake: FakeProviders, usage: object) -> None:
    image = base64.b64encode(sample_images.encode_image()).decode()
    fake.script(GENERATIONS, {"answer": {"data": [{"b64_json": image}], "usage": usage}})
    async with studio(fake.url) as provider:
        events = await collect_events(provider.generate(make_request()))
    assert isinstance(events[-1], ReceivedImage)
    assert [(each.input_tokens, each.output_tokens) for each in events if isinstance(each, Usage)] == [(0, 0)]


async def test_more_images_than_requested_are_a_broken_answer(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"answer": {"data": [{}] * 1_000}})
    async with studio(fake.url) as provider:
        event = provider.generate(make_request())
        assert isinstance(await anext(event), Running)
        usage = await anext(event)
        assert isinstance(usage, Usage) and usage.images == 1  # not a thousand
        with pytest.raises(ReflowError) as caught:
            await anext(event)
    assert caught.value.code is Code.OUTCOME_UNKNOWN


async def test_waiting_for_a_worker_is_reported_and_extends_the_deadline(fake: FakeProviders) -> None:
    passed = 0.0
    async with studio(fake.url, clock=lambda: time.monotonic() + passed) as provider:
        edit = provider.edit(
            make_request(seconds=60), sample_images.encode_image(SIDE, SIDE), sample_images.encode_mask(SIDE, SIDE, BOX)
        )
        async with provider.pipeline.slot():
            assert isinstance(await anext(edit), WaitingForWorker)
            following = asyncio.ensure_future(anext(edit))
            await asyncio.sleep(0)  # let the edit wait for the slot
            passed = 100.0
        assert isinstance(await following, Running)
        assert isinstance((await collect_events(edit))[-1], ReceivedImage)


async def test_the_configured_rate_limit_delays_a_request_and_is_reported(fake: FakeProviders) -> None:
    async with studio(fake.url, rate=RateLimit("fake", 1, time.monotonic)) as provider:
        await received(provider.generate(make_request(key="run/1")))
        limited = await anext(provider.generate(make_request(key="run/2", seconds=100)))
    assert isinstance(limited, Running) and limited.text is not None and "limit" in limited.text.en
    assert len(fake.request_log(GENERATIONS)) == 1


async def test_an_image_that_is_returned_by_url_is_downloaded(fake: FakeProviders) -> None:
    png = sample_images.encode_image(SIDE, SIDE)
    with image_server() as server:
        fake.script(GENERATIONS, {"answer": {"data": [{"url": server.serve("/cat.png", png)}]}})
        async with studio(fake.url) as provider:
            assert await received(provider.generate(make_request())) == png


async def test_a_url_in_a_private_network_is_not_requested(fake: FakeProviders) -> None:
    with image_server() as server:
        fake.script(
            GENERATIONS, {"answer": {"data": [{"url": server.serve("/cat.png", sample_images.encode_image())}]}}
        )
        async with studio(fake.url, allow=AllowList()) as provider:
            with pytest.raises(ReflowError) as caught:
                await received(provider.generate(make_request()))
    assert caught.value.code is Code.IMAGE_UNUSABLE
    assert server.requests == []


async def test_a_key_in_the_providers_error_is_not_reported(fake: FakeProviders) -> None:
    fake.script(GENERATIONS, {"echo_key": True})
    async with studio(fake.url) as provider:
        with pytest.raises(ReflowError) as caught:
            await received(provider.generate(make_request()))
    assert caught.value.details
    assert KEY not in f"{caught.value.details} {caught.value} {caught.value.text} {provider!r}"


async def test_a_real_provider_is_not_called_where_only_loopback_is_allowed() -> None:
    async with studio("http://203.0.113.1") as provider:
        with pytest.raises(RealModelCall):
            await received(provider.generate(make_request()))
