"""The page of a note and the plan of its pictures, judged by rules."""

from dataclasses import replace

import pytest

from services.common.language import Language
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.note import Binding, Drawn, Note, Overlay, Section
from tests.unit.critic.notes import CHINESE, ENGLISH, LIMITS, brief, drawn, faults, layout, plan, score, text

LAYOUT, ALIGNMENT = NoteDimension.LAYOUT, NoteDimension.ALIGNMENT
BACK, PASS = LIMITS.return_score, LIMITS.pass_score
SECTIONS = CHINESE.layout.sections


BROKEN_PAGES = {
    "no sections": (layout(sections=()), "没有任何部分"),
    "a paragraph left out": (layout(sections=SECTIONS[:-1]), "第 5 段没有放进"),
    "a paragraph twice": (layout(sections=(*SECTIONS, Section("section", "再看路线", (1,)))), "第 2 段放了不止一次"),
    "a paragraph that is not there": (layout(sections=(*SECTIONS, Section("closing", "", (9,)))), "第 10 段"),
    "no title on the cover": (layout(cover_title=" "), "封面没有标题"),
}


@pytest.mark.parametrize(("note", "said"), BROKEN_PAGES.values(), ids=BROKEN_PAGES)
def test_a_page_that_loses_something_goes_back(note: Note, said: str) -> None:
    assert score(note, LAYOUT) < BACK and said in faults(note, LAYOUT)


SMALL_FAULTS = {
    "no cover": (layout(sections=SECTIONS[1:]), "没有封面"),
    "out of order": (layout(sections=(*SECTIONS[:2], SECTIONS[3], SECTIONS[2], *SECTIONS[4:])), "次序乱了"),
    "a cover title of something else": (layout(cover_title="口红合集"), "无关"),
    "a long cover title": (layout(cover_title="春游攻略" * 6), "封面标题太长"),
    "a section without heading": (
        layout(sections=(*SECTIONS[:2], replace(SECTIONS[2], heading=""), *SECTIONS[3:])),
        "没有小标题",
    ),
    "a heading twice": (
        layout(sections=(*SECTIONS[:3], replace(SECTIONS[3], heading="路线怎么走"), *SECTIONS[4:])),
        "小标题重复",
    ),
    "no place for pictures": (layout(sections=tuple(replace(one, picture=False) for one in SECTIONS)), "留位置"),
}


@pytest.mark.parametrize(("note", "said"), SMALL_FAULTS.values(), ids=SMALL_FAULTS)
def test_a_small_fault_of_the_page_is_told_and_costs_something(note: Note, said: str) -> None:
    assert said in faults(note, LAYOUT) and PASS < score(note, LAYOUT) < 1.0


# The plan of the pictures


def test_a_picture_that_has_nothing_to_do_with_its_paragraph_goes_back() -> None:
    note = plan(2, prompt="赛博朋克城市里的机器人，霓虹灯", subject="机器人")
    assert score(note, ALIGNMENT) < BACK
    assert faults(note, ALIGNMENT) == "第 2 张图“机器人”与第 2 段无关"


def test_so_does_one_of_an_english_note() -> None:
    note = plan(1, ENGLISH, prompt="a neon robot in a cyberpunk city", subject="robot")
    assert score(note, ALIGNMENT, Language.ENGLISH) < BACK


def test_a_picture_that_only_names_the_heading_it_is_for_is_told_and_passes() -> None:
    note = plan(2, prompt="会动的机器人。“春游”的配图：路线怎么走", subject="会动的机器人")
    told = "第 2 张图画的东西，主题和所配的文字都没有写到"
    assert faults(note, ALIGNMENT) == told and score(note, ALIGNMENT) > PASS


@pytest.mark.parametrize("subject", ["山间行驶的火车", "草地上的蛋糕和水果", "天空中的热气球"])
def test_a_picture_that_goes_with_the_topic_is_not_complained_of(subject: str) -> None:
    assert faults(plan(2, prompt=f"{subject}。“春游”的配图：路线怎么走", subject=subject), ALIGNMENT) == ""


def test_the_cover_may_show_what_the_whole_note_is_about() -> None:
    assert score(plan(1, prompt="带娃野餐", subject="野餐"), ALIGNMENT) == 1.0


def test_words_of_two_writings_are_not_compared() -> None:
    assert score(plan(2, prompt="an avenue of cherry trees", subject="cherry avenue"), ALIGNMENT) == 1.0


BROKEN_PLANS = {
    "none": replace(CHINESE, plans=(), bindings=(), overlays=(), made=()),
    "a picture without a paragraph": replace(CHINESE, bindings=CHINESE.bindings[:2]),
    "a picture bound to no paragraph of the body": replace(
        CHINESE, bindings=(*CHINESE.bindings[:2], Binding(30, "image-3"))
    ),
    "a place left unfilled": replace(CHINESE, overlays=(Overlay("image-1", "{title}"),)),
}


@pytest.mark.parametrize("note", BROKEN_PLANS.values(), ids=BROKEN_PLANS)
def test_a_plan_that_cannot_be_used_goes_back(note: Note) -> None:
    assert score(note, ALIGNMENT) < BACK


SMALL_PLAN_FAULTS = {
    "fewer than asked for": (brief(picture_count=4), "要的是 4 张"),
    "the same twice": (
        replace(
            plan(3, prompt=CHINESE.plans[1].prompt, subject=CHINESE.plans[1].subject),
            bindings=(*CHINESE.bindings[:2], Binding(1, "image-3")),
        ),
        "相同",
    ),
    "no text on the cover": (replace(CHINESE, overlays=CHINESE.overlays[1:]), "封面图上没有文字"),
    "a long text": (replace(CHINESE, overlays=(Overlay("image-1", "春游攻略" * 8),)), "图上文字太长"),
    "a text that was not drawn": (drawn(1), "少了 1 行文字"),
    "a text that was cut": (drawn(1, Drawn(cut=True, contrast=9)), "被截断：“春游攻略”"),
    "characters the font lacks": (drawn(1, Drawn(left_out="𠮷", contrast=9)), "字体没有的字：𠮷"),
    "a faint text": (drawn(1, Drawn(contrast=2.0)), "看不清"),
}


@pytest.mark.parametrize(("note", "said"), SMALL_PLAN_FAULTS.values(), ids=SMALL_PLAN_FAULTS)
def test_a_small_fault_of_the_plan_is_told_and_costs_something(note: Note, said: str) -> None:
    assert said in faults(note, ALIGNMENT) and PASS < score(note, ALIGNMENT) < 1.0


def test_a_text_that_changed_under_page_and_plan_weighs_more_than_they_do() -> None:
    note = text(body="春游去植物园吧。")
    assert score(note, NoteDimension.CONTENT) < BACK
    assert score(note, LAYOUT) < BACK and score(note, ALIGNMENT) >= 0.4
