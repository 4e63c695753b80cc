"""New images and edits by DashScope."""

import asyncio
import time

import numpy as np
import pytest
from PIL import Image

from services.common.contract.activity import Usage
from services.common.errors import Code
from services.common.llm.endpoint import Endpoint
from services.common.worker_pool.pool import WorkerPool
from services.executor import texts
from services.executor.adapters.dashscope import DashScopeProvider
from services.executor.adapters.dashscope.provider import PAINTING, QUEUED
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.task_store import BlobTaskStore
from services.executor.domain.image_engine import Running, WaitingForWorker
from tests.fixtures.services.dashscope_images import (
    collect_events,
    decode_last_image,
    make_provider,
    make_request,
    mask_of,
    png_of,
    rejection,
)
from tests.fixtures.services.providers import FakeProviders


async def test_an_image_has_the_models_size_nearest_to_the_requested_one(provider: DashScopeProvider) -> None:
    events = await collect_events(provider.generate(make_request(size=(800, 600))))
    assert decode_last_image(events).size == (1472, 1104)


async def test_a_task_is_submitted_as_documented(provider: DashScopeProvider, fake: FakeProviders) -> None:
    await collect_events(provider.generate(make_request()))
    input_ = fake.request_log("dashscope.submit")[0]
    assert input_["headers"]["x-dashscope-async"] == "enable"
    assert input_["body"] == {
        "model": "qwen-image",
        "input": {"prompt": "一只猫"},
        "parameters": {"n": 1, "prompt_extend": False, "watermark": False, "size": "1472*1104", "seed": 7},
    }


async def test_queue_generation_and_download_are_reported_in_order(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"pause": 0.2, "lasts": 0.2})
    events = [each for each in await collect_events(provider.generate(make_request())) if isinstance(each, Running)]
    assert [each.text for each in events] == [QUEUED, PAINTING, texts.RECEIVING]
    assert [each.fraction for each in events] == sorted(each.fraction for each in events)


async def test_the_progress_of_a_suspended_task_does_not_decrease(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    running, suspended = ({"answer": {"task_status": status}} for status in ("RUNNING", "SUSPENDED"))
    fake.script("dashscope.task", running, suspended, {"answer": {"task_status": "PENDING"}})
    event = [
        each.fraction for each in await collect_events(provider.generate(make_request())) if isinstance(each, Running)
    ]
    assert event == sorted(event)


async def test_the_cost_is_reported_once_as_soon_as_the_task_is_accepted(provider: DashScopeProvider) -> None:
    events = await collect_events(provider.generate(make_request()))
    usage = Usage("dashscope", "qwen-image", images=1, cost=0.2, currency="CNY")
    assert [each for each in events if isinstance(each, Usage)] == [usage]
    assert events[0] == usage


@pytest.mark.parametrize("model", ["qwen-image-max", "z-image-turbo"])
async def test_a_model_without_tasks_is_called_synchronously(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders, model: str
) -> None:
    events = await collect_events(make_provider(endpoint, tasks, model).generate(make_request()))
    assert min(decode_last_image(events).size) >= 512
    assert not fake.request_log("dashscope.submit") and len(fake.paid("dashscope.ask")) == 1
    assert len([each for each in events if isinstance(each, Usage)]) == 1


async def test_a_task_with_an_unknown_status_is_polled_until_it_ends(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    fake.script("dashscope.task", {"answer": {"task_status": "WARMING_UP"}, "times": 2})
    assert decode_last_image(await collect_events(provider.generate(make_request()))).size == (1472, 1104)
    assert len(fake.paid()) == 1


async def test_a_prompt_too_long_is_rejected_before_anything_is_paid(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    assert (await rejection(provider.generate(make_request(prompt="猫" * 801)))).code is Code.INVALID_INPUT_FORMAT
    assert not fake.request_log()


async def test_references_omitted_for_length_are_reported(provider: DashScopeProvider, fake: FakeProviders) -> None:
    events = await collect_events(provider.generate(make_request(prompt="一只猫\n风格参考：⟦" + "水" * 900 + "⟧")))
    assert isinstance(events[0], Running) and events[0].text and "1 条" in events[0].text.zh
    assert fake.request_log("dashscope.submit")[0]["body"]["input"] == {"prompt": "一只猫"}


async def test_an_edit_sends_the_image_the_masked_area_and_the_instruction(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders
) -> None:
    image = png_of(Image.new("RGB", (600, 600), (30, 120, 60)))
    events = await collect_events(
        make_provider(endpoint, tasks).edit(
            make_request(prompt="一顶红帽子", size=(600, 600)), image, mask_of((600, 600), (0, 0, 200, 200))
        )
    )
    body = fake.request_log("dashscope.ask")[0]["body"]
    content = body["input"]["messages"][0]["content"]
    assert body["model"] == "qwen-image-edit" and body["parameters"] == {"watermark": False, "seed": 7}
    assert [set(part) for part in content] == [{"image"}, {"image"}, {"text"}]
    assert "一顶红帽子" in content[2]["text"] and "上方左侧" in content[2]["text"]
    assert next(each for each in events if isinstance(each, Usage)).model == "qwen-image-edit"


async def test_waiting_for_a_worker_is_reported_and_extends_the_deadline(
    endpoint: Endpoint, tasks: BlobTaskStore
) -> None:
    pipeline, passed = ImagePipeline(WorkerPool(1)), 0.0
    image, mask = png_of(Image.new("RGB", (512, 512))), mask_of((512, 512), (0, 0, 200, 200))
    provider = make_provider(endpoint, tasks, pipeline=pipeline, clock=lambda: time.monotonic() + passed)
    edit = provider.edit(make_request(seconds=100, size=(512, 512)), image, mask)
    async with pipeline.slot():
        assert isinstance(await anext(edit), WaitingForWorker)
        following = asyncio.ensure_future(anext(edit))
        assert not (await asyncio.wait([following], timeout=0.1))[0]
        passed = 1000.0
    assert isinstance(await following, Running)
    assert decode_last_image(await collect_events(edit))


async def test_a_model_edits_the_marked_area_only(endpoint: Endpoint, tasks: BlobTaskStore) -> None:
    image = png_of(Image.new("RGB", (512, 512), (30, 120, 60)))
    image_request = make_request(prompt="", size=(512, 512))
    provider = make_provider(endpoint, tasks, edit_model="qwen-image-edit-plus")
    events = await collect_events(provider.edit(image_request, image, mask_of((512, 512), (128, 128, 256, 256))))
    repainted = np.asarray(decode_last_image(events).convert("RGB")).astype(int)
    changed = np.abs(repainted - (30, 120, 60)).max(axis=2) > 24
    assert changed[128:256, 128:256].mean() > 0.9
    changed[126:258, 126:258] = False
    assert not changed.any()
