"""Long texts end after a word wherever a note truncates them."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.language.words import take_words
from engines.note_planner.text_width import truncate
from engines.note_writer.lengths import Length, Unit
from engines.note_writer.truncation import truncate_blocks
from engines.note_writer.values import Block
from engines.note_writer.writer import write_note
from engines.typesetting.fonts import load_typefaces
from engines.typesetting.layout import Margin, truncate_text
from engines.typesetting.values import Weight
from services.rag.domain.evidence import truncate as truncate_excerpt
from tests.unit.engines.note_writer.samples import EN, make_request

TEXT = "Rainy afternoons with toddlers without spending anything in Edinburgh"


def truncate_body(text: str, length: int) -> str:
    (block,) = truncate_blocks((Block("", (text,)),), Length(length, Unit.CHARACTERS))
    return block.text


def draw(text: str, length: int) -> str:
    layout = truncate_text(text, load_typefaces()[Weight.BOLD], (12 * length, 24), 16, Margin())
    return "".join(line.text for line in layout.lines) if layout is not None else ""


@pytest.mark.parametrize(
    "shorten", [truncate, truncate_excerpt, truncate_body, draw], ids=["plan", "excerpt", "body", "image"]
)
def test_a_truncated_text_ends_after_a_word(shorten: Callable[[str, int], str]) -> None:
    for length in range(12, 60):
        start = shorten(TEXT, length).removesuffix("…")
        assert f"{TEXT} ".startswith(f"{start} "), start


def test_a_title_within_its_limit_ends_after_a_word() -> None:
    for length in range(9, 40):
        request = make_request(language=EN, topic=TEXT, constraints=(f"title under {length} characters",))
        title = write_note(request).title
        words = title.removesuffix("…").split()
        assert len(title) <= length and all(word.strip(":,.!?").lower() in TEXT.lower().split() for word in words[2:])


@pytest.mark.parametrize(("text", "taken"), [("周末去图书馆看书", "周末去"), ("去 café 读书", "去"), ("word", "word")])
def test_a_word_of_another_script_is_not_split(text: str, taken: str) -> None:
    assert take_words(text, 5) == taken


@given(text=st.text("ab 一二\n，", max_size=30), length=st.integers(0, 30))
def test_the_first_words_are_a_prefix_within_the_limit_and_empty_only_if_necessary(text: str, length: int) -> None:
    taken = take_words(text, length)
    assert text.startswith(taken) and len(taken) <= length
    assert taken or not text[:length].strip()
