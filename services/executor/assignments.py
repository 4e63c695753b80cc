"""WriteNote of the contract as an assignment of the built-in writer, and its draft as content."""

from collections.abc import Iterable

from reflow.v1 import creations_pb2, executor_pb2

from services.common.language import Language
from services.executor.domain.writing.paragraphs import blocks_of
from services.executor.domain.writing.places import place_of
from services.executor.domain.writing.values import Assignment, Draft, Form, Section, Source
from services.executor.engines import BUILTIN

# A topic is a name; whoever wrote a whole paragraph there meant its beginning.
LONGEST_TOPIC = 40


def assignment_of(request: executor_pb2.WriteNoteRequest, language: Language) -> Assignment:
    """Return what *request* asks of the built-in writer."""
    brief, evidence = request.brief, request.evidence
    answers = [(one.question, one.answer) for one in request.clarified]
    topic = _topic(brief, language)
    return Assignment(
        language=language,
        topic=topic,
        audience=" ".join(brief.audience.split()),
        tone=brief.tone,
        constraints=tuple(brief.constraints),
        keywords=_said(brief.keywords),
        content_type=brief.content_type,
        place=place_of(topic, (*brief.keywords, *brief.constraints), answers),
        forms=tuple(_form(one) for one in evidence.templates if one.locale in ("", language.value) and one.sections),
        known_tags=_said(evidence.tags),
        title_patterns=tuple(evidence.title_patterns),
        sources=tuple(Source(source.title, source.excerpt) for source in evidence.sources),
        answers=tuple(answer for _, answer in answers),
        feedback=request.feedback,
        before=_before(request, language),
        seed=request.seed,
    )


def content_of(draft: Draft, *, degraded: bool) -> creations_pb2.NoteContent:
    """Return *draft* as content."""
    return creations_pb2.NoteContent(
        title=draft.title, body=draft.body, tags=draft.tags, draft=True, engine=BUILTIN, degraded=degraded
    )


def _topic(brief: creations_pb2.Brief, language: Language) -> str:
    """Return what the note is about; what it should be found by where the brief names no topic."""
    named = " ".join((brief.topic or "".join(brief.keywords[:1]) or brief.goal).split())
    nameless = "日常分享" if language is Language.CHINESE else "everyday life"
    return named[:LONGEST_TOPIC].strip(" ，。,.!！") or nameless


def _said(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word in (" ".join(one.split()) for one in words) if word)


def _form(template: creations_pb2.NoteTemplate) -> Form:
    sections = tuple(Section(one.heading, tuple(one.sentences)) for one in template.sections)
    return Form(tuple(template.titles), tuple(template.openings), sections, tuple(template.closings))


def _before(request: executor_pb2.WriteNoteRequest, language: Language) -> Draft | None:
    before = request.before
    if not request.HasField("before") or not before.body.strip():
        return None
    return Draft(before.title, blocks_of(before.body, language), tuple(before.tags))
