"""Edit verbs without an object, and parameters without a value: nothing is generated."""

import re
from dataclasses import replace

import pytest

from engines.language import parse_intent
from engines.language.clauses import split_clauses
from services.common.contract.image_chat import Action, Control
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult

IMAGE = LastResult("a", "一只橘猫", "橘猫", "水彩", 7, 1024, 1024)
EDITS = (
    "再调整一下",
    "修改图片",
    "修改",
    "调整图片",
    "编辑图片",
    "调整风格强度",
    "调整尺寸",
    "edit the picture",
    "adjust it",
)
AREAS = ("换一下背景", "change the background")


@pytest.mark.parametrize(
    ("text", "control"), [*((text, Control.PARAMETERS) for text in EDITS), *((text, Control.AREA) for text in AREAS)]
)
def test_an_edit_without_an_object_gets_a_question_with_two_or_three_choices_and_a_control(
    text: str, control: Control
) -> None:
    intent = parse_intent(ParseIntent(text, last_result=IMAGE))
    assert (intent.action, intent.control) == (Action.UNKNOWN, control)
    assert 2 <= len(intent.choices) <= 3
    for choice in intent.choices:
        assert parse_intent(ParseIntent(choice, last_result=IMAGE)).action is not Action.UNKNOWN


@pytest.mark.parametrize("text", [*EDITS, *AREAS])
def test_an_edit_without_an_image_is_answered_that_there_is_no_image(text: str) -> None:
    intent = parse_intent(ParseIntent(text))
    assert (intent.action, bool(intent.control), intent.choices) == (Action.UNKNOWN, True, ())


@pytest.mark.parametrize("text", ["创建一只猫", "生成一只猫", "画一只猫", "create a cat", "draw a cat"])
@pytest.mark.parametrize("last", [None, IMAGE])
def test_verbs_of_creation_generate(text: str, last: LastResult | None) -> None:
    intent = parse_intent(ParseIntent(text, last_result=last))
    assert intent.action is Action.GENERATE_IMAGE and intent.subject in ("猫", "cat")


@pytest.mark.parametrize(
    ("text", "style", "name"),
    [("another style", "水彩", "watercolor"), ("换个风格", "watercolor", "水彩"), ("换个风格", "pixel art", "像素")],
)
def test_no_choice_is_the_style_of_the_image_in_the_other_language(text: str, style: str, name: str) -> None:
    choices = parse_intent(ParseIntent(text, last_result=replace(IMAGE, style=style))).choices
    assert len(choices) == 3 and not any(name in choice for choice in choices)


def test_an_unclosed_quote_does_not_hide_the_break_before_the_next_quote() -> None:
    assert list(split_clauses("“a，“b，c”，d", re.compile("，"))) == ["“a", "“b，c”", "d"]


@pytest.mark.parametrize("text", ["换个风格", "换一种画风吧", "风格换一下", "change the style", "another style please"])
def test_another_style_without_its_name_gets_two_or_three_choices(text: str) -> None:
    intent = parse_intent(ParseIntent(text, last_result=IMAGE))
    assert intent.action is Action.UNKNOWN and 2 <= len(intent.choices) <= 3
    for choice in intent.choices:
        chosen = parse_intent(ParseIntent(choice, last_result=IMAGE))
        assert chosen.action is Action.GENERATE_IMAGE
        assert chosen.style not in ("", IMAGE.style) and chosen.subject == IMAGE.subject
