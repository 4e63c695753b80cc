"""Notes and their figures as messages of the contract."""

from reflow.v1 import notes_pb2, steps_pb2

from services.common.models.values import Spent
from services.common.serving.activities import usage
from services.rag.adapters.notes import FoundNote
from services.rag.domain.note import Note
from services.rag.domain.titles import Pattern, patterns_of
from services.rag.domain.trends import Direction, TagTrend, TrendReport
from services.rag.notes import Told, TopTags, TopTitles

PATTERNS = {
    Pattern.NUMBER: notes_pb2.TITLE_PATTERN_NUMBER,
    Pattern.QUESTION: notes_pb2.TITLE_PATTERN_QUESTION,
    Pattern.EXCLAMATION: notes_pb2.TITLE_PATTERN_EXCLAMATION,
    Pattern.EMOJI: notes_pb2.TITLE_PATTERN_EMOJI,
    Pattern.COLON: notes_pb2.TITLE_PATTERN_COLON,
    Pattern.SHORT: notes_pb2.TITLE_PATTERN_SHORT,
    Pattern.MEDIUM: notes_pb2.TITLE_PATTERN_MEDIUM,
    Pattern.LONG: notes_pb2.TITLE_PATTERN_LONG,
}
DIRECTIONS = {
    Direction.NEW: notes_pb2.TREND_DIRECTION_NEW,
    Direction.RISING: notes_pb2.TREND_DIRECTION_RISING,
    Direction.STEADY: notes_pb2.TREND_DIRECTION_STEADY,
    Direction.FALLING: notes_pb2.TREND_DIRECTION_FALLING,
}


def note_message(note: Note, revision: int) -> notes_pb2.Note:
    """Return *note* with its revision."""
    return notes_pb2.Note(
        key=note.key,
        title=note.title,
        body=note.body,
        tags=note.tags,
        topic=note.topic,
        published=note.published.isoformat(),
        likes=note.likes,
        collects=note.collects,
        comments=note.comments,
        revision=revision,
    )


def found_message(told: Told[tuple[FoundNote, ...]]) -> notes_pb2.SearchNotesResponse:
    """Return what was found."""
    notes = [
        notes_pb2.FoundNote(note=note_message(one.stored.note, one.stored.revision), similarity=one.similarity)
        for one in told.answer
    ]
    return notes_pb2.SearchNotesResponse(notes=notes, usage=_usage(told.spent))


def tags_message(told: Told[TopTags]) -> notes_pb2.AnalyzeTopTagsResponse:
    """Return tags, counted."""
    tags = [
        notes_pb2.TagFigures(
            tag=one.tag, notes=one.notes, share=one.share, engagement=one.engagement, beside=one.beside
        )
        for one in told.answer.tags
    ]
    return notes_pb2.AnalyzeTopTagsResponse(tags=tags, notes=told.answer.notes, usage=_usage(told.spent))


def titles_message(told: Told[TopTitles]) -> notes_pb2.GetTopTitlesResponse:
    """Return the best titles and what goes with them."""
    titles = [
        notes_pb2.TopTitle(
            key=one.key,
            title=one.title,
            topic=one.topic,
            published=one.published.isoformat(),
            engagement=one.engagement,
            patterns=[PATTERNS[pattern] for pattern in patterns_of(one.title)],
        )
        for one in told.answer.titles
    ]
    patterns = [
        notes_pb2.PatternFigures(
            pattern=PATTERNS[one.pattern],
            notes=one.notes,
            share=one.share,
            engagement=one.engagement,
            lift=one.lift,
        )
        for one in told.answer.patterns
    ]
    return notes_pb2.GetTopTitlesResponse(
        titles=titles, patterns=patterns, notes=told.answer.notes, usage=_usage(told.spent)
    )


def trends_message(report: TrendReport) -> notes_pb2.GetTrendReportResponse:
    """Return what rises and what falls."""
    spans = [
        notes_pb2.TrendSpan(first_day=span.first_day.isoformat(), last_day=span.last_day.isoformat(), notes=notes)
        for span, notes in zip(report.spans, report.notes, strict=True)
    ]
    return notes_pb2.GetTrendReportResponse(
        spans=spans,
        rising=[_trend(one) for one in report.rising],
        falling=[_trend(one) for one in report.falling],
        leading=[_trend(one) for one in report.leading],
    )


def _trend(one: TagTrend) -> notes_pb2.TagTrend:
    return notes_pb2.TagTrend(
        tag=one.tag,
        counts=one.counts,
        notes=one.notes,
        growth=one.growth,
        direction=DIRECTIONS[one.direction],
        peak=one.peak.isoformat(),
        engagement=one.engagement,
    )


def _usage(spent: Spent | None) -> steps_pb2.Usage | None:
    return None if spent is None else usage(spent).usage
