"""Asking a chat model: shapes, text as it arrives, the one repair, the cache, what it cost."""

import asyncio
import hashlib
import json
import time
from contextlib import aclosing
from typing import Any

import pytest

from services.common.models.configuration import Role
from services.common.models.values import Held, Piece, Spent
from tests.fixtures.eventually import eventually
from tests.fixtures.pictures import picture
from tests.fixtures.providers import FakeProviders
from tests.integration.models.answering import answering
from tests.integration.models.asking import GOOD, WRONG, Wish, answer, question, say
from tests.integration.models.conftest import Opened, Opening

CHAT = "openai.chat"


def bodies(providers: FakeProviders) -> list[dict[str, Any]]:
    return [entry["body"] for entry in providers.journal(CHAT)]


@pytest.mark.parametrize(
    ("structured", "form"), [("json_schema", "json_schema"), ("json_mode", "json_object"), ("plain", None)]
)
async def test_an_answer_in_a_shape_comes_from_every_kind_of_endpoint(
    structured: str, form: str | None, providers: FakeProviders, open_models: Opening
) -> None:
    models = await open_models(providers.url, structured=structured)

    told = await answer(models.chat, question("画一只猫"))

    assert isinstance(told.answer.value, Wish)
    assert (bodies(providers)[0].get("response_format") or {"type": None})["type"] == form
    assert len(bodies(providers)) == 1


async def test_the_reply_arrives_in_pieces_while_the_answer_is_still_coming(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": GOOD, "pause": 0.05})
    arrived: list[float] = []
    began = time.monotonic()
    async with aclosing(opened_models.chat.answer(question(), Wish)) as telling:
        async for event in telling:
            if isinstance(event, Piece):
                arrived.append(time.monotonic() - began)
    whole = time.monotonic() - began

    assert len(arrived) >= 2
    assert arrived[0] < 0.7 * whole


async def test_the_pieces_together_are_the_reply(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"answer": GOOD})

    told = await answer(opened_models.chat, question())

    assert told.text == GOOD["reply"] == told.answer.value.reply


async def test_plain_words_arrive_in_pieces_that_together_are_the_answer(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": "<think>hm, a cat</think>一只橘猫，坐在窗边，看着外面的雨。"})

    told = await say(opened_models.chat, question())

    assert len(told.pieces) >= 2
    assert told.text == told.answer.value == "一只橘猫，坐在窗边，看着外面的雨。"


async def test_an_answer_of_the_wrong_shape_is_mended_once_with_its_errors_shown(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": WRONG}, {"answer": GOOD})

    told = await answer(opened_models.chat, question())

    own, asked = bodies(providers)[1]["messages"][-2:]
    assert told.answer.value == Wish.model_validate(GOOD)
    assert '"sing"' in own["content"]
    assert "action: Input should be 'paint' or 'adjust'" in asked["content"]


async def test_both_turns_of_a_mended_answer_are_counted(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"answer": WRONG}, {"answer": GOOD})

    told = await answer(opened_models.chat, question())

    assert [spent.output_tokens > 0 for spent in told.spent] == [True, True]
    assert isinstance(told.events[0], Spent)


async def test_a_mended_answers_reply_is_told_when_nothing_was_before(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"answer": WRONG}, {"answer": GOOD})

    assert (await answer(opened_models.chat, question())).text == GOOD["reply"]


async def test_a_mended_answers_reply_is_not_told_over_what_was_shown(
    providers: FakeProviders, opened_models: Opened
) -> None:
    shown = "好的，我来唱一首歌给您听。"
    providers.script(CHAT, {"answer": {**WRONG, "reply": shown}}, {"answer": GOOD})

    assert shown.startswith((await answer(opened_models.chat, question())).text)


async def test_the_request_and_its_repair_are_named_by_the_key(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"answer": WRONG}, {"answer": GOOD})

    await answer(opened_models.chat, question(idempotency_key="run-1:plan:0"))

    keys = [entry["headers"]["idempotency-key"] for entry in providers.journal(CHAT)]
    assert keys == ["run-1:plan:0", "run-1:plan:0-repair"]


async def test_what_an_answer_took_is_told_with_its_price(providers: FakeProviders, opened_models: Opened) -> None:
    (spent,) = (await answer(opened_models.chat, question())).spent

    assert (spent.provider, spent.model, spent.currency) == ("fake", "fake-chat", "USD")
    assert spent.input_tokens > 0
    assert spent.cost == pytest.approx((2 * spent.input_tokens + 8 * spent.output_tokens) / 1e6)


async def test_where_the_provider_tells_no_usage_none_is_invented(
    providers: FakeProviders, opened_models: Opened
) -> None:
    providers.script(CHAT, {"usage": False})

    (spent,) = (await answer(opened_models.chat, question())).spent

    assert (spent.input_tokens, spent.output_tokens, spent.cost) == (0, 0, 0.0)


async def test_a_temperature_is_told_unless_the_model_refuses_it(
    providers: FakeProviders, open_models: Opening
) -> None:
    await answer((await open_models(providers.url)).chat, question(temperature=0.3))
    await answer((await open_models(providers.url, more="fixed_temperature = true")).chat, question())

    assert [body.get("temperature") for body in bodies(providers)] == [0.3, None]


async def test_what_is_configured_for_each_request_is_told_to_the_model(
    providers: FakeProviders, open_models: Opening
) -> None:
    more = 'extra_body = { thinking = { type = "disabled" } }'
    models = await open_models(providers.url, more=more)

    await answer(models.chat, question())

    assert bodies(providers)[0]["thinking"] == {"type": "disabled"}


async def test_one_model_asked_in_two_ways_gives_two_answers(providers: FakeProviders, open_models: Opening) -> None:
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


async def test_a_character_that_the_provider_cuts_in_two_arrives_whole(open_models: Opening) -> None:
    events = [{"content": '{"action": "paint", "reply": "\ud83d'}, {"content": '\ude00 好的"}'}]
    chunks: list[dict[str, Any]] = [{"choices": [{"index": 0, "delta": delta}]} for delta in events]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    async with answering("200 OK\r\nContent-Type: text/event-stream", body.encode()) as (url, _):
        told = await answer((await open_models(url)).chat, question())

    assert told.text == told.answer.value.reply == "😀 好的"


async def test_a_picture_reaches_the_model_whole(providers: FakeProviders, opened_models: Opened) -> None:
    shown = picture(32, 16)

    await answer(opened_models.chat, question(pictures=(shown,)))

    received = bodies(providers)[0]["messages"][-1]["content"][1]["image_url"]["url"]
    assert received["sha256"] == hashlib.sha256(shown).hexdigest()


async def test_an_equal_question_is_answered_from_the_cache(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"answer": GOOD})
    first = await answer(opened_models.chat, question())

    again = await answer(opened_models.chat, question(idempotency_key="another"))

    assert len(providers.journal(CHAT)) == 1
    assert again.answer.cached
    assert again.answer.value == first.answer.value
    assert again.text == GOOD["reply"]
    assert again.spent == []


async def test_plain_words_come_from_the_cache_too(providers: FakeProviders, opened_models: Opened) -> None:
    first = await say(opened_models.chat, question())

    again = await say(opened_models.chat, question())

    assert len(providers.journal(CHAT)) == 1
    assert (again.text, again.answer.cached) == (first.text, True)


async def test_who_changes_a_cached_answer_changes_it_for_nobody_else(opened_models: Opened) -> None:
    (await answer(opened_models.chat, question())).answer.value.reply = "changed"
    (await answer(opened_models.chat, question())).answer.value.reply = "changed"

    assert (await answer(opened_models.chat, question())).answer.value.reply != "changed"


async def test_a_fresh_question_is_asked_anew(providers: FakeProviders, opened_models: Opened) -> None:
    await answer(opened_models.chat, question())

    told = await answer(opened_models.chat, question(fresh=True))

    assert len(providers.journal(CHAT)) == 2
    assert not told.answer.cached


async def test_another_picture_is_another_question(providers: FakeProviders, opened_models: Opened) -> None:
    await answer(opened_models.chat, question(pictures=(picture(32, 16),)))
    await answer(opened_models.chat, question(pictures=(picture(16, 32),)))

    assert len(providers.journal(CHAT)) == 2


async def test_a_failed_answer_is_not_kept(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"finish": "length"})
    assert (await answer(opened_models.chat, question())).error is not None

    assert not (await answer(opened_models.chat, question())).answer.cached


async def test_the_requests_per_minute_are_kept_and_the_wait_is_told(
    providers: FakeProviders, open_models: Opening
) -> None:
    models = await open_models(providers.url, per_minute=1)
    await answer(models.chat, question("one"))
    asked = models.chat.answer(question("two", seconds=300), Wish)

    async with aclosing(asked) as telling:
        held = await anext(telling)

    assert isinstance(held, Held)
    assert 50 < held.seconds <= 60
    assert len(providers.journal(CHAT)) == 1


async def test_the_requests_per_minute_are_shared_by_chat_and_embeddings(
    providers: FakeProviders, open_models: Opening
) -> None:
    models = await open_models(providers.url, per_minute=1)
    await models.embedding.embed(("a cat",), time.monotonic() + 10)

    told = await answer(models.chat, question())

    assert told.error is not None
    assert told.error.code == "LLM_RATE_LIMIT"
    assert providers.journal(CHAT) == []


async def test_who_cancels_ends_the_providers_work(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"answer": "word " * 200, "pause": 0.1})
    asking = asyncio.create_task(say(opened_models.chat, question(seconds=60)))
    await eventually(lambda: providers.journal(CHAT))

    asking.cancel()

    await eventually(lambda: providers.journal(CHAT)[0]["answered"] == "left")


async def test_who_stops_listening_ends_the_providers_work(providers: FakeProviders, opened_models: Opened) -> None:
    providers.script(CHAT, {"answer": "word " * 200, "pause": 0.1})
    async with aclosing(opened_models.chat.say(question(seconds=60))) as telling:
        assert isinstance(await anext(telling), Piece)

    await eventually(lambda: providers.journal(CHAT)[0]["answered"] == "left")
