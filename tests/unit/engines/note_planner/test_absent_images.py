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
