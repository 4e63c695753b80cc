"""Requests and drafts for the tests of the note writer."""

from dataclasses import replace
from typing import Any

from engines.note_writer.parsers.paragraphs import parse_blocks
from engines.note_writer.values import Draft, NoteRequest, Section, Template
from engines.note_writer.writer import write_note
from services.common.text.language import Language

ZH, EN = Language.CHINESE, Language.ENGLISH

TEMPLATE = Template(
    titles=("{topic}就看这篇", "{count}步搞定{topic}", "{place}的{topic}", "给{audience}的{topic}"),
    openings=("说说{topic}。", "{audience}看过来！"),
    sections=(
        Section("准备", ("先看天气。", "带上水壶。", "在{place}集合。")),
        Section("路线", ("走环线。", "早点出发。")),
    ),
    closings=("收藏吧～", "下次见！"),
)


def make_request(**fields: Any) -> NoteRequest:
    """Return a request for a Chinese guide to a spring outing."""
    given: dict[str, Any] = {"language": ZH, "topic": "春游", "content_type": "guide", "seed": 1} | fields
    return NoteRequest(**given)


def to_previous_draft(draft: Draft, language: Language = ZH) -> Draft:
    """Return *draft* parsed from its text, as the next request contains it."""
    return Draft(draft.title, parse_blocks(draft.body, language), draft.tags)


def write_revision(feedback: str, *, seed: int = 2, **fields: Any) -> tuple[Draft, Draft]:
    """Return the draft of a request, and its revision after *feedback*."""
    first = make_request(**fields)
    previous = to_previous_draft(write_note(first), first.language)
    return previous, write_note(replace(first, feedback=feedback, previous=previous, seed=seed))
