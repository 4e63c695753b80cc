"""A removal of an image that no plan shows removes no other one."""

import pytest

from engines.note_planner.plan_feedback import apply_plan_feedback
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlan, ImagePlanSet
from services.common.text.language import Language

PLANS = ImagePlanSet(
    tuple(ImagePlan(f"image-{number}", "", subject, subject) for number, subject in enumerate(("猫", "狗", "a tree")))
)


@pytest.mark.parametrize("feedback", ["drop the kettle picture", "雨伞那张删了吧"])
def test_an_image_that_no_plan_shows_is_not_removed(feedback: str) -> None:
    after = apply_plan_feedback(PLANS, feedback, lambda _: PLANS, Language.CHINESE)
    assert after.plans == PLANS.plans
    assert after.changes[0].outcome is ChangeOutcome.NOT_POSSIBLE


@pytest.mark.parametrize("feedback", ["第二张有点多余", "第二张是多余"])
def test_a_superfluous_image_is_removed(feedback: str) -> None:
    after = apply_plan_feedback(PLANS, feedback, lambda _: PLANS, Language.CHINESE)
    assert [plan.subject for plan in after.plans] == ["猫", "a tree"]


def test_what_an_image_should_not_be_is_not_its_new_subject() -> None:
    after = apply_plan_feedback(PLANS, "the second picture shouldn't be a horse", lambda _: PLANS, Language.ENGLISH)
    assert [plan.subject for plan in after.plans] == ["猫", "狗", "a tree"]


@pytest.mark.parametrize(
    ("feedback", "subjects"),
    [
        ("remove the one with the dog, we don't have a dog", ["猫", "狗", "a tree"]),
        ("只要封面就行", ["猫"]),
        ("第三张换个角度", ["猫", "狗", "a tree"]),
        ("狗的那张删掉", ["猫", "a tree"]),
    ],
)
def test_images_are_removed_by_what_they_show_and_get_no_abstract_subject(feedback: str, subjects: list[str]) -> None:
    after = apply_plan_feedback(PLANS, feedback, lambda _: PLANS, Language.CHINESE)
    assert [plan.subject for plan in after.plans] == subjects


def test_a_remark_on_all_images_does_not_move_the_next_clause_to_them() -> None:
    after = apply_plan_feedback(PLANS, "封面别放猫，满大街都是猫，放一盏灯", lambda _: PLANS, Language.CHINESE)
    assert [plan.subject for plan in after.plans] == ["一盏灯", "狗", "a tree"]
