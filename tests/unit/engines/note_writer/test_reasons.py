"""Reasons, additions and references in feedback on a text."""

import pytest

from engines.language.reasons import split_reason
from engines.note_writer.feedback.changes import Kind, Part
from engines.note_writer.feedback.literal import is_given
from engines.note_writer.feedback.parser import parse_changes


@pytest.mark.parametrize(
    ("clause", "request_", "reason"),
    [
        ("drop the tags because we print this", "drop the tags", "because we print this"),
        ("We have no cinema here so take out the films", "take out the films", "We have no cinema here"),
        ("say lemon as the smell makes me sick", "say lemon", "as the smell makes me sick"),
        ("因为我家没有洗衣机", "", "因为我家没有洗衣机"),
        ("放最后没人看得到", "", "放最后没人看得到"),
        ("I already have two of those", "", "I already have two of those"),
        ("leave the tags as they are", "leave the tags as they are", ""),
        ("fine as long as the dog comes first", "fine as long as the dog comes first", ""),
        ("add that you need a coat because it snows", "add that you need a coat because it snows", ""),
        ("because my boss wants it shorter", "because my boss wants it shorter", ""),
    ],
)
def test_a_reason_is_no_part_of_the_request(clause: str, request_: str, reason: str) -> None:
    assert split_reason(clause) == (request_, reason)


def test_a_reason_changes_nothing_and_is_in_the_entry_of_its_request() -> None:
    changes = parse_changes(
        'Change the title to "Yoghurt" and take the emojis out, I already have plenty in other posts'
    )
    assert [(one.kind, one.reasons) for one in changes] == [
        (Kind.SET, ()),
        (Kind.NO_EMOJI, ("I already have plenty in other posts",)),
    ]


def test_a_reason_alone_is_not_understood() -> None:
    assert [one.kind for one in parse_changes("because my readers are beginners")] == [Kind.UNKNOWN]


@pytest.mark.parametrize(
    ("feedback", "name"),
    [
        ("水温那块多写几句", "水温"),
        ("flesh out the part about finding the hole", "finding the hole"),
        ("say more about the setting point", "setting point"),
        ("厨房那部分展开讲讲", "厨房"),
    ],
)
def test_more_on_a_subject_is_an_addition_on_it(feedback: str, name: str) -> None:
    (change,) = parse_changes(feedback)
    assert (change.kind, change.value) == (Kind.CONTAIN, name)


@pytest.mark.parametrize("feedback", ["expand a little", "make it more detailed", "全文展开讲讲"])
def test_more_without_a_subject_is_a_longer_text(feedback: str) -> None:
    assert parse_changes(feedback)[0].kind is Kind.LENGTHEN


def test_a_complaint_that_something_is_missing_is_no_text() -> None:
    assert parse_changes("Nothing about fat balls?! add that")[0].kind is Kind.CONTAIN


def test_words_for_something_of_the_user_are_no_words_of_a_title() -> None:
    assert parse_changes("Title should have my age in it")[0].kind is Kind.UNKNOWN


def test_an_instruction_after_a_colon_is_no_title() -> None:
    assert not is_given(parse_changes("Title: no colon please")[0])
    assert is_given(parse_changes("Title: No Gym Needed")[0])


def test_words_within_quotes_are_no_complaint() -> None:
    (change,) = parse_changes("标题加上“医生没说的”")
    assert (change.kind, change.part, change.value) == (Kind.CONTAIN, Part.TITLE, "医生没说的")


def test_a_judgment_of_a_title_is_no_title() -> None:
    assert not is_given(parse_changes("the title is meh")[0])


def test_what_was_forgotten_is_stated_without_the_verb() -> None:
    assert parse_changes("You forgot to say he's 71 and likes spicy food")[0].value == "he's 71 and likes spicy food"


def test_a_quality_of_a_removed_line_asks_for_no_other_line() -> None:
    (change,) = parse_changes("get rid of that cheesy last line")
    assert (change.kind, change.part) == (Kind.DROP, Part.CLOSING)
