"""Amounts and readers in comments: all emoji, so many tags, friendly for others."""

from engines.note_writer.feedback.changes import Kind, Part
from engines.note_writer.feedback.emoji import wants_fewer
from engines.note_writer.feedback.parser import parse_changes


def test_too_many_emoji_that_are_to_go_are_all_of_them() -> None:
    (change,) = parse_changes("emoji太多啦看着眼花，去掉吧")
    assert change.kind is Kind.NO_EMOJI
    assert not wants_fewer(change)


def test_a_number_that_is_enough_limits_the_tags() -> None:
    change = parse_changes("话题标签太多，五个够了")[0]
    assert (change.kind, change.part, change.value) == (Kind.COUNT, Part.TAGS, "5")


def test_what_is_friendly_for_others_is_no_tone() -> None:
    assert parse_changes("keep it wheelchair friendly")[0].kind is not Kind.TONE
    assert parse_changes("make it friendlier")[0].kind is Kind.TONE
