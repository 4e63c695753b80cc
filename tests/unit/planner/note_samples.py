"""Notes and what hypothesis may make of them."""

from hypothesis import strategies as st

from services.common.language import Language
from services.planner.domain.intent import Message
from services.planner.domain.note.briefing import compile_brief
from services.planner.domain.note.paging import plan_layout
from services.planner.domain.note.tasks import BriefTask, ImagesTask, LayoutTask
from services.planner.domain.note.values import Brief, Clarified, ImagePlans, Layout, NoteText, Reference, Role

SPRING = NoteText(
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
PICNICS = NoteText(
    "Spring picnics in Hangzhou: five places families love",
    "Spring is short, so go now.\n\nWhat to bring\nA rug, water and fruit.\n\n"
    "Where to go: the Botanical Garden has shade.\n\nSee you there.",
)
REFERENCES = (
    Reference("asset-1", ("#aabbcc", "#112233", "#ffeecc", "#334455"), style="胶片"),
    Reference("asset-2", ("#000000",)),
)

PIECES = (
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
    "⟦/wish⟧",
)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=10).map(" ".join),
)
LANGUAGES = st.sampled_from(list(Language))
ANSWERS = st.lists(st.builds(Clarified, TEXTS, TEXTS), max_size=2).map(tuple)
BRIEF_TASKS = st.builds(
    BriefTask,
    TEXTS,
    LANGUAGES,
    TEXTS,
    st.integers(0, 9),
    st.integers(0, 9),
    st.lists(st.builds(Message, st.sampled_from(["user", "assistant"]), TEXTS), max_size=3).map(tuple),
    ANSWERS,
    TEXTS,
)
NOTES = st.one_of(
    st.sampled_from([SPRING, PICNICS, NoteText("", "")]),
    st.builds(NoteText, TEXTS, st.lists(TEXTS, max_size=60).map("\n\n".join)),
)
LAYOUT_TASKS = st.builds(
    LayoutTask, st.builds(compile_brief, BRIEF_TASKS), NOTES, LANGUAGES, TEXTS, st.just(REFERENCES), TEXTS
)


def images_task(task: LayoutTask, feedback: str = "", clarified: tuple[Clarified, ...] = ()) -> ImagesTask:
    """Return the task of planning pictures that follows *task*."""
    return ImagesTask(task.brief, task.note, plan_layout(task), task.language, task.references, feedback, clarified)


IMAGES_TASKS = st.builds(images_task, LAYOUT_TASKS, TEXTS, ANSWERS)


def brief_of(text: str, language: Language = Language.CHINESE, **more: object) -> Brief:
    """Return the built-in brief of *text*."""
    return compile_brief(BriefTask(text, language, **more))  # type: ignore[arg-type]


def assert_holds_every_paragraph_once(layout: Layout, paragraph_count: int) -> None:
    """Assert what must hold of every page."""
    held = [number for section in layout.sections for number in section.paragraphs]
    assert held == list(range(paragraph_count))
    assert [section.role for section in layout.sections].count(Role.COVER) == 1
    assert layout.sections[0].role is Role.COVER
    assert len(layout.sections) <= 50


def assert_is_whole(plans: ImagePlans, paragraph_count: int) -> None:
    """Assert what must hold of every set of pictures."""
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
