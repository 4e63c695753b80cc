"""A request is found among reasons, purposes, opinions and names. A possible request is never dropped."""

from dataclasses import replace

import pytest

from engines.language import parse_intent
from services.common.contract.image_chat import Action
from services.common.contract.requests import ParseIntent
from tests.unit.engines.language.utterances import ENGLISH_IMAGE, IMAGE


@pytest.mark.parametrize(
    ("text", "parameters"),
    [
        ("my grandma has bad eyes, make it brighter", {"brightness": 0.3}),
        ("love it, but can it be sharper", {"sharpness": 0.3}),
        ("warmer so that it fits my living room", {"warmth": 0.3}),
        ("我眼睛不好，亮堂点", {"brightness": 0.15}),
        ("挺好的，就是有点糊", {"sharpness": 0.15}),
        ("整体调暖一点，显得有食欲", {"warmth": 0.15}),
        ("清晰度加20，其他不动", {"sharpness": 0.2}),
    ],
)
def test_text_that_is_not_a_request_does_not_hide_the_request_next_to_it(
    text: str, parameters: dict[str, float]
) -> None:
    image = IMAGE if not text.isascii() else ENGLISH_IMAGE
    intent = parse_intent(ParseIntent(text, last_result=image))
    assert (intent.action, dict(intent.parameters)) == (Action.ADJUST_PARAMETERS, parameters)


@pytest.mark.parametrize(
    "text",
    ["再亮一点，把它弄得魔幻", "remove it, brighter", "tell me a joke, make it brighter", "夜晚的街道，暗一点"],
)
def test_a_clause_that_may_be_a_request_is_not_left_out(text: str) -> None:
    intent = parse_intent(ParseIntent(text, last_result=IMAGE))
    assert intent.action is Action.UNKNOWN


@pytest.mark.parametrize("text", ["the sky is blue", "the window looks dirty"])
def test_a_statement_about_an_image_does_not_generate_another_image(text: str) -> None:
    assert parse_intent(ParseIntent(text, last_result=ENGLISH_IMAGE)).choices


def test_a_reason_before_a_request_is_not_part_of_the_prompt() -> None:
    intent = parse_intent(ParseIntent("it's my mom's birthday, draw a cake"))
    assert (intent.action, intent.prompt) == (Action.GENERATE_IMAGE, "draw a cake")


@pytest.mark.parametrize("text", ["the cat is too big", "the cat is way too small"])
def test_a_complaint_about_a_size_requests_the_opposite(text: str) -> None:
    intent = parse_intent(ParseIntent(text, last_result=replace(ENGLISH_IMAGE, prompt="a cat", subject="a cat")))
    assert intent.subject == ("a small cat" if "big" in text else "a big cat")


@pytest.mark.parametrize(
    ("text", "steps"), [("退回两步", 2), ("undo the last three", 3), ("go back 2 steps", 2), ("撤销", 0), ("undo", 0)]
)
def test_the_number_of_steps_back_is_a_parameter(text: str, steps: int) -> None:
    intent = parse_intent(ParseIntent(text, last_result=IMAGE))
    assert (intent.restores, intent.parameters.get("steps", 0)) == ("undo", steps)
