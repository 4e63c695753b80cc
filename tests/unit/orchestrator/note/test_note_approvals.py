"""A user's replacement of a product: normalized, or rejected in both languages."""

from typing import Any

import pytest

from services.common.contract.note import ImagePlan, ImagePlanSet, NoteContent
from services.orchestrator.domain.note.approvals import CONTENT, IMAGE_PLANS, parse_modified_result, plans_to_json
from services.orchestrator.domain.questions import AnswerInvalid

TEXT = NoteContent("t", "一\n\n二")


def test_line_ends_of_any_editor_separate_paragraphs() -> None:
    theirs = parse_modified_result(CONTENT, {"title": "t", "body": "一\r\n\r\n二\r\r三"}, None, None)
    assert isinstance(theirs, NoteContent)
    assert theirs.paragraphs == ("一", "二", "三")


def test_a_line_of_spaces_separates_paragraphs_like_an_empty_one() -> None:
    theirs = parse_modified_result(CONTENT, {"title": "t", "body": "一\n 　\n二"}, None, None)
    assert isinstance(theirs, NoteContent)
    assert theirs.paragraphs == ("一", "二")


def test_tags_have_no_hash_and_no_duplicates() -> None:
    given = {"title": "t", "body": "b", "tags": ["#春游", "春游", " ＃露营 ", "#"]}
    theirs = parse_modified_result(CONTENT, given, None, None)
    assert isinstance(theirs, NoteContent)
    assert theirs.tags == ("春游", "露营")


def test_a_users_plan_refers_only_to_images_of_the_previous_plans() -> None:
    planned = ImagePlanSet((ImagePlan("a", "", "p", reference_asset_id="mine"),))
    given = {"imagePlans": [{"planId": "a", "prompt": "p", "referenceAssetId": "another's"}]}
    theirs = parse_modified_result(IMAGE_PLANS, given, TEXT, planned)
    assert isinstance(theirs, ImagePlanSet)
    assert theirs.plans[0].reference_asset_id == ""


def test_displayed_plans_can_be_sent_back_unchanged() -> None:
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
def test_a_problem_is_described_in_the_language_of_the_user(given: dict[str, Any], zh: str) -> None:
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
def test_a_plan_that_cannot_be_painted_is_rejected_with_the_invalid_field(
    changed: dict[str, Any], field: str, zh: str
) -> None:
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(IMAGE_PLANS, {"imagePlans": [{"planId": "a", "prompt": "p"} | changed]}, TEXT, None)
    assert (caught.value.field, caught.value.reason.zh) == (f"content.{field}", f"{field} {zh}")


def test_an_image_has_no_more_texts_than_can_be_drawn_on_it() -> None:
    texts = [{"planId": "a", "text": str(number)} for number in range(9)]
    given = {"imagePlans": [{"planId": "a", "prompt": "p"}], "textOverlayPlan": texts}
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(IMAGE_PLANS, given, TEXT, None)
    assert (caught.value.field, caught.value.reason.zh) == ("content.textOverlayPlan", "一张图上最多 8 段文字")


def test_a_tag_that_is_too_long_is_rejected_and_not_truncated() -> None:
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(CONTENT, {"title": "t", "body": "b", "tags": ["春", "游" * 51]}, None, None)
    assert (caught.value.field, caught.value.reason.zh) == ("content.tags.1", "tags.1 太长：最多 50 个字符")


@pytest.mark.parametrize("where", ["title", "body"])
def test_a_text_with_a_character_that_cannot_be_stored_is_rejected(where: str) -> None:
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(CONTENT, {"title": "t", "body": "b"} | {where: "a\0b"}, None, None)
    assert caught.value.field == f"content.{where}"


def test_the_name_of_an_unknown_field_is_truncated_in_the_error() -> None:
    with pytest.raises(AnswerInvalid) as caught:
        parse_modified_result(CONTENT, {"title": "t", "body": "b", "x" * 100_000: 1}, None, None)
    assert len(caught.value.field) + len(caught.value.reason.zh) < 300
