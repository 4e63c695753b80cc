"""Text of a model, made fit to be shown."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from services.planner.domain.spoken import Reply, one_line

PIECES = st.lists(st.text(st.sampled_from("好a \n\t\x00\x1b\u202e\u2028👩\u200d🚀"), max_size=6), max_size=12)


def shown(pieces: list[str], longest: int = 200) -> list[str]:
    reply = Reply(longest)
    return [reply.add(piece) for piece in pieces]


@given(PIECES)
def test_pieces_put_together_are_the_cleaned_text_but_for_spaces(pieces: list[str]) -> None:
    assert "".join("".join(shown(pieces)).split()) == "".join(one_line("".join(pieces)).split())


@given(PIECES)
def test_nothing_shown_is_blank(pieces: list[str]) -> None:
    assert all(piece.strip() for piece in shown(pieces) if piece)


@given(PIECES)
def test_words_stay_apart_and_edges_are_bare(pieces: list[str]) -> None:
    text = "".join(shown(pieces))
    assert text == text.strip()
    assert text.split() == one_line("".join(pieces)).split()


@given(PIECES, st.integers(0, 10))
def test_no_more_is_shown_than_a_reply_may_have(pieces: list[str], longest: int) -> None:
    assert len("".join(shown(pieces, longest))) <= longest


@given(st.text())
def test_one_line_holds_no_control_characters(text: str) -> None:
    line = one_line(text)
    assert not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in line)
    assert line == line.strip()


def test_the_parts_of_an_emoji_stay_together() -> None:
    assert one_line("👩\u200d🚀") == "👩\u200d🚀"


def test_text_cannot_be_turned_around() -> None:
    assert one_line("a\u202eb\u2066c") == "abc"
