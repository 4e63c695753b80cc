"""Checks of the layout of a note: paragraphs, cover, headings, positions of images."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from services.common.contract.note import LayoutSpec
from services.critic.domain.note import page_texts
from services.critic.domain.note.checks.cleanliness import has_placeholder
from services.critic.domain.note.checks.lengths import measure_title
from services.critic.domain.note.checks.terms import are_comparable, extract_terms, find_mentioned, is_chinese
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import (
    MINOR,
    MODERATE,
    RUINED,
    SEVERE,
    WRONG,
    Finding,
    format_numbers,
    limit_cost,
    quote,
)
from services.critic.domain.note.note import ReviewedNote

# Maximum lengths that are readable at a glance on a cover.
MAX_COVER_TITLE: Final = {True: 20, False: 60}
MAX_HEADING: Final = {True: 20, False: 60}
_SECTION: Final = "section"
_COVER: Final = "cover"


def check_layout(note: ReviewedNote) -> Iterator[Finding]:
    """Yield the problems of the layout of *note*."""
    if not note.layout.sections:
        yield Finding(NoteDimension.LAYOUT, RUINED, page_texts.NO_SECTIONS)
        return
    # As in the image plan: if the text has changed, its own problems must cost more.
    yield from limit_cost(_check_paragraphs(note), WRONG)
    yield from _check_cover(note)
    yield from _check_headings(note.layout)
    if note.plans and not any(section.has_image for section in note.layout.sections):
        yield Finding(NoteDimension.LAYOUT, MINOR, page_texts.NO_PLACE_FOR_IMAGES)


def _check_paragraphs(note: ReviewedNote) -> Iterator[Finding]:
    there = range(len(note.content.paragraphs))
    placed = [paragraph for section in note.layout.sections for paragraph in section.paragraphs]
    times = Counter(placed)
    troubles = (
        ([place for place in there if not times[place]], page_texts.PARAGRAPHS_UNPLACED),
        ([place for place in there if times[place] > 1], page_texts.PARAGRAPHS_TWICE),
        (sorted(place for place in times if place not in there), page_texts.PARAGRAPHS_UNKNOWN),
    )
    for places, remark in troubles:
        if places:
            yield Finding(
                NoteDimension.LAYOUT, SEVERE, remark, {"numbers": format_numbers([place + 1 for place in places])}
            )
    if any(later < earlier for earlier, later in pairwise(placed)):
        yield Finding(NoteDimension.LAYOUT, MODERATE, page_texts.OUT_OF_ORDER)


def _check_cover(note: ReviewedNote) -> Iterator[Finding]:
    title = note.layout.cover_title.strip()
    if not any(section.role == _COVER for section in note.layout.sections):
        yield Finding(NoteDimension.LAYOUT, MODERATE, page_texts.NO_COVER)
    if not title:
        yield Finding(NoteDimension.LAYOUT, SEVERE, page_texts.NO_COVER_TITLE)
        return
    chinese = is_chinese(title)
    if measure_title(title, chinese=chinese) > MAX_COVER_TITLE[chinese]:
        about = {"title": quote(title), "most": MAX_COVER_TITLE[chinese]}
        yield Finding(NoteDimension.LAYOUT, MODERATE, page_texts.COVER_TITLE_LONG, about)
    subject = "\n".join((note.brief.topic, *note.brief.keywords, note.content.title))
    beside = are_comparable(title, subject) and not find_mentioned(extract_terms(title), subject)
    if beside or has_placeholder(title):
        about = {"title": quote(title), "topic": quote(note.brief.topic)}
        yield Finding(NoteDimension.LAYOUT, MODERATE, page_texts.COVER_OFF_TOPIC, about)


def _check_headings(layout: LayoutSpec) -> Iterator[Finding]:
    sections = [section for section in layout.sections if section.role == _SECTION]
    bare = sum(not section.heading.strip() for section in sections)
    if bare and len(sections) > 1:
        yield Finding(NoteDimension.LAYOUT, MINOR, page_texts.HEADINGS_MISSING, {"count": bare})
    headings = [section.heading.strip() for section in layout.sections if section.heading.strip()]
    for heading, times in Counter(headings).most_common(1):
        if times > 1:
            yield Finding(NoteDimension.LAYOUT, MINOR, page_texts.HEADINGS_TWICE, {"heading": quote(heading)})
    for heading in headings:
        chinese = is_chinese(heading)
        if measure_title(heading, chinese=chinese) > MAX_HEADING[chinese]:
            yield Finding(NoteDimension.LAYOUT, MINOR, page_texts.HEADING_LONG, {"heading": quote(heading)})
            return
