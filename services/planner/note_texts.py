"""Texts of the planner for users, about notes."""

from engines.note_planner.request.lexicon import CONTENT_TYPE_NAMES
from services.common.contract.note import Advice, Brief, ImagePlanSet, LayoutSpec
from services.common.text.agent_names import name_agent
from services.common.text.language import Language, Text
from services.planner.texts import UNCLEAR, quote

PLANNING_IMAGES = Text("正在规划配图。", "Planning the images.")
_COMPILING = Text("正在整理需求：“{text}”", 'Determining the requirements: "{text}"')
_PLANNING_LAYOUT = Text("正在规划版式：共 {count} 段。", "Planning the page: {count} paragraphs.")
_PLANNING_LAYOUT_OF_ONE = Text("正在规划版式：只有 1 段。", "Planning the page: a single paragraph.")
_ADVISING = Text("{finished} 已完成，正在选择下一步。", "{finished} has finished; choosing the next step.")
_COMPILED = Text(
    "主题：{topic}；{kind}，写给{audience}，语气{tone}，{count} 张图。",
    "Topic: {topic}; a {kind} for {audience}, {tone}, images: {count}.",
)
_LAYOUT_PLANNED = Text(
    "版式：封面“{title}”，{sections} 个分区，{images} 处配图。",
    'The page: cover "{title}"; sections: {sections}; places for images: {images}.',
)
_IMAGES_PLANNED = Text("配图 {count} 张：{subjects}。", "Images ({count}): {subjects}.")
_CONTINUE = Text("照常继续。", "Continuing as usual.")
_RETURN = Text("建议回到 {agent}：{reason}", "Advice: back to {agent}. {reason}")


def announce_brief(text: str, language: Language) -> str:
    """Return the thought before the brief of *text* is compiled."""
    return _COMPILING.pick(language).format(text=quote(text))


def summarize_brief(brief: Brief, language: Language) -> str:
    """Return the thought about a brief."""
    if brief.clarification is not None:
        return UNCLEAR.pick(language).format(question=brief.clarification.question)
    return _COMPILED.pick(language).format(
        topic=brief.topic,
        kind=CONTENT_TYPE_NAMES[brief.content_type].pick(language),
        audience=brief.audience,
        tone=brief.tone,
        count=brief.image_count,
    )


def announce_layout(paragraph_count: int, language: Language) -> str:
    """Return the thought before a layout is planned."""
    text = _PLANNING_LAYOUT_OF_ONE if paragraph_count == 1 else _PLANNING_LAYOUT
    return text.pick(language).format(count=paragraph_count)


def summarize_layout(layout: LayoutSpec, language: Language) -> str:
    """Return the thought about a layout."""
    images = sum(section.has_image for section in layout.sections)
    return _LAYOUT_PLANNED.pick(language).format(
        title=layout.cover_title, sections=len(layout.sections) - 1, images=images
    )


def summarize_images(plans: ImagePlanSet, language: Language) -> str:
    """Return the thought about planned images."""
    subjects = [plan.subject or plan.plan_id for plan in plans.plans]
    joined = ("、" if language is Language.CHINESE else ", ").join(subjects)
    return _IMAGES_PLANNED.pick(language).format(count=len(subjects), subjects=joined)


def announce_advice(finished_agent: str, language: Language) -> str:
    """Return the thought before advice after *finished_agent*."""
    return _ADVISING.pick(language).format(finished=name_agent(finished_agent, language))


def summarize_advice(advice: Advice, language: Language) -> str:
    """Return the thought about advice."""
    if advice.clarification is not None:
        return UNCLEAR.pick(language).format(question=advice.clarification.question)
    if not advice.agent:
        return advice.reason.strip() or _CONTINUE.pick(language)
    return _RETURN.pick(language).format(agent=name_agent(advice.agent, language), reason=advice.reason).strip()
