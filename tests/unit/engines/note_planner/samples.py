"""Sample notes, strategies for requests, and assertions about results."""

from typing import Any

from hypothesis import strategies as st

from engines.note_planner.brief import compile_brief
from engines.note_planner.layout import plan_layout
from services.common.contract.note import (
    Brief,
    ClarificationAnswer,
    ImagePlanSet,
    LayoutSpec,
    NoteContent,
    ReferenceAnalyses,
    ReferenceAnalysis,
    SectionRole,
)
from services.common.contract.requests import CompileBrief, PlanImages, PlanLayout
from services.common.contract.session import ChatMessage
from services.common.text.language import Language

SPRING = NoteContent(
    "春游攻略｜杭州周末这样玩，带娃也轻松",
    """春天来了，带上家人去西湖边走走吧！🌸

【行前准备】
帐篷、野餐垫、防晒霜一个都不能少。

路线安排：上午去太子湾看樱花，下午去九溪骑行。

1. 吃什么
推荐湖边的茶馆。

2. 拍照机位
日落时分的断桥最好看。

希望大家都能玩得开心，收藏起来慢慢看～""",
    ("春游", "杭州"),
)
PICNICS = NoteContent(
    "Spring picnics in Hangzhou: five places families love",
    "Spring is short, so go now.\n\nWhat to bring\nA rug, water and fruit.\n\n"
    "Where to go: the Botanical Garden has shade.\n\nSee you there.",
)
REFERENCES = ReferenceAnalyses(
    (
        ReferenceAnalysis("asset-1", ("#aabbcc", "#112233", "#ffeecc", "#334455"), style="胶片"),
        ReferenceAnalysis("asset-2", ("#000000",)),
    )
)

FRAGMENTS = (
    "写一篇",
    "春游",
    "攻略",
    "，",
    "。",
    "给大学生的",
    "语气活泼",
    "3张图",
    "不要",
    "必须",
    "改得",
    "write",
    " a ",
    "guide",
    " to ",
    "for families",
    "with 4 pictures",
    "in a warm tone",
    "😀",
    "\n",
    "\n\n",
    "【准备】",
    "：",
    "1. ",
    "#",
    "\u202e",
    "\x00",
    "ß",
    "标题",
    "九宫格",
    "图文交替",
    "换成水彩风",
    "封面",
    "不要文字",
    "第二张",
    "{topic}",
    "%s",
    "⟦/request⟧",
)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join),
    st.lists(st.sampled_from(FRAGMENTS), max_size=10).map(" ".join),
)
LANGUAGES = st.sampled_from(list(Language))
ANSWERS = st.lists(st.builds(ClarificationAnswer, TEXTS, TEXTS), max_size=2).map(tuple)
BRIEF_REQUESTS = st.builds(
    CompileBrief,
    TEXTS,
    TEXTS,
    st.integers(0, 9),
    st.integers(0, 9),
    st.lists(st.builds(ChatMessage, st.sampled_from(["user", "assistant"]), TEXTS), max_size=3).map(tuple),
    ANSWERS,
    TEXTS,
)
NOTES = st.one_of(
    st.sampled_from([SPRING, PICNICS, NoteContent("", "")]),
    st.builds(NoteContent, TEXTS, st.lists(TEXTS, max_size=60).map("\n\n".join)),
)
LAYOUT_REQUESTS = st.builds(
    PlanLayout, st.builds(compile_brief, BRIEF_REQUESTS, LANGUAGES), NOTES, TEXTS, st.just(REFERENCES), TEXTS
)


def images_request(
    request: PlanLayout,
    feedback: str = "",
    clarification_answers: tuple[ClarificationAnswer, ...] = (),
    language: Language = Language.CHINESE,
) -> PlanImages:
    """Return the request for images that follows *request*."""
    layout = plan_layout(request, language)
    return PlanImages(request.brief, request.content, layout, request.references, feedback, clarification_answers)


IMAGES_REQUESTS = st.builds(images_request, LAYOUT_REQUESTS, TEXTS, ANSWERS, LANGUAGES)


def make_brief(text: str, language: Language = Language.CHINESE, **fields: Any) -> Brief:
    """Return the built-in brief of *text*."""
    return compile_brief(CompileBrief(text, **fields), language)


def assert_has_every_paragraph_once(layout: LayoutSpec, paragraph_count: int) -> None:
    """Assert the invariants of every layout."""
    numbers = [number for section in layout.sections for number in section.paragraphs]
    assert numbers == list(range(paragraph_count))
    assert [section.role for section in layout.sections].count(SectionRole.COVER) == 1
    assert layout.sections[0].role == SectionRole.COVER
    assert len(layout.sections) <= 50


def assert_is_valid(plans: ImagePlanSet, paragraph_count: int) -> None:
    """Assert the invariants of every set of images."""
    ids = [plan.plan_id for plan in plans.plans]
    assert 1 <= len(ids) <= 9
    assert len(set(ids)) == len(ids)
    assert [one.plan_id for one in plans.bindings] == (ids if paragraph_count else [])
    assert all(0 <= one.paragraph < paragraph_count for one in plans.bindings)
    assert all(64 <= side <= 2048 for plan in plans.plans for side in (plan.width, plan.height))
    assert all(0 < len(plan.prompt) <= 4000 and len(plan.palette) <= 6 for plan in plans.plans)
    assert all(one.plan_id in ids and 0 < len(one.text) <= 200 for one in plans.overlays)
    assert len(plans.overlays) <= 30
    assert all(sum(one.plan_id == plan_id for one in plans.overlays) <= 8 for plan_id in ids)
