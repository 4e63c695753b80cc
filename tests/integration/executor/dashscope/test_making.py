"""New pictures and repaints by DashScope."""

import asyncio
import time

import numpy as np
import pytest
from PIL import Image

from services.common.errors import Code
from services.common.models.endpoint import Endpoint
from services.common.models.values import Spent
from services.common.workers import Workers
from services.executor import wording
from services.executor.adapters.dashscope import DashScopeImages
from services.executor.adapters.dashscope.source import PAINTING, QUEUED
from services.executor.adapters.tasks import BlobTasks
from services.executor.engines import Waiting, Working
from tests.fixtures.dashscope_images import all_told, mask_of, ordered, picture_in, png_of, refusal, source_of
from tests.fixtures.providers import FakeProviders


async def test_a_picture_comes_in_the_models_size_nearest_to_the_one_ordered(source: DashScopeImages) -> None:
    assert picture_in(await all_told(source.generate(ordered(size=(800, 600))))).size == (1472, 1104)


async def test_a_task_is_asked_for_as_documented(source: DashScopeImages, fake: FakeProviders) -> None:
    await all_told(source.generate(ordered()))
    asked = fake.journal("dashscope.submit")[0]
    assert asked["headers"]["x-dashscope-async"] == "enable"
    assert asked["body"] == {
        "model": "qwen-image",
        "input": {"prompt": "一只猫"},
        "parameters": {"n": 1, "prompt_extend": False, "watermark": False, "size": "1472*1104", "seed": 7},
    }


async def test_the_person_is_told_of_the_queue_the_painting_and_the_fetching_as_they_come(
    source: DashScopeImages, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"pause": 0.2, "lasts": 0.2})
    told = [each for each in await all_told(source.generate(ordered())) if isinstance(each, Working)]
    assert [each.text for each in told] == [QUEUED, PAINTING, wording.RECEIVING]
    assert [each.fraction for each in told] == sorted(each.fraction for each in told)


async def test_a_task_that_is_held_up_does_not_go_back(source: DashScopeImages, fake: FakeProviders) -> None:
    running, held = ({"answer": {"task_status": status}} for status in ("RUNNING", "SUSPENDED"))
    fake.script("dashscope.task", running, held, {"answer": {"task_status": "PENDING"}})
    told = [each.fraction for each in await all_told(source.generate(ordered())) if isinstance(each, Working)]
    assert told == sorted(told)


async def test_what_it_costs_is_told_once_and_as_soon_as_the_task_is_taken_on(source: DashScopeImages) -> None:
    told = await all_told(source.generate(ordered()))
    spent = Spent("dashscope", "qwen-image", images=1, cost=0.2, currency="CNY")
    assert [each for each in told if isinstance(each, Spent)] == [spent]
    assert told[0] == spent


@pytest.mark.parametrize("model", ["qwen-image-max", "z-image-turbo"])
async def test_a_model_that_knows_no_tasks_is_asked_at_once(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders, model: str
) -> None:
    told = await all_told(source_of(endpoint, tasks, model).generate(ordered()))
    assert min(picture_in(told).size) >= 512
    assert not fake.journal("dashscope.submit") and len(fake.paid("dashscope.ask")) == 1
    assert len([each for each in told if isinstance(each, Spent)]) == 1


async def test_a_status_of_times_to_come_is_waited_out(source: DashScopeImages, fake: FakeProviders) -> None:
    fake.script("dashscope.task", {"answer": {"task_status": "WARMING_UP"}, "times": 2})
    assert picture_in(await all_told(source.generate(ordered()))).size == (1472, 1104)
    assert len(fake.paid()) == 1


async def test_a_prompt_too_long_is_refused_before_anything_is_paid(
    source: DashScopeImages, fake: FakeProviders
) -> None:
    assert (await refusal(source.generate(ordered(prompt="猫" * 801)))).code is Code.INVALID_INPUT_FORMAT
    assert not fake.journal()


async def test_references_left_out_for_length_are_told(source: DashScopeImages, fake: FakeProviders) -> None:
    told = await all_told(source.generate(ordered(prompt="一只猫\n风格参考：⟦" + "水" * 900 + "⟧")))
    assert isinstance(told[0], Working) and told[0].text and "1 条" in told[0].text.zh
    assert fake.journal("dashscope.submit")[0]["body"]["input"] == {"prompt": "一只猫"}


async def test_a_repaint_sends_the_picture_the_marked_area_and_what_to_change(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders
) -> None:
    picture = png_of(Image.new("RGB", (600, 600), (30, 120, 60)))
    told = await all_told(
        source_of(endpoint, tasks).edit(
            ordered(prompt="一顶红帽子", size=(600, 600)), picture, mask_of((600, 600), (0, 0, 200, 200))
        )
    )
    body = fake.journal("dashscope.ask")[0]["body"]
    content = body["input"]["messages"][0]["content"]
    assert body["model"] == "qwen-image-edit" and body["parameters"] == {"watermark": False, "seed": 7}
    assert [set(part) for part in content] == [{"image"}, {"image"}, {"text"}]
    assert "一顶红帽子" in content[2]["text"] and "上方左侧" in content[2]["text"]
    assert next(each for each in told if isinstance(each, Spent)).model == "qwen-image-edit"


async def test_waiting_for_a_worker_is_told_and_takes_no_time_from_the_order(
    endpoint: Endpoint, tasks: BlobTasks
) -> None:
    workers, passed = Workers(1), 0.0
    picture, mask = png_of(Image.new("RGB", (512, 512))), mask_of((512, 512), (0, 0, 200, 200))
    source = source_of(endpoint, tasks, workers=workers, clock=lambda: time.monotonic() + passed)
    edit = source.edit(ordered(seconds=100, size=(512, 512)), picture, mask)
    async with workers.place():
        assert isinstance(await anext(edit), Waiting)
        following = asyncio.ensure_future(anext(edit))
        assert not (await asyncio.wait([following], timeout=0.1))[0]
        passed = 1000.0
    assert isinstance(await following, Working)
    assert picture_in(await all_told(edit))


async def test_the_area_that_was_marked_is_the_one_that_a_model_sees(endpoint: Endpoint, tasks: BlobTasks) -> None:
    picture = png_of(Image.new("RGB", (512, 512), (30, 120, 60)))
    order = ordered(prompt="", size=(512, 512))
    source = source_of(endpoint, tasks, edit_model="qwen-image-edit-plus")
    told = await all_told(source.edit(order, picture, mask_of((512, 512), (128, 128, 256, 256))))
    repainted = np.asarray(picture_in(told).convert("RGB")).astype(int)
    changed = np.abs(repainted - (30, 120, 60)).max(axis=2) > 24
    assert changed[128:256, 128:256].mean() > 0.9
    changed[126:258, 126:258] = False
    assert not changed.any()
