"""What feedback states literally."""

import pytest

from engines.note_writer.feedback.literal import is_given, is_literal
from engines.note_writer.feedback.parser import parse_changes


@pytest.mark.parametrize("feedback", ["删掉所有大道理", "别多别少", "人名地名你别编"])
def test_qualities_and_verbs_are_no_words_of_a_text(feedback: str) -> None:
    assert not any(map(is_literal, parse_changes(feedback)))


@pytest.mark.parametrize("feedback", ["不要提榴莲", "don't mention durian"])
def test_a_named_thing_is_a_word_of_a_text(feedback: str) -> None:
    assert all(map(is_literal, parse_changes(feedback)))


@pytest.mark.parametrize(
    "feedback", ["Opening: start with the day I fell", "开头：从我第一次翻车讲起", "标题不行，换成夜宵"]
)
def test_an_instruction_is_not_inserted(feedback: str) -> None:
    assert not all(map(is_given, parse_changes(feedback)))


@pytest.mark.parametrize("feedback", ["Ending: Two shirts are enough.", "开头改成“今天下雨。”", "Title: Two shirts"])
def test_a_text_after_a_colon_or_in_quotes_is_inserted(feedback: str) -> None:
    assert all(map(is_given, parse_changes(feedback)))
