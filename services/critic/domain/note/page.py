"""The layout of a note: every paragraph placed once, a cover, headings, places for pictures."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from services.critic.domain.note import wording_page as wording
from services.critic.domain.note.cleanliness import has_placeholder
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import PLAIN, RUINED, SEVERE, SLIGHT, WRONG, Finding, at_most, counted, quoted
from services.critic.domain.note.lengths import title_length
from services.critic.domain.note.note import Layout, Note
from services.critic.domain.note.terms import comparable, is_chinese, mentioned, terms

# What can be read at a glance on a cover.
MOST_COVER_TITLE: Final = {True: 20, False: 60}
MOST_HEADING: Final = {True: 20, False: 60}
_SECTION: Final = "section"
_COVER: Final = "cover"


def layout_findings(note: Note) -> Iterator[Finding]:
    """Yield what is wrong with the page of *note*."""
    if not note.layout.sections:
        yield Finding(NoteDimension.LAYOUT, RUINED, wording.NO_SECTIONS)
        return
    # As in the plan of the pictures: a text that changed under the page must weigh more.
    yield from at_most(_placing(note), WRONG)
    yield from _cover(note)
    yield from _headings(note.layout)
    if note.plans and not any(section.picture for section in note.layout.sections):
        yield Finding(NoteDimension.LAYOUT, SLIGHT, wording.NO_PLACE_FOR_PICTURES)


def _placing(note: Note) -> Iterator[Finding]:
    there = range(len(note.content.paragraphs))
    placed = [paragraph for section in note.layout.sections for paragraph in section.paragraphs]
    times = Counter(placed)
    troubles = (
        ([place for place in there if not times[place]], wording.PARAGRAPHS_UNPLACED),
        ([place for place in there if times[place] > 1], wording.PARAGRAPHS_TWICE),
        (sorted(place for place in times if place not in there), wording.PARAGRAPHS_UNKNOWN),
    )
    for places, remark in troubles:
        if places:
            yield Finding(NoteDimension.LAYOUT, SEVERE, remark, {"numbers": counted([place + 1 for place in places])})
    if any(later < earlier for earlier, later in pairwise(placed)):
        yield Finding(NoteDimension.LAYOUT, PLAIN, wording.OUT_OF_ORDER)


def _cover(note: Note) -> Iterator[Finding]:
    title = note.layout.cover_title.strip()
    if not any(section.role == _COVER for section in note.layout.sections):
        yield Finding(NoteDimension.LAYOUT, PLAIN, wording.NO_COVER)
    if not title:
        yield Finding(NoteDimension.LAYOUT, SEVERE, wording.NO_COVER_TITLE)
        return
    chinese = is_chinese(title)
    if title_length(title, chinese=chinese) > MOST_COVER_TITLE[chinese]:
        about = {"title": quoted(title), "most": MOST_COVER_TITLE[chinese]}
        yield Finding(NoteDimension.LAYOUT, PLAIN, wording.COVER_TITLE_LONG, about)
    told = "\n".join((note.brief.topic, *note.brief.keywords, note.content.title))
    beside = comparable(title, told) and not mentioned(terms(title), told)
    if beside or has_placeholder(title):
        about = {"title": quoted(title), "topic": quoted(note.brief.topic)}
        yield Finding(NoteDimension.LAYOUT, PLAIN, wording.COVER_BESIDE_TOPIC, about)


def _headings(layout: Layout) -> Iterator[Finding]:
    sections = [section for section in layout.sections if section.role == _SECTION]
    bare = sum(not section.heading.strip() for section in sections)
    if bare and len(sections) > 1:
        yield Finding(NoteDimension.LAYOUT, SLIGHT, wording.HEADINGS_MISSING, {"count": bare})
    headings = [section.heading.strip() for section in layout.sections if section.heading.strip()]
    for heading, times in Counter(headings).most_common(1):
        if times > 1:
            yield Finding(NoteDimension.LAYOUT, SLIGHT, wording.HEADINGS_TWICE, {"heading": quoted(heading)})
    for heading in headings:
        chinese = is_chinese(heading)
        if title_length(heading, chinese=chinese) > MOST_HEADING[chinese]:
            yield Finding(NoteDimension.LAYOUT, SLIGHT, wording.HEADING_LONG, {"heading": quoted(heading)})
            return
