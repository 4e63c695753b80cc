"""A paid task of DashScope is not paid again."""

import asyncio
import socket

import pytest

from services.common.contract.activity import Usage
from services.common.errors import Code
from services.common.llm.endpoint import Endpoint
from services.executor.adapters.dashscope import DashScopeProvider
from services.executor.adapters.dashscope.provider import RESUMED
from services.executor.adapters.task_store import BlobTaskStore
from services.executor.domain.image_engine import Running
from tests.fixtures.services.dashscope_images import (
    cancelled,
    collect_events,
    decode_last_image,
    make_provider,
    make_request,
    rejection,
)
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.systems.eventually import eventually


async def test_an_attempt_after_a_crash_resumes_polling_and_pays_nothing(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"lasts": 0.3})
    first = make_provider(endpoint, tasks).generate(make_request())
    async for event in first:  # as if the process died when the task is accepted
        if isinstance(event, Usage):
            break
    again = await collect_events(make_provider(endpoint, tasks).generate(make_request()))
    assert decode_last_image(again).size == (1472, 1104)
    assert Running(0.0, RESUMED) in again and not [each for each in again if isinstance(each, Usage)]
    assert len(fake.paid()) == 1
    fake.script("dashscope.cancel", {"reset": True, "always": True})
    await first.aclose()


async def test_an_image_that_was_paid_and_not_stored_is_downloaded_again(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    await collect_events(provider.generate(make_request()))
    await collect_events(provider.generate(make_request()))
    assert len(fake.paid()) == 1 and len(fake.request_log("dashscope.result")) == 2


async def test_a_synchronous_image_is_not_paid_again_when_its_download_failed(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders
) -> None:
    fake.script("dashscope.result", {"status": 503})
    provider = make_provider(endpoint, tasks, "z-image-turbo")
    assert (await rejection(provider.generate(make_request()))).code is Code.LLM_API_ERROR
    assert decode_last_image(await collect_events(provider.generate(make_request())))
    assert len(fake.paid()) == 1


async def test_a_url_stays_recorded_after_a_timeout(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders
) -> None:
    fake.script("dashscope.result", {"status": 503}, {"delay": 5})
    provider = make_provider(endpoint, tasks, "z-image-turbo")
    assert (await rejection(provider.generate(make_request()))).code is Code.LLM_API_ERROR
    assert (await rejection(provider.generate(make_request(seconds=0.3)))).code is Code.LLM_TIMEOUT
    assert decode_last_image(await collect_events(provider.generate(make_request())))
    assert len(fake.paid()) == 1


async def test_a_paid_image_that_cannot_be_downloaded_yet_is_not_requested_again(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders
) -> None:
    fake.script("dashscope.result", {"status": 503, "times": 3})
    provider = make_provider(endpoint, tasks, "z-image-turbo")
    for _ in range(3):
        assert (await rejection(provider.generate(make_request()))).code is Code.LLM_API_ERROR
    assert decode_last_image(await collect_events(provider.generate(make_request())))
    assert len(fake.paid()) == 1


async def test_another_key_is_another_image(provider: DashScopeProvider, fake: FakeProviders) -> None:
    await collect_events(provider.generate(make_request("step-1")))
    await collect_events(provider.generate(make_request("step-2")))
    assert len(fake.paid()) == 2


async def test_a_failed_poll_leaves_the_task_to_the_next_attempt(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    fake.script("dashscope.task", {"status": 500})
    assert (await rejection(provider.generate(make_request()))).code is Code.LLM_API_ERROR
    assert decode_last_image(await collect_events(provider.generate(make_request())))
    assert len(fake.paid()) == 1


async def test_a_task_whose_state_is_temporarily_unknown_to_the_provider_is_not_submitted_again(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    fake.script("dashscope.task", {"answer": {"task_status": "UNKNOWN"}})
    assert (await rejection(provider.generate(make_request()))).code is Code.LLM_API_ERROR
    assert decode_last_image(await collect_events(provider.generate(make_request())))
    assert len(fake.paid()) == 1


async def test_a_task_that_succeeded_without_a_url_is_not_submitted_again(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    fake.script("dashscope.task", {"empty": True})
    assert (await rejection(provider.generate(make_request()))).code is Code.LLM_API_ERROR
    assert decode_last_image(await collect_events(provider.generate(make_request())))
    assert len(fake.paid()) == 1


# How a request is sent: the model and the endpoint. Both may accept the request without a response.
ORDERS = pytest.mark.parametrize(
    ("model", "endpoint_path"), [("qwen-image", "dashscope.submit"), ("z-image-turbo", "dashscope.ask")]
)


@ORDERS
@pytest.mark.parametrize(
    "behavior",
    [
        {"delay": 5, "works_on": True},
        {"reset": True},
        {"cut_after": 10},
        {"broken": True},
        {"answer": {"output": {}}},
        {"status": 502, "body": "<html>bad gateway</html>"},
        {"status": 504, "body": "<html>gateway timeout</html>"},
    ],
    ids=["late", "reset", "cut", "broken", "another shape", "bad gateway", "gateway timeout"],
)
async def test_a_request_of_unknown_outcome_is_reported_and_not_sent_again(
    endpoint: Endpoint,
    tasks: BlobTaskStore,
    fake: FakeProviders,
    model: str,
    endpoint_path: str,
    behavior: dict[str, object],
) -> None:
    fake.script(endpoint_path, behavior)
    provider = make_provider(endpoint, tasks, model)
    for _ in range(2):
        rejected = await rejection(provider.generate(make_request(seconds=0.5)))
        assert rejected.code is Code.OUTCOME_UNKNOWN and not rejected.kind.retryable
    assert len(fake.request_log(endpoint_path)) == 1


@ORDERS
@pytest.mark.parametrize(
    "behavior",
    [
        {"failure": "rate_limit"},
        {"failure": "server"},
        {"status": 503, "body": "<html>unavailable</html>"},
        {"status": 404, "body": "<html>not found</html>"},
    ],
    ids=["rate limit", "server error", "unavailable", "no such page"],
)
async def test_a_rejected_request_is_sent_again_by_the_next_attempt(
    endpoint: Endpoint,
    tasks: BlobTaskStore,
    fake: FakeProviders,
    model: str,
    endpoint_path: str,
    behavior: dict[str, object],
) -> None:
    fake.script(endpoint_path, behavior)
    provider = make_provider(endpoint, tasks, model)
    assert (await rejection(provider.generate(make_request()))).code is not Code.OUTCOME_UNKNOWN
    assert decode_last_image(await collect_events(provider.generate(make_request())))
    assert len(fake.paid(endpoint_path)) == 1


@ORDERS
async def test_a_request_without_a_connection_is_sent_by_the_next_attempt(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders, model: str, endpoint_path: str
) -> None:
    with socket.socket() as unused:  # bound, but nothing listens
        unused.bind(("127.0.0.1", 0))
        gone = Endpoint("dashscope", f"http://127.0.0.1:{unused.getsockname()[1]}", None, None, loopback_only=True)
        assert (await rejection(make_provider(gone, tasks, model).generate(make_request()))).code is Code.LLM_API_ERROR
        await gone.close()
    assert decode_last_image(await collect_events(make_provider(endpoint, tasks, model).generate(make_request())))
    assert len(fake.paid(endpoint_path)) == 1


@ORDERS
async def test_a_request_cancelled_before_the_response_is_not_sent_again(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders, model: str, endpoint_path: str
) -> None:
    fake.script(endpoint_path, {"delay": 30, "works_on": True})
    provider = make_provider(endpoint, tasks, model, grace=0.1)
    asking = asyncio.create_task(collect_events(provider.generate(make_request())))
    await eventually(lambda: fake.request_log(endpoint_path))
    await cancelled(asking)
    assert (await rejection(provider.generate(make_request()))).code is Code.OUTCOME_UNKNOWN
    assert len(fake.request_log(endpoint_path)) == 1


async def test_a_model_that_returns_no_image_is_unpaid_and_called_again(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders
) -> None:
    fake.script("dashscope.ask", {"empty": True})
    provider = make_provider(endpoint, tasks, "z-image-turbo")
    assert (await rejection(provider.generate(make_request()))).code is Code.LLM_API_ERROR
    assert decode_last_image(await collect_events(provider.generate(make_request())))
    assert len(fake.paid()) == 1
