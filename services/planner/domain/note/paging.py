"""The built-in layout planner: how the page of a note is built, told by rules from its text and the wishes for it."""

from collections.abc import Sequence
from dataclasses import replace

from services.common.language import Language, Text
from services.planner.domain.note.arranging import MOST_SECTIONS, arranged, spread
from services.planner.domain.note.cover_words import WIDEST_TITLE, cover_words, fitted
from services.planner.domain.note.measure import bounded
from services.planner.domain.note.paragraphs import Headed, headed
from services.planner.domain.note.preferences import (
    ALTERNATING,
    BIG_COVER,
    CARDS,
    COVER_AND_SECTIONS,
    COVER_ONLY,
    GRID,
    STEPS,
    page_of,
    preferences,
)
from services.planner.domain.note.tasks import LayoutTask
from services.planner.domain.note.values import ContentType, Layout, Role, Section

LONGEST_STYLE = 200
_OF_KIND = {ContentType.TUTORIAL: STEPS, ContentType.LIST: CARDS}
_LEAST_FOR_A_CLOSING = 3

_LOOKS = {
    COVER_AND_SECTIONS: Text(
        "竖版封面，大标题压图，正文分段留白", "Portrait cover with a large title; sections with room around them"
    ),
    ALTERNATING: Text("图文交替，一段文字配一张图", "Text and pictures in turn, a picture with each paragraph"),
    BIG_COVER: Text("整版大封面，标题醒目，正文从简", "One full-page cover with a striking title; the rest kept plain"),
    GRID: Text("九宫格拼图，小图统一方形", "A grid of pictures of one square size"),
    COVER_ONLY: Text("只有封面配图，正文以文字为主", "A picture on the cover alone; the rest is text"),
    STEPS: Text(
        "竖版封面，正文按步骤排列，步骤配图", "Portrait cover; the text goes step by step, with pictures of the steps"
    ),
    CARDS: Text("竖版封面，正文像卡片一样一条一块", "Portrait cover; each point a card of its own"),
}
_IN_COLOURS = Text("，配色取自参考图（{colours}）", ", in the colours of the reference pictures ({colours})")
_IN_TONE = Text("，气质{tone}", ", {tone} in mood")


def plan_layout(task: LayoutTask) -> Layout:
    """Return the page of *task*: a cover, then every paragraph of the body in exactly one section, in order."""
    name = page_name(task)
    wanted = preferences(task.feedback)
    note = replace(task.note, title="") if wanted.name_topic else task.note
    title, subtitle = cover_words(task.brief, note, task.language, short=wanted.short_title)
    sections = _sections(task.note.paragraphs, one_each=name == ALTERNATING)
    return Layout(
        name,
        fitted(wanted.title, WIDEST_TITLE) if wanted.title else title,
        subtitle,
        with_pictures(arranged(sections, len(task.note.paragraphs), 0), name, task.brief.picture_count),
        page_style(task, name),
    )


def page_name(task: LayoutTask) -> str:
    """Return the kind of page: the one that is wanted, else the one that suits the kind of note."""
    said = page_of(task.layout_preference, task.feedback) or preferences(" ".join(task.brief.constraints)).page
    return said or _OF_KIND.get(task.brief.content_type, COVER_AND_SECTIONS)


def with_pictures(sections: Sequence[Section], name: str, picture_count: int) -> tuple[Section, ...]:
    """Return *sections* with pictures: the cover's, the others evenly apart, opening and closing last."""
    inner = 0 if name == COVER_ONLY else picture_count - 1
    body = [number for number, section in enumerate(sections) if section.role is not Role.COVER]
    best = [number for number in body if sections[number].role is Role.SECTION]
    chosen = {best[place] for place in spread(inner, len(best))} if best and inner > 0 else set()
    for number in body:
        if len(chosen) < inner:
            chosen.add(number)
    return tuple(
        replace(section, picture=section.role is Role.COVER or number in chosen)
        for number, section in enumerate(sections)
    )


def page_style(task: LayoutTask, name: str) -> str:
    """Return how the page looks as a whole, in the language of the run."""
    language = task.language
    style = _LOOKS[name].pick(language)
    colours = [colour for reference in task.references for colour in reference.palette[:2]][:3]
    if colours:
        style += _IN_COLOURS.pick(language).format(
            colours=("、" if language is Language.CHINESE else ", ").join(colours)
        )
    if task.brief.tone:
        style += _IN_TONE.pick(language).format(tone=task.brief.tone)
    return bounded(style, LONGEST_STYLE)


def _sections(paragraphs: Sequence[str], *, one_each: bool) -> list[Section]:
    """Return the sections of a body: one a heading, or one a paragraph where there are no headings."""
    heads = [headed(paragraph) for paragraph in paragraphs]
    grouped = _by_headings(heads) if any(head.heading for head in heads) and not one_each else _one_each(heads)
    last = len(grouped) - 1
    closes = last + 1 >= _LEAST_FOR_A_CLOSING and not heads[grouped[last][0]].heading
    sections = []
    for number, held in enumerate(_few(grouped)):
        heading = heads[held[0]].heading
        role = Role.OPENING if number == 0 and not heading else Role.SECTION
        role = Role.CLOSING if closes and held[-1] == len(paragraphs) - 1 and number else role
        sections.append(Section(role, heading, held))
    return sections


def _by_headings(heads: Sequence[Headed]) -> list[tuple[int, ...]]:
    """Return the paragraphs grouped below their headings; what stands before the first and an unheaded last alone."""
    groups: list[tuple[int, ...]] = []
    for number, head in enumerate(heads):
        headless_end = number == len(heads) - 1 and not head.heading and not heads[number - 1].alone
        if not groups or head.heading or headless_end:
            groups.append((number,))
        else:
            groups[-1] = (*groups[-1], number)
    return groups


def _one_each(heads: Sequence[Headed]) -> list[tuple[int, ...]]:
    """Return one paragraph a group; a heading that stands alone goes with the paragraph after it."""
    groups: list[tuple[int, ...]] = []
    for number in range(len(heads)):
        if groups and heads[number - 1].alone and len(groups[-1]) == 1:
            groups[-1] = (*groups[-1], number)
        else:
            groups.append((number,))
    return groups


def _few(groups: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return at most 39 groups: neighbours together where there are more."""
    most = MOST_SECTIONS - 1
    if len(groups) <= most:
        return groups
    starts = [number * len(groups) // most for number in range(most)]
    ends = [*starts[1:], len(groups)]
    return [
        tuple(paragraph for group in groups[start:end] for paragraph in group)
        for start, end in zip(starts, ends, strict=True)
    ]
