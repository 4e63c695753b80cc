"""Checks of the layout and the image plan of a note."""

from dataclasses import replace

import pytest

from services.common.contract.note import LayoutSection, ParagraphImageBinding, PlannedText
from services.common.text.language import Language
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.note import ReviewedNote
from tests.unit.critic.note_samples import (
    CHINESE,
    ENGLISH,
    LIMITS,
    format_problems,
    make_drawn_text,
    score_dimension,
    with_brief,
    with_content,
    with_drawn_texts,
    with_layout,
    with_plan,
)

LAYOUT, ALIGNMENT = NoteDimension.LAYOUT, NoteDimension.ALIGNMENT
BACK, PASS = LIMITS.return_score, LIMITS.pass_score
SECTIONS = CHINESE.layout.sections


BROKEN_PAGES = {
    "no sections": (with_layout(sections=()), "没有任何部分"),
    "a paragraph left out": (with_layout(sections=SECTIONS[:-1]), "第 5 段没有放进"),
    "a paragraph twice": (
        with_layout(sections=(*SECTIONS, LayoutSection("section", "再看路线", (1,)))),
        "第 2 段放了不止一次",
    ),
    "a paragraph that is not there": (
        with_layout(sections=(*SECTIONS, LayoutSection("closing", "", (9,)))),
        "第 10 段",
    ),
    "no title on the cover": (with_layout(cover_title=" "), "封面没有标题"),
}


@pytest.mark.parametrize(("note", "text"), BROKEN_PAGES.values(), ids=BROKEN_PAGES)
def test_an_incomplete_layout_is_returned(note: ReviewedNote, text: str) -> None:
    assert score_dimension(note, LAYOUT) < BACK and text in format_problems(note, LAYOUT)


SMALL_FAULTS = {
    "no cover": (with_layout(sections=SECTIONS[1:]), "没有封面"),
    "out of order": (with_layout(sections=(*SECTIONS[:2], SECTIONS[3], SECTIONS[2], *SECTIONS[4:])), "次序乱了"),
    "a cover title of something else": (with_layout(cover_title="口红合集"), "无关"),
    "a long cover title": (with_layout(cover_title="春游攻略" * 6), "封面标题太长"),
    "a section without heading": (
        with_layout(sections=(*SECTIONS[:2], replace(SECTIONS[2], heading=""), *SECTIONS[3:])),
        "没有小标题",
    ),
    "a heading twice": (
        with_layout(sections=(*SECTIONS[:3], replace(SECTIONS[3], heading="路线怎么走"), *SECTIONS[4:])),
        "小标题重复",
    ),
    "no place for pictures": (with_layout(sections=tuple(replace(one, has_image=False) for one in SECTIONS)), "留位置"),
}


@pytest.mark.parametrize(("note", "text"), SMALL_FAULTS.values(), ids=SMALL_FAULTS)
def test_a_minor_problem_of_the_layout_is_reported_and_has_a_cost(note: ReviewedNote, text: str) -> None:
    assert text in format_problems(note, LAYOUT) and PASS < score_dimension(note, LAYOUT) < 1.0


# The plan of the images


def test_an_image_unrelated_to_its_paragraph_is_returned() -> None:
    note = with_plan(2, prompt="赛博朋克城市里的机器人，霓虹灯", subject="机器人")
    assert score_dimension(note, ALIGNMENT) < BACK
    assert format_problems(note, ALIGNMENT) == "第 2 张图“机器人”与第 2 段无关"


def test_an_unrelated_image_of_an_english_note_is_returned() -> None:
    note = with_plan(1, ENGLISH, prompt="a neon robot in a cyberpunk city", subject="robot")
    assert score_dimension(note, ALIGNMENT, Language.ENGLISH) < BACK


def test_an_image_that_only_mentions_its_heading_is_reported_and_passes() -> None:
    note = with_plan(2, prompt="会动的机器人。“春游”的配图：路线怎么走", subject="会动的机器人")
    reported = "第 2 张图画的东西，主题和所配的文字都没有写到"
    assert format_problems(note, ALIGNMENT) == reported and score_dimension(note, ALIGNMENT) > PASS


@pytest.mark.parametrize("subject", ["山间行驶的火车", "草地上的蛋糕和水果", "天空中的热气球"])
def test_an_image_that_suits_the_topic_has_no_finding(subject: str) -> None:
    assert (
        format_problems(with_plan(2, prompt=f"{subject}。“春游”的配图：路线怎么走", subject=subject), ALIGNMENT) == ""
    )


def test_the_cover_may_show_what_the_whole_note_is_about() -> None:
    assert score_dimension(with_plan(1, prompt="带娃野餐", subject="野餐"), ALIGNMENT) == 1.0


def test_words_of_different_scripts_are_not_compared() -> None:
    assert score_dimension(with_plan(2, prompt="an avenue of cherry trees", subject="cherry avenue"), ALIGNMENT) == 1.0


BROKEN_PLANS = {
    "none": replace(CHINESE, plans=(), bindings=(), overlays=(), images=()),
    "a picture without a paragraph": replace(CHINESE, bindings=CHINESE.bindings[:2]),
    "a picture bound to no paragraph of the body": replace(
        CHINESE, bindings=(*CHINESE.bindings[:2], ParagraphImageBinding(30, "image-3"))
    ),
    "a place left unfilled": replace(CHINESE, overlays=(PlannedText("image-1", "{title}"),)),
}


@pytest.mark.parametrize("note", BROKEN_PLANS.values(), ids=BROKEN_PLANS)
def test_an_unusable_plan_is_returned(note: ReviewedNote) -> None:
    assert score_dimension(note, ALIGNMENT) < BACK


SMALL_PLAN_FAULTS = {
    "fewer than asked for": (with_brief(image_count=4), "要的是 4 张"),
    "the same twice": (
        replace(
            with_plan(3, prompt=CHINESE.plans[1].prompt, subject=CHINESE.plans[1].subject),
            bindings=(*CHINESE.bindings[:2], ParagraphImageBinding(1, "image-3")),
        ),
        "相同",
    ),
    "no text on the cover": (replace(CHINESE, overlays=CHINESE.overlays[1:]), "封面图上没有文字"),
    "a long text": (replace(CHINESE, overlays=(PlannedText("image-1", "春游攻略" * 8),)), "图上文字太长"),
    "a text that was not drawn": (with_drawn_texts(1), "少了 1 行文字"),
    "a text that was cut": (with_drawn_texts(1, make_drawn_text(cut=True, contrast=9)), "被截断：“春游攻略”"),
    "characters the font lacks": (with_drawn_texts(1, make_drawn_text(left_out="𠮷", contrast=9)), "字体没有的字：𠮷"),
    "a faint text": (with_drawn_texts(1, make_drawn_text(contrast=2.0)), "看不清"),
}


@pytest.mark.parametrize(("note", "text"), SMALL_PLAN_FAULTS.values(), ids=SMALL_PLAN_FAULTS)
def test_a_minor_problem_of_the_plan_is_reported_and_has_a_cost(note: ReviewedNote, text: str) -> None:
    assert text in format_problems(note, ALIGNMENT) and PASS < score_dimension(note, ALIGNMENT) < 1.0


def test_a_changed_text_costs_more_than_layout_and_plan() -> None:
    note = with_content(body="春游去植物园吧。")
    assert score_dimension(note, NoteDimension.CONTENT) < BACK
    assert score_dimension(note, LAYOUT) < BACK and score_dimension(note, ALIGNMENT) >= 0.4
