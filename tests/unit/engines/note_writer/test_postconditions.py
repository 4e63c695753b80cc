"""A change is done only if the revised draft shows it."""

import pytest

from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.parser import parse_changes
from engines.note_writer.feedback.postconditions import holds
from engines.note_writer.values import Block, Draft
from tests.unit.engines.note_writer.samples import EN, write_revision

SECTION = Block("路线", ("• 走环线。", "• 早点出发。"), "\n")
DRAFT = Draft("春游", (Block("", ("开头。",)), SECTION, Block("", ("收藏吧。",))), ("春游",))
LOUDER = Draft("春游✨", (Block("", ("开头！ ✨",)), SECTION, Block("", ("收藏吧！💛",))), ("春游",))


@pytest.mark.parametrize("feedback", ["亲切一点", "像朋友聊天那样", "太像说明书了"])
def test_an_emoji_alone_is_no_friendlier_tone(feedback: str) -> None:
    [change] = parse_changes(feedback)
    assert change.kind is Kind.TONE and not holds(change, DRAFT, LOUDER)


def test_fewer_sentences_are_no_shorter_ones() -> None:
    fewer = Draft(DRAFT.title, DRAFT.blocks[:1], DRAFT.tags)
    assert not holds(Change("句子短一点", Kind.SHORTEN), DRAFT, fewer)
    assert holds(Change("短一点", Kind.SHORTEN), DRAFT, fewer)


@pytest.mark.parametrize(("count", "expected"), [("1", True), ("2", False)])
def test_a_number_of_sections_is_counted(count: str, expected: bool) -> None:
    assert holds(Change(f"分成{count}部分", Kind.COUNT, value=count), DRAFT, DRAFT) is expected


def test_a_word_that_is_removed_with_the_whole_opening_is_not_done() -> None:
    without = Draft(DRAFT.title, DRAFT.blocks[1:], DRAFT.tags)
    assert not holds(Change("不要提开头", Kind.LACK, value="开头"), DRAFT, without)


def test_a_tone_that_needs_a_model_leaves_the_draft_and_is_declared() -> None:
    previous, after = write_revision("文艺一点，幽默一点")
    assert (after.title, after.body) == (previous.title, previous.body)
    assert "done" not in [change.outcome for change in after.changes]


def test_a_change_that_another_one_undoes_is_taken_back() -> None:
    _, after = write_revision("结尾用“明天见！”，结尾不要动")
    assert "明天见" in after.blocks[-1].text
    assert [change.outcome for change in after.changes] == ["done", "not_possible"]


def test_a_warm_tone_rewords_the_opening_and_leaves_the_title() -> None:
    previous, after = write_revision("a bit warmer please", language=EN, topic="an unheard-of hobby")
    assert after.title == previous.title and after.blocks[0] != previous.blocks[0]
    assert [change.outcome for change in after.changes] == ["partly"]


def test_a_clause_that_requests_the_same_is_listed_with_the_first() -> None:
    _, after = write_revision("太长了，短一点")
    assert [change.text for change in after.changes] == ["太长了，短一点"]


@pytest.mark.parametrize(
    "feedback",
    ["The warm-up section has two lines and that is the one I cared about", "we don't own a car", "otherwise it drags"],
)
def test_a_remark_with_the_word_of_a_rule_is_not_understood(feedback: str) -> None:
    assert [change.kind for change in parse_changes(feedback)] == [Kind.UNKNOWN]


def test_a_number_with_a_comma_is_one_word() -> None:
    assert "rent of 1,200" in parse_changes("mention the rent of 1,200 a month")[0].text


def test_an_unwanted_word_and_the_right_one_after_a_reason_are_one_correction() -> None:
    correction, reason = parse_changes("不要用“老人”这个词，我妈会不高兴，写成“爸妈”")
    assert (correction.kind, correction.value, correction.other) == (Kind.CORRECT, "老人", "爸妈")
    assert reason.kind is Kind.UNKNOWN


def test_so_is_no_word_of_a_title() -> None:
    assert parse_changes("say so in the title")[0].kind is Kind.UNKNOWN


@pytest.mark.parametrize("part", [Part.TITLE, Part.CLOSING])
def test_a_tone_of_a_part_is_of_other_words(part: Part) -> None:
    assert not holds(Change("亲切一点", Kind.TONE, part), DRAFT, LOUDER)


def test_the_right_word_for_one_that_the_text_lacks_is_not_added() -> None:
    previous, after = write_revision("不要说“老人”，说“爸妈”")
    assert after.body == previous.body and [change.outcome for change in after.changes] == ["already_so"]
