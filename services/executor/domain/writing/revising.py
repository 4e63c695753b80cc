"""A text changed as it was asked for: what nobody complained about stays."""

from dataclasses import replace

from services.executor.domain.writing.composing import (
    filling_of,
    forms_of,
    material_of,
    paragraph,
)
from services.executor.domain.writing.fitting import fitted_to, own_length
from services.executor.domain.writing.lengthening import before_closing, lengthened
from services.executor.domain.writing.measuring import Length, usual
from services.executor.domain.writing.tags import tags_of
from services.executor.domain.writing.titles import title_of
from services.executor.domain.writing.values import Assignment, Block, Draft, body_of
from services.executor.domain.writing.wishes import Changes, Wishes
from services.executor.domain.writing.wishes_lexicon import MOST

SHORTER, LONGER = 0.62, 1.4


def revised(assignment: Assignment, before: Draft, changes: Changes, wishes: Wishes) -> Draft:
    """Return *before* with *changes*; how it sounds and which words it holds is the finishing's business."""
    draft = before
    if changes.title:
        count = sum(1 for block in before.blocks if block.heading)
        draft = replace(
            draft, title=title_of(assignment, forms_of(assignment)[0], filling_of(assignment, count), wishes)
        )
    if changes.tags:
        draft = replace(draft, tags=tags_of(assignment, wishes) or before.tags)
    draft = replace(draft, blocks=_framed(assignment, draft.blocks, changes, wishes))
    draft = replace(draft, blocks=_mentioning(assignment, draft.blocks, wishes))
    if changes.shorter:
        least = own_length(draft.blocks, usual(assignment.language))
        named = MOST.search(assignment.feedback)
        wanted = wishes.most if named and wishes.most is not None else _scaled(least, SHORTER)
        return replace(draft, blocks=fitted_to(draft.blocks, wanted))
    if not changes.longer:
        return draft
    wanted = wishes.least or _scaled(own_length(draft.blocks, usual(assignment.language)), LONGER)
    return replace(draft, blocks=lengthened(assignment, draft.blocks, wishes, wanted))


def _scaled(length: Length, factor: float) -> Length:
    return Length(max(1, round(length.count * factor)), length.unit)


def _framed(assignment: Assignment, blocks: tuple[Block, ...], changes: Changes, wishes: Wishes) -> tuple[Block, ...]:
    """Return *blocks* with another opening or closing."""
    material = material_of(assignment, wishes)
    if changes.opening and material.opening:
        rest = blocks[1:] if blocks and not blocks[0].heading else blocks
        blocks = (*paragraph(material.opening), *rest)
    if changes.closing and material.closing:
        rest = blocks[:-1] if len(blocks) > 1 and not blocks[-1].heading else blocks
        blocks = (*rest, *paragraph(material.closing))
    return blocks


def _mentioning(assignment: Assignment, blocks: tuple[Block, ...], wishes: Wishes) -> tuple[Block, ...]:
    """Return *blocks* with a paragraph for each word that is to be mentioned and is not."""
    body = body_of(blocks).lower()
    missing = tuple(word for word in wishes.mention if word.lower() not in body)
    asides = material_of(assignment, replace(wishes, mention=missing)).asides
    return before_closing(blocks, asides)
