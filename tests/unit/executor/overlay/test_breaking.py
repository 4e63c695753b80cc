"""Where lines end."""

from hypothesis import given, settings
from hypothesis import strategies as st

from services.executor.domain.overlay.breaking import NOT_FIRST, NOT_LAST, Extent, Keep, break_lines, pieces_of
from tests.fixtures.overlays import texts

paragraphs = texts.map(lambda text: " ".join(text.split())).filter(bool)


def counted(text: str) -> Extent:
    """An extent that can be counted: two for a wide character, one for a narrow one."""
    return Extent(sum(1 if character.isascii() else 2 for character in text), 0, 0)


def broken(text: str, width: float, keep: Keep = Keep.LATIN_WORDS) -> list[str] | None:
    return break_lines(pieces_of(text, keep), counted, width)


@settings(deadline=None)
@given(text=paragraphs, width=st.integers(1, 60), keep=st.sampled_from(Keep))
def test_no_line_after_the_first_begins_with_closing_punctuation_and_none_before_the_last_ends_with_opening(
    text: str, width: int, keep: Keep
) -> None:
    lines = broken(text, width, keep) or []
    assert not any(line[0] in NOT_FIRST for line in lines[1:])
    assert not any(line[-1] in NOT_LAST for line in lines[:-1])


@settings(deadline=None)
@given(text=paragraphs, width=st.integers(1, 60), keep=st.sampled_from(Keep))
def test_lines_are_no_wider_than_allowed_and_together_are_the_text(text: str, width: int, keep: Keep) -> None:
    lines = broken(text, width, keep)
    if lines is not None:
        assert all(counted(line).advance <= width for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@settings(deadline=None)
@given(text=paragraphs)
def test_a_text_that_fits_one_line_stays_on_one_line(text: str) -> None:
    assert broken(text, counted(text).advance) == [text]


def test_a_latin_word_stays_whole_unless_it_may_be_broken() -> None:
    assert broken("去 Shenzhen 玩", 8) == ["去", "Shenzhen", "玩"]
    assert broken("去 Shenzhen 玩", 7) is None
    assert broken("去 Shenzhen 玩", 7, Keep.CHARACTERS) == ["去 Shen", "zhen 玩"]


def test_an_apostrophe_does_not_end_a_word() -> None:
    assert [piece.text for piece in pieces_of("we don’t")] == ["we", "don’t"]


def test_lines_are_alike_rather_than_one_full_and_one_nearly_empty() -> None:
    assert broken("aa bb cc dd", 8) == ["aa bb", "cc dd"]


def test_a_chinese_word_is_not_split_where_a_line_may_end_beside_it() -> None:
    assert broken("我们去图书馆", 10) == ["我们去", "图书馆"]
    assert broken("去图书馆看书", 10) == ["去图书馆", "看书"]


def test_dashes_and_dots_that_belong_together_stay_together() -> None:
    assert [piece.text for piece in pieces_of("等——等……好")] == ["等——", "等……", "好"]


def test_the_empty_half_of_punctuation_at_the_ends_of_a_line_takes_no_room() -> None:
    def halved(text: str) -> Extent:
        return Extent(2 * len(text), 1 if text[0] == "“" else 0, 1 if text[-1] == "”" else 0)

    assert break_lines(pieces_of("“一二”"), halved, 6) == ["“一二”"]
    assert break_lines(pieces_of("“一二”"), halved, 5) != ["“一二”"]
