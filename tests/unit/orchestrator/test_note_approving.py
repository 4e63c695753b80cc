"""What a person sends in place of a product: taken as they mean it, or refused in both languages."""

from typing import Any

import pytest

from services.orchestrator.domain.note.approving import CONTENT, IMAGE_PLANS, answered_product, shown_plans
from services.orchestrator.domain.note.values import ImagePlan, ImagePlanSet, NoteContent
from services.orchestrator.domain.questions import Unfit

TEXT = NoteContent("t", "一\n\n二")


def test_line_ends_of_any_editor_part_paragraphs() -> None:
    theirs = answered_product(CONTENT, {"title": "t", "body": "一\r\n\r\n二\r\r三"}, None, None)
    assert isinstance(theirs, NoteContent)
    assert theirs.paragraphs == ("一", "二", "三")


def test_tags_come_without_their_hash_and_each_once() -> None:
    given = {"title": "t", "body": "b", "tags": ["#春游", "春游", " ＃露营 ", "#"]}
    theirs = answered_product(CONTENT, given, None, None)
    assert isinstance(theirs, NoteContent)
    assert theirs.tags == ("春游", "露营")


def test_a_plan_of_a_person_refers_to_no_picture_that_was_not_planned_with() -> None:
    planned = ImagePlanSet((ImagePlan("a", "", "p", reference_asset_id="mine"),))
    given = {"imagePlans": [{"planId": "a", "prompt": "p", "referenceAssetId": "another's"}]}
    theirs = answered_product(IMAGE_PLANS, given, TEXT, planned)
    assert isinstance(theirs, ImagePlanSet)
    assert theirs.plans[0].reference_asset_id == ""


def test_what_is_shown_of_plans_is_what_can_be_sent_back() -> None:
    planned = ImagePlanSet((ImagePlan("a", "封面", "一棵树", palette=("#ffffff",), reference_asset_id="mine"),))
    theirs = answered_product(IMAGE_PLANS, shown_plans(planned), TEXT, planned)
    assert isinstance(theirs, ImagePlanSet)
    assert theirs.plans == planned.plans


@pytest.mark.parametrize(
    ("given", "zh"),
    [
        ({"title": "t"}, "body 缺失"),
        ({"title": "t", "body": "b", "tags": "x"}, "tags 应为数组"),
        ({"title": "t" * 101, "body": "b"}, "title 太长：最多 100 个字符"),
        ({"title": "t", "body": "b", "more": 1}, "more 是多余的字段"),
    ],
)
def test_what_is_wrong_is_said_in_the_language_of_the_person(given: dict[str, Any], zh: str) -> None:
    with pytest.raises(Unfit) as caught:
        answered_product(CONTENT, given, None, None)
    assert caught.value.why.zh == zh
