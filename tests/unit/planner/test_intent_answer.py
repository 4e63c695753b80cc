"""Schema of a model's response about a message, and its intent, even if the response is manipulated."""

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from services.common.contract.image_chat import Action
from services.common.contract.requests import ParseIntent
from services.common.contract.session import ChatMessage, LastResult
from services.common.text.parameters import GEOMETRY, LEVELS
from services.planner.domain.intent_answer import MAX_RAW_LENGTH, ParameterChanges, ParsedIntent, to_intent

LAST = LastResult("asset", "一只赛博朋克风格的猫", "猫", "赛博朋克", 7, 1024, 768)
REQUEST = ParseIntent("画一只猫", last_result=LAST)
NAMES = (*LEVELS, *GEOMETRY)

NUMBERS = st.one_of(st.floats(), st.integers(-3000, 3000), st.floats(-1, 1), st.sampled_from([0, 512, 90, 0.15]))
ANYTHING = st.one_of(st.none(), st.booleans(), NUMBERS, st.text(max_size=30), st.lists(st.integers(), max_size=2))
STRINGS = st.one_of(st.text(max_size=60), st.sampled_from(["", " ", "\x00", "\u202e猫\n\ta", "👩\u200d🚀"]))
INVALID_VALUES = st.one_of(
    ANYTHING, st.sampled_from(["\ud800", "a" * 2001, "x" * 201, {"steps": 3}, {"brightness": 2}])
)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.floats(-1, 1) for name in LEVELS},
        **{name: st.integers(64, 2048) for name in ("width", "height")},
        **{name: st.floats(0, 0.999) for name in GEOMETRY if name.startswith("crop")},
        "rotate": st.floats(-360, 360),
    },
)
VALID = st.fixed_dictionaries(
    {"action": st.sampled_from([action.value for action in Action]), "confidence": st.floats(0, 1)},
    optional={**dict.fromkeys(("subject", "style", "prompt", "reply"), STRINGS), "parameters": CHANGES},
)
INVALID = st.builds(
    lambda fields, name, value: fields | {name: value},
    VALID,
    st.sampled_from([*ParsedIntent.model_fields, "model"]),
    INVALID_VALUES,
)
FIELDS = st.one_of(VALID, INVALID)
REQUESTS = st.builds(
    ParseIntent,
    st.one_of(st.text(max_size=40), st.sampled_from(["画一只猫", "make it darker", "", "\x00"])),
    has_mask=st.booleans(),
    has_image=st.booleans(),
    messages=st.lists(st.builds(ChatMessage, st.just("user"), st.text(max_size=20)), max_size=2).map(tuple),
    last_result=st.sampled_from([None, LAST]),
)


def parsed(**fields: Any) -> ParsedIntent:
    return ParsedIntent.model_validate({"action": "generate_image", "confidence": 0.9, **fields})


def printable(text: str) -> bool:
    return not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in text)


@settings(max_examples=500)
@given(FIELDS, REQUESTS)
def test_whatever_a_model_writes_is_rejected_or_becomes_a_valid_intent(
    fields: dict[str, Any], chat_request: ParseIntent
) -> None:
    try:
        answer = ParsedIntent.model_validate(fields)
    except ValidationError:
        return
    intent = to_intent(answer, chat_request, json.dumps(fields))
    assert 0 <= intent.confidence <= 1
    assert (intent.action is Action.UNKNOWN) == (intent.confidence < 0.5)
    assert (intent.action is Action.INPAINTING) or not chat_request.has_mask
    assert intent.action is not Action.GENERATE_IMAGE or intent.prompt
    assert intent.action is not Action.ADJUST_PARAMETERS or (
        intent.parameters and (chat_request.last_result or chat_request.has_image)
    )
    assert ParameterChanges.model_validate(intent.parameters).effective == intent.parameters
    assert all(printable(text) for text in (intent.subject, intent.style, intent.prompt, intent.raw_response))
    assert not intent.degraded


@settings(max_examples=200)
@given(FIELDS, REQUESTS)
def test_a_mask_always_means_a_repaint_of_high_confidence(fields: dict[str, Any], chat_request: ParseIntent) -> None:
    try:
        answer = ParsedIntent.model_validate(fields)
    except ValidationError:
        return
    intent = to_intent(answer, ParseIntent(chat_request.text, has_mask=True, last_result=chat_request.last_result), "")
    assert intent.action is Action.INPAINTING
    assert intent.confidence >= 0.9


def test_a_model_can_change_exactly_what_the_executor_can() -> None:
    assert set(ParameterChanges.model_fields) == set(NAMES)


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "run_shell"},
        {"action": "GENERATE_IMAGE"},
        {"confidence": 1.01},
        {"confidence": -0.01},
        {"confidence": float("nan")},
        {"tool": "delete_files"},
        {"parameters": {"steps": 3}},
        {"parameters": {"brightness": 1.01}},
        {"parameters": {"brightness": float("nan")}},
        {"parameters": {"width": 63}},
        {"parameters": {"width": 2049}},
        {"parameters": {"width": 512.5}},
        {"parameters": {"rotate": 361}},
        {"parameters": {"crop_left": 1}},
        {"parameters": {"crop_left": 0.5, "crop_right": 0.5}},
        {"parameters": {"crop_top": 0.9, "crop_bottom": 0.1}},
        {"parameters": [1]},
        {"subject": "猫" * 201},
        {"style": "水" * 101},
        {"prompt": "x" * 2001},
        {"reply": "好" * 201},
        {"reply": "\ud800"},
        {"subject": {"name": "cat"}},
    ],
    ids=str,
)
def test_the_schema_rejects_invalid_fields(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        parsed(**fields)


@pytest.mark.parametrize("missing", ["action", "confidence"])
def test_the_schema_rejects_an_answer_without_a_required_field(missing: str) -> None:
    with pytest.raises(ValidationError):
        parsed(**{missing: None})


def test_null_means_the_default() -> None:
    answer = parsed(subject=None, style=None, prompt=None, reply=None, parameters=None)
    assert answer == parsed()


def test_the_largest_values_are_accepted_as_they_are() -> None:
    given = {"brightness": -1, "sharpness": 1, "width": 2048, "height": 64, "rotate": -360, "crop_left": 0.99}
    assert parsed(parameters=given).parameters.effective == given


def test_a_generation_stores_what_the_model_filled_in() -> None:
    intent = to_intent(parsed(subject="猫", style="水彩", prompt="水彩风格的猫"), REQUEST, "{}")
    assert (intent.action, intent.subject, intent.style) == (Action.GENERATE_IMAGE, "猫", "水彩")
    assert (intent.prompt, intent.confidence, intent.raw_response) == ("水彩风格的猫", 0.9, "{}")


def test_a_generation_without_a_prompt_uses_the_text_of_the_message() -> None:
    assert to_intent(parsed(prompt=" \n"), REQUEST, "").prompt == "画一只猫"


def test_a_generation_takes_a_size_and_nothing_else_of_the_parameters() -> None:
    answer = parsed(prompt="猫", parameters={"width": 512, "height": 768, "brightness": 0.5})
    assert to_intent(answer, REQUEST, "").parameters == {"width": 512, "height": 768}


def test_an_adjustment_stores_what_the_last_image_shows() -> None:
    answer = parsed(action="adjust_parameters", subject="dog", prompt="a dog", parameters={"brightness": 0.15})
    intent = to_intent(answer, REQUEST, "")
    assert (intent.action, intent.parameters) == (Action.ADJUST_PARAMETERS, {"brightness": 0.15})
    assert (intent.subject, intent.style, intent.prompt) == (LAST.subject, LAST.style, LAST.prompt)


@pytest.mark.parametrize("parameters", [{}, {"brightness": 0, "rotate": 0.0, "crop_top": 0}], ids=str)
def test_an_adjustment_of_nothing_is_unknown(parameters: dict[str, float]) -> None:
    intent = to_intent(parsed(action="adjust_parameters", parameters=parameters), REQUEST, "")
    assert intent.action is Action.UNKNOWN
    assert intent.confidence < 0.5


def test_an_adjustment_without_an_image_is_unknown() -> None:
    answer = parsed(action="adjust_parameters", parameters={"brightness": 0.15})
    assert to_intent(answer, ParseIntent("再亮一点"), "").action is Action.UNKNOWN
    assert to_intent(answer, ParseIntent("再亮一点", has_image=True), "").action is Action.ADJUST_PARAMETERS


def test_a_repaint_without_a_mask_stays_a_repaint() -> None:
    intent = to_intent(parsed(action="inpainting", prompt="红帽子"), REQUEST, "")
    assert (intent.action, intent.prompt) == (Action.INPAINTING, "红帽子")


def test_an_empty_prompt_of_a_repaint_fills_the_area_to_match_what_is_around_it() -> None:
    assert to_intent(parsed(action="inpainting"), ParseIntent("去掉这里的树", has_mask=True), "").prompt == ""


def test_a_model_that_overlooks_the_mask_does_not_lose_the_request() -> None:
    answer = parsed(action="unknown", confidence=0.1)
    intent = to_intent(answer, ParseIntent("换成一朵玫瑰", has_mask=True), "")
    assert (intent.action, intent.prompt) == (Action.INPAINTING, "一朵玫瑰")


def test_an_intent_that_the_model_is_unsure_of_is_unknown() -> None:
    assert to_intent(parsed(confidence=0.49, prompt="猫"), REQUEST, "").action is Action.UNKNOWN


def test_names_are_in_simplified_characters_on_one_line() -> None:
    intent = to_intent(parsed(subject="一隻\n貓", style="賽博龐克\x00", prompt="猫"), REQUEST, "")
    assert (intent.subject, intent.style) == ("一只 猫", "赛博庞克")


def test_the_raw_response_is_truncated() -> None:
    assert to_intent(parsed(prompt="猫"), REQUEST, "x" * 9_000).raw_response == "x" * MAX_RAW_LENGTH
