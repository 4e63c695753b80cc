"""Remainders of clauses are no texts, praise is no change, and a feeling or a question is done only if it is there."""

import pytest

from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.coverage import is_fragment
from engines.note_writer.feedback.edges import has_question_at_end
from engines.note_writer.feedback.parser import parse_changes
from engines.note_writer.feedback.verification import only_praises, wants_feeling
from engines.note_writer.values import Block, Draft


@pytest.mark.parametrize("value", ["是无偿的", "没有报酬", "is free of charge", "because it rains"])
def test_a_predicate_without_its_subject_is_a_fragment(value: str) -> None:
    assert is_fragment(value)


@pytest.mark.parametrize("value", ["参加是免费的", "不要暴晒", "the entry is free", "don't park in the yard"])
def test_a_sentence_of_its_own_is_no_fragment(value: str) -> None:
    assert not is_fragment(value)


@pytest.mark.parametrize("feedback", ["要写明是无偿的", "参加是不收钱的"])
def test_a_fragment_is_not_added(feedback: str) -> None:
    assert [one.kind for one in parse_changes(feedback)] == [Kind.UNKNOWN]


@pytest.mark.parametrize("feedback", ["put the number 41 in the title", "41 should be in the title"])
def test_a_number_for_the_title_is_the_number_alone(feedback: str) -> None:
    assert [(one.kind, one.part, one.value) for one in parse_changes(feedback)] == [(Kind.CONTAIN, Part.TITLE, "41")]


def test_praise_without_a_part_retains_nothing() -> None:
    assert [only_praises(Change(text, Kind.KEEP)) for text in ("Lovely", "the rest is fine", "标题不要动")] == [
        True,
        False,
        False,
    ]


def test_a_sad_ending_needs_more_than_another_one() -> None:
    assert wants_feeling(Change("the ending is too sad", Kind.RENEW, Part.CLOSING))
    assert not wants_feeling(Change("the last line is weak", Kind.RENEW, Part.CLOSING))


def test_only_the_last_line_counts_for_a_question_at_the_end() -> None:
    blocks = (Block("", ("How do you do it?",)), Block("", ("Tell me below.",)))
    assert not has_question_at_end(Draft("", blocks, ()))
    assert has_question_at_end(Draft("", blocks[:1], ()))
