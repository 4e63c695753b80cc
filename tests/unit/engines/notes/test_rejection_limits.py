"""Limits of what a rejection changes: its number, its place, and only texts that state something."""

import pytest

from engines.note_writer.feedback.changes import Kind, Part
from engines.note_writer.feedback.parser import parse_changes
from engines.note_writer.feedback.statements import states
from engines.note_writer.lengths import has_emoji
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import NoteContent
from tests.fixtures.notes.pipeline import write_content, write_first

HERBS, MEALS = "balcony herb garden", "meal prep for one person"


def _revise(request: str, feedback: str) -> tuple[NoteContent, NoteContent]:
    first = write_first(request).content
    return first, write_content(request, feedback, first, seed=8)


@pytest.mark.parametrize(
    ("feedback", "kind", "number"),
    [
        ("emoji太多了,像卖东西的,留两三个就好", Kind.NO_EMOJI, "2"),
        ("Fewer emojis, like two or three", Kind.NO_EMOJI, "2"),
        ("max 2 emojis overall", Kind.NO_EMOJI, "2"),
    ],
)
def test_the_number_of_emoji_is_that_of_the_clause_next_to_it(feedback: str, kind: Kind, number: str) -> None:
    assert (parse_changes(feedback)[0].kind, parse_changes(feedback)[0].other) == (kind, number)


@pytest.mark.parametrize("feedback", ["too many tags, three will do", "lose the hashtags, all but three"])
def test_the_number_of_tags_is_that_of_the_clause_next_to_it(feedback: str) -> None:
    change = parse_changes(feedback)[0]
    assert (change.kind, change.part, change.value) == (Kind.COUNT, Part.TAGS, "3")


@pytest.mark.parametrize("feedback", ["标签再来两个", "标签再多两个"])
def test_more_tags_are_no_number_of_all_tags(feedback: str) -> None:
    assert parse_changes(feedback)[0].kind is Kind.LENGTHEN


@pytest.mark.parametrize(
    "text", ["周一休息", "门票40元", "停车免费", "my mother worked the till for three years", "bring cash"]
)
def test_a_sentence_of_the_reviewer_states_something(text: str) -> None:
    assert states(text)


@pytest.mark.parametrize(
    "text",
    ["大概的门票价格和坐几号线地铁", "费用和要带的证件", "留几毫米", "两句可以直接发给室友", "一年一共花了多少",
     "honestly", "Chinese name beside each dish", "how long it takes"],
)  # fmt: skip
def test_the_name_of_what_is_missing_states_nothing(text: str) -> None:
    assert not states(text)


def test_emoji_of_headings_are_removed_and_no_others() -> None:
    first, after = _revise(HERBS, "no emoji in the headings")
    headings = [line for line in after.body.splitlines() if line and not line.startswith("•")][1:-1]
    assert not any(map(has_emoji, headings))
    assert (after.title, after.body.splitlines()[-1]) == (first.title, first.body.splitlines()[-1])


def test_at_most_two_emoji_are_left() -> None:
    _, after = _revise(HERBS, "no more than two emojis in total")
    assert sum(map(has_emoji, f"{after.title}{after.body}")) == 2


@pytest.mark.parametrize("feedback", ["不要说教", "don't preach", "make it calmer", "use grams not cups"])
def test_what_is_not_declared_to_be_done_changes_nothing(feedback: str) -> None:
    first, after = _revise(MEALS, feedback)
    assert {one.outcome for one in after.changes} <= {ChangeOutcome.NOT_POSSIBLE, ChangeOutcome.NOT_UNDERSTOOD}
    assert (after.title, after.body, after.tags) == (first.title, first.body, first.tags)


def test_a_word_is_not_replaced_by_a_noun_before_another_noun() -> None:
    request = "helping an elderly parent declutter"
    first, after = _revise(request, 'not "elderly", say older parents')
    assert after.title == first.title and after.changes[0].outcome is ChangeOutcome.NOT_POSSIBLE
