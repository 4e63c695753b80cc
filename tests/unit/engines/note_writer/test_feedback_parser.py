"""Feedback in phrasing that the examples of the specification do not use."""

import pytest

from engines.note_writer.feedback.changes import Kind, Part
from engines.note_writer.feedback.parser import parse_changes


@pytest.mark.parametrize(
    ("feedback", "kind", "part", "value"),
    [
        ("标题别超过十个字", Kind.MAX_LENGTH, Part.TITLE, "10"),
        ("精简到一百五十字", Kind.MAX_LENGTH, Part.BODY, "150"),
        ("Trim to 120 words", Kind.MAX_LENGTH, Part.BODY, "120"),
        ("Shorten the title to under 40 characters", Kind.MAX_LENGTH, Part.TITLE, "40"),
        ("Mention the budget in the title", Kind.CONTAIN, Part.TITLE, "budget"),
        ("标题加上“西湖”两字", Kind.CONTAIN, Part.TITLE, "西湖"),
        ("最多四点", Kind.COUNT, Part.BODY, "4"),
        ("Remove any mention of kids", Kind.LACK, Part.BODY, "kids"),
        ("More about food", Kind.CONTAIN, Part.BODY, "food"),
        ("Title should be exactly: Two Cats, One House", Kind.SET, Part.TITLE, "Two Cats, One House"),
    ],
)
def test_the_value_of_a_change_is_what_the_feedback_names(feedback: str, kind: Kind, part: Part, value: str) -> None:
    [change] = parse_changes(feedback)
    assert (change.kind, change.part, change.value) == (kind, part, value)


@pytest.mark.parametrize(
    ("feedback", "kind"),
    [
        ("不要分点", Kind.RUNNING_TEXT),
        ("别那么官方", Kind.TONE),
        ("Make it warmer", Kind.TONE),
        ("换成第三人称", Kind.NEEDS_MODEL),
        ("用“我”来写", Kind.ADDRESS),
        ("最后加一句提问", Kind.QUESTION),
        ("Back it up with data", Kind.EVIDENCE),
        ("Swap the last two sections", Kind.UNKNOWN),
        ("感叹号也少点", Kind.NO_EXCLAMATION),
        ("例子少一点", Kind.UNKNOWN),
        ("half of this I can't do", Kind.UNKNOWN),
    ],
)
def test_the_kind_of_a_change_is_understood(feedback: str, kind: Kind) -> None:
    assert [change.kind for change in parse_changes(feedback)] == [kind]


def test_not_for_one_audience_but_for_another_is_two_changes() -> None:
    changes = parse_changes("Not for students but for office workers")
    assert [(change.kind, change.value) for change in changes] == [
        (Kind.LACK, "students"),
        (Kind.CONTAIN, "office workers"),
    ]


@pytest.mark.parametrize(
    ("feedback", "tag", "others"),
    [
        ("标签不要露营，标题短一点", "露营", [(Kind.SHORTEN, Part.TITLE)]),
        ("标签不要春游，正文再长一点", "春游", [(Kind.LENGTHEN, Part.BODY)]),
        ("标签别用西湖，谢谢", "西湖", []),
        ("标签不要#春游，其他不变", "春游", [(Kind.KEEP, Part.BODY)]),
        ("tags: no spring, shorter", "spring", [(Kind.SHORTEN, Part.BODY)]),
        ("标签不要露营，要徒步", "露营", [(Kind.CONTAIN, Part.TAGS)]),
    ],
)
def test_a_clause_after_an_unwanted_tag_is_a_tag_only_where_it_names_one(
    feedback: str, tag: str, others: list[tuple[Kind, Part]]
) -> None:
    first, *rest = parse_changes(feedback)
    assert (first.kind, first.part, first.value) == (Kind.LACK, Part.TAGS, tag)
    assert [(change.kind, change.part) for change in rest] == others


@pytest.mark.parametrize(
    ("feedback", "part", "value"),
    [
        ("标题再活泼一点，加上两个人的预算", Part.BODY, "两个人的预算"),
        ("标签换一批，补充门票价格", Part.BODY, "门票价格"),
        ("Make the title shorter and mention the parking", Part.BODY, "parking"),
        ("The title is dull, add a budget in it", Part.TITLE, "budget"),
        ("标题太普通，加上“大理”", Part.TITLE, "大理"),
    ],
)
def test_facts_that_a_second_clause_asks_for_belong_to_the_text(feedback: str, part: Part, value: str) -> None:
    [_, change] = parse_changes(feedback)
    assert (change.kind, change.part, change.value) == (Kind.CONTAIN, part, value)


def test_a_number_without_a_unit_limits_the_tags_before_it_and_no_text() -> None:
    changes = parse_changes("Tags are way too general, and max 5")
    assert [(one.kind, one.part) for one in changes] == [(Kind.RENEW, Part.TAGS), (Kind.COUNT, Part.TAGS)]
    assert parse_changes("max 5")[0].kind is Kind.UNKNOWN


@pytest.mark.parametrize(
    ("text", "count"), [("标签太多了，十二个", "12"), ("标签太多了，两三个", "2"), ("new tags, max 6", "6")]
)
def test_how_many_tags_are_to_stay_is_read_in_any_numerals(text: str, count: str) -> None:
    (value,) = [one.value for one in parse_changes(text) if one.kind is Kind.COUNT]
    assert value == count


def test_a_limit_of_the_text_is_none_of_the_tags_before_it() -> None:
    assert [one.kind for one in parse_changes("new tags, no more than 200")] == [Kind.RENEW, Kind.MAX_LENGTH]
