"""Words of a comment are what an image shows only if they name a thing; other words change no image."""

from dataclasses import replace

import pytest

from engines.note_planner.clause_images import read_clause
from engines.note_planner.plan_feedback import apply_plan_feedback
from engines.note_planner.plan_things import names_thing
from engines.note_planner.plan_unwanted import find_removed_thing
from services.common.contract.feedback import ChangeOutcome
from services.common.contract.note import ImagePlan, ImagePlanSet, OverlayKind, OverlayPosition, PlannedText
from services.common.text.language import Language

EN = ImagePlanSet(
    tuple(
        ImagePlan(f"image-{number}", "", f"{subject}, watercolor", subject)
        for number, subject in enumerate(("a cake on a table", "apples on a table", "a teapot on a table"))
    )
)
ZH = ImagePlanSet(
    tuple(
        ImagePlan(f"image-{number}", "", f"{subject}，水彩", subject)
        for number, subject in enumerate(("桌上的蛋糕", "窗边的面包", "群山和云雾"))
    ),
    overlays=(
        PlannedText("image-0", "学做蛋糕", OverlayPosition.TOP, OverlayKind.TITLE),
        PlannedText("image-0", "求经验", OverlayPosition.TOP, OverlayKind.SUBTITLE),
    ),
)


def revise(plans: ImagePlanSet, feedback: str) -> ImagePlanSet:
    language = Language.CHINESE if plans is ZH else Language.ENGLISH
    return apply_plan_feedback(plans, feedback, lambda _: plans, language)


@pytest.mark.parametrize(
    "words",
    ["a bowl of sour cream", "two dogs", "an old man with a walking stick", "someone lying on a blanket", "灯塔",
     "一对头发花白的老人", "窗外夜景", "一盏灯", "红色的帐篷"],
)  # fmt: skip
def test_a_noun_phrase_for_a_known_thing_names_one(words: str) -> None:
    assert names_thing(words)


@pytest.mark.parametrize(
    "words",
    ["take the wine glass away", "put three balls in a basket", "my own", "my cat", "cosier", "a cosy feeling",
     "finished crackers  and the jar of starter", "morning sunlight", "the cake belongs", "清晨阳光的感觉", "温柔感",
     "我的猫", "拿掉杯子", "猫就不要", "“三个和弦就够”"],
)  # fmt: skip
def test_verbs_possessives_feelings_and_remainders_name_no_thing(words: str) -> None:
    assert not names_thing(words)


@pytest.mark.parametrize(
    ("plans", "feedback"),
    [
        (EN, "the third one: swap whatever that is for mine"),
        (EN, "the cover could be cosier"),
        (EN, "I'll add my own on the cover"),
        (EN, "the rolling pin belongs on the cover and the empty jar at the end"),
        (EN, "all of them have mountains"),
        (ZH, "第二张要温柔感"),
        (ZH, "第二张就我家那样"),
    ],
)
def test_words_that_name_no_thing_change_no_image(plans: ImagePlanSet, feedback: str) -> None:
    after = revise(plans, feedback)
    assert (after.plans, after.overlays) == (plans.plans, plans.overlays)
    assert {change.outcome for change in after.changes} == {ChangeOutcome.NOT_UNDERSTOOD}


@pytest.mark.parametrize(
    ("plans", "feedback"),
    [
        (EN, "the third one: take the wine glass away"),
        (EN, "lose the hat in picture 3"),
        (EN, "get rid of that cup in the last one"),
        (ZH, "第二张里的筷子就不要了"),
        (ZH, "把第三张的咖啡拿掉"),
    ],
)
def test_a_thing_that_no_image_shows_needs_no_removal(plans: ImagePlanSet, feedback: str) -> None:
    after = revise(plans, feedback)
    assert after.plans == plans.plans
    assert [change.outcome for change in after.changes] == [ChangeOutcome.ALREADY_SO]


@pytest.mark.parametrize("feedback", ["remove the text from the cover", "lose the second picture", "第二张不要了"])
def test_a_text_or_an_image_is_no_removed_thing(feedback: str) -> None:
    assert find_removed_thing(read_clause(feedback, (), 3)) == ""


@pytest.mark.parametrize("feedback", ["use the same cat in all of them", "make the dress more colourful"])
def test_the_same_thing_and_a_part_that_no_image_has_are_declared(feedback: str) -> None:
    after = revise(EN, feedback)
    assert after.plans == EN.plans
    assert [change.outcome for change in after.changes] == [ChangeOutcome.NOT_POSSIBLE]


def test_a_light_joins_what_the_images_show() -> None:
    after = revise(ZH, "三张都太暗了，要清晨阳光的感觉")
    assert [plan.subject for plan in after.plans] == [f"{plan.subject}，清晨阳光" for plan in ZH.plans]


def test_an_image_that_stays_is_not_moved_by_another_that_comes_first() -> None:
    after = revise(EN, "Put 3 first, leave 2 where it is")
    assert [plan.subject for plan in after.plans] == [EN.plans[index].subject for index in (2, 1, 0)]


def test_an_image_that_need_not_change_is_not_replaced() -> None:
    spare = replace(ZH, plans=(*ZH.plans, ImagePlan("image-3", "", "桌上的花束", "桌上的花束")))
    after = apply_plan_feedback(ZH, "封面要雪山，第三张可以不改", lambda _: spare, Language.CHINESE)
    assert [plan.subject for plan in after.plans] == ["雪山", "窗边的面包", "群山和云雾"]


def test_a_text_that_is_added_to_the_cover_leaves_its_title_and_subtitle() -> None:
    after = revise(ZH, "封面上再加“一学就会”几个字")
    assert [one.text for one in after.overlays] == ["学做蛋糕", "求经验", "一学就会"]
