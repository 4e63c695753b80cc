"""Rejections, failures and timeouts of DashScope."""

import socket
import time

import pytest
from PIL import Image
from pydantic import SecretStr

from services.common.errors import Code, ReflowError
from services.common.llm.endpoint import Endpoint, RealModelCall
from services.common.llm.rate_limit import RateLimit
from services.executor.adapters.dashscope import DashScopeProvider
from services.executor.adapters.dashscope.api import DashScopeApi
from services.executor.adapters.task_store import BlobTaskStore
from tests.fixtures.gateway.image_server import image_server
from tests.fixtures.services.dashscope_images import (
    FAST,
    LONG,
    collect_events,
    decode_last_image,
    make_endpoint,
    make_provider,
    make_request,
    png_of,
    rejection,
)
from tests.fixtures.services.providers import KEYS, FakeProviders


@pytest.mark.parametrize(
    ("behavior", "code"),
    [
        ({"failure": "rate_limit", "retry_after": 7}, Code.LLM_RATE_LIMIT),
        ({"failure": "content"}, Code.CONTENT_REFUSED),
        ({"failure": "key"}, Code.LLM_REFUSED),
        ({"failure": "quota", "status": 400}, Code.LLM_REFUSED),
        ({"failure": "model"}, Code.LLM_REFUSED),
        ({"failure": "server"}, Code.LLM_API_ERROR),
        ({"status": 400, "body": {"code": "IPInfringementSuspect", "message": "no"}}, Code.CONTENT_REFUSED),
    ],
)
async def test_each_rejection_of_a_submission_has_its_code(
    provider: DashScopeProvider, fake: FakeProviders, behavior: dict[str, object], code: Code
) -> None:
    fake.script("dashscope.submit", behavior)
    rejected = await rejection(provider.generate(make_request()))
    assert rejected.code is code
    assert KEYS["FAKE_DASHSCOPE_KEY"] not in f"{rejected} {rejected.details}"


async def test_a_rate_limit_states_the_time_of_the_retry(provider: DashScopeProvider, fake: FakeProviders) -> None:
    fake.script("dashscope.submit", {"failure": "rate_limit", "retry_after": 7})
    assert (await rejection(provider.generate(make_request()))).retry_after == 7


@pytest.mark.parametrize(
    ("ends", "code"),
    [
        ("content", Code.CONTENT_REFUSED),
        ("rate_limit", Code.LLM_RATE_LIMIT),
        ("quota", Code.LLM_REFUSED),
        ("server", Code.LLM_API_ERROR),
    ],
)
async def test_a_task_that_fails_has_the_code_of_its_reason_and_is_forgotten(
    provider: DashScopeProvider, fake: FakeProviders, tasks: BlobTaskStore, ends: str, code: Code
) -> None:
    fake.script("dashscope.submit", {**FAST, "ends": ends})
    assert (await rejection(provider.generate(make_request()))).code is code
    assert await tasks.find("step-1") is None


async def test_a_task_that_succeeds_without_an_image_is_a_broken_answer(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    fake.script("dashscope.task", {"empty": True})
    assert (await rejection(provider.generate(make_request()))).code is Code.LLM_API_ERROR


@pytest.mark.parametrize("behavior", [{"empty": True}, {"failure": "server"}])
async def test_a_synchronous_response_without_an_image_is_an_error_of_the_provider(
    endpoint: Endpoint, tasks: BlobTaskStore, fake: FakeProviders, behavior: dict[str, object]
) -> None:
    fake.script("dashscope.ask", behavior)
    rejected = await rejection(make_provider(endpoint, tasks, "z-image-turbo").generate(make_request()))
    assert rejected.code is Code.LLM_API_ERROR


@pytest.mark.parametrize("host", ["10.0.0.1", "169.254.169.254"])
async def test_an_image_on_a_private_network_is_not_downloaded(
    provider: DashScopeProvider, fake: FakeProviders, host: str
) -> None:
    results = [{"url": f"http://{host}/x.png"}]
    fake.script("dashscope.task", {"answer": {"task_status": "SUCCEEDED", "results": results}})
    rejected = await rejection(provider.generate(make_request()))
    assert rejected.code is Code.IMAGE_UNUSABLE
    assert f"{host} has {host}" in rejected.details  # the rejected address; a connection would have another error
    assert "上传" not in rejected.text.zh  # the user did not supply this address


async def test_a_remote_provider_cannot_redirect_to_this_machine() -> None:
    endpoint = Endpoint("dashscope", "https://dashscope.aliyuncs.com/api/v1", None, None, loopback_only=True)
    with image_server() as nearby, pytest.raises(ReflowError):
        url = nearby.serve("/x.png", png_of(Image.new("RGB", (8, 8))))
        await DashScopeApi(endpoint, time.monotonic).fetch(url, time.monotonic() + LONG)
    assert not nearby.requests
    await endpoint.close()


async def test_a_file_url_of_an_image_is_rejected(provider: DashScopeProvider, fake: FakeProviders) -> None:
    results = [{"url": "file:///etc/hostname"}]
    fake.script("dashscope.task", {"answer": {"task_status": "SUCCEEDED", "results": results}})
    assert (await rejection(provider.generate(make_request()))).code is Code.IMAGE_UNUSABLE


async def test_a_task_id_that_would_be_a_path_is_not_polled(provider: DashScopeProvider, fake: FakeProviders) -> None:
    answer = {"output": {"task_id": "../../secrets", "task_status": "PENDING"}}
    fake.script("dashscope.submit", {"answer": answer})
    assert (await rejection(provider.generate(make_request()))).code is Code.OUTCOME_UNKNOWN
    assert not fake.request_log("dashscope.task")


async def test_an_unreachable_provider_is_an_error_of_the_provider(tasks: BlobTaskStore) -> None:
    with socket.socket() as unused:  # bound, but nothing listens
        unused.bind(("127.0.0.1", 0))
        endpoint = Endpoint("dashscope", f"http://127.0.0.1:{unused.getsockname()[1]}", None, None, loopback_only=True)
        assert (await rejection(make_provider(endpoint, tasks).generate(make_request()))).code is Code.LLM_API_ERROR
    await endpoint.close()


async def test_a_real_provider_is_not_called_where_only_loopback_is_allowed(tasks: BlobTaskStore) -> None:
    address = "https://dashscope.aliyuncs.com/compatible-mode/v1"
    endpoint = Endpoint("dashscope", address, SecretStr("sk-real"), None, loopback_only=True)
    with pytest.raises(RealModelCall):
        await collect_events(make_provider(endpoint, tasks).generate(make_request()))
    await endpoint.close()


async def test_a_submission_that_is_not_answered_ends_at_the_deadline(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"hang": True})
    began = time.monotonic()
    assert (await rejection(provider.generate(make_request(seconds=0.3)))).code is Code.OUTCOME_UNKNOWN
    assert time.monotonic() - began < 60


async def test_a_task_that_takes_too_long_is_resumed_by_the_next_attempt(
    provider: DashScopeProvider, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"pause": 0, "lasts": 0.8})
    assert (await rejection(provider.generate(make_request(seconds=0.3)))).code is Code.LLM_TIMEOUT
    assert decode_last_image(await collect_events(provider.generate(make_request())))
    assert len(fake.paid()) == 1


async def test_our_own_rate_limit_applies_to_submissions_and_not_to_polls(
    fake: FakeProviders, tasks: BlobTaskStore
) -> None:
    endpoint = make_endpoint(fake, RateLimit("dashscope", 1, time.monotonic))
    provider = make_provider(endpoint, tasks)
    fake.script("dashscope.submit", {"pause": 0.1, "lasts": 0.1})
    assert decode_last_image(await collect_events(provider.generate(make_request("step-1"))))
    assert (await rejection(provider.generate(make_request("step-2", seconds=5)))).code is Code.LLM_RATE_LIMIT
    assert len(fake.request_log("dashscope.task")) > 1 and len(fake.request_log("dashscope.submit")) == 1
    await endpoint.close()
