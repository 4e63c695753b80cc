"""Removals and changes of a part without a marked area: a new image without the part, or a question."""

import pytest

from engines.language import parse_intent
from services.common.contract.image_chat import Action, Control
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult

CHINESE = LastResult("a", "一只橘猫坐在窗台上，水彩", "一只橘猫坐在窗台上", "水彩", 7, 1024, 1024)
ENGLISH = LastResult(
    "a", "an orange cat on a windowsill, watercolor", "an orange cat on a windowsill", "watercolor", 7, 1024, 1024
)
UPLOAD = LastResult("a", "", "", "", 7, 1024, 1024)


def image_of(text: str) -> LastResult:
    return ENGLISH if text.isascii() else CHINESE


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("delete the windowsill", "an orange cat, watercolor"),
        ("remove the cat", "a windowsill, watercolor"),
        ("把窗台去掉", "一只橘猫，水彩"),
    ],
)
def test_a_part_that_the_prompt_names_is_removed_from_it(text: str, prompt: str) -> None:
    intent = parse_intent(ParseIntent(text, last_result=image_of(text)))
    assert (intent.action, intent.prompt) == (Action.GENERATE_IMAGE, prompt)


@pytest.mark.parametrize(
    "text",
    ["remove the dog", "delete X", "erase the lamp", "删掉那条狗", "把树去掉", "让天空暗一点", "make the sky pink"],
)
def test_a_part_that_the_prompt_does_not_name_leads_to_a_question(text: str) -> None:
    intent = parse_intent(ParseIntent(text, last_result=image_of(text)))
    assert intent.action is Action.UNKNOWN and 2 <= len(intent.choices) <= 3


@pytest.mark.parametrize("text", ["delete it", "remove it", "删掉它", "删除"])
def test_a_removal_that_names_no_part_leads_to_a_question(text: str) -> None:
    assert parse_intent(ParseIntent(text, last_result=image_of(text))).choices
    without = parse_intent(ParseIntent(text))
    assert (without.action, without.choices, bool(without.control)) == (Action.UNKNOWN, (), True)


@pytest.mark.parametrize("text", ["remove the dog", "把狗去掉"])
def test_the_choices_for_an_upload_change_its_pixels(text: str) -> None:
    intent = parse_intent(ParseIntent(text, has_image=True, last_result=UPLOAD))
    assert (intent.action, intent.control) == (Action.UNKNOWN, Control.AREA)
    for choice in intent.choices:
        chosen = parse_intent(ParseIntent(choice, has_image=True, last_result=UPLOAD))
        assert chosen.action is Action.ADJUST_PARAMETERS


@pytest.mark.parametrize(
    "text", ["局部重绘", "把左边的树去掉", "the part i circled should be a candle", "我圈出来的那块画成一盆绿萝"]
)
def test_an_area_that_the_text_refers_to_is_repainted(text: str) -> None:
    assert parse_intent(ParseIntent(text, last_result=image_of(text))).action is Action.INPAINTING


@pytest.mark.parametrize("text", ["坐在红色沙发上", "让它坐在红色沙发上", "坐到红色沙发上吧"])
def test_a_new_place_replaces_the_old_one(text: str) -> None:
    intent = parse_intent(ParseIntent(text, last_result=CHINESE))
    assert (intent.action, intent.prompt) == (Action.GENERATE_IMAGE, "一只橘猫坐在红色沙发上，水彩")


@pytest.mark.parametrize(
    ("text", "style"), [("换成照片", "照片"), ("改成照片吧", "照片"), ("make it a photo", "photo")]
)
def test_a_photo_is_a_style(text: str, style: str) -> None:
    intent = parse_intent(ParseIntent(text, last_result=image_of(text)))
    assert (intent.action, intent.style) == (Action.GENERATE_IMAGE, style)
