"""Repairs sections so that they contain every paragraph exactly once and in order."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from engines.note_planner.text_width import truncate
from services.common.contract.note import LayoutSection, SectionRole

MAX_SECTIONS = 40
MAX_HEADING_LENGTH = 60


def arrange_sections(
    proposed: Sequence[LayoutSection], paragraph_count: int, image_count: int
) -> tuple[LayoutSection, ...]:
    """Return *proposed*, repaired: one cover first, at most 40 sections, each paragraph once and in order.

    A paragraph remains in the first section that lists it, unless an earlier paragraph is in a later one; a paragraph
    that no section lists joins the one before it. At most *image_count* sections get an image, the cover first.
    """
    cover, *rest = _put_cover_first(proposed)
    by_section = _group_by_section(rest, _assign_paragraphs(rest, paragraph_count))
    filled = [
        replace(section, paragraphs=by_section[number]) for number, section in enumerate(rest) if by_section.get(number)
    ]
    if paragraph_count and not filled:
        filled = [LayoutSection(SectionRole.OPENING, paragraphs=tuple(range(paragraph_count)))]
    return _assign_images((cover, *map(_truncate_heading, _merge_tail(filled))), image_count)


def spread_evenly(count: int, length: int) -> tuple[int, ...]:
    """Return *count* evenly spaced indexes of a sequence of *length*, including the first; all if it is shorter."""
    if count >= length:
        return tuple(range(length))
    return tuple(number * length // count for number in range(count))


def _put_cover_first(proposed: Sequence[LayoutSection]) -> list[LayoutSection]:
    """Return one cover, then the other sections; the paragraphs of a cover are moved to an opening."""
    first = next((section for section in proposed if section.role == SectionRole.COVER), None)
    cover = LayoutSection(SectionRole.COVER, heading=first.heading if first else "", has_image=True)
    others = [
        replace(section, role=SectionRole.OPENING if number == 0 else SectionRole.SECTION)
        if section.role == SectionRole.COVER
        else section
        for number, section in enumerate(proposed)
        if section.role != SectionRole.COVER or section.paragraphs
    ]
    return [_truncate_heading(cover), *others]


def _assign_paragraphs(sections: Sequence[LayoutSection], paragraph_count: int) -> list[int]:
    """Return the index of its section for each paragraph, in ascending order."""
    first: dict[int, int] = {}
    for number, section in enumerate(sections):
        for paragraph in section.paragraphs:
            first.setdefault(paragraph, number)
    assigned, current = [], min(chain(first.values()), default=0)
    for paragraph in range(paragraph_count):
        current = max(current, first.get(paragraph, current))
        assigned.append(current)
    return assigned


def _group_by_section(sections: Sequence[LayoutSection], assigned: Sequence[int]) -> dict[int, tuple[int, ...]]:
    by_section: dict[int, tuple[int, ...]] = {}
    for paragraph, number in enumerate(assigned):
        if number < len(sections):
            by_section[number] = (*by_section.get(number, ()), paragraph)
    return by_section


def _merge_tail(sections: Sequence[LayoutSection]) -> list[LayoutSection]:
    """Return at most 40 sections, the cover included: the rest is merged into the last one."""
    merged = list(sections[: MAX_SECTIONS - 1])
    if len(sections) > len(merged):
        tail = chain.from_iterable(section.paragraphs for section in sections[len(merged) - 1 :])
        merged[-1] = replace(merged[-1], paragraphs=tuple(tail))
    return merged


def _assign_images(sections: Sequence[LayoutSection], image_count: int) -> tuple[LayoutSection, ...]:
    left = image_count
    assigned = []
    for section in sections:
        has_image = section.has_image and left > 0
        left -= has_image
        assigned.append(replace(section, has_image=has_image))
    return tuple(assigned)


def _truncate_heading(section: LayoutSection) -> LayoutSection:
    return replace(section, heading=truncate(section.heading, MAX_HEADING_LENGTH))
