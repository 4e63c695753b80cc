"""No clause is lost, and none is done of which the result lacks words: what is not understood is reported as such."""

import re

import pytest

from engines.note_writer.feedback.parser import MAX_CHANGES, parse_changes
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import NoteContent
from tests.fixtures.notes import scores
from tests.fixtures.notes.pipeline import plan_again, write_content, write_first

HERBS, LAKE = "balcony herb garden", "周末去西湖怎么玩"
JOINING = re.compile(r"但是?|另外|\b(?:but|and|then|also|thank you)\b")
"""Words between clauses, which request nothing."""


@pytest.mark.parametrize("name", ["author19/rejections", "author19/rejections.fresh"])
def test_every_word_of_a_comment_is_in_an_entry(name: str) -> None:
    for case in scores.load_cases(name):
        feedback = case["feedback"].lower()
        entries = " ".join(text for one in parse_changes(feedback) for text in (one.text, *one.repeated, *one.reasons))
        words = re.findall(r"[a-z]{3,}|[\u4e00-\u9fff]{2}", JOINING.sub(" ", feedback))
        assert [word for word in words if word not in entries] == [], feedback


def test_a_clause_beyond_the_most_changes_is_reported() -> None:
    changes = parse_changes("\n".join(f"mention the word{number}x" for number in range(MAX_CHANGES + 3)))
    assert len(changes) == MAX_CHANGES + 3


def test_two_texts_are_both_added() -> None:
    body = _revise(HERBS, "Add a line: “Start small.” Add a line: “Label the pots.”")[1].body
    assert "Start small." in body and "Label the pots." in body


@pytest.mark.parametrize(
    ("request_text", "feedback"),
    [
        (LAKE, "停车那段只要三句"),
        (LAKE, "门票那段留着"),
        (LAKE, "多写三四句"),
        (LAKE, "我要五条你这里好像只讲了四条，补上"),
        (HERBS, "don't tell people to repot"),
        (HERBS, "add a shopping list with prices for about 30 euros"),
        (HERBS, "One idea per line"),
        (HERBS, "how can you write this without ticks"),
        (HERBS, 'Replace every "you" with "we"'),
    ],
)
def test_what_the_rules_cannot_do_changes_nothing(request_text: str, feedback: str) -> None:
    first, after = _revise(request_text, feedback)
    claimed = {ChangeOutcome.DONE, ChangeOutcome.ALREADY_SO, ChangeOutcome.PARTLY}
    assert (after.title, after.body) == (first.title, first.body) and claimed.isdisjoint(_outcomes(after))


def test_a_request_with_an_unread_word_is_done_only_in_part() -> None:
    assert _outcomes(_revise(HERBS, 'Something calm with "basil" in the title')[1]) == [ChangeOutcome.PARTLY]


def test_an_example_is_no_text_of_the_note() -> None:
    first, after = _revise(HERBS, "title should have a number in it, like 7 steps or so")
    assert after.body == first.body and "7 steps" not in after.title


def test_a_general_sentence_is_only_for_the_whole_name() -> None:
    first, after = _revise(LAKE, "索道时间也写上")
    assert after.body == first.body and _outcomes(after) == [ChangeOutcome.NOT_POSSIBLE]


def test_a_complaint_after_a_request_is_its_reason() -> None:
    first, after = _revise(LAKE, "开头别用“你是不是也”，烂大街了")
    assert after.body == first.body


@pytest.mark.parametrize(
    "feedback",
    [
        "the herb looks like a weed in every picture",
        "the post has six",
        "the second is a bit flat",
        "too pastel",
        "cover: less empty",
        "one picture per step please",
        "only need a cover and two",
    ],
)
def test_a_remark_on_images_is_no_subject_and_no_style(feedback: str) -> None:
    first = write_first(HERBS)
    after = plan_again(first, feedback)
    assert after.plans == first.plans.plans and ChangeOutcome.DONE not in [one.outcome for one in after.changes]


def test_the_title_of_the_cover_is_the_quoted_text() -> None:
    first = write_first(HERBS)
    after = plan_again(first, 'too much text on the cover, just write "Herbs"')
    assert "Herbs" in {text.text for text in after.overlays} and after.plans == first.plans.plans


def test_an_added_image_shows_what_is_requested_and_looks_as_requested() -> None:
    first = write_first(HERBS)
    after = plan_again(first, "Add one more of a trumpet close up, black and white like the rest")
    assert after.plans[-1].subject == "trumpet close up" and after.plans[-1].style == "black and white"
    assert after.plans[:-1] == first.plans.plans


def test_two_requests_in_one_clause_are_both_done() -> None:
    first = write_first(HERBS)
    after = plan_again(first, "swap the cover with the last one and drop the text on it")
    subjects = [plan.subject for plan in first.plans.plans]
    assert [plan.subject for plan in after.plans] == [subjects[2], subjects[1], subjects[0]]
    assert after.plans[0].plan_id not in {text.plan_id for text in after.overlays}


def _revise(request_text: str, feedback: str) -> tuple[NoteContent, NoteContent]:
    first = write_first(request_text).content
    return first, write_content(request_text, feedback, first, seed=8)


def _outcomes(content: NoteContent) -> list[str]:
    return [change.outcome for change in content.changes]
