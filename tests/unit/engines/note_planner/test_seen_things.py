"""What is to be seen joins a subject, a text without quotes is a text, and a claim needs something that shows it."""

import pytest

from engines.note_planner.plan_feedback import apply_plan_feedback
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlan, ImagePlanSet, OverlayKind, OverlayPosition, PlannedText
from services.common.text.language import Language

EN = ImagePlanSet(
    tuple(
        ImagePlan(f"image-{number}", "", f"{subject}, fresh watercolor", subject, "fresh watercolor")
        for number, subject in enumerate(("a tent on the grass", "a lake at night", "a boat by a lake"))
    ),
    overlays=(PlannedText("image-0", "First camp", OverlayPosition.TOP, OverlayKind.TITLE),),
)
ZH = ImagePlanSet(
    tuple(
        ImagePlan(f"image-{number}", "", f"{subject}，清新水彩", subject, "清新水彩")
        for number, subject in enumerate(("草地上的帐篷", "湖边的小船", "窗边的盆栽"))
    ),
    overlays=(PlannedText("image-0", "第一次露营", OverlayPosition.TOP, OverlayKind.TITLE),),
)


def revise(feedback: str) -> ImagePlanSet:
    is_chinese = any("\u4e00" <= letter <= "\u9fff" for letter in feedback)
    plans, language = (ZH, Language.CHINESE) if is_chinese else (EN, Language.ENGLISH)
    return apply_plan_feedback(plans, feedback, lambda _: plans, language)


@pytest.mark.parametrize(
    ("feedback", "index", "subject", "outcome"),
    [
        ("第二张要看得见灯塔和海鸥", 1, "湖边的小船和灯塔和海鸥", ChangeOutcome.DONE),
        ("封面要看得清帐篷和篝火", 0, "草地上的帐篷和篝火", ChangeOutcome.DONE),
        (
            "you should be able to see a campfire on the cover",
            0,
            "a tent on the grass with a campfire",
            ChangeOutcome.DONE,
        ),
        ("第三张要能看到叶脉和雨伞", 2, "窗边的盆栽和雨伞", ChangeOutcome.PARTLY),
    ],
)
def test_known_things_to_be_seen_join_the_subject(
    feedback: str, index: int, subject: str, outcome: ChangeOutcome
) -> None:
    after = revise(feedback)
    assert after.plans[index].subject == subject and after.changes[0].outcome is outcome


@pytest.mark.parametrize("feedback", ["第三张要看得到叶脉", "第三张拍花苞特写", "the third one: a close-up"])
def test_neither_an_unknown_thing_nor_a_close_up_is_a_subject(feedback: str) -> None:
    after = revise(feedback)
    assert after.plans[2].subject in (ZH.plans[2].subject, EN.plans[2].subject)
    assert after.changes[0].outcome not in (ChangeOutcome.DONE, ChangeOutcome.ALREADY_SO)


@pytest.mark.parametrize(
    ("feedback", "outcome"),
    [
        ("第三张别拍整棵的", ChangeOutcome.NOT_UNDERSTOOD),
        ("not the whole tent on the second one", ChangeOutcome.NOT_UNDERSTOOD),
        ("第三张别放汽车", ChangeOutcome.ALREADY_SO),
        ("no cars on any of them", ChangeOutcome.ALREADY_SO),
    ],
)
def test_an_exclusion_is_already_so_only_for_a_thing_that_the_painter_knows(
    feedback: str, outcome: ChangeOutcome
) -> None:
    after = revise(feedback)
    assert [plan.subject for plan in after.plans] in ([one.subject for one in plans.plans] for plans in (ZH, EN))
    assert after.changes[0].outcome is outcome


@pytest.mark.parametrize(
    ("feedback", "index", "text"),
    [
        ("封面加几个大字：周末就走", 0, "周末就走"),
        ("首图补一行字:带上孩子", 0, "带上孩子"),
        ("封面写上：说走就走", 0, "说走就走"),
        ("第二张印上 说走就走", 1, "说走就走"),
        ("add some big letters to the cover: pack light", 0, "pack light"),
        ("add a caption to the second picture: still water", 1, "still water"),
    ],
)
def test_a_text_without_quotes_stands_on_its_image_and_is_no_subject(feedback: str, index: int, text: str) -> None:
    after = revise(feedback)
    assert [plan.subject for plan in after.plans] in ([one.subject for one in plans.plans] for plans in (ZH, EN))
    assert text in [one.text for one in after.overlays if one.plan_id == f"image-{index}"]
    assert after.changes[0].outcome is ChangeOutcome.DONE


def test_big_letters_that_are_added_leave_the_title() -> None:
    assert "第一次露营" in [one.text for one in revise("封面加几个大字：周末就走").overlays]


@pytest.mark.parametrize("feedback", ["色调整体再暖一点", "warmer colours on all of them"])
def test_a_mood_shifts_the_colors_that_the_painter_reads(feedback: str) -> None:
    after = revise(feedback)
    assert after.changes[0].outcome is ChangeOutcome.DONE
    assert all(len(plan.palette) >= 4 and plan.style in ("fresh watercolor", "清新水彩") for plan in after.plans)


def test_colors_leave_the_style_as_it_is() -> None:
    after = revise("softer pastel tones for all of them")
    assert [plan.style for plan in after.plans] == ["fresh watercolor"] * 3


@pytest.mark.parametrize("feedback", ["the second one in a slightly cluttered cabin", "a messy old porch"])
def test_what_changes_nothing_that_shows_is_not_done_in_part(feedback: str) -> None:
    after = revise(feedback)
    is_same = [(one.subject, one.palette) for one in after.plans] == [(one.subject, one.palette) for one in EN.plans]
    assert not is_same or after.changes[0].outcome is not ChangeOutcome.PARTLY


def test_a_quality_of_a_thing_is_no_mood_of_the_image() -> None:
    assert all(not plan.palette for plan in revise("a dark jetty in the second picture").plans)
