"""Cancellation of DashScope tasks in the states in which it is possible."""

import asyncio
import time
from contextlib import aclosing

from services.common.contract.activity import Usage
from services.common.llm.endpoint import Endpoint
from services.executor.adapters.dashscope import DashScopeProvider
from services.executor.adapters.task_store import BlobTaskStore
from tests.fixtures.services.dashscope_images import (
    LONG,
    cancelled,
    collect_events,
    decode_last_image,
    make_provider,
    make_request,
)
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.systems.eventually import eventually


async def test_cancelling_while_queued_cancels_at_the_provider_and_forgets_the_task(
    provider: DashScopeProvider, fake: FakeProviders, tasks: BlobTaskStore
) -> None:
    fake.script("dashscope.submit", {"pause": LONG})
    asking = asyncio.create_task(collect_events(provider.generate(make_request())))
    await eventually(lambda: fake.request_log("dashscope.task"))
    await cancelled(asking)
    assert [entry["status"] for entry in fake.request_log("dashscope.cancel")] == [200]
    assert await tasks.find("step-1") is None


async def test_cancelling_a_running_task_stores_it_for_the_next_attempt(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"pause": 0, "lasts": 0.6})
    asking = asyncio.create_task(collect_events(provider.generate(make_request())))
    await eventually(lambda: fake.request_log("dashscope.task"))
    await cancelled(asking)
    assert [entry["status"] for entry in fake.request_log("dashscope.cancel")] == [400]
    assert decode_last_image(await collect_events(provider.generate(make_request())))
    assert len(fake.paid()) == 1


async def test_a_cancel_after_the_deadline_leaves_the_queued_task_to_the_next_attempt(
    endpoint: Endpoint, fake: FakeProviders, tasks: BlobTaskStore
) -> None:
    fake.script("dashscope.submit", {"pause": LONG})
    late = 0.0
    provider = make_provider(endpoint, tasks, clock=lambda: time.monotonic() + late)
    async with aclosing(provider.generate(make_request())) as events:
        assert isinstance(await anext(events), Usage)
        late = 2.0 * LONG
    assert fake.request_log("dashscope.cancel") == []
    assert await tasks.find("step-1") is not None


async def test_cancelling_during_the_submission_still_cancels_its_task(
    provider: DashScopeProvider, fake: FakeProviders, tasks: BlobTaskStore
) -> None:
    fake.script("dashscope.submit", {"delay": 0.4, "pause": LONG})
    asking = asyncio.create_task(collect_events(provider.generate(make_request())))
    await eventually(lambda: fake.request_log("dashscope.submit"))
    await cancelled(asking)
    assert [entry["status"] for entry in fake.request_log("dashscope.cancel")] == [200]
    assert await tasks.find("step-1") is None


async def test_leaving_the_stream_cancels_as_well(
    provider: DashScopeProvider, fake: FakeProviders, tasks: BlobTaskStore
) -> None:
    fake.script("dashscope.submit", {"pause": LONG})
    async with aclosing(provider.generate(make_request())) as event:
        assert isinstance(await anext(event), Usage)
    assert [entry["status"] for entry in fake.request_log("dashscope.cancel")] == [200]
    assert await tasks.find("step-1") is None


async def test_a_submission_that_is_never_answered_delays_a_cancel_only_for_the_grace_period(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"hang": True})
    asking = asyncio.create_task(collect_events(make_provider(endpoint, tasks, grace=0.2).generate(make_request())))
    await eventually(lambda: fake.request_log("dashscope.submit"))
    began = time.monotonic()
    await cancelled(asking)
    assert time.monotonic() - began < 60


async def test_a_provider_that_does_not_answer_delays_a_cancel_only_for_the_grace_period(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"pause": LONG})
    fake.script("dashscope.cancel", {"hang": True})
    asking = asyncio.create_task(collect_events(make_provider(endpoint, tasks, grace=0.2).generate(make_request())))
    await eventually(lambda: fake.request_log("dashscope.task"))
    began = time.monotonic()
    await cancelled(asking)
    assert time.monotonic() - began < 60
    assert await tasks.find("step-1") is not None
