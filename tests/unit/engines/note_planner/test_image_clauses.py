"""Clauses on images: their reasons, pro-forms, quoted texts and colors."""

from dataclasses import replace

import pytest

from engines.note_planner.plan_feedback import apply_plan_feedback
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlan, ImagePlanSet, OverlayKind, OverlayPosition, PlannedText
from services.common.text.language import Language


def build_plans(*subjects: str) -> ImagePlanSet:
    """Return images with *subjects*, and two lines of text on the first one."""
    plans = tuple(ImagePlan(f"image-{number}", "", subject, subject) for number, subject in enumerate(subjects))
    texts = (
        PlannedText("image-0", "Old title", OverlayPosition.TOP, OverlayKind.TITLE),
        PlannedText("image-0", "old line", OverlayPosition.TOP, OverlayKind.SUBTITLE),
    )
    return ImagePlanSet(plans, overlays=texts)


ENGLISH, CHINESE = (
    build_plans("a tree in a park", "a tent", "a package"),
    build_plans("窗边的猫", "花园里的帐篷", "桌上的蛋糕"),
)


def revise(feedback: str, plans: ImagePlanSet) -> ImagePlanSet:
    """Return *plans* after *feedback*."""
    language = Language.CHINESE if plans is CHINESE else Language.ENGLISH
    return apply_plan_feedback(plans, feedback, lambda _: plans, language)


@pytest.mark.parametrize(
    ("feedback", "plans", "index", "subject"),
    [
        ("Picture 3 has one cat. There are two, a black one and a ginger one.", ENGLISH, 2,
         "a black cat and a ginger cat"),
        ("two dogs should be on picture 3. picture 2: a brown one", ENGLISH, 1, "brown dog"),
        ("there should be two dogs on the cover, a brown one and a white one", ENGLISH, 0,
         "two dogs, a brown one and a white one"),
        ("第三张换成两只猫，一只白的一只黑的", CHINESE, 2, "两只猫，一只白的一只黑的"),
        ("第一张换成猫窝，里面一只白的一只黑的", CHINESE, 0, "猫窝，里面一只白的猫、一只黑的猫"),
    ],
)  # fmt: skip
def test_a_pro_form_stands_for_a_noun_of_an_earlier_clause(
    feedback: str, plans: ImagePlanSet, index: int, subject: str
) -> None:
    assert revise(feedback, plans).plans[index].subject == subject


def test_a_pro_form_without_a_noun_is_no_subject() -> None:
    assert revise("make it a ginger one", ENGLISH).plans == ENGLISH.plans


@pytest.mark.parametrize(
    ("feedback", "plans", "texts"),
    [
        ('cover text should say "New"', ENGLISH, ["New"]),
        ("封面标题换成“新的”", CHINESE, ["新的", "old line"]),
        ("封面标题换成“新的”，副标题不要了", CHINESE, ["新的"]),
        ("the little line under the title can go", ENGLISH, ["Old title"]),
        ("封面写上“新的”", CHINESE, ["新的"]),
    ],
)
def test_a_text_for_the_cover_replaces_all_lines_or_the_named_one(
    feedback: str, plans: ImagePlanSet, texts: list[str]
) -> None:
    after = revise(feedback, plans)
    assert [text.text for text in after.overlays] == texts
    assert after.plans == plans.plans


@pytest.mark.parametrize(
    ("feedback", "image", "text"),
    [
        ('Use the freezer one as the cover. Text on it: "eat all week"', "image-0", "eat all week"),
        ('Put "Open Sunday" on the last picture', "image-2", "Open Sunday"),
    ],
)
def test_a_quoted_text_is_placed_on_the_named_image(feedback: str, image: str, text: str) -> None:
    after = revise(feedback, ENGLISH)
    assert text in [one.text for one in after.overlays if one.plan_id == image]
    assert [plan.subject for plan in after.plans] == [plan.subject for plan in ENGLISH.plans]


def test_a_quoted_text_without_an_image_is_not_understood() -> None:
    after = revise('write "Happy Birthday Nan" somewhere', ENGLISH)
    assert (after.plans, after.overlays) == (ENGLISH.plans, ENGLISH.overlays)
    assert after.changes[0].outcome is ChangeOutcome.NOT_UNDERSTOOD


def test_a_color_is_that_of_the_named_thing() -> None:
    assert revise("第二张的帐篷换成红色的", CHINESE).plans[1].subject == "花园里的红色的帐篷"
    missing = revise("第三张的帐篷换成红色的", CHINESE)
    assert missing.plans == CHINESE.plans
    assert missing.changes[0].outcome is ChangeOutcome.NOT_POSSIBLE


def test_a_removal_after_a_change_is_no_detail() -> None:
    after = revise("第二张的帐篷换成红色的，人去掉", CHINESE)
    assert "人" not in after.plans[1].subject


def test_a_text_on_any_image_is_on_none() -> None:
    plans = replace(ENGLISH, overlays=(*ENGLISH.overlays, PlannedText("image-1", "caption")))
    assert revise("the tree first and no writing on any of them", plans).overlays == ()


@pytest.mark.parametrize(
    "feedback", ["remove the last one because I dont grow mint", "remove the last one, i've got one like that"]
)
def test_a_reason_is_an_entry_with_its_request(feedback: str) -> None:
    after = revise(feedback, ENGLISH)
    assert [(one.text, one.outcome) for one in after.changes] == [(feedback, ChangeOutcome.DONE)]


def test_what_an_image_has_to_be_is_a_request() -> None:
    assert revise("the cover has to be brighter", ENGLISH).changes[0].outcome is ChangeOutcome.DONE


@pytest.mark.parametrize("feedback", ["第二张画风可爱一点", "last picture: the same one but shiny and blue"])
def test_a_look_is_no_subject(feedback: str) -> None:
    plans = CHINESE if feedback.startswith("第") else ENGLISH
    assert [plan.subject for plan in revise(feedback, plans).plans] == [plan.subject for plan in plans.plans]
