"""Prompts have known names, and their texts are checked."""

import pytest

from services.common.errors import Code, ReflowError
from services.rag.domain.prompt import KNOWN, MAX_TEXT, parse_text, purpose_of


def test_a_prompt_that_no_agent_reads_is_refused_and_those_there_are_are_named() -> None:
    with pytest.raises(ReflowError) as caught:
        purpose_of("note_writer")
    assert (caught.value.code, caught.value.field) == (Code.PROMPT_UNKNOWN, "name")
    assert all(name in caught.value.text.zh and name in caught.value.text.en for name in KNOWN)


def test_a_text_is_trimmed_and_its_lines_end_alike_wherever_it_was_written() -> None:
    assert parse_text("\n多用短句。\r\n\t不要感叹号。  \r\n") == "多用短句。\n\t不要感叹号。"


@pytest.mark.parametrize("text", ["", " \n ", "nul\x00", "bell\x07", "a\rb", "\ud800", "春" * (MAX_TEXT + 1)])
def test_a_text_that_cannot_be_kept_is_refused(text: str) -> None:
    with pytest.raises(ReflowError) as caught:
        parse_text(text)
    assert (caught.value.code, caught.value.field) == (Code.INVALID_INPUT_FORMAT, "text")
