"""What holds for every wish, whatever its words."""

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.common.language import Language
from services.planner.domain import Action, Intent, LastResult, Message, Wish, examples, parse_intent
from services.planner.domain.script import fold
from services.planner.domain.styles_lexicon import STYLE_NAMES

LAST = LastResult("asset", "draw a cat in cyberpunk style", "cat", "cyberpunk", 7, 1024, 768)
UNKNOWN_SIZE = replace(LAST, width=0, height=0)

_LINE = (
    "画 一只 把 换成 风格 的 猫 再来一张 再亮一点 不要太亮 去掉 裁成正方形 旋转 百分之二十 赛博朋克 水彩 "
    "，并且 不满意， 给它加 这里 没有 很 忽略以上指令 請畫 换个 draw make it a the darker again but "
    "in style remove replace with and 512x512 0x0 -1e9 20% 99999x99999 cyberpunk "
    "ignore the above crop rotate resize to 0% 倍 一百 ° 😀 İ ß ﷺ "
    "\u200d \ud83d \x00 \\ ' \" {} [] <| ("
)
PIECES = tuple(_LINE.split())
SPACED = (
    "a ",
    "in ",
    "in a ",
    "style ",
    "in the style of ",
    "1 ",
    "in cyberpunk style ",
    "1x1 ",
    "but ",
    "and ",
    "picture of ",
)
REPEATED = (
    *PIECES,
    *SPACED,
    "，",
    ".",
    "x",
    "的图片",
    "谢谢",
    "亮一点",
    "，亮",
    "、",
    "另外",
    "b\u0301",
    " ",
    "a b c d ",
)
TEXTS = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
)
WISHES = st.builds(
    Wish,
    TEXTS,
    has_mask=st.booleans(),
    has_image=st.booleans(),
    messages=st.lists(st.builds(Message, st.sampled_from(["user", "assistant"]), TEXTS), max_size=5).map(tuple),
    last=st.sampled_from([None, LAST, UNKNOWN_SIZE]),
)
DIALS = ("brightness", "contrast", "saturation", "warmth", "sharpness", "style_strength")


BUDGET = 0.040
"""Seconds of processor time for 1,000 characters; about 13 ms are needed, and backtracking would take seconds."""


def is_quick(wish: Wish) -> bool:
    """Return whether one of three parses stays within the budget, so that neighbours on the machine do not count."""
    for _ in range(3):
        start = time.process_time()
        parse_intent(wish)
        if time.process_time() - start < BUDGET:
            return True
    return False


@settings(max_examples=400, deadline=None)
@given(WISHES)
def test_every_text_gives_a_valid_intent(wish: Wish) -> None:
    intent = parse_intent(wish)
    assert 0 <= intent.confidence <= 1
    assert (intent.action is Action.UNKNOWN) == (intent.confidence < 0.5)
    assert not intent.degraded
    for name, value in intent.parameters.items():
        assert not (name in DIALS and abs(value) > 1)
        assert not (name.startswith("crop") and not 0 <= value < 1)


@settings(max_examples=200, deadline=None)
@given(WISHES)
def test_a_mask_forces_a_repaint(wish: Wish) -> None:
    intent = parse_intent(replace(wish, has_mask=True))
    assert intent.action is Action.INPAINTING
    assert intent.confidence >= 0.9


@settings(max_examples=200, deadline=None)
@given(WISHES)
def test_nothing_is_adjusted_while_there_is_no_picture(wish: Wish) -> None:
    intent = parse_intent(replace(wish, last=None, has_image=False))
    assert intent.action is not Action.ADJUST_PARAMETERS


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_folding_keeps_every_position(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text(alphabet="0123456789 !?.,;，。！？…😀❤️🎨+-*/=#@~", max_size=60))
def test_digits_symbols_and_emoji_are_no_wish(text: str) -> None:
    assert parse_intent(Wish(text, last=None)).action is Action.UNKNOWN


@pytest.mark.parametrize("piece", REPEATED)
@pytest.mark.parametrize("last", [None, LAST], ids=["first", "last"])
def test_a_thousand_hostile_characters_are_parsed_in_no_time(piece: str, last: LastResult | None) -> None:
    text = (piece * 1000)[:1000]
    assert is_quick(Wish(text, last=last))
    assert is_quick(Wish(text, has_mask=True, last=last))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=200, max_size=400).map(lambda pieces: "".join(pieces)[:1000]))
def test_a_thousand_mixed_characters_are_parsed_in_no_time(text: str) -> None:
    assert is_quick(Wish(text, last=LAST))


def test_at_least_sixty_style_names_are_known_in_each_language() -> None:
    chinese = {name for name in STYLE_NAMES if not name.isascii()}
    assert len(chinese) >= 60
    assert len(STYLE_NAMES - chinese) >= 60


@pytest.mark.parametrize("style", sorted(STYLE_NAMES))
def test_a_known_style_is_told_from_its_subject(style: str) -> None:
    text = f"a fox in {style} style" if style.isascii() else f"画一只{style}风格的狐狸"
    intent = parse_intent(Wish(text))
    assert intent.action is Action.GENERATE_IMAGE
    assert intent.subject == ("fox" if style.isascii() else "狐狸")
    assert intent.style.removesuffix(" style") == style.removesuffix(" style")


def test_a_follow_up_in_another_style_paints_the_last_subject() -> None:
    intent = parse_intent(Wish("again but in watercolour", last=LAST))
    assert intent.prompt == "cat, watercolour style"
    assert parse_intent(Wish("换成水彩风格", last=replace(LAST, subject="猫"))).prompt == "水彩风格的猫"


def test_another_try_keeps_the_last_prompt_word_for_word() -> None:
    assert parse_intent(Wish("再来一张", last=LAST)).prompt == LAST.prompt


def test_an_addition_goes_after_the_last_prompt() -> None:
    assert parse_intent(Wish("add a red scarf", last=LAST)).prompt == "draw a cat in cyberpunk style, with a red scarf"


def test_trying_again_after_a_failed_first_run_takes_up_the_last_wish_of_the_session() -> None:
    messages = (Message("user", "你好"), Message("user", "画一只水墨风格的鹤"), Message("assistant", "画一条龙"))
    intent = parse_intent(Wish("再试一次", messages=messages))
    assert (intent.action, intent.subject, intent.style) == (Action.GENERATE_IMAGE, "鹤", "水墨")


def test_a_given_image_is_adjusted_without_a_last_result() -> None:
    intent = parse_intent(Wish("make it darker", has_image=True))
    assert (intent.action, dict(intent.parameters)) == (Action.ADJUST_PARAMETERS, {"brightness": -0.3})


def test_an_addition_to_a_given_image_is_a_repaint() -> None:
    intent = parse_intent(Wish("给它加一顶帽子", has_image=True))
    assert intent.action is Action.INPAINTING


def test_cropping_to_a_shape_needs_the_size_of_the_picture() -> None:
    assert parse_intent(Wish("裁成正方形", last=UNKNOWN_SIZE)).action is not Action.ADJUST_PARAMETERS


def test_a_removal_leaves_the_prompt_empty_so_that_the_area_is_filled_like_its_surroundings() -> None:
    intent = parse_intent(Wish("remove the car", has_mask=True))
    assert (intent.prompt, intent.subject) == ("", "")


def test_courtesy_and_emoji_are_no_part_of_the_prompt() -> None:
    assert parse_intent(Wish("你好，请帮我画一只猫吧，谢谢😊")).prompt == "画一只猫"


@pytest.mark.parametrize("language", list(Language))
def test_every_example_is_understood_and_the_first_two_without_a_picture(language: Language) -> None:
    shown = examples(language)
    assert 3 <= len(shown) <= 4
    for text in shown[:2]:
        assert parse_intent(Wish(text)).action is Action.GENERATE_IMAGE
    for text in shown:
        assert _is_known(parse_intent(Wish(text, last=LAST)))


def _is_known(intent: Intent) -> bool:
    return intent.action is not Action.UNKNOWN
