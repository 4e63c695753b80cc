"""Chat as the real client of OpenAI's API reads it."""

import base64
import json
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI
from pydantic import BaseModel, Field

from services.fake_providers.pictures import painted
from services.planner.domain.answer import ParsedIntent
from tests.fixtures.providers import FakeProviders

ASKED: Any = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "画一只猫"}]


class Judgement(BaseModel):
    verdict: str
    score: float = Field(ge=0, le=0.5)
    marks: list[int] = Field(min_length=2)


async def test_an_answer_says_that_it_is_fake_and_what_it_took(client: AsyncOpenAI) -> None:
    answer = await client.chat.completions.create(model="any", messages=ASKED)
    assert "fake model" in (answer.choices[0].message.content or "")
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage is not None
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens > 1


async def test_a_streamed_answer_is_the_same_in_pieces_with_usage_last(client: AsyncOpenAI) -> None:
    whole = await client.chat.completions.create(model="any", messages=ASKED)
    stream = await client.chat.completions.create(
        model="any", messages=ASKED, stream=True, stream_options={"include_usage": True}
    )
    chunks = [chunk async for chunk in stream]
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == whole.choices[0].message.content
    assert chunks[-1].usage == whole.usage and chunks[-1].choices == []
    assert chunks[-2].choices[0].finish_reason == "stop"


async def test_a_stream_tells_no_usage_unless_asked(client: AsyncOpenAI) -> None:
    stream = await client.chat.completions.create(model="any", messages=ASKED, stream=True)
    assert all(chunk.usage is None for chunk in [chunk async for chunk in stream])


async def test_a_json_schema_is_answered_with_an_instance_of_it(client: AsyncOpenAI) -> None:
    answer = await client.chat.completions.parse(model="any", messages=ASKED, response_format=Judgement)
    parsed = answer.choices[0].message.parsed
    assert parsed is not None
    assert (parsed.verdict, parsed.score, len(parsed.marks)) == ("画一只猫", 0.5, 2)


async def test_a_schema_that_only_the_prompt_spells_is_answered_with_an_instance_of_it(client: AsyncOpenAI) -> None:
    spelled = f"Answer with JSON of this schema: {json.dumps(ParsedIntent.model_json_schema())}"
    messages: Any = [
        {"role": "system", "content": spelled},
        {"role": "user", "content": "Facts: {}\n\n⟦newest-message⟧\n画一只猫\n⟦/newest-message⟧"},
    ]
    answer = await client.chat.completions.create(
        model="any", messages=messages, response_format={"type": "json_object"}
    )
    intent = ParsedIntent.model_validate_json(answer.choices[0].message.content or "")
    assert (intent.subject, intent.confidence) == ("画一只猫", 0.9)


async def test_a_picture_is_looked_at_and_only_its_digest_is_written_down(
    client: AsyncOpenAI, providers: FakeProviders
) -> None:
    png = painted("a cat", 1, 64, 64)
    url = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    messages: Any = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]
    answer = await client.chat.completions.create(model="any", messages=messages)
    assert answer.usage is not None and answer.usage.prompt_tokens > 255
    (request,) = providers.journal("openai.chat")
    assert request["body"]["messages"][0]["content"][0]["image_url"]["url"]["bytes"] == len(png)
    assert url[40:80] not in json.dumps(request)


async def test_what_is_no_picture_is_refused(client: AsyncOpenAI) -> None:
    url = f"data:image/png;base64,{base64.b64encode(b'no picture' * 30).decode()}"
    messages: Any = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]
    with pytest.raises(openai.BadRequestError, match="unsupported image"):
        await client.chat.completions.create(model="any", messages=messages)


async def test_a_request_without_messages_is_refused_and_written_down(
    client: AsyncOpenAI, providers: FakeProviders
) -> None:
    with pytest.raises(openai.BadRequestError) as raised:
        await client.chat.completions.create(model="any", messages=[])
    assert raised.value.param == "messages"
    assert [request["answered"] for request in providers.journal("openai.chat")] == ["invalid"]


async def test_without_a_key_there_is_no_answer(providers: FakeProviders) -> None:
    answer = providers.http.post("/openai/v1/chat/completions", json={"model": "any", "messages": ASKED})
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "invalid_api_key"


async def test_dashscope_speaks_the_same(compatible: AsyncOpenAI, providers: FakeProviders) -> None:
    answer = await compatible.chat.completions.create(model="qwen-plus", messages=ASKED)
    assert answer.choices[0].message.content
    assert [request["model"] for request in providers.journal("dashscope.chat")] == ["qwen-plus"]


async def test_the_models_are_listed(client: AsyncOpenAI) -> None:
    assert "fake-chat" in [model.id async for model in client.models.list()]
