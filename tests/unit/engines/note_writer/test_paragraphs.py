"""Parsing of an existing text."""

from hypothesis import given
from hypothesis import strategies as st

from engines.note_writer.lengths import has_emoji, remove_emoji, split_sentences
from engines.note_writer.parsers.paragraphs import parse_blocks
from engines.note_writer.values import join_blocks
from tests.unit.engines.note_writer.samples import EN, ZH

BODY = "开头一句。第二句！\n\n🎒 带什么\n• 水。\n• 帽子。\n\n路线\n先走左边。再走右边。\n\n收藏吧～💛"


def test_headings_items_and_sentences_are_distinguished() -> None:
    opening, listed, running, closing = parse_blocks(BODY, ZH)
    assert opening.items == ("开头一句。", "第二句！") and opening.heading == ""
    assert (listed.heading, listed.items) == ("🎒 带什么", ("• 水。", "• 帽子。"))
    assert (running.heading, running.items) == ("路线", ("先走左边。", "再走右边。"))
    assert closing.items == ("收藏吧～💛",)


def test_joined_blocks_are_the_same_text() -> None:
    assert join_blocks(parse_blocks(BODY, ZH)) == BODY


def test_a_first_line_that_is_a_sentence_is_not_a_heading() -> None:
    (block,) = parse_blocks("先走左边。\n再走右边。", ZH)
    assert (block.heading, block.items) == ("", ("先走左边。", "再走右边。"))


def test_a_period_within_a_number_does_not_end_a_sentence() -> None:
    assert split_sentences("It costs 3.5 euros. Bring e.g. a hat!") == ("It costs 3.5 euros.", "Bring e.g.", "a hat!")


@given(st.text("春。！a. b\n🌸~", max_size=60))
def test_parsing_neither_loses_nor_adds_a_character(text: str) -> None:
    for language in (ZH, EN):
        letters = "".join(text.split())
        assert "".join(join_blocks(parse_blocks(text, language)).split()) == letters


def test_an_emoji_is_removed_with_its_modifiers() -> None:
    text = "👨‍👩‍👧 家庭☀️ 出游🇨🇳 1️⃣ 步 ❤️"
    assert has_emoji(text) and remove_emoji(text) == "家庭 出游 步"
    assert remove_emoji("3 步 #春游 （好）") == "3 步 #春游 （好）"
