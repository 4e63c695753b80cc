"""Parts that feedback retains do not change, other requested changes are applied, and undone changes are reported."""

from dataclasses import replace

import pytest

from engines.note_planner.plan_feedback import apply_plan_feedback
from services.common.contract.note import ImagePlanSet
from services.common.text.language import Language
from tests.fixtures.notes.pipeline import plan_again, write_content, write_first

ZH, EN = "阳台种番茄", "Growing tomatoes on a balcony"


def revise_only_image(feedback: str) -> tuple[ImagePlanSet, ImagePlanSet]:
    whole = write_first(ZH).plans
    one = replace(whole, plans=whole.plans[:1])
    return one, apply_plan_feedback(one, feedback, lambda _: whole, Language.CHINESE)


@pytest.mark.parametrize(
    ("text", "feedback", "style"),
    [(ZH, "第二张构图不变，改成水彩", "水彩"), (ZH, "第二张保持构图，换成水彩风格", "水彩"),
     (EN, "Keep the composition of image 2 but make it watercolor", "watercolor")],
)  # fmt: skip
def test_an_image_whose_composition_is_retained_gets_the_new_style(text: str, feedback: str, style: str) -> None:
    first = write_first(text)
    after = plan_again(first, feedback)
    assert after.plans[1].style == style and after.plans[0] == first.plans.plans[0]
    assert [change.outcome for change in after.changes] == ["done", "done"]


def test_an_image_whose_subject_is_retained_gets_the_new_background() -> None:
    assert "海边" in plan_again(write_first(ZH), "第二张主体不变，背景换成海边").plans[1].subject


@pytest.mark.parametrize("feedback", ["其他都换成水彩，封面不要动", "封面别动，改成水彩", "封面别动，其余改成水彩"])
def test_an_image_that_is_retained_as_a_whole_does_not_change(feedback: str) -> None:
    first = write_first(ZH)
    after = plan_again(first, feedback)
    assert [plan == before for plan, before in zip(after.plans, first.plans.plans, strict=True)] == [True, False, False]


def test_a_change_in_a_clause_that_retains_a_part_is_not_reported_as_done() -> None:
    after = plan_again(write_first(ZH), "第二张构图不变改成水彩")
    assert [change.outcome for change in after.changes] == ["not_understood"]


@pytest.mark.parametrize("feedback", ["全部改成水彩，封面别动", "后两张改成水彩"])
def test_a_change_that_does_not_affect_the_only_image_is_declared(feedback: str) -> None:
    before, after = revise_only_image(feedback)
    assert after.plans == before.plans and after.changes[0].outcome == "not_possible"


def test_retaining_the_others_without_a_named_image_undoes_nothing() -> None:
    assert {plan.style for plan in plan_again(write_first(ZH), "改成水彩，其他不变").plans} == {"水彩"}


def test_a_remark_on_the_cover_is_not_its_subject() -> None:
    first = write_first(EN)
    after = plan_again(first, "only the cover needs work")
    assert after.plans == first.plans.plans and after.changes[0].outcome == "not_understood"


def test_a_title_whose_style_is_retained_is_shortened() -> None:
    first = write_first(ZH).content
    after = write_content(ZH, "标题风格不变，但改短一点", first)
    assert len(after.title) < len(first.title) and after.body == first.body


@pytest.mark.parametrize(
    ("text", "feedback"), [(EN, "Leave the title alone but make it shorter"), (ZH, "标题不变，短一点")]
)
def test_the_text_is_shortened_if_the_title_is_retained(text: str, feedback: str) -> None:
    first = write_first(text).content
    after = write_content(text, feedback, first)
    assert after.title == first.title and len(after.body) < len(first.body)
    assert [change.outcome for change in after.changes] == ["done", "done"]


def test_a_greeting_is_not_reported_as_done_if_the_opening_is_retained() -> None:
    first = write_first(ZH).content
    after = write_content(ZH, "开头不变，但加一句问候", first)
    assert after.body == first.body and [one.outcome for one in after.changes] == ["done", "not_possible"]


@pytest.mark.parametrize(("text", "feedback"), [(ZH, "不要来源"), (EN, "remove the sources")])
def test_a_note_without_sources_does_not_claim_any(text: str, feedback: str) -> None:
    after = write_content(text, feedback, write_first(text).content)
    assert not any(word in f"{after.title}{after.body}" for word in ("来源", "出处", "资料", "source", "looked up"))


def test_the_content_is_not_understood_as_a_word_of_the_text() -> None:
    first = write_first(ZH).content
    after = write_content(ZH, "内容改成讲露营", first)
    assert after.body == first.body and after.changes[0].outcome == "not_understood"


@pytest.mark.parametrize(
    ("text", "feedback"),
    [(ZH, "第二部分写得活泼一点，其他别动"), (ZH, "每条后面加上时间"), (EN, "Put the price after each tip"),
     (ZH, "把里面的错别字改一下"), (EN, "Check whether the numbers are true")],
)  # fmt: skip
def test_a_change_that_cannot_be_confined_to_its_place_is_declared_and_changes_nothing(
    text: str, feedback: str
) -> None:
    first = write_first(text).content
    after = write_content(text, feedback, first)
    assert (after.title, after.body, after.tags) == (first.title, first.body, first.tags)
    assert after.changes[0].outcome != "done"


def test_a_closing_that_is_retained_is_restored() -> None:
    first = write_first(ZH).content
    after = write_content(ZH, "结尾不变，删掉表情，全文短一点", replace(first, body=f"{first.body}💛"))
    assert after.body.endswith("💛") and len(after.body) < len(first.body)


def test_text_that_no_change_is_about_keeps_its_white_space() -> None:
    first = replace(write_first(ZH).content, body="第一段。  有两个空格。\n\n\n\n第二段。")
    assert write_content(ZH, "标题叫“番茄”", first).body == first.body


def test_an_image_whose_style_is_retained_gets_no_other_style() -> None:
    first = write_first(ZH)
    after = plan_again(first, "第二张风格不变，全部改成水彩")
    assert [plan.style == "水彩" for plan in after.plans] == [True, False, True]


@pytest.mark.parametrize(("text", "feedback"), [(ZH, "除了封面都换成水彩"), (EN, "Watercolor for all but the cover")])
def test_an_image_that_is_excepted_keeps_its_plan(text: str, feedback: str) -> None:
    first = write_first(text)
    after = plan_again(first, feedback)
    assert [plan == before for plan, before in zip(after.plans, first.plans.plans, strict=True)] == [True, False, False]


def test_a_correction_is_applied_in_title_and_text() -> None:
    first = replace(write_first(ZH).content, title="奶奶的阳台", body="奶奶每天浇水。\n\n你家呢？")
    after = write_content(ZH, "是外婆，不是奶奶", first)
    assert (after.title, after.body) == ("外婆的阳台", "外婆每天浇水。\n\n你家呢？")


def test_the_users_text_after_a_colon_includes_its_commas() -> None:
    after = write_content(ZH, "标题就叫：十分钟，阳台变菜园。标签不动", write_first(ZH).content)
    assert after.title == "十分钟，阳台变菜园"
