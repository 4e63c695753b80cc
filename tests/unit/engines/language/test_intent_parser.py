"""Properties of the intent parser for any text."""

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.language import list_examples, parse_intent
from engines.language.characters import fold
from engines.language.lexicons.styles import STYLE_NAMES
from services.common.contract.image_chat import Action, Intent
from services.common.contract.requests import ParseIntent
from services.common.contract.session import ChatMessage, LastResult
from services.common.text.language import Language

LAST = LastResult("asset", "draw a cat in cyberpunk style", "cat", "cyberpunk", 7, 1024, 768)
UNKNOWN_SIZE = replace(LAST, width=0, height=0)

_LINE = (
    "画 一只 把 换成 风格 的 猫 再来一张 再亮一点 不要太亮 去掉 裁成正方形 旋转 百分之二十 赛博朋克 水彩 "
    "，并且 不满意， 给它加 这里 没有 很 忽略以上指令 請畫 换个 draw make it a the darker again but "
    "in style remove replace with and 512x512 0x0 -1e9 20% 99999x99999 cyberpunk "
    "ignore the above crop rotate resize to 0% 倍 一百 ° 😀 İ ß ﷺ "
    "\u200d \ud83d \x00 \\ ' \" {} [] <| ("
)
FRAGMENTS = tuple(_LINE.split())
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
    *FRAGMENTS,
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
    st.lists(st.sampled_from(FRAGMENTS), max_size=14).map(" ".join),
    st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join),
)
REQUESTS = st.builds(
    ParseIntent,
    TEXTS,
    has_mask=st.booleans(),
    has_image=st.booleans(),
    messages=st.lists(st.builds(ChatMessage, st.sampled_from(["user", "assistant"]), TEXTS), max_size=5).map(tuple),
    last_result=st.sampled_from([None, LAST, UNKNOWN_SIZE]),
)
DIALS = ("brightness", "contrast", "saturation", "warmth", "sharpness", "style_strength")


ORDINARY = "帮我画一只戴着红色帽子的赛博朋克风格的猫，坐在雨夜的窗边，please make it a little brighter and warmer, " * 2
MAX_GROWTH = 30
"""Time for 1,000 characters over time for 100. Linear growth is 10, and 14 at most was measured; quadratic is 100."""


def measure(chat_request: ParseIntent) -> float:
    """Return the seconds of processor time that the fastest of three parses takes."""
    seconds = []
    for _ in range(3):
        start = time.thread_time()
        parse_intent(chat_request)
        seconds.append(time.thread_time() - start)
    return min(seconds)


def grows_linearly(chat_request: ParseIntent) -> bool:
    """Return whether the text takes about ten times as long as its first tenth, or as ordinary text of that length.

    A ratio is also stable on a slow or busy machine and under coverage.
    """
    tenth = len(chat_request.text) // 10
    shorter = [replace(chat_request, text=text[:tenth]) for text in (chat_request.text, ORDINARY)]
    return any(measure(chat_request) < MAX_GROWTH * max(map(measure, shorter)) for _ in range(3))


@settings(max_examples=400, deadline=None)
@given(REQUESTS)
def test_every_text_gives_a_valid_intent(chat_request: ParseIntent) -> None:
    intent = parse_intent(chat_request)
    assert 0 <= intent.confidence <= 1
    assert (intent.action is Action.UNKNOWN) == (intent.confidence < 0.5)
    assert not intent.degraded
    for name, value in intent.parameters.items():
        assert not (name in DIALS and abs(value) > 1)
        assert not (name.startswith("crop") and not 0 <= value < 1)


@settings(max_examples=200, deadline=None)
@given(REQUESTS)
def test_a_mask_forces_a_repaint_of_what_is_neither_conversation_nor_an_earlier_image(
    chat_request: ParseIntent,
) -> None:
    intent = parse_intent(replace(chat_request, has_mask=True))
    same = parse_intent(replace(chat_request, has_mask=False, has_image=True))
    assert intent == same or (intent.action is Action.INPAINTING and intent.confidence >= 0.9)
    assert intent.action is Action.INPAINTING or intent.restores or intent.action is Action.UNKNOWN


@pytest.mark.parametrize(
    "text",
    [
        "undo",
        "redo",
        "撤销",
        "back to the first",
        "恢复原图",
        "thanks",
        "谢谢",
        "what is this?",
        "never mind",
        "it's fine",
        "is this a dog?",
        "why is it red?",
        "did you draw this?",
        "add a hat. never mind",
        "这里应该是什么？",
        "这里有鸟吗",
        "你能做什么",
    ],
)
def test_an_earlier_image_and_conversation_mean_the_same_with_a_mask(text: str) -> None:
    given = ParseIntent(text, has_image=True, last_result=LAST)
    intent = parse_intent(replace(given, has_mask=True))
    assert intent == parse_intent(given) and intent.action is not Action.INPAINTING


@pytest.mark.parametrize(
    "text",
    [
        "what is this? remove it",
        "remove it",
        "fill it in",
        "修复",
        "restore",
        "can this be removed?",
        "could there be a tree?",
        "who is this? get him out",
        "what is this doing here? erase it",
        "it's fine but remove the dog",
        "go back to the blue sky",
        "why not a cat",
        "have a cat here",
        "what i want here is a cat",
        "这里是什么？换成猫",
        "这里能有只鸟吗",
        "有没有办法去掉这个人",
    ],
)
def test_a_question_does_not_hide_what_is_requested_of_a_marked_area(text: str) -> None:
    assert parse_intent(ParseIntent(text, has_mask=True, last_result=LAST)).action is Action.INPAINTING


@settings(max_examples=200, deadline=None)
@given(REQUESTS)
def test_no_parameter_is_adjusted_without_an_image(chat_request: ParseIntent) -> None:
    intent = parse_intent(replace(chat_request, last_result=None, has_image=False))
    assert intent.action is not Action.ADJUST_PARAMETERS


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_folding_preserves_every_position(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text(alphabet="0123456789 !?.,;，。！？…😀❤️🎨+-*/=#@~", max_size=60))
def test_digits_symbols_and_emoji_are_not_a_request(text: str) -> None:
    assert parse_intent(ParseIntent(text, last_result=None)).action is Action.UNKNOWN


@pytest.mark.parametrize("fragment", REPEATED)
def test_a_thousand_hostile_characters_are_parsed_in_linear_time(fragment: str) -> None:
    text = (fragment * 1000)[:1000]
    assert grows_linearly(ParseIntent(text, last_result=None))
    assert grows_linearly(ParseIntent(text, has_mask=True, last_result=LAST))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.sampled_from(FRAGMENTS), min_size=200, max_size=400).map(lambda fragments: "".join(fragments)[:1000])
)
def test_a_thousand_mixed_characters_are_parsed_in_linear_time(text: str) -> None:
    assert grows_linearly(ParseIntent(text, last_result=LAST))


def test_at_least_sixty_style_names_are_known_in_each_language() -> None:
    chinese = {name for name in STYLE_NAMES if not name.isascii()}
    assert len(chinese) >= 60
    assert len(STYLE_NAMES - chinese) >= 60


def test_a_known_style_is_separated_from_its_subject() -> None:
    for style in sorted(STYLE_NAMES):
        text = f"a fox in {style} style" if style.isascii() else f"画一只{style}风格的狐狸"
        intent = parse_intent(ParseIntent(text))
        assert intent.action is Action.GENERATE_IMAGE, text
        assert intent.subject == ("fox" if style.isascii() else "狐狸"), text
        assert intent.style.removesuffix(" style") == style.removesuffix(" style")


def test_a_follow_up_in_another_style_generates_the_last_subject() -> None:
    intent = parse_intent(ParseIntent("again but in watercolour", last_result=LAST))
    assert intent.prompt == "cat, watercolour style"
    assert parse_intent(ParseIntent("换成水彩风格", last_result=replace(LAST, subject="猫"))).prompt == "水彩风格的猫"


def test_another_attempt_repeats_the_last_prompt_word_for_word() -> None:
    assert parse_intent(ParseIntent("再来一张", last_result=LAST)).prompt == LAST.prompt


def test_an_addition_goes_after_the_last_prompt() -> None:
    assert (
        parse_intent(ParseIntent("add a red scarf", last_result=LAST)).prompt
        == "draw a cat in cyberpunk style, with a red scarf"
    )


def test_a_retry_after_a_failed_first_run_repeats_the_last_request_of_the_session() -> None:
    messages = (
        ChatMessage("user", "你好"),
        ChatMessage("user", "画一只水墨风格的鹤"),
        ChatMessage("assistant", "画一条龙"),
    )
    intent = parse_intent(ParseIntent("再试一次", messages=messages))
    assert (intent.action, intent.subject, intent.style) == (Action.GENERATE_IMAGE, "鹤", "水墨")


def test_an_uploaded_image_is_adjusted_without_a_last_result() -> None:
    intent = parse_intent(ParseIntent("make it darker", has_image=True))
    assert (intent.action, dict(intent.parameters)) == (Action.ADJUST_PARAMETERS, {"brightness": -0.3})


def test_an_addition_to_an_uploaded_image_is_a_repaint() -> None:
    intent = parse_intent(ParseIntent("给它加一顶帽子", has_image=True))
    assert intent.action is Action.INPAINTING


def test_cropping_an_image_of_unknown_size_to_a_shape_sets_the_aspect_ratio() -> None:
    assert parse_intent(ParseIntent("裁成正方形", last_result=UNKNOWN_SIZE)).parameters == {"aspect_ratio": 1.0}


def test_an_upload_is_rendered_in_another_style() -> None:
    intent = parse_intent(ParseIntent("换成水彩风格", has_image=True))
    assert (intent.action, intent.style, intent.parameters) == (Action.ADJUST_PARAMETERS, "水彩", {"restyle": 1.0})


@pytest.mark.parametrize(
    ("text", "parameters"), [("再亮一点", {"brightness": 0.15}), ("watercolor style", {"restyle": 1.0})]
)
def test_a_mask_with_an_adjustment_or_a_style_changes_the_pixels_of_the_area(
    text: str, parameters: dict[str, float]
) -> None:
    intent = parse_intent(ParseIntent(text, has_mask=True))
    assert (intent.action, intent.parameters, intent.prompt) == (Action.INPAINTING, parameters, "")


def test_a_removal_leaves_the_prompt_empty_so_that_the_fill_matches_the_surroundings() -> None:
    intent = parse_intent(ParseIntent("remove the car", has_mask=True))
    assert (intent.prompt, intent.subject) == ("", "")


def test_polite_phrases_and_emoji_are_not_part_of_the_prompt() -> None:
    assert parse_intent(ParseIntent("你好，请帮我画一只猫吧，谢谢😊")).prompt == "画一只猫"


@pytest.mark.parametrize("text", ["一杯茶", "一瓶牛奶", "一篮苹果", "一束玫瑰", "一群羊"])
def test_what_holds_the_subject_is_a_part_of_it(text: str) -> None:
    assert parse_intent(ParseIntent(f"画{text}")).subject == text


@pytest.mark.parametrize("language", list(Language))
def test_every_example_is_understood_and_the_first_two_without_an_image(language: Language) -> None:
    examples = list_examples(language)
    assert 3 <= len(examples) <= 4
    for text in examples[:2]:
        assert parse_intent(ParseIntent(text)).action is Action.GENERATE_IMAGE
    for text in examples:
        assert _is_known(parse_intent(ParseIntent(text, last_result=LAST)))


def _is_known(intent: Intent) -> bool:
    return intent.action is not Action.UNKNOWN


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("画一只猫，-5x99999", (5, 99999)),
        ("a cat, 2000x4", (2000, 4)),
        ("two 4x100 relay runners", None),
        ("a cat 3x4", None),
    ],
)
def test_a_size_of_any_digits_is_read_and_no_other_pair_of_numbers(text: str, size: tuple[int, int] | None) -> None:
    parameters = parse_intent(ParseIntent(text)).parameters
    assert (parameters.get("width"), parameters.get("height")) == (size or (None, None))
