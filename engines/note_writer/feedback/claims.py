"""Sentences of the frame that name the sources of the note, which are untrue if it cites none."""

from dataclasses import replace

from engines.note_writer.composition import build_placeholders
from engines.note_writer.phrases.frames import CITATIONS, CLAIM, WITHOUT_CLAIM
from engines.note_writer.values import Draft, NoteRequest
from services.common.text.citation import ANY_SOURCE


def remove_claims(draft: Draft, request: NoteRequest) -> Draft:
    """Return *draft*, if it cites nothing, with neutral sentences in place of those that name its sources."""
    if ANY_SOURCE.search(draft.body):
        return draft
    placeholders, frame = build_placeholders(request, 0, for_whom=True), CITATIONS[request.language]
    title, opening = map(placeholders.fill, WITHOUT_CLAIM[request.language])
    for text in filter(CLAIM.search, frame.titles):
        draft = replace(draft, title=draft.title.replace(placeholders.fill(text), title))
    first = draft.blocks[:1]
    for text in filter(CLAIM.search, frame.openings):
        # A lively tone changes the final punctuation.
        claim = placeholders.fill(text)[:-1]
        first = tuple(
            replace(block, items=tuple(item.replace(claim, opening[:-1]) for item in block.items)) for block in first
        )
    return replace(draft, blocks=(*first, *draft.blocks[1:]))
