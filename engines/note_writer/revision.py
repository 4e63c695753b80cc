"""Revision of a previous draft: parts that the feedback does not name stay."""

from dataclasses import replace

from engines.note_writer.composition import (
    build_placeholders,
    collect_material,
    rank_templates,
    to_blocks,
)
from engines.note_writer.expansion import expand, insert_before_closing
from engines.note_writer.lengths import Length, default_unit
from engines.note_writer.parsers.requirements import Requirements, Revision
from engines.note_writer.parsers.requirements_lexicon import MAX_LENGTH
from engines.note_writer.tags import select_tags
from engines.note_writer.titles import select_title
from engines.note_writer.truncation import measure_blocks, truncate_blocks
from engines.note_writer.values import Block, Draft, NoteRequest, join_blocks

SHORTER_FACTOR, LONGER_FACTOR = 0.62, 1.4


def revise(request: NoteRequest, previous: Draft, revision: Revision, requirements: Requirements) -> Draft:
    """Return *previous* with *revision*; register and excluded words are left to the postprocess."""
    draft = previous
    if revision.title:
        count = sum(1 for block in previous.blocks if block.heading)
        draft = replace(
            draft,
            title=select_title(request, rank_templates(request)[0], build_placeholders(request, count), requirements),
        )
    if revision.tags:
        draft = replace(draft, tags=select_tags(request, requirements) or previous.tags)
    draft = replace(draft, blocks=_replace_frame(request, draft.blocks, revision, requirements))
    draft = replace(draft, blocks=_add_required_words(request, draft.blocks, requirements))
    if revision.shorter:
        length = measure_blocks(draft.blocks, default_unit(request.language))
        named = MAX_LENGTH.search(request.feedback)
        target = (
            requirements.max_length if named and requirements.max_length is not None else _scale(length, SHORTER_FACTOR)
        )
        return replace(draft, blocks=truncate_blocks(draft.blocks, target))
    if not revision.longer:
        return draft
    target = requirements.min_length or _scale(
        measure_blocks(draft.blocks, default_unit(request.language)), LONGER_FACTOR
    )
    return replace(draft, blocks=expand(request, draft.blocks, requirements, target))


def _scale(length: Length, factor: float) -> Length:
    return Length(max(1, round(length.count * factor)), length.unit)


def _replace_frame(
    request: NoteRequest, blocks: tuple[Block, ...], revision: Revision, requirements: Requirements
) -> tuple[Block, ...]:
    """Return *blocks* with another opening or closing."""
    material = collect_material(request, requirements)
    if revision.opening and material.opening:
        rest = blocks[1:] if blocks and not blocks[0].heading else blocks
        blocks = (*to_blocks(material.opening), *rest)
    if revision.closing and material.closing:
        rest = blocks[:-1] if len(blocks) > 1 and not blocks[-1].heading else blocks
        blocks = (*rest, *to_blocks(material.closing))
    return blocks


def _add_required_words(
    request: NoteRequest, blocks: tuple[Block, ...], requirements: Requirements
) -> tuple[Block, ...]:
    """Return *blocks* with a section for each required word that they do not contain."""
    body = join_blocks(blocks).lower()
    missing = tuple(word for word in requirements.required_words if word.lower() not in body)
    asides = collect_material(request, replace(requirements, required_words=missing)).asides
    return insert_before_closing(blocks, asides)
