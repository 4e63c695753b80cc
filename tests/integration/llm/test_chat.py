"""Calls of a chat model: schemas, streamed text, the repair request, the cache, the cost."""

import asyncio
import hashlib
import json
import time
from contextlib import aclosing
from typing import Any

import pytest

from services.common.contract.activity import Usage
from services.common.llm.configuration import Role
from services.common.llm.values import RateLimited, TextDelta
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.services.sample_images import encode_image
from tests.fixtures.systems.eventually import eventually
from tests.integration.llm.conftest import Opened, Opening
from tests.integration.llm.model_answers import answering
from tests.integration.llm.model_calls import GOOD, WRONG, Prompt, answer, question, text

CHAT = "openai.chat"


def bodies(providers: FakeProviders) -> list[dict[str, Any]]:
    return [entry["body"] for entry in providers.request_log(CHAT)]


@pytest.mark.parametrize(
    ("structured", "form"), [("json_schema", "json_schema"), ("json_mode", "json_object"), ("plain", None)]
)
async def test_every_kind_of_endpoint_returns_an_answer_that_fits_the_schema(
    structured: str, form: str | None, providers: FakeProviders, open_models: Opening
) -> None:
    models = await open_models(providers.url, structured=structured)

    reported = await answer(models.chat, question("画一只猫"))

    assert isinstance(reported.answer.value, Prompt)
    assert (bodies(providers)[0].get("response_format") or {"type": None})["type"] == form
    assert len(bodies(providers)) == 1


async def test_the_reply_arrives_in_chunks_while_the_answer_is_still_coming(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": GOOD, "pause": 0.05})
    arrived: list[float] = []
    began = time.monotonic()
    async with aclosing(opened_models.chat.answer(question(), Prompt)) as reporting:
        async for event in reporting:
            if isinstance(event, TextDelta):
                arrived.append(time.monotonic() - began)
    whole = time.monotonic() - began

    assert len(arrived) >= 2
    assert arrived[0] < 0.7 * whole


async def test_the_chunks_together_are_the_reply(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"answer": GOOD})

    reported = await answer(opened_models.chat, question())

    assert reported.text == GOOD["reply"] == reported.answer.value.reply


async def test_plain_text_arrives_in_chunks_that_together_are_the_answer(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": "<think>hm, a cat</think>一只橘猫，坐在窗边，看着外面的雨。"})

    reported = await text(opened_models.chat, question())

    assert len(reported.chunks) >= 2
    assert reported.text == reported.answer.value == "一只橘猫，坐在窗边，看着外面的雨。"


async def test_an_answer_outside_the_schema_gets_one_repair_request_with_its_errors(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": WRONG}, {"answer": GOOD})

    reported = await answer(opened_models.chat, question())

    own, requested = bodies(providers)[1]["messages"][-2:]
    assert reported.answer.value == Prompt.model_validate(GOOD)
    assert '"sing"' in own["content"]
    assert "action: Input should be 'paint' or 'adjust'" in requested["content"]


async def test_the_usage_of_a_request_and_its_repair_is_counted(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": WRONG}, {"answer": GOOD})

    reported = await answer(opened_models.chat, question())

    assert [used.output_tokens > 0 for used in reported.used] == [True, True]
    assert isinstance(reported.events[0], Usage)


async def test_a_repaired_reply_is_emitted_when_nothing_was_emitted_before(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": WRONG}, {"answer": GOOD})

    assert (await answer(opened_models.chat, question())).text == GOOD["reply"]


async def test_a_repaired_reply_does_not_replace_text_that_was_already_emitted(
    providers: FakeProviders, opened_models: Opened
) -> None:
    shown = "好的，我来唱一首歌给您听。"
    providers.script(CHAT, {"answer": {**WRONG, "reply": shown}}, {"answer": GOOD})

    assert shown.startswith((await answer(opened_models.chat, question())).text)


async def test_a_request_and_its_repair_have_different_idempotency_keys(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": WRONG}, {"answer": GOOD})

    await answer(opened_models.chat, question(idempotency_key="run-1:plan:0"))

    keys = [entry["headers"]["idempotency-key"] for entry in providers.request_log(CHAT)]
    assert keys == ["run-1:plan:0", "run-1:plan:0-repair"]


async def test_the_usage_of_an_answer_is_reported_with_its_price(
    providers: FakeProviders, opened_models: Opened
) -> None:
    (used,) = (await answer(opened_models.chat, question())).used

    assert (used.provider, used.model, used.currency) == ("fake", "fake-chat", "USD")
    assert used.input_tokens > 0
    assert used.cost == pytest.approx((2 * used.input_tokens + 8 * used.output_tokens) / 1e6)


async def test_no_usage_is_invented_when_the_provider_reports_none(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"usage": False})

    (used,) = (await answer(opened_models.chat, question())).used

    assert (used.input_tokens, used.output_tokens, used.cost) == (0, 0, 0.0)


async def test_a_temperature_is_sent_unless_the_model_has_a_fixed_one(
    providers: FakeProviders, open_models: Opening
) -> None:
    await answer((await open_models(providers.url)).chat, question(temperature=0.3))
    await answer((await open_models(providers.url, more="fixed_temperature = true")).chat, question())

    assert [body.get("temperature") for body in bodies(providers)] == [0.3, None]


async def test_the_configuration_of_each_request_is_sent_to_the_model(
    providers: FakeProviders, open_models: Opening
) -> None:
    more = 'extra_body = { thinking = { type = "disabled" } }'
    models = await open_models(providers.url, more=more)

    await answer(models.chat, question())

    assert bodies(providers)[0]["thinking"] == {"type": "disabled"}


async def test_one_model_with_two_configurations_does_not_share_cached_answers(
    providers: FakeProviders, open_models: Opening
) -> None:
    more = """
[roles.writer]
provider = "fake"
model = "fake-chat"
extra_body = { reasoning_effort = "high" }
"""
    models = await open_models(providers.url, more=more)
    writer = models.models.chat(Role.WRITER)
    assert writer is not None
    await answer(models.chat, question())

    assert not (await answer(writer, question())).answer.cached


async def test_a_character_that_the_provider_splits_in_two_arrives_complete(open_models: Opening) -> None:
    events = [{"content": '{"action": "paint", "reply": "\ud83d'}, {"content": '\ude00 好的"}'}]
    chunks: list[dict[str, Any]] = [{"choices": [{"index": 0, "delta": delta}]} for delta in events]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    async with answering("200 OK\r\nContent-Type: text/event-stream", body.encode()) as (url, _):
        reported = await answer((await open_models(url)).chat, question())

    assert reported.text == reported.answer.value.reply == "😀 好的"


async def test_an_image_reaches_the_model_unchanged(providers: FakeProviders, opened_models: Opened) -> None:
    shown = encode_image(32, 16)

    await answer(opened_models.chat, question(images=(shown,)))

    received = bodies(providers)[0]["messages"][-1]["content"][1]["image_url"]["url"]
    assert received["sha256"] == hashlib.sha256(shown).hexdigest()


async def test_an_equal_request_is_answered_from_the_cache(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"answer": GOOD})
    first = await answer(opened_models.chat, question())

    again = await answer(opened_models.chat, question(idempotency_key="another"))

    assert len(providers.request_log(CHAT)) == 1
    assert again.answer.cached
    assert again.answer.value == first.answer.value
    assert again.text == GOOD["reply"]
    assert again.used == []


async def test_plain_text_also_comes_from_the_cache(providers: FakeProviders, opened_models: Opened) -> None:
    first = await text(opened_models.chat, question())

    again = await text(opened_models.chat, question())

    assert len(providers.request_log(CHAT)) == 1
    assert (again.text, again.answer.cached) == (first.text, True)


async def test_a_change_of_a_cached_answer_does_not_reach_other_callers(opened_models: Opened) -> None:
    (await answer(opened_models.chat, question())).answer.value.reply = "changed"
    (await answer(opened_models.chat, question())).answer.value.reply = "changed"

    assert (await answer(opened_models.chat, question())).answer.value.reply != "changed"


async def test_a_fresh_request_is_sent_again(providers: FakeProviders, opened_models: Opened) -> None:
    await answer(opened_models.chat, question())

    reported = await answer(opened_models.chat, question(fresh=True))

    assert len(providers.request_log(CHAT)) == 2
    assert not reported.answer.cached


async def test_a_request_with_another_image_is_not_answered_from_the_cache(
    providers: FakeProviders, opened_models: Opened
) -> None:
    await answer(opened_models.chat, question(images=(encode_image(32, 16),)))
    await answer(opened_models.chat, question(images=(encode_image(16, 32),)))

    assert len(providers.request_log(CHAT)) == 2


async def test_a_failed_answer_is_not_stored(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"finish": "length"})
    assert (await answer(opened_models.chat, question())).error is not None

    assert not (await answer(opened_models.chat, question())).answer.cached


async def test_the_limit_of_requests_per_minute_is_enforced_and_the_wait_is_reported(
    providers: FakeProviders, open_models: Opening
) -> None:
    models = await open_models(providers.url, per_minute=1)
    await answer(models.chat, question("one"))
    requested = models.chat.answer(question("two", seconds=300), Prompt)

    async with aclosing(requested) as reporting:
        limited = await anext(reporting)

    assert isinstance(limited, RateLimited)
    assert 50 < limited.seconds <= 60
    assert len(providers.request_log(CHAT)) == 1


async def test_chat_and_embeddings_share_the_requests_per_minute(
    providers: FakeProviders, open_models: Opening
) -> None:
    models = await open_models(providers.url, per_minute=1)
    await models.embedding.embed(("a cat",), time.monotonic() + 10)

    reported = await answer(models.chat, question())

    assert reported.error is not None
    assert reported.error.code == "LLM_RATE_LIMIT"
    assert providers.request_log(CHAT) == []


async def test_cancelling_a_call_cancels_the_request_to_the_provider(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": "word " * 200, "pause": 0.1})
    asking = asyncio.create_task(text(opened_models.chat, question(seconds=60)))
    await eventually(lambda: providers.request_log(CHAT))

    asking.cancel()

    await eventually(lambda: providers.request_log(CHAT)[0]["answered"] == "left")


async def test_closing_the_stream_cancels_the_request_to_the_provider(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": "word " * 200, "pause": 0.1})
    async with aclosing(opened_models.chat.complete(question(seconds=60))) as reporting:
        assert isinstance(await anext(reporting), TextDelta)

    await eventually(lambda: providers.request_log(CHAT)[0]["answered"] == "left")
