"""Chat as the real client of OpenAI's API reads it."""

import base64
import json
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI
from pydantic import BaseModel, Field

from services.fake_providers.image_generator import generate_png
from services.planner.domain.intent_answer import ParsedIntent
from tests.fixtures.services.providers import FakeProviders

MESSAGES: Any = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "画一只猫"}]


class Judgment(BaseModel):
    verdict: str
    score: float = Field(ge=0, le=0.5)
    scores: list[int] = Field(min_length=2)


async def test_an_answer_states_that_it_is_fake_and_has_usage(client: AsyncOpenAI) -> None:
    answer = await client.chat.completions.create(model="any", messages=MESSAGES)
    assert "fake model" in (answer.choices[0].message.content or "")
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage is not None
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens > 1


async def test_a_streamed_answer_is_the_same_in_chunks_with_usage_last(client: AsyncOpenAI) -> None:
    whole = await client.chat.completions.create(model="any", messages=MESSAGES)
    stream = await client.chat.completions.create(
        model="any", messages=MESSAGES, stream=True, stream_options={"include_usage": True}
    )
    chunks = [chunk async for chunk in stream]
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == whole.choices[0].message.content
    assert chunks[-1].usage == whole.usage and chunks[-1].choices == []
    assert chunks[-2].choices[0].finish_reason == "stop"


async def test_a_stream_has_no_usage_unless_requested(client: AsyncOpenAI) -> None:
    stream = await client.chat.completions.create(model="any", messages=MESSAGES, stream=True)
    usages = [chunk.usage async for chunk in stream]
    assert usages and not any(usages)


async def test_a_json_schema_is_answered_with_an_instance_of_it(client: AsyncOpenAI) -> None:
    answer = await client.chat.completions.parse(model="any", messages=MESSAGES, response_format=Judgment)
    parsed = answer.choices[0].message.parsed
    assert parsed is not None
    assert (parsed.verdict, parsed.score, len(parsed.scores)) == ("画一只猫", 0.5, 2)


async def test_a_schema_that_only_the_prompt_contains_is_answered_with_an_instance_of_it(client: AsyncOpenAI) -> None:
    schema_json = f"Answer with JSON of this schema: {json.dumps(ParsedIntent.model_json_schema())}"
    messages: Any = [
        {"role": "system", "content": schema_json},
        {"role": "user", "content": "Facts: {}\n\n⟦newest-message⟧\n画一只猫\n⟦/newest-message⟧"},
    ]
    answer = await client.chat.completions.create(
        model="any", messages=messages, response_format={"type": "json_object"}
    )
    intent = ParsedIntent.model_validate_json(answer.choices[0].message.content or "")
    assert (intent.subject, intent.confidence) == ("画一只猫", 0.9)


async def test_an_image_is_accepted_and_only_its_digest_is_logged(
    client: AsyncOpenAI, providers: FakeProviders
) -> None:
    png = generate_png("a cat", 1, 64, 64)
    url = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    messages: Any = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]
    answer = await client.chat.completions.create(model="any", messages=messages)
    assert answer.usage is not None and answer.usage.prompt_tokens > 255
    (request,) = providers.request_log("openai.chat")
    assert request["body"]["messages"][0]["content"][0]["image_url"]["url"]["bytes"] == len(png)
    assert url[40:80] not in json.dumps(request)


async def test_an_invalid_image_is_rejected(client: AsyncOpenAI) -> None:
    url = f"data:image/png;base64,{base64.b64encode(b'no image' * 30).decode()}"
    messages: Any = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]
    with pytest.raises(openai.BadRequestError, match="unsupported image"):
        await client.chat.completions.create(model="any", messages=messages)


async def test_a_request_without_messages_is_rejected_and_logged(client: AsyncOpenAI, providers: FakeProviders) -> None:
    with pytest.raises(openai.BadRequestError) as raised:
        await client.chat.completions.create(model="any", messages=[])
    assert raised.value.param == "messages"
    assert [request["answered"] for request in providers.request_log("openai.chat")] == ["invalid"]


async def test_without_a_key_there_is_no_answer(providers: FakeProviders) -> None:
    answer = providers.http.post("/openai/v1/chat/completions", json={"model": "any", "messages": MESSAGES})
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "invalid_api_key"


async def test_dashscope_has_the_same_chat_api(compatible: AsyncOpenAI, providers: FakeProviders) -> None:
    answer = await compatible.chat.completions.create(model="qwen-plus", messages=MESSAGES)
    assert answer.choices[0].message.content
    assert [request["model"] for request in providers.request_log("dashscope.chat")] == ["qwen-plus"]


async def test_the_models_are_listed(client: AsyncOpenAI) -> None:
    assert "fake-chat" in [model.id async for model in client.models.list()]
