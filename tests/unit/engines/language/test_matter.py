"""Which words of a request for an image name what is to be seen."""

import pytest

from engines.language.learned.matter import MAX_WORDS, extract_matter, extract_matter_of


@pytest.mark.parametrize(
    ("text", "matter"),
    [
        ("a watercolor painting of a fox in the snow", "a fox in the snow"),
        ("a red barn in a valley, done as a classic oil painting for the hallway", "a red barn in a valley"),
        ("刺猬，给女儿做贴纸用", "刺猬"),
        ("老年画那种木版画：胖娃娃抱着一个大桃子", "胖娃娃抱着一个大桃子"),
        ("想要一张淡淡的水彩画：雨天里，一只刺猬撑着红伞", "雨天里，一只刺猬撑着红伞"),
    ],
)
def test_technique_purpose_and_request_are_left_out(text: str, matter: str) -> None:
    assert extract_matter(text) == matter


@pytest.mark.parametrize(
    "text", ["a child drawing a snowman", "妈妈给女儿做饭", "a neon sign on a brick wall", "孩子在地上用粉笔画画"]
)
def test_the_same_words_are_matter_where_they_are_seen(text: str) -> None:
    assert extract_matter(text) == text


def test_a_text_that_names_only_a_technique_remains() -> None:
    assert extract_matter("watercolor") == "watercolor"


def test_a_part_of_a_text_is_read_with_the_whole() -> None:
    text = "浮世绘木版画的样子，一只小船在下雪的河上"
    assert extract_matter_of("样子，一只小船在下雪的河上", text) == "一只小船在下雪的河上"
    assert extract_matter_of("一只小狗", text) == "一只小狗"


def test_a_part_whose_words_recur_is_read_where_it_stands() -> None:
    assert extract_matter_of("a red ball", "a red ball next to a blue ball") == "a red ball"
    assert extract_matter_of("一只猫", "一只猫和一只狗") == "一只猫"


def test_latin_words_in_a_chinese_text_stay_apart() -> None:
    assert extract_matter("一只 fox 水彩画 with hat").endswith("fox with hat")


def test_a_very_long_text_is_not_read() -> None:
    text = "a cat in watercolor " * MAX_WORDS
    assert extract_matter(text.strip()) == text.strip()
