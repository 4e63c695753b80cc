"""Line breaks."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.typesetting.line_breaks import (
    NOT_AT_LINE_END,
    NOT_AT_LINE_START,
    Extent,
    WordBreak,
    break_lines,
    split_segments,
)
from tests.fixtures.services.overlays import texts

paragraphs = texts.map(lambda text: " ".join(text.split())).filter(bool)


def measure(text: str) -> Extent:
    """Return an extent of two for each wide character and one for each narrow one."""
    return Extent(sum(1 if character.isascii() else 2 for character in text), 0, 0)


def break_text(text: str, width: float, word_break: WordBreak = WordBreak.NORMAL) -> list[str] | None:
    return break_lines(split_segments(text, word_break), measure, width)


@settings(deadline=None)
@given(text=paragraphs, width=st.integers(1, 60), word_break=st.sampled_from(WordBreak))
def test_no_line_after_the_first_begins_with_closing_punctuation_and_none_before_the_last_ends_with_opening(
    text: str, width: int, word_break: WordBreak
) -> None:
    lines = break_text(text, width, word_break) or []
    assert not any(line[0] in NOT_AT_LINE_START for line in lines[1:])
    assert not any(line[-1] in NOT_AT_LINE_END for line in lines[:-1])


@settings(deadline=None)
@given(text=paragraphs, width=st.integers(1, 60), word_break=st.sampled_from(WordBreak))
def test_lines_are_no_wider_than_allowed_and_together_are_the_text(
    text: str, width: int, word_break: WordBreak
) -> None:
    lines = break_text(text, width, word_break)
    if lines is not None:
        assert all(measure(line).advance <= width for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@settings(deadline=None)
@given(text=paragraphs)
def test_a_text_that_fits_one_line_stays_on_one_line(text: str) -> None:
    assert break_text(text, measure(text).advance) == [text]


def test_a_latin_word_stays_whole_unless_it_may_be_broken() -> None:
    assert break_text("去 Shenzhen 玩", 8) == ["去", "Shenzhen", "玩"]
    assert break_text("去 Shenzhen 玩", 7) is None
    assert break_text("去 Shenzhen 玩", 7, WordBreak.BREAK_ALL) == ["去 Shen", "zhen 玩"]


def test_an_apostrophe_does_not_end_a_word() -> None:
    assert [segment.text for segment in split_segments("we don’t")] == ["we", "don’t"]


def test_lines_have_similar_lengths() -> None:
    assert break_text("aa bb cc dd", 8) == ["aa bb", "cc dd"]


def test_a_chinese_word_is_not_split_if_a_line_can_end_next_to_it() -> None:
    assert break_text("我们去图书馆", 10) == ["我们去", "图书馆"]
    assert break_text("去图书馆看书", 10) == ["去图书馆", "看书"]


def test_dashes_and_dots_that_belong_together_stay_together() -> None:
    assert [segment.text for segment in split_segments("等——等……好")] == ["等——", "等……", "好"]


def test_the_blank_half_of_punctuation_at_the_ends_of_a_line_takes_no_space() -> None:
    def halved(text: str) -> Extent:
        return Extent(2 * len(text), 1 if text[0] == "“" else 0, 1 if text[-1] == "”" else 0)

    assert break_lines(split_segments("“一二”"), halved, 6) == ["“一二”"]
    assert break_lines(split_segments("“一二”"), halved, 5) != ["“一二”"]
