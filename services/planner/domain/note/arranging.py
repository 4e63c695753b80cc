"""Sections made to hold every paragraph exactly once and in order, whatever was proposed."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from services.planner.domain.note.measure import bounded
from services.planner.domain.note.values import Role, Section

MOST_SECTIONS = 40
LONGEST_HEADING = 60


def arranged(proposed: Sequence[Section], paragraph_count: int, picture_count: int) -> tuple[Section, ...]:
    """Return *proposed* mended: one cover first, at most 40 sections, each paragraph once and in order.

    A paragraph stays in the first section that claims it, unless an earlier paragraph stands in a later one; what
    nobody claims goes with the paragraph before. At most *picture_count* sections get a picture, the cover first.
    """
    cover, *rest = _cover_first(proposed)
    claims = _claims(rest, paragraph_count)
    held = _held(rest, claims)
    filled = [replace(section, paragraphs=held[number]) for number, section in enumerate(rest) if held.get(number)]
    if paragraph_count and not filled:
        filled = [Section(Role.OPENING, paragraphs=tuple(range(paragraph_count)))]
    return _with_pictures((cover, *map(_bounded, _merged_tail(filled))), picture_count)


def spread(count: int, places: int) -> tuple[int, ...]:
    """Return *count* of 0..places-1, evenly apart, the first among them; all of them where there are no more."""
    if count >= places:
        return tuple(range(places))
    return tuple(number * places // count for number in range(count))


def _cover_first(proposed: Sequence[Section]) -> list[Section]:
    """Return one cover, then the other sections; a cover with paragraphs leaves them to an opening."""
    found = next((section for section in proposed if section.role is Role.COVER), None)
    cover = Section(Role.COVER, heading=found.heading if found else "", picture=True)
    others = [
        replace(section, role=Role.OPENING if number == 0 else Role.SECTION) if section.role is Role.COVER else section
        for number, section in enumerate(proposed)
        if section.role is not Role.COVER or section.paragraphs
    ]
    return [_bounded(cover), *others]


def _claims(sections: Sequence[Section], paragraph_count: int) -> list[int]:
    """Return for each paragraph the section that it goes into, never falling."""
    first: dict[int, int] = {}
    for number, section in enumerate(sections):
        for paragraph in section.paragraphs:
            first.setdefault(paragraph, number)
    claims, current = [], min(chain(first.values()), default=0)
    for paragraph in range(paragraph_count):
        current = max(current, first.get(paragraph, current))
        claims.append(current)
    return claims


def _held(sections: Sequence[Section], claims: Sequence[int]) -> dict[int, tuple[int, ...]]:
    held: dict[int, tuple[int, ...]] = {}
    for paragraph, number in enumerate(claims):
        if number < len(sections):
            held[number] = (*held.get(number, ()), paragraph)
    return held


def _merged_tail(sections: Sequence[Section]) -> list[Section]:
    """Return at most 40 sections, the cover among them: those too many go into the last."""
    kept = list(sections[: MOST_SECTIONS - 1])
    if len(sections) > len(kept):
        beyond = chain.from_iterable(section.paragraphs for section in sections[len(kept) - 1 :])
        kept[-1] = replace(kept[-1], paragraphs=tuple(beyond))
    return kept


def _with_pictures(sections: Sequence[Section], picture_count: int) -> tuple[Section, ...]:
    left = picture_count
    given = []
    for section in sections:
        picture = section.picture and left > 0
        left -= picture
        given.append(replace(section, picture=picture))
    return tuple(given)


def _bounded(section: Section) -> Section:
    return replace(section, heading=bounded(section.heading, LONGEST_HEADING))
