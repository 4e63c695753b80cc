"""Prompts have known names, and their texts are validated."""

import pytest

from services.common.errors import Code, ReflowError
from services.rag.domain.prompt import KNOWN, MAX_TEXT, find_purpose, parse_text


def test_an_unknown_prompt_is_rejected_with_the_known_names() -> None:
    with pytest.raises(ReflowError) as caught:
        find_purpose("note_writer")
    assert (caught.value.code, caught.value.field) == (Code.PROMPT_UNKNOWN, "name")
    assert all(name in caught.value.text.zh and name in caught.value.text.en for name in KNOWN)


def test_a_text_is_trimmed_and_has_line_feeds() -> None:
    assert parse_text("\n多用短句。\r\n\t不要感叹号。  \r\n") == "多用短句。\n\t不要感叹号。"


@pytest.mark.parametrize("text", ["", " \n ", "nul\x00", "bell\x07", "a\rb", "\ud800", "春" * (MAX_TEXT + 1)])
def test_an_invalid_text_is_rejected(text: str) -> None:
    with pytest.raises(ReflowError) as caught:
        parse_text(text)
    assert (caught.value.code, caught.value.field) == (Code.INVALID_INPUT_FORMAT, "text")
