"""Wishes understood by a chat model: what it is asked, what people hear, what comes of its answer."""

import json
from typing import Any

import pytest
from reflow.v1 import planner_pb2

from services.common.errors import Code
from tests.fixtures.eventually import eventually
from tests.fixtures.providers import FakeProviders
from tests.integration.planner.conftest import STEP_KEY, Planner, Serving

DOOR = "openai.chat"
CAT = {
    "action": "generate_image",
    "subject": "猫",
    "style": "赛博朋克",
    "confidence": 0.93,
    "prompt": "一只赛博朋克风格的猫",
    "parameters": {},
    "reply": "好的，这就画一只赛博朋克风格的猫。",
}
BRIGHTER = {"action": "adjust_parameters", "confidence": 0.9, "parameters": {"brightness": 0.15}, "reply": "调亮了。"}
LAST = planner_pb2.LastResult(
    asset_id="sha256-1", prompt="雨夜里的一只猫", subject="猫", style="水彩", seed=7, width=1024, height=768
)


def asked(providers: FakeProviders) -> dict[str, Any]:
    """Return the body of the one request there was."""
    (request,) = providers.journal(DOOR)
    return dict(request["body"])


def told(body: dict[str, Any]) -> str:
    """Return what the model was told beside the instructions."""
    return "\n".join(message["content"] for message in body["messages"] if message["role"] == "user")


async def test_a_wish_is_understood_by_the_model(planner: Planner, providers: FakeProviders) -> None:
    providers.script(DOOR, {"answer": CAT})
    intent = (await planner.ask("画一只赛博朋克风格的猫")).intent
    assert intent.action == planner_pb2.ACTION_GENERATE_IMAGE
    assert (intent.subject, intent.style, intent.prompt) == ("猫", "赛博朋克", "一只赛博朋克风格的猫")
    assert (intent.confidence, intent.engine, intent.degraded) == (0.93, "fake/fake-planner", False)
    assert json.loads(intent.raw_response) == CAT


@pytest.mark.parametrize("structured", ["json_schema", "json_mode", "plain"])
async def test_every_kind_of_endpoint_is_told_the_shape(
    serving: Serving, providers: FakeProviders, structured: str
) -> None:
    providers.script(DOOR, {"answer": CAT})
    async with serving(structured) as planner:
        assert (await planner.ask("画猫")).intent.engine == "fake/fake-planner"
    assert "style_strength" in json.dumps(asked(providers))


async def test_the_reply_comes_as_messages_before_the_intent(planner: Planner, providers: FakeProviders) -> None:
    providers.script(DOOR, {"answer": CAT})
    heard = await planner.ask("画一只赛博朋克风格的猫")
    assert "".join(heard.messages) == CAT["reply"]
    assert len(heard.messages) > 1
    assert heard.responses[-1].HasField("intent")


@pytest.mark.parametrize("reply", ["", "  \n "])
async def test_a_reply_that_says_nothing_is_not_shown(planner: Planner, providers: FakeProviders, reply: str) -> None:
    providers.script(DOOR, {"answer": CAT | {"reply": reply}})
    heard = await planner.ask("画猫")
    assert heard.messages == []
    assert heard.intent.subject == "猫"


async def test_control_characters_of_a_reply_are_not_shown(planner: Planner, providers: FakeProviders) -> None:
    providers.script(DOOR, {"answer": CAT | {"reply": "好\x1b[31m的\u202e，\n马上\x00画。"}})
    assert "".join((await planner.ask("画猫")).messages) == "好 [31m的， 马上 画。"


async def test_what_the_model_took_is_told(planner: Planner, providers: FakeProviders) -> None:
    providers.script(DOOR, {"answer": CAT})
    (usage,) = (await planner.ask("画猫")).usage
    assert (usage.provider, usage.model, usage.requests, usage.currency) == ("fake", "fake-planner", 1, "CNY")
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0
    assert usage.cost == pytest.approx((usage.input_tokens + 2 * usage.output_tokens) / 1_000_000)


async def test_the_model_is_asked_at_a_low_temperature_under_the_key_of_the_step(
    planner: Planner, providers: FakeProviders
) -> None:
    await planner.ask("画猫")
    assert asked(providers)["temperature"] == 0.1
    assert providers.journal(DOOR)[0]["headers"]["idempotency-key"] == STEP_KEY


@pytest.mark.parametrize(("locale", "language"), [("zh", "Simplified Chinese (简体中文)"), ("en", "English")])
async def test_the_reply_is_asked_for_in_the_language_of_the_run(
    planner: Planner, providers: FakeProviders, locale: str, language: str
) -> None:
    await planner.ask("画猫", locale=locale)
    assert f"in {language}, plain text" in asked(providers)["messages"][0]["content"]


async def test_a_follow_up_is_asked_with_the_last_picture_and_the_last_messages(
    planner: Planner, providers: FakeProviders
) -> None:
    providers.script(DOOR, {"answer": BRIGHTER})
    said = [planner_pb2.ChatMessage(role="user", content=f"第{number}句话") for number in range(5)]
    heard = await planner.ask("再亮一点", last_result=LAST, messages=said)
    content = told(asked(providers))
    assert all(message.content in content for message in said)
    assert all(word in content for word in ("雨夜里的一只猫", "水彩", "再亮一点"))
    assert LAST.asset_id not in content
    assert heard.intent.action == planner_pb2.ACTION_ADJUST_PARAMETERS
    assert (heard.intent.subject, dict(heard.intent.parameters)) == ("猫", {"brightness": 0.15})


async def test_the_same_wish_is_asked_once_within_the_hour(planner: Planner, providers: FakeProviders) -> None:
    providers.script(DOOR, {"answer": CAT, "always": True})
    first, again = await planner.ask("画猫"), await planner.ask("画猫")
    assert len(providers.journal(DOOR)) == 1
    assert again.intent == first.intent
    assert ("".join(again.messages), again.usage) == (CAT["reply"], [])


async def test_the_same_wish_of_a_session_with_another_last_picture_is_asked_anew(
    planner: Planner, providers: FakeProviders
) -> None:
    providers.script(DOOR, {"answer": BRIGHTER, "always": True})
    await planner.ask("再亮一点", last_result=LAST)
    await planner.ask("再亮一点", last_result=planner_pb2.LastResult(asset_id="sha256-2", prompt="一条狗"))
    assert len(providers.journal(DOOR)) == 2


async def test_who_asks_for_fresh_is_not_answered_from_the_cache(planner: Planner, providers: FakeProviders) -> None:
    providers.script(DOOR, {"answer": CAT, "always": True})
    await planner.ask("画猫")
    assert (await planner.ask("画猫", fresh=True)).usage
    assert len(providers.journal(DOOR)) == 2


async def test_a_mask_forces_a_repaint_whatever_the_model_says(planner: Planner, providers: FakeProviders) -> None:
    providers.script(DOOR, {"answer": CAT | {"confidence": 0.3}})
    intent = (await planner.ask("换成一朵玫瑰", has_mask=True)).intent
    assert intent.action == planner_pb2.ACTION_INPAINTING
    assert intent.confidence >= 0.9


async def test_a_repaint_without_a_mask_asks_for_the_area(planner: Planner, providers: FakeProviders) -> None:
    providers.script(DOOR, {"answer": CAT | {"action": "inpainting"}})
    heard = await planner.ask("把帽子换成红色", last_result=LAST)
    assert heard.error is not None
    assert (heard.error.code, heard.intents) == (Code.MASK_DATA_MISSING, [])


@pytest.mark.parametrize("fields", [{"text": "🐱！？"}, {"text": "", "has_mask": True}], ids=str)
async def test_where_nothing_is_said_in_words_no_model_is_asked(
    planner: Planner, providers: FakeProviders, fields: dict[str, Any]
) -> None:
    intent = (await planner.ask(**fields)).intent
    assert (intent.engine, intent.degraded) == ("builtin", False)
    assert providers.journal(DOOR) == []


@pytest.mark.parametrize("fields", [{"builtin_only": True}, {"builtin_context": True}], ids=str)
async def test_the_fallback_asks_no_model_and_says_that_it_stands_in_for_one(
    planner: Planner, providers: FakeProviders, fields: dict[str, Any]
) -> None:
    intent = (await planner.ask("画一只水彩风格的猫", **fields)).intent
    assert (intent.engine, intent.degraded, intent.confidence) == ("builtin", True, 0.6)
    assert (intent.subject, intent.style) == ("猫", "水彩")
    assert providers.journal() == []


@pytest.mark.parametrize("fields", [{}, {"builtin_only": True}, {"builtin_context": True}], ids=str)
async def test_without_a_model_nothing_is_degraded(builtin_planner: Planner, fields: dict[str, Any]) -> None:
    intent = (await builtin_planner.ask("画一只水彩风格的猫", **fields)).intent
    assert (intent.engine, intent.degraded, intent.subject) == ("builtin", False, "猫")


async def test_cancelling_ends_the_call_to_the_provider(planner: Planner, providers: FakeProviders) -> None:
    providers.script(DOOR, {"hang": True})
    call = planner.call("画猫")
    await call.read()
    await eventually(lambda: providers.journal(DOOR))
    call.cancel()
    await eventually(lambda: providers.journal(DOOR)[0]["answered"] == "left")
