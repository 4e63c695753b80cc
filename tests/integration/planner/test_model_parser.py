"""Intents by a chat model: its request, the streamed activities, and the intent of its response."""

import json
from typing import Any

import pytest
from reflow.v1 import planner_pb2

from services.common.errors import Code
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.systems.eventually import eventually
from tests.integration.planner.client import STEP_KEY, PlannerClient
from tests.integration.planner.conftest import Serving

ENDPOINT = "openai.chat"
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


def read_body(providers: FakeProviders) -> dict[str, Any]:
    """Return the body of the only request."""
    (request,) = providers.request_log(ENDPOINT)
    return dict(request["body"])


def read_content(body: dict[str, Any]) -> str:
    """Return the messages that the model received in addition to the system prompt."""
    return "\n".join(message["content"] for message in body["messages"] if message["role"] == "user")


async def test_a_message_is_parsed_by_the_model(planner: PlannerClient, providers: FakeProviders) -> None:
    providers.script(ENDPOINT, {"answer": CAT})
    intent = (await planner.parse_intent("画一只赛博朋克风格的猫")).output
    assert intent.action == planner_pb2.ACTION_GENERATE_IMAGE
    assert (intent.subject, intent.style, intent.prompt) == ("猫", "赛博朋克", "一只赛博朋克风格的猫")
    assert (intent.confidence, intent.engine, intent.degraded) == (0.93, "fake/fake-planner", False)
    assert json.loads(intent.raw_response) == CAT


@pytest.mark.parametrize("structured", ["json_schema", "json_mode", "plain"])
async def test_every_kind_of_endpoint_gets_the_schema(
    serving: Serving, providers: FakeProviders, structured: str
) -> None:
    providers.script(ENDPOINT, {"answer": CAT})
    async with serving(structured) as planner:
        assert (await planner.parse_intent("画猫")).output.engine == "fake/fake-planner"
    assert "style_strength" in json.dumps(read_body(providers))


async def test_the_reply_is_emitted_as_messages_before_the_intent(
    planner: PlannerClient, providers: FakeProviders
) -> None:
    providers.script(ENDPOINT, {"answer": CAT})
    result = await planner.parse_intent("画一只赛博朋克风格的猫")
    assert "".join(result.messages) == CAT["reply"]
    assert len(result.messages) > 1
    assert result.responses[-1].HasField("intent")


@pytest.mark.parametrize("reply", ["", "  \n "])
async def test_a_blank_reply_is_not_displayed(planner: PlannerClient, providers: FakeProviders, reply: str) -> None:
    providers.script(ENDPOINT, {"answer": CAT | {"reply": reply}})
    result = await planner.parse_intent("画猫")
    assert result.messages == []
    assert result.output.subject == "猫"


async def test_control_characters_of_a_reply_are_not_displayed(
    planner: PlannerClient, providers: FakeProviders
) -> None:
    providers.script(ENDPOINT, {"answer": CAT | {"reply": "好\x1b[31m的\u202e，\n马上\x00画。"}})
    assert "".join((await planner.parse_intent("画猫")).messages) == "好 [31m的， 马上 画。"


async def test_the_usage_of_the_model_is_emitted(planner: PlannerClient, providers: FakeProviders) -> None:
    providers.script(ENDPOINT, {"answer": CAT})
    (usage,) = (await planner.parse_intent("画猫")).usage
    assert (usage.provider, usage.model, usage.requests, usage.currency) == ("fake", "fake-planner", 1, "CNY")
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0
    assert usage.cost == pytest.approx((usage.input_tokens + 2 * usage.output_tokens) / 1_000_000)


async def test_the_request_has_a_low_temperature_and_the_key_of_the_step(
    planner: PlannerClient, providers: FakeProviders
) -> None:
    await planner.parse_intent("画猫")
    assert read_body(providers)["temperature"] == 0.1
    assert providers.request_log(ENDPOINT)[0]["headers"]["idempotency-key"] == STEP_KEY


@pytest.mark.parametrize(("locale", "language"), [("zh", "Simplified Chinese (简体中文)"), ("en", "English")])
async def test_the_reply_is_requested_in_the_language_of_the_run(
    planner: PlannerClient, providers: FakeProviders, locale: str, language: str
) -> None:
    await planner.parse_intent("画猫", locale=locale)
    assert f"in {language}, plain text" in read_body(providers)["messages"][0]["content"]


async def test_a_follow_up_is_sent_with_the_last_image_and_the_last_messages(
    planner: PlannerClient, providers: FakeProviders
) -> None:
    providers.script(ENDPOINT, {"answer": BRIGHTER})
    messages = [planner_pb2.ChatMessage(role="user", content=f"第{number}句话") for number in range(5)]
    result = await planner.parse_intent("再亮一点", last_result=LAST, messages=messages)
    content = read_content(read_body(providers))
    assert all(message.content in content for message in messages)
    assert all(word in content for word in ("雨夜里的一只猫", "水彩", "再亮一点"))
    assert LAST.asset_id not in content
    assert result.output.action == planner_pb2.ACTION_ADJUST_PARAMETERS
    assert (result.output.subject, dict(result.output.parameters)) == ("猫", {"brightness": 0.15})


async def test_the_same_message_is_sent_once_within_the_hour(planner: PlannerClient, providers: FakeProviders) -> None:
    providers.script(ENDPOINT, {"answer": CAT, "always": True})
    first, again = await planner.parse_intent("画猫"), await planner.parse_intent("画猫")
    assert len(providers.request_log(ENDPOINT)) == 1
    assert again.output == first.output
    assert ("".join(again.messages), again.usage) == (CAT["reply"], [])


async def test_the_same_message_after_another_last_image_is_sent_again(
    planner: PlannerClient, providers: FakeProviders
) -> None:
    providers.script(ENDPOINT, {"answer": BRIGHTER, "always": True})
    await planner.parse_intent("再亮一点", last_result=LAST)
    await planner.parse_intent("再亮一点", last_result=planner_pb2.LastResult(asset_id="sha256-2", prompt="一条狗"))
    assert len(providers.request_log(ENDPOINT)) == 2


async def test_a_fresh_request_bypasses_the_cache(planner: PlannerClient, providers: FakeProviders) -> None:
    providers.script(ENDPOINT, {"answer": CAT, "always": True})
    await planner.parse_intent("画猫")
    assert (await planner.parse_intent("画猫", fresh=True)).usage
    assert len(providers.request_log(ENDPOINT)) == 2


async def test_a_mask_forces_a_repaint_whatever_the_model_answers(
    planner: PlannerClient, providers: FakeProviders
) -> None:
    providers.script(ENDPOINT, {"answer": CAT | {"confidence": 0.3}})
    intent = (await planner.parse_intent("换成一朵玫瑰", has_mask=True)).output
    assert intent.action == planner_pb2.ACTION_INPAINTING
    assert intent.confidence >= 0.9


async def test_a_repaint_without_a_mask_is_an_error(planner: PlannerClient, providers: FakeProviders) -> None:
    providers.script(ENDPOINT, {"answer": CAT | {"action": "inpainting"}})
    result = await planner.parse_intent("把帽子换成红色", last_result=LAST)
    assert result.error is not None
    assert (result.error.code, result.outputs) == (Code.MASK_DATA_MISSING, [])


@pytest.mark.parametrize("fields", [{"text": "🐱！？"}, {"text": "", "has_mask": True}], ids=str)
async def test_a_text_without_words_goes_to_no_model(
    planner: PlannerClient, providers: FakeProviders, fields: dict[str, Any]
) -> None:
    intent = (await planner.parse_intent(**fields)).output
    assert (intent.engine, intent.degraded) == ("builtin", False)
    assert providers.request_log(ENDPOINT) == []


@pytest.mark.parametrize("fields", [{"builtin_only": True}, {"builtin_context": True}], ids=str)
async def test_the_fallback_calls_no_model_and_is_degraded(
    planner: PlannerClient, providers: FakeProviders, fields: dict[str, Any]
) -> None:
    intent = (await planner.parse_intent("画一只水彩风格的猫", **fields)).output
    assert (intent.engine, intent.degraded, intent.confidence) == ("builtin", True, 0.6)
    assert (intent.subject, intent.style) == ("猫", "水彩")
    assert providers.request_log() == []


@pytest.mark.parametrize("fields", [{}, {"builtin_only": True}, {"builtin_context": True}], ids=str)
async def test_without_a_model_nothing_is_degraded(builtin_planner: PlannerClient, fields: dict[str, Any]) -> None:
    intent = (await builtin_planner.parse_intent("画一只水彩风格的猫", **fields)).output
    assert (intent.engine, intent.degraded, intent.subject) == ("builtin", False, "猫")


async def test_cancelling_ends_the_call_to_the_provider(planner: PlannerClient, providers: FakeProviders) -> None:
    providers.script(ENDPOINT, {"hang": True})
    call = planner.start("ParseIntent", text="画猫")
    await call.read()
    await eventually(lambda: providers.request_log(ENDPOINT))
    call.cancel()
    await eventually(lambda: providers.request_log(ENDPOINT)[0]["answered"] == "left")


async def test_the_reasoning_is_a_thought_and_part_of_the_intent_and_a_long_one_is_truncated(
    serving: Serving, providers: FakeProviders
) -> None:
    providers.script(ENDPOINT, {"answer": CAT | {"reasoning": "因为\n" + "猫" * 400}})
    async with serving() as client:
        result = await client.parse_intent("画一只赛博朋克风格的猫")
    reasoning = result.output.reasoning
    assert (reasoning[:4], reasoning[-1], len(reasoning)) == ("因为 猫", "…", 300)
    assert reasoning in [activity.thought.text for activity in result.activities if activity.HasField("thought")]
