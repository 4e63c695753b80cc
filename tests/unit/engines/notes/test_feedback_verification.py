"""What is reported on a comment is verified by its words and the drafts before and after, whichever rule read it."""

import pytest

from engines.language.moods import Mood, read_mood
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlanSet, NoteContent
from tests.fixtures.notes.pipeline import plan_again, write_content, write_first

LAKE, MELON, MEAT, OIL = "周末去西湖怎么玩", "写一篇怎么挑西瓜", "写一篇学做第一道红烧肉", "写一篇厨房油污清洁的笔记"
HERBS, SALARY, PIZZA = "balcony herb garden", "a post about negotiating salary", "a post about homemade pizza"
CLAIMED = {ChangeOutcome.DONE, ChangeOutcome.ALREADY_SO}


@pytest.mark.parametrize(
    ("clause", "mood"),
    [
        ("My mum would not get half of it", Mood.REMARK),
        ("my boss wants it shorter", Mood.REQUEST),
        ("我发给外国朋友看", Mood.REMARK),
        ("You never say", Mood.COMPLAINT),
        ("third one makes no sense", Mood.COMPLAINT),
        ("why is there a hashtag with no meaning", Mood.QUESTION),
        ("can you cut it by half", Mood.REQUEST),
        ("The title can stay unless it has a number in it", Mood.CONDITION),
        ("全文控制在200字以内", Mood.REQUEST),
    ],
)
def test_a_clause_has_a_mood(clause: str, mood: Mood) -> None:
    assert read_mood(clause) is mood


@pytest.mark.parametrize(
    ("request_text", "feedback"),
    [
        (HERBS, "My mum would not get half of it"),
        (OIL, "我发给外国朋友看"),
        (LAKE, "字数再多个100字"),
        (LAKE, "能再具体点吗"),
        (MELON, "标题控制在6-8个字"),
        (MELON, "加个总结，三句话以内"),
        (MELON, "标签太多余了"),
        (SALARY, "The title can stay unless it has a number in it, in which case lose the number."),
        (SALARY, "nothing longer than 12 words"),
        (SALARY, 'the heading "good to know" is lame, call it "Money"'),
        (MEAT, "看房的顺序写清楚：先水电，再墙面"),
        (MEAT, "焖的时间写明45分钟"),
    ],
)
def test_what_is_no_certain_request_changes_nothing(request_text: str, feedback: str) -> None:
    first, after = _revise(request_text, feedback)
    assert (after.title, after.body, after.tags) == (first.title, first.body, first.tags)
    assert CLAIMED.isdisjoint(change.outcome for change in after.changes)


@pytest.mark.parametrize(
    ("request_text", "feedback"),
    [
        (SALARY, "What does it cost to get started? You never say."),
        (SALARY, "why is there a hashtag with no meaning"),
        (SALARY, "no colon in the title"),
        (SALARY, "two sections max and three tags exactly"),
        (LAKE, "不要一上来就教"),
        (MELON, "加上冰镇的小贴士，还有别切开放过夜"),
    ],
)
def test_only_what_a_draft_shows_is_already_so(request_text: str, feedback: str) -> None:
    after = _revise(request_text, feedback)[1]
    assert ChangeOutcome.ALREADY_SO not in [change.outcome for change in after.changes]


def test_a_shorter_text_has_the_lines_that_a_clause_is_about() -> None:
    after = _revise(OIL, "短一点，但是油烟机滤网那步要写得更细")[1]
    assert "油烟机滤网" in after.body and after.changes[0].outcome == ChangeOutcome.DONE


def test_characters_of_an_english_text_include_spaces() -> None:
    after = _revise(SALARY, "under 300 characters")[1]
    assert len(after.body) <= 300 or after.changes[0].outcome == ChangeOutcome.NOT_POSSIBLE


@pytest.mark.parametrize(
    "feedback", ["rewrite everything but the title", "emojis are fine, more of them, but not in the title"]
)
def test_an_excepted_part_is_as_before(feedback: str) -> None:
    first, after = _revise(SALARY, feedback)
    assert after.title == first.title


def test_the_other_tags_are_not_the_one_that_the_comment_adds() -> None:
    assert _revise(MELON, "加个标签“保熟”，别的标签删掉")[1].tags == ("保熟",)


def test_a_request_for_two_parts_is_done_only_in_both() -> None:
    assert _revise(MELON, "开头结尾都不要")[1].changes[0].outcome == ChangeOutcome.PARTLY


def test_hearts_are_not_all_emoji() -> None:
    first, after = _revise(HERBS, "get rid of the hearts")
    assert "💛" not in after.body and after.title == first.title


def test_one_of_them_is_one_image() -> None:
    first, after = _plan(PIZZA, "One of them must show a tram, I don't care which")
    assert [plan.subject for plan in after.plans[:-1]] == [plan.subject for plan in first.plans[:-1]]
    assert after.plans[-1].subject == "tram"


@pytest.mark.parametrize(
    "feedback",
    [
        "cover text stays",
        "third one makes no sense",
        "not clean enough",
        "colors are flat",
        "leave the bottom right corner empty on each",
        "add a picture of basil right after the cover",
        "every one should have the pizza in it",
    ],
)
def test_a_remark_on_images_changes_none(feedback: str) -> None:
    first, after = _plan(PIZZA, feedback)
    assert [(one.subject, one.style) for one in after.plans] == [(one.subject, one.style) for one in first.plans]
    assert {"third one makes no sense", "not clean enough"}.isdisjoint(
        change.text for change in after.changes if change.outcome in CLAIMED
    )


def test_a_word_is_not_found_within_another_one() -> None:
    first, after = _plan("写一篇第一次做陶艺", "图里不要有人")
    assert after.plans == first.plans and after.changes[0].outcome == ChangeOutcome.ALREADY_SO


@pytest.mark.parametrize("feedback", ["warmer light, except the last one", "in cartoon style, but the last one stays"])
def test_an_excepted_image_is_as_before(feedback: str) -> None:
    first, after = _plan(PIZZA, feedback)
    assert after.plans[-1] == first.plans[-1] and after.plans[0] != first.plans[0]


def test_only_the_named_images_are_retained() -> None:
    first, after = _plan(PIZZA, "keep only the cover and the last one")
    assert [plan.plan_id for plan in after.plans] == [first.plans[0].plan_id, first.plans[-1].plan_id]


def test_a_kind_of_look_is_no_subject() -> None:
    first, after = _plan(MEAT, "能不能都换成俯拍，最后那张别改")
    assert [one.subject for one in after.plans] == [one.subject for one in first.plans]
    assert after.plans[-1] == first.plans[-1] and "俯拍" in after.plans[0].prompt


def _revise(request_text: str, feedback: str) -> tuple[NoteContent, NoteContent]:
    first = write_first(request_text).content
    return first, write_content(request_text, feedback, first)


def _plan(request_text: str, feedback: str) -> tuple[ImagePlanSet, ImagePlanSet]:
    first = write_first(request_text)
    return first.plans, plan_again(first, feedback)
