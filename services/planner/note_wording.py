"""What the planner says to people while it plans a note."""

from services.common.language import Language, Text
from services.planner.domain.note.brief_lexicon import KIND_NAMES
from services.planner.domain.note.values import Advice, Brief, ImagePlans, Layout

WITHOUT_MODEL = Text("不用模型，改用内置规则。", "Going on without the model: the built-in rules plan it.")
COMPILING = Text("在整理需求：“{text}”", 'Working out what is wanted: "{text}"')
LAYING_OUT = Text("在规划版面：共 {count} 段。", "Planning the page: {count} paragraphs.")
LAYING_OUT_ONE = Text("在规划版面：只有 1 段。", "Planning the page: a single paragraph.")
PICTURING = Text("在规划配图。", "Planning the pictures.")
ADVISING = Text("{finished} 已完成，在看下一步。", "{finished} has finished: looking at what comes next.")

_COMPILED = Text(
    "主题：{topic}；{kind}，写给{audience}，语气{tone}，{count} 张图。",
    "Topic: {topic}; a {kind} for {audience}, {tone}, with {count} picture(s).",
)
_UNCLEAR = Text("还不清楚：{question}", "Not clear yet: {question}")
_LAID_OUT = Text(
    "版面：封面“{title}”，{sections} 个分区，{pictures} 处配图。",
    'The page: cover "{title}", {sections} section(s), {pictures} place(s) for pictures.',
)
_PICTURED = Text("配图 {count} 张：{subjects}。", "{count} picture(s): {subjects}.")
_GO_ON = Text("照常继续。{reason}", "Going on. {reason}")
_BACK = Text("建议回到 {agent}：{reason}", "Advice: back to {agent}. {reason}")


def compiled(brief: Brief, language: Language) -> str:
    """Return what a note is to be, as a thought."""
    if brief.clarification is not None:
        return _UNCLEAR.pick(language).format(question=brief.clarification.question)
    return _COMPILED.pick(language).format(
        topic=brief.topic,
        kind=KIND_NAMES[brief.content_type].pick(language),
        audience=brief.audience,
        tone=brief.tone,
        count=brief.picture_count,
    )


def laid_out(layout: Layout, language: Language) -> str:
    """Return how the page is built, as a thought."""
    pictures = sum(section.picture for section in layout.sections)
    return _LAID_OUT.pick(language).format(
        title=layout.cover_title, sections=len(layout.sections) - 1, pictures=pictures
    )


def pictured(plans: ImagePlans, language: Language) -> str:
    """Return what is to be painted, as a thought."""
    subjects = [plan.subject or plan.plan_id for plan in plans.plans]
    joined = ("、" if language is Language.CHINESE else ", ").join(subjects)
    return _PICTURED.pick(language).format(count=len(subjects), subjects=joined)


def advised(advice: Advice, language: Language) -> str:
    """Return the advice, as a thought."""
    if advice.clarification is not None:
        return _UNCLEAR.pick(language).format(question=advice.clarification.question)
    said = _BACK if advice.agent else _GO_ON
    return said.pick(language).format(agent=advice.agent, reason=advice.reason).strip()
