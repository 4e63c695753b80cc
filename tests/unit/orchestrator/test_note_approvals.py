"""What a user sends in place of a product: taken as they mean it, or rejected in both languages."""

from typing import Any

import pytest

from services.common.contract.note import ImagePlan, ImagePlanSet, NoteContent
from services.orchestrator.domain.note.approvals import CONTENT, IMAGE_PLANS, parse_modified_result, plans_to_json
from services.orchestrator.domain.questions import AnswerInvalid

TEXT = NoteContent("t", "一\n\n二")


def test_line_ends_of_any_editor_part_paragraphs() -> None:
    theirs = parse_modified_result(CONTENT, {"title": "t", "body": "一\r\n\r\n二\r\r三"}, None, None)
    assert isinstance(theirs, NoteContent)
    assert theirs.paragraphs == ("一", "二", "三")


def test_a_line_of_blanks_parts_paragraphs_as_an_empty_one_does() -> None:
    theirs = parse_modified_result(CONTENT, {"title": "t", "body": "一\n 　\n二"}, None, None)
    assert isinstance(theirs, NoteContent)
    assert theirs.paragraphs == ("一", "二")


def test_tags_come_without_their_hash_and_each_once() -> None:
    given = {"title": "t", "body": "b", "tags": ["#春游", "春游", " ＃露营 ", "#"]}
    theirs = parse_modified_result(CONTENT, given, None, None)
    assert isinstance(theirs, NoteContent)
    assert theirs.tags == ("春游", "露营")


def test_a_plan_of_a_user_refers_to_no_image_that_was_not_planned_with() -> None:
    planned = ImagePlanSet((ImagePlan("a", "", "p", reference_asset_id="mine"),))
    given = {"imagePlans": [{"planId": "a", "prompt": "p", "referenceAssetId": "another's"}]}
    theirs = parse_modified_result(IMAGE_PLANS, given, TEXT, planned)
    assert isinstance(theirs, ImagePlanSet)
    assert theirs.plans[0].reference_asset_id == ""


def test_what_is_shown_of_plans_is_what_can_be_sent_back() -> None:
    planned = ImagePlanSet((ImagePlan("a", "封面", "一棵树", palette=("#ffffff",), reference_asset_id="mine"),))
    theirs = parse_modified_result(IMAGE_PLANS, plans_to_json(planned), TEXT, planned)
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
def test_what_is_wrong_is_stated_in_the_language_of_the_user(given: dict[str, Any], zh: str) -> None:
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(CONTENT, given, None, None)
    assert caught.value.reason.zh == zh


@pytest.mark.parametrize(
    ("changed", "field", "zh"),
    [
        ({"planId": "x" * 49}, "imagePlans.0.planId", "太长：最多 48 个字符"),
        ({"prompt": "  "}, "imagePlans.0.prompt", "不能为空"),
        ({"prompt": "a\0b"}, "imagePlans.0.prompt", "含有空字符（U+0000）"),
        ({"palette": ["red"]}, "imagePlans.0.palette.0", "应写成 #rrggbb"),
    ],
)
def test_a_plan_that_no_image_could_be_created_of_is_rejected_where_it_is_wrong(
    changed: dict[str, Any], field: str, zh: str
) -> None:
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(IMAGE_PLANS, {"imagePlans": [{"planId": "a", "prompt": "p"} | changed]}, TEXT, None)
    assert (caught.value.field, caught.value.reason.zh) == (f"content.{field}", f"{field} {zh}")


def test_an_image_takes_no_more_texts_than_can_be_drawn_on_one() -> None:
    texts = [{"planId": "a", "text": str(number)} for number in range(9)]
    given = {"imagePlans": [{"planId": "a", "prompt": "p"}], "textOverlayPlan": texts}
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(IMAGE_PLANS, given, TEXT, None)
    assert (caught.value.field, caught.value.reason.zh) == ("content.textOverlayPlan", "一张图上最多 8 段文字")


def test_a_tag_that_is_too_long_is_rejected_rather_than_cut() -> None:
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(CONTENT, {"title": "t", "body": "b", "tags": ["春", "游" * 51]}, None, None)
    assert (caught.value.field, caught.value.reason.zh) == ("content.tags.1", "tags.1 太长：最多 50 个字符")


@pytest.mark.parametrize("where", ["title", "body"])
def test_a_text_with_a_character_that_no_store_stores_is_rejected(where: str) -> None:
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(CONTENT, {"title": "t", "body": "b"} | {where: "a\0b"}, None, None)
    assert caught.value.field == f"content.{where}"


def test_the_name_of_a_field_that_is_none_is_reported_no_longer_than_an_error_may_be() -> None:
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(CONTENT, {"title": "t", "body": "b", "x" * 100_000: 1}, None, None)
    assert len(caught.value.field) + len(caught.value.reason.zh) < 300
