"""A text taken apart and read as it was."""

from hypothesis import given
from hypothesis import strategies as st

from services.executor.domain.writing.measuring import has_emoji, sentences, without_emoji
from services.executor.domain.writing.paragraphs import blocks_of
from services.executor.domain.writing.values import body_of
from tests.unit.executor.writing.examples import EN, ZH

BODY = "开头一句。第二句！\n\n🎒 带什么\n• 水。\n• 帽子。\n\n路线\n先走左边。再走右边。\n\n收藏吧～💛"


def test_headings_items_and_sentences_are_told_apart() -> None:
    opening, listed, running, closing = blocks_of(BODY, ZH)
    assert opening.items == ("开头一句。", "第二句！") and opening.heading == ""
    assert (listed.heading, listed.items) == ("🎒 带什么", ("• 水。", "• 帽子。"))
    assert (running.heading, running.items) == ("路线", ("先走左边。", "再走右边。"))
    assert closing.items == ("收藏吧～💛",)


def test_put_together_again_it_is_the_same_text() -> None:
    assert body_of(blocks_of(BODY, ZH)) == BODY


def test_a_first_line_that_is_a_sentence_is_no_heading() -> None:
    (block,) = blocks_of("先走左边。\n再走右边。", ZH)
    assert (block.heading, block.items) == ("", ("先走左边。", "再走右边。"))


def test_a_full_stop_within_a_number_ends_no_sentence() -> None:
    assert sentences("It costs 3.5 euros. Bring e.g. a hat!") == ("It costs 3.5 euros.", "Bring e.g.", "a hat!")


@given(st.text("春。！a. b\n🌸~", max_size=60))
def test_no_letter_is_lost_or_made_when_a_text_is_taken_apart(text: str) -> None:
    for language in (ZH, EN):
        letters = "".join(text.split())
        assert "".join(body_of(blocks_of(text, language)).split()) == letters


def test_emoji_go_with_all_that_belongs_to_them() -> None:
    text = "👨‍👩‍👧 家庭☀️ 出游🇨🇳 1️⃣ 步 ❤️"
    assert has_emoji(text) and without_emoji(text) == "家庭 出游 步"
    assert without_emoji("3 步 #春游 （好）") == "3 步 #春游 （好）"
