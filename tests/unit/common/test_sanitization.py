"""Untrusted text, sanitized for display."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from services.common.text.sanitization import ReplyBuffer, sanitize_line

DELTAS = st.lists(st.text(st.sampled_from("好a \n\t\x00\x1b\u202e\u2028👩\u200d🚀"), max_size=6), max_size=12)


def display(deltas: list[str], max_length: int = 200) -> list[str]:
    reply = ReplyBuffer(max_length)
    return [reply.add(delta) for delta in deltas]


@given(DELTAS)
def test_the_displayed_deltas_are_the_sanitized_text_apart_from_spaces(deltas: list[str]) -> None:
    assert "".join("".join(display(deltas)).split()) == "".join(sanitize_line("".join(deltas)).split())


@given(DELTAS)
def test_no_displayed_delta_is_blank(deltas: list[str]) -> None:
    assert all(delta.strip() for delta in display(deltas) if delta)


@given(DELTAS)
def test_words_stay_separate_and_edges_have_no_spaces(deltas: list[str]) -> None:
    text = "".join(display(deltas))
    assert text == text.strip()
    assert text.split() == sanitize_line("".join(deltas)).split()


@given(DELTAS, st.integers(0, 10))
def test_no_more_is_displayed_than_a_reply_may_have(deltas: list[str], max_length: int) -> None:
    assert len("".join(display(deltas, max_length))) <= max_length


@given(st.text())
def test_a_sanitized_line_has_no_control_characters(text: str) -> None:
    line = sanitize_line(text)
    assert not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in line)
    assert line == line.strip()


def test_the_parts_of_an_emoji_stay_together() -> None:
    assert sanitize_line("👩\u200d🚀") == "👩\u200d🚀"


def test_text_cannot_be_reversed() -> None:
    assert sanitize_line("a\u202eb\u2066c") == "abc"
