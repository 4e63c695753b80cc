"""Each behavior of the fake providers, as a client observes it."""

import asyncio
import json
import time
from typing import Any

import httpx
import openai
import pytest
from openai import AsyncOpenAI

from tests.fixtures.services.providers import KEYS, FakeProviders
from tests.fixtures.systems.eventually import eventually

MESSAGES: Any = [{"role": "user", "content": "画一只猫"}]


async def ask(client: AsyncOpenAI, model: str = "any", text: str = "画一只猫") -> str:
    answer = await client.chat.completions.create(model=model, messages=[{"role": "user", "content": text}])
    return answer.choices[0].message.content or ""


async def stream(client: AsyncOpenAI) -> list[Any]:
    chunks = []
    async for chunk in await client.chat.completions.create(model="any", messages=MESSAGES, stream=True):
        chunks.append(chunk)
    return chunks


def answered(providers: FakeProviders) -> list[str]:
    return [request["answered"] for request in providers.request_log()]


async def test_a_behavior_applies_once_and_then_requests_are_answered_as_usual(
    client: AsyncOpenAI, providers: FakeProviders
) -> None:
    providers.script("openai.chat", {"answer": "first"}, {"answer": {"second": 2}})
    answers = [await ask(client) for _ in range(3)]
    assert answers[:2] == ["first", '{"second": 2}']
    assert "fake model" in answers[2]


async def test_a_behavior_can_apply_to_several_or_all_requests(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"answer": "twice", "times": 2}, {"answer": "ever", "always": True})
    assert [await ask(client) for _ in range(5)] == ["twice", "twice", "ever", "ever", "ever"]


async def test_a_behavior_can_apply_to_one_model_or_one_text(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"answer": "critic", "model": "critic"}, {"answer": "dog", "says": "狗"})
    assert await ask(client, text="画一只狗") == "dog"
    assert await ask(client, model="critic") == "critic"


@pytest.mark.parametrize(
    ("failure", "error", "code"),
    [
        ("key", openai.AuthenticationError, "invalid_api_key"),
        ("quota", openai.RateLimitError, "insufficient_quota"),
        ("rate_limit", openai.RateLimitError, "rate_limit_exceeded"),
        ("model", openai.NotFoundError, "model_not_found"),
        ("content", openai.BadRequestError, "content_policy_violation"),
        ("server", openai.InternalServerError, None),
    ],
)
async def test_a_failure_has_the_format_of_the_provider(
    client: AsyncOpenAI, providers: FakeProviders, failure: str, error: type[openai.APIStatusError], code: str | None
) -> None:
    providers.script("openai.chat", {"failure": failure})
    with pytest.raises(error) as raised:
        await ask(client)
    assert raised.value.code == code
    assert answered(providers) == [failure]
    assert providers.paid() == []


async def test_dashscope_filters_with_a_failure(compatible: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("dashscope.chat", {"content_filter": True})
    with pytest.raises(openai.BadRequestError) as raised:
        await ask(compatible)
    assert raised.value.code == "data_inspection_failed"


async def test_a_status_can_have_its_own_body_and_headers(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"status": 503, "body": "<html>down</html>", "retry_after": 7})
    with pytest.raises(openai.InternalServerError) as raised:
        await ask(client)
    assert raised.value.response.text == "<html>down</html>"
    assert raised.value.response.headers["Retry-After"] == "7"


async def test_a_failure_can_contain_the_key_of_the_caller(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"echo_key": True})
    with pytest.raises(openai.AuthenticationError, match=KEYS["FAKE_OPENAI_KEY"]):
        await ask(client)
    assert KEYS["FAKE_OPENAI_KEY"] not in json.dumps(providers.request_log())


async def test_an_answer_can_be_late(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"delay": 0.3})
    began = time.monotonic()
    await ask(client)
    assert time.monotonic() - began >= 0.3


async def test_chunks_can_be_slow(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"answer": "x" * 24, "pause": 0.1})
    came = [
        time.monotonic()
        async for _ in await client.chat.completions.create(model="any", messages=MESSAGES, stream=True)
    ]
    assert came[-1] - came[0] >= 0.09 * (len(came) - 1)


async def test_a_response_may_never_arrive_and_the_log_states_that_the_client_disconnected(
    client: AsyncOpenAI, providers: FakeProviders
) -> None:
    providers.script("openai.chat", {"hang": True})
    asking = asyncio.create_task(ask(client))
    await eventually(lambda: providers.request_log("openai.chat"))
    assert providers.request_log()[0]["ended_at"] is None
    asking.cancel()
    await eventually(lambda: answered(providers) == ["left"])
    assert providers.paid() == []


async def test_a_request_can_continue_and_be_charged_after_the_caller_has_disconnected(
    client: AsyncOpenAI, providers: FakeProviders
) -> None:
    keyed = {"Idempotency-Key": "one"}
    providers.script("openai.images", {"delay": 60, "works_on": True})
    asking = asyncio.create_task(client.images.generate(model="any", prompt="a cat", extra_headers=keyed))
    await eventually(lambda: providers.request_log())
    asking.cancel()
    await eventually(lambda: answered(providers) == ["left"])
    await client.images.generate(model="any", prompt="a cat", extra_headers=keyed)
    assert [request["replayed"] for request in providers.request_log()] == [False, True]
    assert len(providers.paid()) == 1


async def test_a_connection_can_be_reset(providers: FakeProviders) -> None:
    providers.script("openai.chat", {"reset": True})
    headers = {"Authorization": "Bearer x"}
    with pytest.raises(httpx.ReadError) as raised:
        providers.http.post("/openai/v1/chat/completions", json={"model": "m", "messages": MESSAGES}, headers=headers)
    assert "reset" in str(raised.value).lower()


async def test_a_stream_can_be_cut_off(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"cut_after": 3})
    chunks = []
    with pytest.raises(openai.APIConnectionError):
        async for chunk in await client.chat.completions.create(model="any", messages=MESSAGES, stream=True):
            chunks.append(chunk)
    assert len(chunks) == 3
    assert answered(providers) == ["cut"]
    assert len(providers.paid()) == 1


async def test_an_answer_that_is_not_streamed_can_be_cut_off(providers: FakeProviders) -> None:
    providers.script("openai.chat", {"cut_after": 20})
    headers = {"Authorization": "Bearer x"}
    with pytest.raises(httpx.RemoteProtocolError, match=r"incomplete|closed"):
        providers.http.post("/openai/v1/chat/completions", json={"model": "m", "messages": MESSAGES}, headers=headers)


async def test_a_stream_can_fail_in_the_middle(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"after_chunks": 2, "failure": "server"})
    with pytest.raises(openai.APIError, match="server had an error"):
        await stream(client)


async def test_an_answer_can_be_invalid_json(providers: FakeProviders) -> None:
    providers.script("openai.chat", {"broken": True})
    headers = {"Authorization": "Bearer x"}
    answer = providers.http.post(
        "/openai/v1/chat/completions", json={"model": "m", "messages": MESSAGES}, headers=headers
    )
    with pytest.raises(ValueError, match=r"Expecting|Unterminated"):
        json.loads(answer.text)


async def test_a_chunk_can_be_invalid_json(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"broken": True})
    with pytest.raises(ValueError, match=r"Expecting|Unterminated"):
        await stream(client)


async def test_an_answer_can_be_empty(client: AsyncOpenAI, providers: FakeProviders) -> None:
    for endpoint in ("openai.chat", "openai.images", "openai.embeddings"):
        providers.script(endpoint, {"empty": True})
    assert (await client.chat.completions.create(model="any", messages=MESSAGES)).choices == []
    assert (await client.images.generate(model="any", prompt="a cat")).data == []
    raw = await client.embeddings.with_raw_response.create(model="any", input="cat", encoding_format="base64")
    assert raw.http_response.json()["data"] == []


async def test_the_filter_can_end_an_answer(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"content_filter": True, "answer": "half of this"})
    answer = await client.chat.completions.create(model="any", messages=MESSAGES)
    assert (answer.choices[0].finish_reason, answer.choices[0].message.content) == ("content_filter", "half o")


async def test_a_model_can_decline_or_run_out_of_tokens(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"refusal": "No."}, {"finish": "length"})
    declined, short = [await client.chat.completions.create(model="any", messages=MESSAGES) for _ in range(2)]
    assert (declined.choices[0].message.refusal, declined.choices[0].message.content) == ("No.", None)
    assert short.choices[0].finish_reason == "length"


async def test_an_answer_can_lack_usage(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"usage": False, "times": 2})
    assert (await client.chat.completions.create(model="any", messages=MESSAGES)).usage is None
    stream = await client.chat.completions.create(
        model="any", messages=MESSAGES, stream=True, stream_options={"include_usage": True}
    )
    assert all(chunk.usage is None for chunk in [chunk async for chunk in stream])


async def test_a_rate_limit_accepts_only_its_number_of_requests(client: AsyncOpenAI, providers: FakeProviders) -> None:
    providers.script("openai.chat", {"per_minute": 2}, {"answer": "a"}, {"answer": "b"}, {"answer": "c"})
    assert [await ask(client), await ask(client)] == ["a", "b"]
    with pytest.raises(openai.RateLimitError) as raised:
        await ask(client)
    assert 1 <= float(raised.value.response.headers["Retry-After"]) <= 60
    assert answered(providers) == ["answer", "answer", "rate_limit"]


async def test_a_rate_limit_accepts_requests_again_after_its_period(
    client: AsyncOpenAI, providers: FakeProviders
) -> None:
    providers.script("openai.chat", {"per_minute": 1, "window": 0.2})
    await ask(client)

    async def open_again() -> bool:
        try:
            return bool(await ask(client))
        except openai.RateLimitError:
            return False

    assert await eventually(open_again, pause=0.05)
