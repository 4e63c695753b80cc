"""NoteService: the note library, listed, changed, searched, and what its figures say."""

from collections.abc import Awaitable, Callable, Sequence

from google.protobuf.json_format import MessageToDict
from reflow.v1 import notes_pb2, notes_pb2_grpc

from services.common.serving import Context
from services.common.serving.deadlines import SHARE_OF_A_MODEL, step_deadline
from services.rag.adapters.embeddings import SteadyEmbeddings, Vectored
from services.rag.adapters.notes import NoteStore, Selection, StoredNote
from services.rag.domain.note import NOTE, Note, parse_day, parse_note
from services.rag.domain.reading import Fields
from services.rag.domain.trends import Period
from services.rag.note_messages import found_message, note_message, tags_message, titles_message, trends_message
from services.rag.notes import Notes

DEFAULT_PAGE = 100
DEFAULT_FOUND = 10
DEFAULT_TAGS = 20
DEFAULT_PERIODS = 6
PERIODS = {
    notes_pb2.TREND_PERIOD_UNSPECIFIED: Period.MONTH,
    notes_pb2.TREND_PERIOD_MONTH: Period.MONTH,
    notes_pb2.TREND_PERIOD_WEEK: Period.WEEK,
    notes_pb2.TREND_PERIOD_QUARTER: Period.QUARTER,
}


class NoteServicer(notes_pb2_grpc.NoteServiceServicer):
    """Keeps the notes of *scope* beside the shipped ones."""

    def __init__(
        self,
        store: NoteStore,
        notes: Notes,
        embeddings: SteadyEmbeddings,
        scope: str,
        *,
        shipped: Callable[[], Awaitable[None]],
        changed: Callable[[], None],
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """Await *shipped* before each answer; call *changed* after notes were stored.

        A remote model is given so many *seconds* on *clock*.
        """
        self._store = store
        self._notes = notes
        self._embeddings = embeddings
        self._scope = scope
        self._shipped = shipped
        self._changed = changed
        self._seconds = seconds
        self._clock = clock

    async def ListNotes(self, request: notes_pb2.ListNotesRequest, context: Context) -> notes_pb2.ListNotesResponse:
        selection = _selection(request.filter)
        await self._shipped()
        size = request.page_size or DEFAULT_PAGE
        page = await self._store.page(self._scope, selection, after=request.page_token, limit=size + 1)
        token = page[size - 1].key if len(page) > size else ""
        return notes_pb2.ListNotesResponse(notes=[_message(one) for one in page[:size]], next_page_token=token)

    async def PutNote(self, request: notes_pb2.PutNoteRequest, context: Context) -> notes_pb2.PutNoteResponse:
        note = _note(request.note)
        await self._shipped()
        made = await self._vectors([note], context)
        stored = await self._store.put(self._scope, note, made.vectors[0], made.model)
        self._changed()
        return notes_pb2.PutNoteResponse(note=_message(stored))

    async def ImportNotes(
        self, request: notes_pb2.ImportNotesRequest, context: Context
    ) -> notes_pb2.ImportNotesResponse:
        notes = [_note(message, line) for line, message in enumerate(request.notes, start=1)]
        await self._shipped()
        made = await self._vectors(notes, context)
        await self._store.import_many(self._scope, notes, made.vectors, made.model)
        self._changed()
        return notes_pb2.ImportNotesResponse(count=len(notes))

    async def RemoveNote(self, request: notes_pb2.RemoveNoteRequest, context: Context) -> notes_pb2.RemoveNoteResponse:
        await self._shipped()
        await self._store.remove(self._scope, request.key)
        return notes_pb2.RemoveNoteResponse()

    async def SearchNotes(
        self, request: notes_pb2.SearchNotesRequest, context: Context
    ) -> notes_pb2.SearchNotesResponse:
        await self._shipped()
        told = await self._notes.search(request.query, request.limit or DEFAULT_FOUND, self._deadline(context))
        return found_message(told)

    async def AnalyzeTopTags(
        self, request: notes_pb2.AnalyzeTopTagsRequest, context: Context
    ) -> notes_pb2.AnalyzeTopTagsResponse:
        selection = _selection(request.filter)
        await self._shipped()
        deadline = self._deadline(context)
        return tags_message(
            await self._notes.top_tags(request.query, selection, request.limit or DEFAULT_TAGS, deadline)
        )

    async def GetTopTitles(
        self, request: notes_pb2.GetTopTitlesRequest, context: Context
    ) -> notes_pb2.GetTopTitlesResponse:
        selection = _selection(request.filter)
        await self._shipped()
        deadline = self._deadline(context)
        return titles_message(
            await self._notes.top_titles(request.query, selection, request.limit or DEFAULT_FOUND, deadline)
        )

    async def GetTrendReport(
        self, request: notes_pb2.GetTrendReportRequest, context: Context
    ) -> notes_pb2.GetTrendReportResponse:
        until = _selection(notes_pb2.NoteFilter(until=request.until)).until
        await self._shipped()
        report = await self._notes.trends(
            PERIODS.get(request.period, Period.MONTH),
            request.periods or DEFAULT_PERIODS,
            until,
            request.topic or None,
            tuple(dict.fromkeys(_tag(tag) for tag in request.tags)),
            request.limit or DEFAULT_FOUND,
        )
        return trends_message(report)

    async def _vectors(self, notes: Sequence[Note], context: Context) -> Vectored:
        return await self._embeddings.embed([note.embedded_text for note in notes], self._deadline(context))

    def _deadline(self, context: Context) -> float:
        return step_deadline(context, self._seconds, self._clock, share=SHARE_OF_A_MODEL)


def _note(message: notes_pb2.Note, line: int | None = None) -> Note:
    """Return the note of *message*. Raises INVALID_INPUT_FORMAT naming line and field."""
    fields: dict[str, object] = MessageToDict(message, preserving_proto_field_name=True)
    fields.pop("revision", None)
    # JSON writes 64-bit numbers as text.
    numbers = {"likes": message.likes, "collects": message.collects, "comments": message.comments}
    return parse_note({**fields, **numbers}, line=line)


def _selection(chosen: notes_pb2.NoteFilter) -> Selection:
    """Return which notes count. Raises INVALID_INPUT_FORMAT naming a day that is none."""
    fields = Fields(NOTE, {"since": chosen.since, "until": chosen.until})
    return Selection(
        topic=chosen.topic or None,
        tag=_tag(chosen.tag) or None,
        since=parse_day(fields, "since") if chosen.since else None,
        until=parse_day(fields, "until") if chosen.until else None,
    )


def _tag(written: str) -> str:
    return written.strip("#＃ ")


def _message(stored: StoredNote) -> notes_pb2.Note:
    return note_message(stored.note, stored.revision)
