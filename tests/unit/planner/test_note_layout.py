"""How the page of a note is built, by rules and by a model's answer mended."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.language import Language
from services.planner.domain.note.answers import PlannedLayout
from services.planner.domain.note.arranging import arranged
from services.planner.domain.note.measure import width
from services.planner.domain.note.paging import plan_layout
from services.planner.domain.note.paragraphs import headed, split_paragraphs
from services.planner.domain.note.settling import settled_layout
from services.planner.domain.note.tasks import LayoutTask
from services.planner.domain.note.values import NoteText, Role, Section
from tests.unit.planner.note_samples import (
    LAYOUT_TASKS,
    PICNICS,
    REFERENCES,
    SPRING,
    TEXTS,
    assert_holds_every_paragraph_once,
    brief_of,
)

BRIEF = brief_of("写一篇春游攻略")
SECTIONS = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from([role.value for role in Role])},
        optional={
            "heading": TEXTS,
            "paragraphs": st.lists(st.integers(0, 70), max_size=8),
            "picture": st.booleans(),
        },
    ),
    max_size=60,
)
ANSWERS = st.builds(
    lambda sections, title, name: PlannedLayout.model_validate(
        {"sections": sections, "cover_title": title[:200], "name": name[:64]}
    ),
    SECTIONS,
    TEXTS,
    TEXTS,
)


def roles(note: NoteText, preference: str = "") -> list[tuple[str, str, tuple[int, ...]]]:
    layout = plan_layout(LayoutTask(BRIEF, note, layout_preference=preference))
    return [(section.role.value, section.heading, section.paragraphs) for section in layout.sections]


def test_a_body_is_parted_by_its_empty_lines() -> None:
    assert split_paragraphs("一\n\n二\n三\n\n\n\n 四 \n\n") == ("一", "二\n三", "四")
    assert split_paragraphs(" \n\n ") == ()


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
def test_a_heading_at_the_beginning_of_a_paragraph_is_found(paragraph: str, heading: str, alone: bool) -> None:
    found = headed(paragraph)
    assert (found.heading, found.alone) == (heading, alone)


def test_a_page_has_a_cover_an_opening_a_section_for_each_heading_and_a_closing() -> None:
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
    note = NoteText("", "开头。\n\n## 吃\n\n第一家很好吃。\n\n第二家也不错。\n\n## 玩\n\n公园。\n\n再见。")
    assert [held for _, _, held in roles(note)] == [(), (0,), (1, 2, 3), (4, 5), (6,)]


def test_a_body_without_headings_has_a_section_for_each_paragraph() -> None:
    note = NoteText("", "今天去了公园。\n\n人很多。\n\n很开心。")
    assert [(role, held) for role, _, held in roles(note)] == [
        ("cover", ()), ("opening", (0,)), ("section", (1,)), ("closing", (2,)),
    ]  # fmt: skip


@pytest.mark.parametrize("count", range(1, 10))
def test_no_more_sections_get_a_picture_than_there_are_pictures(count: int) -> None:
    layout = plan_layout(LayoutTask(brief_of("写一篇春游攻略", picture_count=count), SPRING))
    assert sum(section.picture for section in layout.sections) == min(count, len(layout.sections))
    assert layout.sections[0].picture


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
def test_a_preference_names_the_kind_of_page(preference: str, name: str) -> None:
    assert plan_layout(LayoutTask(BRIEF, SPRING, layout_preference=preference)).name == name


def test_feedback_counts_before_the_preference() -> None:
    assert plan_layout(LayoutTask(BRIEF, SPRING, layout_preference="九宫格", feedback="改成大封面")).name == "big-cover"


def test_a_page_with_a_picture_on_the_cover_alone_has_one() -> None:
    layout = plan_layout(LayoutTask(BRIEF, SPRING, layout_preference="只要封面"))
    assert [section.role for section in layout.sections if section.picture] == [Role.COVER]


@pytest.mark.parametrize(
    ("title", "cover", "subtitle"),
    [
        ("春游攻略｜杭州周末这样玩，带娃也轻松", "春游攻略", "杭州周末这样玩"),
        ("🌸杭州春游这样玩🌸", "杭州春游这样玩", ""),
        ("", "春游攻略", ""),
        ("春天里" * 30, "春游攻略", ""),
    ],
)
def test_the_cover_has_a_short_title(title: str, cover: str, subtitle: str) -> None:
    layout = plan_layout(LayoutTask(BRIEF, NoteText(title, "正文。")))
    assert (layout.cover_title, layout.cover_subtitle) == (cover, subtitle)


def test_an_english_cover_breaks_between_words() -> None:
    brief = brief_of("Write a guide to spring picnics in Hangzhou for families", Language.ENGLISH)
    layout = plan_layout(LayoutTask(brief, PICNICS, Language.ENGLISH))
    assert layout.cover_title == "Spring picnics in Hangzhou"
    assert layout.cover_subtitle == "five places families love"
    assert layout.style.isascii()


def test_feedback_can_name_the_title_of_the_cover() -> None:
    layout = plan_layout(LayoutTask(BRIEF, SPRING, feedback="封面标题改成「西湖边的春天」"))
    assert layout.cover_title == "西湖边的春天"


def test_a_cover_that_was_found_beside_the_topic_names_it() -> None:
    note = NoteText("别瞎逛，先看这篇", "正文。")
    assert plan_layout(LayoutTask(BRIEF, note)).cover_title == "别瞎逛，先看这篇"
    assert plan_layout(LayoutTask(BRIEF, note, feedback="封面标题与笔记无关")).cover_title == "春游攻略"


def test_the_style_takes_the_colours_of_the_references() -> None:
    assert "#aabbcc" in plan_layout(LayoutTask(BRIEF, SPRING, references=REFERENCES)).style


@given(LAYOUT_TASKS)
def test_every_page_holds_every_paragraph_once_and_in_order(task: LayoutTask) -> None:
    layout = plan_layout(task)
    assert_holds_every_paragraph_once(layout, len(task.note.paragraphs))
    assert layout.cover_title.strip()
    assert width(layout.cover_title) <= 28
    assert sum(section.picture for section in layout.sections) <= task.brief.picture_count
    assert plan_layout(task) == layout


@given(LAYOUT_TASKS, ANSWERS)
def test_a_models_page_holds_every_paragraph_once_and_in_order(task: LayoutTask, answer: PlannedLayout) -> None:
    layout = settled_layout(answer, task)
    assert_holds_every_paragraph_once(layout, len(task.note.paragraphs))
    assert layout.cover_title.strip()
    assert width(layout.cover_title) <= 28
    assert sum(section.picture for section in layout.sections) <= task.brief.picture_count


def test_a_page_that_already_holds_is_left_as_it_is() -> None:
    sections = (
        Section(Role.COVER, picture=True),
        Section(Role.OPENING, "", (0,)),
        Section(Role.SECTION, "吃", (1, 2), picture=True),
        Section(Role.CLOSING, "", (3,)),
    )
    assert arranged(sections, 4, 2) == sections


def test_paragraphs_that_nobody_claims_go_with_the_one_before() -> None:
    sections = (Section(Role.OPENING, "", (0,)), Section(Role.CLOSING, "", (3,)))
    assert [section.paragraphs for section in arranged(sections, 5, 3)] == [(), (0, 1, 2), (3, 4)]


def test_a_paragraph_claimed_twice_or_out_of_order_stands_once_and_in_order() -> None:
    sections = (Section(Role.OPENING, "", (2, 0)), Section(Role.SECTION, "", (1, 0)), Section(Role.CLOSING, "", (9,)))
    assert [section.paragraphs for section in arranged(sections, 3, 3)] == [(), (0,), (1, 2)]
