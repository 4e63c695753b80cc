"""Mapper of the library messages with fields that the generic mapper does not support: revisions, usage, validation."""

from typing import TypeVar

from google.protobuf.json_format import MessageToDict
from reflow.v1 import knowledge_pb2, note_workflow_pb2, notes_pb2, prompts_pb2

from services.common.contract.activity import Usage
from services.common.contract.note import NoteTemplate
from services.common.contract.proto_mapper import set_fields, to_proto
from services.common.contract.proto_values.enums import enum_member, enum_number
from services.common.limits import MEGABYTE
from services.rag import records
from services.rag.adapters.note_store import NoteFilter, NoteMatch, StoredNote
from services.rag.adapters.style_store import StoredStyle
from services.rag.application.note_statistics import Result, TopTags, TopTitles
from services.rag.domain.note import NOTE, Note, parse_day, parse_note, strip_tag
from services.rag.domain.prompt import Prompt, find_purpose
from services.rag.domain.record_parser import Fields
from services.rag.domain.style import Style, parse_style
from services.rag.domain.template import parse_template
from services.rag.domain.titles import detect_patterns
from services.rag.domain.trends import Period, TrendReport

_PATTERNS = notes_pb2.TitlePattern.DESCRIPTOR
MAX_PROMPT_TEXTS = 3 * MEGABYTE
"""Maximum bytes of texts in one response: beyond it, old versions are returned without their text."""
Response = TypeVar(
    "Response", notes_pb2.SearchNotesResponse, notes_pb2.AnalyzeTopTagsResponse, notes_pb2.GetTopTitlesResponse
)


def style_to_proto(stored: StoredStyle) -> knowledge_pb2.Style:
    """Return *stored* as a message, with its revision."""
    return records.style_to_proto(stored.style, stored.revision)


def style_from_proto(message: knowledge_pb2.Style, line: int | None = None) -> Style:
    """Return the style in *message*, without its revision. Raises INVALID_INPUT_FORMAT with line and field."""
    fields = MessageToDict(message, preserving_proto_field_name=True)
    fields.pop("revision", None)
    fields.update(fields.pop("look", {}))
    return parse_style(fields, line=line)


def note_to_proto(stored: StoredNote) -> notes_pb2.Note:
    """Return *stored* as a message, with its revision."""
    return records.note_to_proto(stored.note, stored.revision)


def note_from_proto(message: notes_pb2.Note, line: int | None = None) -> Note:
    """Return the note in *message*, without its revision. Raises INVALID_INPUT_FORMAT with line and field."""
    fields: dict[str, object] = MessageToDict(message, preserving_proto_field_name=True)
    fields.pop("revision", None)
    # JSON has 64-bit integers as text.
    numbers = {"likes": message.likes, "collects": message.collects, "comments": message.comments}
    return parse_note({**fields, **numbers}, line=line)


def filter_from_proto(message: notes_pb2.NoteFilter) -> NoteFilter:
    """Return the filter in *message*. Raises INVALID_INPUT_FORMAT with the field of an invalid day."""
    fields = Fields(NOTE, {"since": message.since, "until": message.until})
    return NoteFilter(
        topic=message.topic or None,
        tag=strip_tag(message.tag) or None,
        since=parse_day(fields, "since") if message.since else None,
        until=parse_day(fields, "until") if message.until else None,
    )


def period_from_proto(period: int) -> Period:
    """Return the length of a period; months if it is unspecified or unknown."""
    try:
        return enum_member(notes_pb2.TrendPeriod.DESCRIPTOR, period, Period)
    except ValueError:
        return Period.MONTH


def matches_to_proto(result: Result[tuple[NoteMatch, ...]]) -> notes_pb2.SearchNotesResponse:
    """Return the matching notes as a message."""
    notes = [
        notes_pb2.NoteMatch(note=note_to_proto(match.stored), similarity=match.similarity) for match in result.value
    ]
    return _with_usage(notes_pb2.SearchNotesResponse(notes=notes), result.usage)


def tags_to_proto(result: Result[TopTags]) -> notes_pb2.AnalyzeTopTagsResponse:
    """Return the statistics of tags as a message."""
    return _with_usage(to_proto(result.value, notes_pb2.AnalyzeTopTagsResponse), result.usage)


def titles_to_proto(result: Result[TopTitles]) -> notes_pb2.GetTopTitlesResponse:
    """Return the best titles, each with its patterns, and the statistics of patterns as a message."""
    message = to_proto(result.value, notes_pb2.GetTopTitlesResponse)
    for title in message.titles:
        title.patterns.extend(enum_number(_PATTERNS, pattern.name) for pattern in detect_patterns(title.title))
    return _with_usage(message, result.usage)


def trends_to_proto(report: TrendReport) -> notes_pb2.GetTrendReportResponse:
    """Return the trend report as a message, each span with its number of notes."""
    message = to_proto(report, notes_pb2.GetTrendReportResponse)
    for span, notes in zip(message.spans, report.notes, strict=True):
        span.notes = notes
    for trend in (*message.rising, *message.falling, *message.leading):
        trend.notes = sum(trend.counts)
    return message


def prompt_to_proto(prompt: Prompt) -> prompts_pb2.Prompt:
    """Return *prompt* as a message; the texts of its versions are limited to `MAX_PROMPT_TEXTS`."""
    purpose, remaining = find_purpose(prompt.name), MAX_PROMPT_TEXTS
    versions = []
    for saved in prompt.versions:
        remaining -= len(saved.text.encode())
        version = to_proto(saved, prompts_pb2.SavedPrompt)
        if remaining < 0:
            version.text = ""
        versions.append(version)
    return prompts_pb2.Prompt(
        name=prompt.name, purpose=f"{purpose.zh} / {purpose.en}", active=prompt.active, versions=versions
    )


def template_from_proto(message: note_workflow_pb2.NoteTemplate) -> NoteTemplate:
    """Return the template in *message*, without its revision. Raises INVALID_INPUT_FORMAT with the field."""
    fields = MessageToDict(message, preserving_proto_field_name=True)
    fields.pop("revision", None)
    return parse_template(fields)


def _with_usage(message: Response, usage: Usage | None) -> Response:
    set_fields(message, usage=usage)
    return message
