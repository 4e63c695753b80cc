"""Layouts of a note by the built-in rules."""

import pytest
from hypothesis import given

from engines.note_planner.cover_text import MAX_TITLE_WIDTH
from engines.note_planner.layout import plan_layout
from engines.note_planner.paragraphs import find_heading
from engines.note_planner.sections import arrange_sections
from services.common.contract.note import LayoutSection, NoteContent, SectionRole
from services.common.contract.requests import PlanLayout
from services.common.text.language import Language
from services.common.text.width import measure_width
from tests.unit.engines.note_planner.samples import (
    LANGUAGES,
    LAYOUT_REQUESTS,
    PICNICS,
    REFERENCES,
    SPRING,
    assert_has_every_paragraph_once,
    make_brief,
)

BRIEF = make_brief("写一篇春游攻略")


def roles(content: NoteContent, preference: str = "") -> list[tuple[str, str, tuple[int, ...]]]:
    layout = plan_layout(PlanLayout(BRIEF, content, layout_preference=preference))
    return [(section.role, section.heading, section.paragraphs) for section in layout.sections]


def test_empty_lines_separate_the_paragraphs_of_a_body() -> None:
    assert NoteContent("", "一\n\n二\n三\n\n\n\n 四 \n\n").paragraphs == ("一", "二\n三", "四")
    assert NoteContent("", " \n\n ").paragraphs == ()


@pytest.mark.parametrize(
    ("paragraph", "heading", "alone"),
    [
        ("【行前准备】\n帐篷和野餐垫", "行前准备", False),
        ("## 路线", "路线", True),
        ("一、交通\n坐地铁", "交通", False),
        ("1️⃣ 吃什么\n茶馆", "吃什么", False),
        ("🌸 拍照机位\n断桥", "拍照机位", False),
        ("路线安排：上午去太子湾看樱花。", "路线安排", False),
        ("What to bring\nA rug.", "What to bring", False),
        ("Step 2: Mix\nMix it.", "Step 2: Mix", False),
        ("春天来了，带上家人去西湖边走走吧！", "", False),
        ("今天去了公园。\n人很多。", "", False),
        ("3.5 公里的路很好走，适合孩子。", "", False),
        ("see https://example.com for more", "", False),
    ],
)
def test_a_heading_at_the_start_of_a_paragraph_is_found(paragraph: str, heading: str, alone: bool) -> None:
    match = find_heading(paragraph)
    assert (match.text, match.is_alone) == (heading, alone)


def test_a_layout_has_a_cover_an_opening_a_section_for_each_heading_and_a_closing() -> None:
    assert roles(SPRING) == [
        ("cover", "", ()),
        ("opening", "", (0,)),
        ("section", "行前准备", (1,)),
        ("section", "路线安排", (2,)),
        ("section", "吃什么", (3,)),
        ("section", "拍照机位", (4,)),
        ("closing", "", (5,)),
    ]


def test_paragraphs_go_below_the_heading_before_them() -> None:
    content = NoteContent("", "开头。\n\n## 吃\n\n第一家很好吃。\n\n第二家也不错。\n\n## 玩\n\n公园。\n\n再见。")
    assert [paragraphs for _, _, paragraphs in roles(content)] == [(), (0,), (1, 2, 3), (4, 5), (6,)]


def test_a_body_without_headings_has_a_section_for_each_paragraph() -> None:
    content = NoteContent("", "今天去了公园。\n\n人很多。\n\n很开心。")
    assert [(role, paragraphs) for role, _, paragraphs in roles(content)] == [
        ("cover", ()), ("opening", (0,)), ("section", (1,)), ("closing", (2,)),
    ]  # fmt: skip


@pytest.mark.parametrize("count", range(1, 10))
def test_no_more_sections_get_an_image_than_there_are_images(count: int) -> None:
    layout = plan_layout(PlanLayout(make_brief("写一篇春游攻略", image_count=count), SPRING))
    assert sum(section.has_image for section in layout.sections) == min(count, len(layout.sections))
    assert layout.sections[0].has_image


@pytest.mark.parametrize(
    ("preference", "name"),
    [
        ("图文交替", "alternating"),
        ("一图一段", "alternating"),
        ("想要大封面", "big-cover"),
        ("九宫格", "grid"),
        ("只要封面，纯文字", "cover-only"),
        ("a grid please", "grid"),
        ("big cover", "big-cover"),
        ("", "cover-and-sections"),
        ("随便", "cover-and-sections"),
    ],
)
def test_a_preference_chooses_the_layout(preference: str, name: str) -> None:
    assert plan_layout(PlanLayout(BRIEF, SPRING, layout_preference=preference)).name == name


def test_feedback_has_priority_over_the_preference() -> None:
    assert plan_layout(PlanLayout(BRIEF, SPRING, layout_preference="九宫格", feedback="改成大封面")).name == "big-cover"


def test_a_layout_with_an_image_only_on_the_cover_has_one_image() -> None:
    layout = plan_layout(PlanLayout(BRIEF, SPRING, layout_preference="只要封面"))
    assert [section.role for section in layout.sections if section.has_image] == [SectionRole.COVER]


@pytest.mark.parametrize(
    ("title", "cover", "subtitle"),
    [
        ("春游攻略｜杭州周末这样玩，带娃也轻松", "春游攻略", "杭州周末这样玩，带娃也轻松"),
        ("🌸杭州春游这样玩🌸", "杭州春游这样玩", ""),
        ("", "春游攻略", ""),
        ("春天里" * 30, "春游攻略", ""),
    ],
)
def test_the_cover_has_a_short_title(title: str, cover: str, subtitle: str) -> None:
    layout = plan_layout(PlanLayout(BRIEF, NoteContent(title, "正文。")))
    assert (layout.cover_title, layout.cover_subtitle) == (cover, subtitle)


def test_an_english_cover_breaks_between_words() -> None:
    brief = make_brief("Write a guide to spring picnics in Hangzhou for families", Language.ENGLISH)
    layout = plan_layout(PlanLayout(brief, PICNICS), Language.ENGLISH)
    assert layout.cover_title == "Spring picnics in Hangzhou"
    assert layout.cover_subtitle == "five places families love"
    assert layout.style.isascii()


def test_feedback_can_name_the_title_of_the_cover() -> None:
    layout = plan_layout(PlanLayout(BRIEF, SPRING, feedback="封面标题改成「西湖边的春天」"))
    assert layout.cover_title == "西湖边的春天"


def test_the_topic_stays_on_the_cover() -> None:
    content = NoteContent("别瞎逛，先看这篇", "正文。")
    assert plan_layout(PlanLayout(BRIEF, content)).cover_title == "春游攻略"
    assert plan_layout(PlanLayout(BRIEF, content, feedback="封面标题与笔记无关")).cover_title == "春游攻略"


def test_the_style_has_the_colors_of_the_references() -> None:
    assert "#aabbcc" in plan_layout(PlanLayout(BRIEF, SPRING, references=REFERENCES)).style


@given(LAYOUT_REQUESTS, LANGUAGES)
def test_every_layout_has_every_paragraph_once_and_in_order(layout_request: PlanLayout, language: Language) -> None:
    layout = plan_layout(layout_request, language)
    assert_has_every_paragraph_once(layout, len(layout_request.content.paragraphs))
    assert layout.cover_title.strip()
    assert measure_width(layout.cover_title) <= MAX_TITLE_WIDTH
    assert sum(section.has_image for section in layout.sections) <= layout_request.brief.image_count
    assert plan_layout(layout_request, language) == layout


def test_valid_sections_are_unchanged() -> None:
    sections = (
        LayoutSection(SectionRole.COVER, has_image=True),
        LayoutSection(SectionRole.OPENING, "", (0,)),
        LayoutSection(SectionRole.SECTION, "吃", (1, 2), has_image=True),
        LayoutSection(SectionRole.CLOSING, "", (3,)),
    )
    assert arrange_sections(sections, 4, 2) == sections


def test_a_paragraph_that_no_section_contains_goes_to_the_section_before_it() -> None:
    sections = (LayoutSection(SectionRole.OPENING, "", (0,)), LayoutSection(SectionRole.CLOSING, "", (3,)))
    assert [section.paragraphs for section in arrange_sections(sections, 5, 3)] == [(), (0, 1, 2), (3, 4)]


def test_a_paragraph_listed_twice_or_out_of_order_appears_once_and_in_order() -> None:
    sections = (
        LayoutSection(SectionRole.OPENING, "", (2, 0)),
        LayoutSection(SectionRole.SECTION, "", (1, 0)),
        LayoutSection(SectionRole.CLOSING, "", (9,)),
    )
    assert [section.paragraphs for section in arrange_sections(sections, 3, 3)] == [(), (0,), (1, 2)]
