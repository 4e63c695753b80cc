"""The built-in layout planner: sections, cover text and style of the page, by rules."""

from collections.abc import Sequence
from dataclasses import replace

from engines.note_planner.cover_text import MAX_TITLE_WIDTH, choose_cover_text, fit_line
from engines.note_planner.paragraphs import Heading, find_heading
from engines.note_planner.request.preferences import (
    ALTERNATING,
    BIG_COVER,
    CARDS,
    COVER_AND_SECTIONS,
    COVER_ONLY,
    GRID,
    STEPS,
    choose_layout_preference,
    parse_preferences,
)
from engines.note_planner.sections import MAX_SECTIONS, arrange_sections, spread_evenly
from engines.note_planner.text_width import truncate
from services.common.contract.note import ContentType, LayoutSection, LayoutSpec, SectionRole
from services.common.contract.requests import PlanLayout
from services.common.text.language import Language, Text

MAX_STYLE_LENGTH = 200
_BY_CONTENT_TYPE: dict[str, str] = {ContentType.TUTORIAL: STEPS, ContentType.LIST: CARDS}
_MIN_SECTIONS_FOR_CLOSING = 3

_STYLES = {
    COVER_AND_SECTIONS: Text(
        "竖版封面，大标题压图，正文分段留白", "Portrait cover with a large title; sections with room around them"
    ),
    ALTERNATING: Text("图文交替，一段文字配一张图", "Text and images alternate, an image for each paragraph"),
    BIG_COVER: Text("整版大封面，标题醒目，正文从简", "One full-page cover with a striking title; the rest kept plain"),
    GRID: Text("九宫格拼图，小图统一方形", "A grid of images of one square size"),
    COVER_ONLY: Text("只有封面配图，正文以文字为主", "An image on the cover only; the rest is text"),
    STEPS: Text("竖版封面，正文按步骤排列，步骤配图", "Portrait cover; the text in steps, with images of the steps"),
    CARDS: Text("竖版封面，正文像卡片一样一条一块", "Portrait cover; each point a card of its own"),
}
_WITH_COLORS = Text("，配色取自参考图（{colors}）", ", in the colors of the reference images ({colors})")
_WITH_TONE = Text("，气质{tone}", ", {tone} in mood")


def plan_layout(request: PlanLayout, language: Language = Language.CHINESE) -> LayoutSpec:
    """Return the layout of a note: a cover, then every paragraph of the body in exactly one section, in order."""
    name = choose_layout_name(request)
    preferences = parse_preferences(request.feedback)
    content = replace(request.content, title="") if preferences.name_topic else request.content
    title, subtitle = choose_cover_text(request.brief, content, language, short=preferences.short_title)
    paragraphs = request.content.paragraphs
    sections = arrange_sections(_build_sections(paragraphs, one_each=name == ALTERNATING), len(paragraphs), 0)
    return LayoutSpec(
        name,
        fit_line(preferences.title, MAX_TITLE_WIDTH) if preferences.title else title,
        subtitle,
        assign_images(sections, name, request.brief.image_count),
        describe_style(request, name, language),
    )


def choose_layout_name(request: PlanLayout) -> str:
    """Return the name of the layout: the preferred one, else the one that suits the content type."""
    preferred = (
        choose_layout_preference(request.layout_preference, request.feedback)
        or parse_preferences(" ".join(request.brief.constraints)).layout
    )
    return preferred or _BY_CONTENT_TYPE.get(request.brief.content_type, COVER_AND_SECTIONS)


def assign_images(sections: Sequence[LayoutSection], name: str, image_count: int) -> tuple[LayoutSection, ...]:
    """Return *sections* with images: on the cover, then evenly distributed, on opening and closing last."""
    inner = 0 if name == COVER_ONLY else image_count - 1
    body = [number for number, section in enumerate(sections) if section.role != SectionRole.COVER]
    best = [number for number in body if sections[number].role == SectionRole.SECTION]
    chosen = {best[index] for index in spread_evenly(inner, len(best))} if best and inner > 0 else set()
    for number in body:
        if len(chosen) < inner:
            chosen.add(number)
    return tuple(
        replace(section, has_image=section.role == SectionRole.COVER or number in chosen)
        for number, section in enumerate(sections)
    )


def describe_style(request: PlanLayout, name: str, language: Language) -> str:
    """Return the overall style of the page in *language*."""
    style = _STYLES[name].pick(language)
    references = request.references.references if request.references else ()
    colors = [color for reference in references for color in reference.palette[:2]][:3]
    if colors:
        style += _WITH_COLORS.pick(language).format(
            colors=("、" if language is Language.CHINESE else ", ").join(colors)
        )
    if request.brief.tone:
        style += _WITH_TONE.pick(language).format(tone=request.brief.tone)
    return truncate(style, MAX_STYLE_LENGTH)


def _build_sections(paragraphs: Sequence[str], *, one_each: bool) -> list[LayoutSection]:
    """Return the sections of a body: one for each heading, or one for each paragraph without headings."""
    headings = [find_heading(paragraph) for paragraph in paragraphs]
    by_heading = any(heading.text for heading in headings) and not one_each
    groups = _group_by_headings(headings) if by_heading else _group_singly(headings)
    has_closing = len(groups) >= _MIN_SECTIONS_FOR_CLOSING and not headings[groups[-1][0]].text
    sections = []
    for number, group in enumerate(_merge_groups(groups)):
        heading = headings[group[0]].text
        role = SectionRole.OPENING if number == 0 and not heading else SectionRole.SECTION
        role = SectionRole.CLOSING if has_closing and group[-1] == len(paragraphs) - 1 and number else role
        sections.append(LayoutSection(role, heading, group))
    return sections


def _group_by_headings(headings: Sequence[Heading]) -> list[tuple[int, ...]]:
    """Return the paragraphs grouped below their headings.

    Paragraphs before the first heading, and a last one without a heading, are groups of their own.
    """
    groups: list[tuple[int, ...]] = []
    for number, heading in enumerate(headings):
        is_plain_end = number == len(headings) - 1 and not heading.text and not headings[number - 1].is_alone
        if not groups or heading.text or is_plain_end:
            groups.append((number,))
        else:
            groups[-1] = (*groups[-1], number)
    return groups


def _group_singly(headings: Sequence[Heading]) -> list[tuple[int, ...]]:
    """Return one paragraph per group; a heading in a separate paragraph is grouped with the next one."""
    groups: list[tuple[int, ...]] = []
    for number in range(len(headings)):
        if groups and headings[number - 1].is_alone and len(groups[-1]) == 1:
            groups[-1] = (*groups[-1], number)
        else:
            groups.append((number,))
    return groups


def _merge_groups(groups: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return at most 39 groups; if there are more, neighbors are merged."""
    limit = MAX_SECTIONS - 1
    if len(groups) <= limit:
        return groups
    starts = [number * len(groups) // limit for number in range(limit)]
    ends = [*starts[1:], len(groups)]
    return [
        tuple(paragraph for group in groups[start:end] for paragraph in group)
        for start, end in zip(starts, ends, strict=True)
    ]
