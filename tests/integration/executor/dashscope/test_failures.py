"""What DashScope refuses, breaks or takes too long for."""

import socket
import time

import pytest
from PIL import Image
from pydantic import SecretStr

from services.common.errors import Code, ReflowError
from services.common.models.endpoint import Endpoint, RealModelCall
from services.common.models.rate import RateLimit
from services.executor.adapters.dashscope import DashScopeImages
from services.executor.adapters.dashscope.api import DashScopeApi
from services.executor.adapters.tasks import BlobTasks
from tests.fixtures.dashscope_images import (
    FAST,
    LONG,
    all_told,
    endpoint_of,
    ordered,
    picture_in,
    png_of,
    refusal,
    source_of,
)
from tests.fixtures.picture_server import picture_server
from tests.fixtures.providers import KEYS, FakeProviders


@pytest.mark.parametrize(
    ("act", "code"),
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
async def test_each_refusal_of_a_submission_has_its_code(
    source: DashScopeImages, fake: FakeProviders, act: dict[str, object], code: Code
) -> None:
    fake.script("dashscope.submit", act)
    refused = await refusal(source.generate(ordered()))
    assert refused.code is code
    assert KEYS["FAKE_DASHSCOPE_KEY"] not in f"{refused} {refused.details}"


async def test_a_rate_limit_says_when_to_come_back(source: DashScopeImages, fake: FakeProviders) -> None:
    fake.script("dashscope.submit", {"failure": "rate_limit", "retry_after": 7})
    assert (await refusal(source.generate(ordered()))).retry_after == 7


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
    source: DashScopeImages, fake: FakeProviders, tasks: BlobTasks, ends: str, code: Code
) -> None:
    fake.script("dashscope.submit", {**FAST, "ends": ends})
    assert (await refusal(source.generate(ordered()))).code is code
    assert await tasks.find("step-1") is None


async def test_a_task_that_succeeds_without_a_picture_is_a_broken_answer(
    source: DashScopeImages, fake: FakeProviders
) -> None:
    fake.script("dashscope.task", {"empty": True})
    assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR


@pytest.mark.parametrize("act", [{"empty": True}, {"failure": "server"}])
async def test_an_answer_at_once_that_has_no_picture_is_an_error_of_the_provider(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders, act: dict[str, object]
) -> None:
    fake.script("dashscope.ask", act)
    refused = await refusal(source_of(endpoint, tasks, "z-image-turbo").generate(ordered()))
    assert refused.code is Code.LLM_API_ERROR


@pytest.mark.parametrize("host", ["10.0.0.1", "169.254.169.254"])
async def test_a_picture_on_a_private_network_is_not_fetched(
    source: DashScopeImages, fake: FakeProviders, host: str
) -> None:
    results = [{"url": f"http://{host}/x.png"}]
    fake.script("dashscope.task", {"answer": {"task_status": "SUCCEEDED", "results": results}})
    refused = await refusal(source.generate(ordered()))
    assert refused.code is Code.LLM_API_ERROR
    assert f"{host} has {host}" in refused.details  # what is closed; a connection would have failed otherwise
    assert "上传" not in refused.text.zh  # nobody gave this address


async def test_a_provider_elsewhere_cannot_have_this_machine_asked() -> None:
    endpoint = Endpoint("dashscope", "https://dashscope.aliyuncs.com/api/v1", None, None, loopback_only=True)
    with picture_server() as nearby, pytest.raises(ReflowError):
        url = nearby.serve("/x.png", png_of(Image.new("RGB", (8, 8))))
        await DashScopeApi(endpoint, time.monotonic).fetch(url, time.monotonic() + LONG)
    assert not nearby.asked
    await endpoint.close()


async def test_a_file_is_no_address_of_a_picture(source: DashScopeImages, fake: FakeProviders) -> None:
    results = [{"url": "file:///etc/hostname"}]
    fake.script("dashscope.task", {"answer": {"task_status": "SUCCEEDED", "results": results}})
    assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR


async def test_an_id_that_would_be_a_path_is_not_asked_after(source: DashScopeImages, fake: FakeProviders) -> None:
    answer = {"output": {"task_id": "../../secrets", "task_status": "PENDING"}}
    fake.script("dashscope.submit", {"answer": answer})
    assert (await refusal(source.generate(ordered()))).code is Code.OUTCOME_UNKNOWN
    assert not fake.journal("dashscope.task")


async def test_a_provider_that_is_not_there_is_an_error_of_the_provider(tasks: BlobTasks) -> None:
    with socket.socket() as held:  # bound, and nobody listens
        held.bind(("127.0.0.1", 0))
        endpoint = Endpoint("dashscope", f"http://127.0.0.1:{held.getsockname()[1]}", None, None, loopback_only=True)
        assert (await refusal(source_of(endpoint, tasks).generate(ordered()))).code is Code.LLM_API_ERROR
    await endpoint.close()


async def test_a_real_provider_is_not_asked_where_only_this_machine_may_be(tasks: BlobTasks) -> None:
    address = "https://dashscope.aliyuncs.com/compatible-mode/v1"
    endpoint = Endpoint("dashscope", address, SecretStr("sk-real"), None, loopback_only=True)
    with pytest.raises(RealModelCall):
        await all_told(source_of(endpoint, tasks).generate(ordered()))
    await endpoint.close()


async def test_a_submission_that_is_not_answered_ends_at_the_deadline(
    source: DashScopeImages, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"hang": True})
    began = time.monotonic()
    assert (await refusal(source.generate(ordered(seconds=0.3)))).code is Code.OUTCOME_UNKNOWN
    assert time.monotonic() - began < 2


async def test_a_task_that_takes_too_long_is_kept_for_the_next_try(
    source: DashScopeImages, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"pause": 0, "lasts": 0.8})
    assert (await refusal(source.generate(ordered(seconds=0.3)))).code is Code.LLM_TIMEOUT
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid()) == 1


async def test_our_own_rate_limit_holds_submissions_and_not_polls(fake: FakeProviders, tasks: BlobTasks) -> None:
    endpoint = endpoint_of(fake, RateLimit("dashscope", 1, time.monotonic))
    source = source_of(endpoint, tasks)
    fake.script("dashscope.submit", {"pause": 0.1, "lasts": 0.1})
    assert picture_in(await all_told(source.generate(ordered("step-1"))))
    assert (await refusal(source.generate(ordered("step-2", seconds=5)))).code is Code.LLM_RATE_LIMIT
    assert len(fake.journal("dashscope.task")) > 1 and len(fake.journal("dashscope.submit")) == 1
    await endpoint.close()
