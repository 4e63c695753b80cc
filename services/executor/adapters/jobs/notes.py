"""Jobs that write a note by the rules of the built-in writer, in worker processes.

Their cost grows with the length of the request and of its sources.
"""

from collections.abc import Iterable

from engines.note_themes import find_theme
from engines.note_writer.composition import has_matters_of, names_subject_of, suits_template
from engines.note_writer.parsers.paragraphs import parse_blocks
from engines.note_writer.parsers.places import find_place
from engines.note_writer.topic import split_topic
from engines.note_writer.values import Draft, NoteRequest, Section, Source, Template
from engines.note_writer.writer import write_note
from services.common.contract import requests
from services.common.contract.note import Brief, EvidencePack, NoteContent, NoteTemplate
from services.common.text.language import Language
from services.executor.domain.image_engine import BUILTIN

# Some templates list a few topics of another theme: a plan for exams also lists the training plan.
_ENOUGH_TOPICS = 0.4


def write_note_by_rules(request: requests.WriteNote, language: Language, degraded: bool) -> NoteContent:
    """Return the note for *request*; *degraded*, since its model is not used."""
    return to_content(write_note(build_note_request(request, language)), request.previous_content, degraded=degraded)


def build_note_request(request: requests.WriteNote, language: Language) -> NoteRequest:
    """Return *request* as a request to the built-in writer."""
    brief, evidence = request.brief, request.evidence or EvidencePack()
    answers = [(one.question, one.answer) for one in request.clarification_answers]
    topic, details = split_topic(_choose_topic(brief, language))
    return NoteRequest(
        language=language,
        topic=topic,
        audience=" ".join(brief.audience.split()),
        tone=brief.tone,
        constraints=(*brief.constraints, *details),
        keywords=_normalize_words(brief.keywords),
        content_type=brief.content_type,
        place=find_place(topic, (*brief.keywords, *brief.constraints), answers),
        templates=tuple(
            _to_template(one)
            for one in evidence.templates
            if one.locale in ("", language.value) and one.sections and _is_of_theme(one, topic)
        ),
        known_tags=_normalize_words(evidence.tags),
        title_patterns=evidence.title_patterns,
        sources=tuple(Source(source.title, source.excerpt, source.closeness) for source in evidence.sources),
        statements=brief.statements,
        answers=tuple(answer for _, answer in answers),
        feedback=request.feedback,
        previous=_to_previous_draft(request.previous_content, language),
        seed=request.seed,
        user_feedback=request.user_feedback,
    )


def to_content(draft: Draft, previous: NoteContent | None = None, *, degraded: bool) -> NoteContent:
    """Return *draft* as content; a body without changes is that of *previous*, with its own white space."""
    is_same = previous is not None and any(parse_blocks(previous.body, one) == draft.blocks for one in Language)
    return NoteContent(
        title=draft.title,
        body=previous.body if previous is not None and is_same else draft.body,
        tags=tuple(draft.tags),
        draft=True,
        engine=BUILTIN,
        degraded=degraded,
        changes=draft.changes,
        remarks=draft.remarks,
    )


def _choose_topic(brief: Brief, language: Language) -> str:
    """Return the topic of the note; without one in the brief, its first keyword or its goal."""
    topic = " ".join((brief.topic or "".join(brief.keywords[:1]) or brief.goal).split())
    default = "日常分享" if language is Language.CHINESE else "everyday life"
    return topic.strip(" ，。,.!！") or default


def _normalize_words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word in (" ".join(one.split()) for one in words) if word)


def _is_of_theme(template: NoteTemplate, topic: str) -> bool:
    """Return whether *template* is for any topic, names this one, or has topics of its theme if that is certain."""
    folded = topic.lower()
    if not template.topics or any(name.lower() == folded for name in template.topics):
        return True
    theme = find_theme(topic)
    if theme is None or not suits_template(topic):
        return False
    themes = [find_theme(name) for name in template.topics]
    text = _to_template(template)
    suits = has_matters_of(topic, text) and names_subject_of(topic, text, template.topics)
    return suits and themes.count(theme) >= _ENOUGH_TOPICS * len(themes)


def _to_template(template: NoteTemplate) -> Template:
    sections = tuple(Section(one.heading, one.sentences) for one in template.sections)
    specific = bool(template.topics)
    return Template(template.titles, template.openings, sections, template.closings, is_specific=specific)


def _to_previous_draft(content: NoteContent | None, language: Language) -> Draft | None:
    if content is None or not content.body.strip():
        return None
    return Draft(content.title, parse_blocks(content.body, language), content.tags)
