"""Stopping DashScope where it can be stopped."""

import asyncio
import time
from contextlib import aclosing

from services.common.models.endpoint import Endpoint
from services.common.models.values import Spent
from services.executor.adapters.dashscope import DashScopeImages
from services.executor.adapters.tasks import BlobTasks
from tests.fixtures.dashscope_images import LONG, all_told, cancelled, ordered, picture_in, source_of
from tests.fixtures.eventually import eventually
from tests.fixtures.providers import FakeProviders


async def test_cancelling_while_queued_cancels_at_the_provider_and_forgets_the_task(
    source: DashScopeImages, fake: FakeProviders, tasks: BlobTasks
) -> None:
    fake.script("dashscope.submit", {"pause": LONG})
    asking = asyncio.create_task(all_told(source.generate(ordered())))
    await eventually(lambda: fake.journal("dashscope.task"))
    await cancelled(asking)
    assert [entry["status"] for entry in fake.journal("dashscope.cancel")] == [200]
    assert await tasks.find("step-1") is None


async def test_cancelling_while_it_is_painted_keeps_the_task_for_the_next_try(
    source: DashScopeImages, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"pause": 0, "lasts": 0.6})
    asking = asyncio.create_task(all_told(source.generate(ordered())))
    await eventually(lambda: fake.journal("dashscope.task"))
    await cancelled(asking)
    assert [entry["status"] for entry in fake.journal("dashscope.cancel")] == [400]
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid()) == 1


async def test_cancelling_during_the_submission_still_cancels_its_task(
    source: DashScopeImages, fake: FakeProviders, tasks: BlobTasks
) -> None:
    fake.script("dashscope.submit", {"delay": 0.4, "pause": LONG})
    asking = asyncio.create_task(all_told(source.generate(ordered())))
    await eventually(lambda: fake.journal("dashscope.submit"))
    await cancelled(asking)
    assert [entry["status"] for entry in fake.journal("dashscope.cancel")] == [200]
    assert await tasks.find("step-1") is None


async def test_leaving_the_stream_cancels_as_well(
    source: DashScopeImages, fake: FakeProviders, tasks: BlobTasks
) -> None:
    fake.script("dashscope.submit", {"pause": LONG})
    async with aclosing(source.generate(ordered())) as told:
        assert isinstance(await anext(told), Spent)
    assert [entry["status"] for entry in fake.journal("dashscope.cancel")] == [200]
    assert await tasks.find("step-1") is None


async def test_a_submission_that_is_never_answered_holds_a_cancel_for_the_grace_alone(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"hang": True})
    asking = asyncio.create_task(all_told(source_of(endpoint, tasks, grace=0.2).generate(ordered())))
    await eventually(lambda: fake.journal("dashscope.submit"))
    began = time.monotonic()
    await cancelled(asking)
    assert time.monotonic() - began < 2


async def test_a_provider_that_does_not_answer_holds_a_cancel_for_the_grace_alone(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"pause": LONG})
    fake.script("dashscope.cancel", {"hang": True})
    asking = asyncio.create_task(all_told(source_of(endpoint, tasks, grace=0.2).generate(ordered())))
    await eventually(lambda: fake.journal("dashscope.task"))
    began = time.monotonic()
    await cancelled(asking)
    assert time.monotonic() - began < 2
    assert await tasks.find("step-1") is not None
