"""Requests in formal, slangy and mixed language, and which words of a request an image must not show."""

import pytest

from engines.language import parse_intent
from engines.language.phrase import Phrase
from engines.language.registers import to_plain
from services.common.contract.image_chat import Action
from services.common.contract.requests import ParseIntent
from tests.unit.engines.language.utterances import ENGLISH_IMAGE as LAST
from tests.unit.engines.language.utterances import IMAGE as CHINESE_LAST


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I should be most grateful if you would rotate the image.", "rotate the image"),
        ("Would you be so kind as to brighten it?", "brighten it"),
        ("Could the saturation be slightly reduced?", "reduce the saturation slightly"),
        ("The lamp should be removed", "remove the lamp"),
        ("remove the hat from the picture", "remove the hat"),
        ("rotate it in the clockwise direction", "rotate it clockwise"),
        ("ugh undo dat", "undo that"),
        ("wayyy too dark", "way too dark"),
        ("烦请您将画面提亮", "请将画面提亮"),
        ("请对图像作水平镜像处理", "请水平镜像"),
        ("把窗台予以删除", "把窗台删除"),
        ("算了算了，撤销", "算了，撤销"),
        ("图糊了", "图太糊"),
        ("今天画一只狗", "画一只狗"),
        ("再 generate 一张", "再生成一张"),
    ],
)
def test_a_register_is_rewritten_as_the_plain_request(text: str, plain: str) -> None:
    assert to_plain(Phrase(text)).text.lower() == plain


@pytest.mark.parametrize(
    "text", ["a portrait in da vinci style", "a coyote and a yo-yo", "that cat, with a hat", "draw the word brrr", "猫"]
)
def test_other_texts_are_unchanged(text: str) -> None:
    assert to_plain(Phrase(text)).text == text


@pytest.mark.parametrize(
    ("text", "prompt", "size"),
    [
        ("9:16 竖图，一只狐狸", "一只狐狸", (720, 1280)),
        ("a cat 21:9", "a cat", (1344, 576)),
        ("画一座灯塔，横屏壁纸", "画一座灯塔", (1280, 720)),
        ("画一座灯塔，尺寸1200x800", "画一座灯塔", (1200, 800)),
        ("一条龙 A4", "一条龙", (856, 1216)),
    ],
)
def test_the_size_of_a_new_image_is_no_part_of_its_prompt(text: str, prompt: str, size: tuple[int, int]) -> None:
    intent = parse_intent(ParseIntent(text))
    assert (intent.prompt, intent.parameters) == (prompt, {"width": size[0], "height": size[1]})


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ("make it three", "three orange cats on a windowsill, watercolor"),
        ("three of them please", "three orange cats on a windowsill, watercolor"),
        ("来五只吧", "五只橘猫坐在窗台上，水彩"),
        ("变成五只", "五只橘猫坐在窗台上，水彩"),
    ],
)
def test_a_number_without_a_noun_is_that_of_the_subject(text: str, prompt: str) -> None:
    last = LAST if text.isascii() else CHINESE_LAST
    assert parse_intent(ParseIntent(text, last_result=last)).prompt == prompt


def test_three_images_are_not_three_of_the_subject() -> None:
    intent = parse_intent(ParseIntent("来三张", last_result=CHINESE_LAST))
    assert intent.action is Action.UNKNOWN and intent.choices


@pytest.mark.parametrize(
    ("text", "dial", "sign"),
    [
        ("tone it down its too colorful", "saturation", -1),
        ("too much contrast tone it down", "contrast", -1),
        ("太亮了降低一点", "brightness", -1),
        ("亮度太高了降一点", "brightness", -1),
        ("contrast too low", "contrast", 1),
        ("对比度太低了加一点", "contrast", 1),
        ("再 warm 一点", "warmth", 1),
        ("有点 warm", "warmth", -1),
        ("整张图糊了", "sharpness", 1),
        ("图暗了点", "brightness", 1),
    ],
)
def test_a_fault_and_its_remedy_are_one_change(text: str, dial: str, sign: int) -> None:
    intent = parse_intent(ParseIntent(text, last_result=LAST if text.isascii() else CHINESE_LAST))
    assert intent.parameters.keys() == {dial} and intent.parameters[dial] * sign > 0


@pytest.mark.parametrize(
    "text",
    [
        "The result does not quite meet my expectations.",
        "This picture does not reflect what I requested",
        "这个 style 不太对",
        "风格不太对",
    ],
)
def test_a_fault_without_its_remedy_is_a_question(text: str) -> None:
    last = LAST if text.isascii() else CHINESE_LAST
    intent = parse_intent(ParseIntent(text, last_result=last))
    assert intent.action is Action.UNKNOWN and intent.choices


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("裁成正方形", "aspect_ratio"),
        ("flip it", "flip_horizontal"),
        ("rotate left 90", "rotate"),
        ("crop it to 16:9", "aspect_ratio"),
    ],
)
def test_a_change_of_the_whole_image_is_not_painted_into_a_marked_area(text: str, name: str) -> None:
    intent = parse_intent(ParseIntent(text, has_mask=True))
    assert intent.parameters.keys() == {name} and not intent.prompt


def test_a_shape_is_painted_into_a_marked_area() -> None:
    assert parse_intent(ParseIntent("a square", has_mask=True)).prompt == "a square"


def test_an_area_that_the_user_claims_to_have_marked_is_not_painted_without_its_mask() -> None:
    intent = parse_intent(ParseIntent("把窗台抹掉，我圈出来了", last_result=CHINESE_LAST))
    assert intent.action is Action.INPAINTING
