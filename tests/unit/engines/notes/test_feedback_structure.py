"""Clauses of feedback that are read by their words, in any order; each change is measured on the result."""

import pytest

from engines.note_writer.feedback.changes import WORD_SEPARATOR, Kind, Part
from engines.note_writer.feedback.context import Context
from engines.note_writer.feedback.parser import parse_changes
from engines.note_writer.feedback.structure import read_structure
from engines.note_writer.feedback.surface import remove_punctuation
from engines.note_writer.parsers.paragraphs import parse_blocks
from engines.note_writer.parsers.requirements import Requirements
from engines.note_writer.values import Draft, NoteRequest
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import NoteContent
from services.common.text.language import Language
from tests.fixtures.notes.pipeline import plan_again, write_content, write_first

MEALS = "meal prep for one person"
TIPS = 4


@pytest.mark.parametrize(
    ("clause", "kind", "part", "value"),
    [
        ("Two sentences in the opening at most", Kind.MAX_SENTENCES, Part.OPENING, "2"),
        ("at most two sentences for the opening", Kind.MAX_SENTENCES, Part.OPENING, "2"),
        ("正文就两行", Kind.MAX_LINES, Part.BODY, "2"),
        ("要正好三条", Kind.COUNT, Part.BODY, "3"),
        ("five bullet points", Kind.COUNT, Part.BODY, "5"),
        ("标题里别用“慢慢来”那种话", Kind.LACK, Part.TITLE, "慢慢来"),
        ('title without the word "easy" thx', Kind.LACK, Part.TITLE, "easy"),
        ("capitalise nothing in the tags", Kind.LOWERCASE, Part.TAGS, ""),
        ("the tags should stay as they are", Kind.KEEP, Part.TAGS, ""),
        ("no questions", Kind.NO_QUESTION, Part.BODY, ""),
        ("don't end on a question", Kind.NO_QUESTION, Part.CLOSING, ""),
        ("第二条和第四条删掉", Kind.REMOVE_PART, Part.BODY, WORD_SEPARATOR.join("二四")),
        ("正文删掉一半", Kind.SHORTEN, Part.BODY, ""),
    ],
)
def test_a_clause_of_known_words_is_read_in_any_order(clause: str, kind: Kind, part: Part, value: str) -> None:
    (change,) = parse_changes(clause)
    assert (change.kind, change.part, change.value) == (kind, part, value)


@pytest.mark.parametrize(
    "clause", ["no questions about prices", "两行里要有番茄", "two sentences in the title and the tags"]
)
def test_a_clause_with_an_unknown_word_or_two_parts_is_left_to_the_rules(clause: str) -> None:
    assert read_structure(clause, clause, None) is None


def test_several_points_are_removed_at_once() -> None:
    first, after = _revise("delete points 2 and 3")
    lines = [line for line in first.body.splitlines() if line.startswith("•")]
    rest = [line for line in after.body.splitlines() if line.startswith("•")]
    assert len(lines) == TIPS and [line[:20] for line in rest] == [line[:20] for line in (lines[0], lines[3])]


@pytest.mark.parametrize(
    ("feedback", "lines"),
    [("one line only", 1), ("three lines, please", 3)],
)
def test_a_number_of_lines_is_met(feedback: str, lines: int) -> None:
    _, after = _revise(feedback)
    assert len([line for line in after.body.splitlines() if line]) == lines


def test_a_number_of_points_that_the_note_does_not_have_is_not_possible() -> None:
    first, after = _revise("five bullet points")
    assert after.body == first.body and _outcomes(after) == [ChangeOutcome.NOT_POSSIBLE]


def test_a_question_of_the_reviewer_is_no_text_of_the_note() -> None:
    first, after = _revise("how much is the rice? say it")
    assert after.body == first.body and _outcomes(after) == [ChangeOutcome.NOT_POSSIBLE]


def test_an_instruction_after_a_colon_is_no_title() -> None:
    first, after = _revise("title: drop everything after the colon")
    assert after.title == first.title and _outcomes(after) == [ChangeOutcome.NOT_POSSIBLE]


def test_a_title_may_have_commas() -> None:
    assert _revise("change the title to: Rice, beans, done")[1].title == "Rice, beans, done"


@pytest.mark.parametrize("feedback", ['don\'t say "you"', 'say "I" not "you"'])
def test_another_pronoun_is_not_possible(feedback: str) -> None:
    first, after = _revise(feedback)
    assert after.body == first.body and _outcomes(after) == [ChangeOutcome.NOT_POSSIBLE]


def test_a_warning_is_added_in_the_words_of_the_reviewer() -> None:
    assert "Be careful about undercooked rice." in _revise("add a warning about undercooked rice")[1].body


def test_an_image_moves_before_the_others() -> None:
    first = write_first(MEALS)
    subjects = [plan.subject for plan in first.plans.plans]
    after = [plan.subject for plan in plan_again(first, "move the last one to the front").plans]
    assert after == [subjects[-1], *subjects[:-1]]


def test_the_second_of_two_equal_requests_is_done_like_the_first() -> None:
    changes = plan_again(write_first(MEALS), "too dark, brighter").changes
    assert [change.outcome for change in changes] == [ChangeOutcome.DONE, ChangeOutcome.DONE]


def test_not_so_dark_is_no_request_for_dark_colors() -> None:
    plans = plan_again(write_first(MEALS), "not so dark").plans
    assert all("bright light" in plan.prompt and "dark" not in plan.prompt for plan in plans)


def test_the_only_subject_is_in_each_image() -> None:
    assert all("cat" in plan.subject for plan in plan_again(write_first(MEALS), "just the cat").plans)


def _revise(feedback: str) -> tuple[NoteContent, NoteContent]:
    first = write_first(MEALS).content
    return first, write_content(MEALS, feedback, first, seed=8)


def _outcomes(content: NoteContent) -> list[str]:
    return [change.outcome for change in content.changes]


@pytest.mark.parametrize("feedback", ["delete the third point from the bottom", "remove the second to last tip"])
def test_a_place_counted_from_the_end_is_not_possible(feedback: str) -> None:
    first, after = _revise(feedback)
    assert after.body == first.body and _outcomes(after) == [ChangeOutcome.NOT_POSSIBLE]


def test_marks_are_removed_only_where_the_reviewer_names_the_points() -> None:
    first, after = _revise("too many emojis in the bullet points")
    assert after.body == first.body and _outcomes(after) == [ChangeOutcome.ALREADY_SO]


def test_a_limit_that_includes_spaces_counts_them() -> None:
    assert len(_revise("keep it under 300 characters including spaces")[1].body) <= 300


def test_merged_lists_are_not_only_numbered() -> None:
    assert _outcomes(_revise("merge the tips into one list and number them")[1]) == [ChangeOutcome.NOT_POSSIBLE]


def test_the_twelfth_point_is_not_the_first_and_the_second() -> None:
    [change] = parse_changes("删掉第12条")
    assert (change.kind, change.value) == (Kind.REMOVE_PART, "12")


def test_a_long_list_of_tags_is_read_in_linear_time() -> None:
    tags = ", ".join(f"#tag{number}" for number in range(60))
    assert parse_changes(f"{tags} please")  # two ways to read each separator would never end


def test_an_image_zero_is_none() -> None:
    changes = plan_again(write_first(MEALS), "swap 2 and 0").changes
    assert [change.outcome for change in changes] == [ChangeOutcome.NOT_UNDERSTOOD]


def test_a_range_without_its_dash_has_a_word_and_the_name_of_a_source_stays() -> None:
    [change] = parse_changes("no dashes")
    draft = Draft("Soup – fast", parse_blocks("• Simmer 25–30 minutes (from “Stock – a guide”).", Language.ENGLISH), ())
    after = remove_punctuation(draft, change, Context(NoteRequest(Language.ENGLISH, "soup"), Requirements()))
    assert (after.title, after.body) == ("Soup, fast", "• Simmer 25 to 30 minutes (from “Stock – a guide”).")
