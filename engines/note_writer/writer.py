"""Entry point of the note writer. The same request gives the same draft."""

from dataclasses import replace

from engines.note_writer.composition import compose
from engines.note_writer.expansion import expand
from engines.note_writer.parsers.requirements import parse_requirements, parse_revision
from engines.note_writer.postprocess import postprocess
from engines.note_writer.revision import revise
from engines.note_writer.values import Draft, NoteRequest


def write_note(request: NoteRequest) -> Draft:
    """Return a draft for *request*.

    If the feedback names parts or qualities of the previous draft, the rest of that draft stays; otherwise a new draft
    is composed.
    """
    requirements = parse_requirements(request)
    revision = parse_revision(request.feedback)
    if request.previous is None or not revision.is_partial:
        draft = compose(request, requirements)
        if requirements.min_length is not None:
            draft = replace(draft, blocks=expand(request, draft.blocks, requirements, requirements.min_length))
        return postprocess(draft, requirements, request.language)
    draft = revise(request, request.previous, revision, requirements)
    return postprocess(draft, requirements, request.language, style=revision.style)
