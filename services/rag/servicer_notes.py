"""NoteService: list, change and search notes; statistics and trends."""

import asyncio
from collections.abc import Awaitable, Callable

from reflow.v1 import notes_pb2, notes_pb2_grpc

from services.common.rpc import Context
from services.common.rpc.deadlines import MODEL_SHARE, step_deadline
from services.rag.application.libraries.note_library import NoteLibrary
from services.rag.application.note_statistics import NoteStatistics
from services.rag.domain.note import Note, strip_tag
from services.rag.proto_mapper import (
    filter_from_proto,
    matches_to_proto,
    note_from_proto,
    note_to_proto,
    period_from_proto,
    tags_to_proto,
    titles_to_proto,
    trends_to_proto,
)

DEFAULT_PAGE = 100
DEFAULT_MATCHES = 10
DEFAULT_TAGS = 20
DEFAULT_PERIODS = 6


class NoteServicer(notes_pb2_grpc.NoteServiceServicer):
    """Serves the notes of *library* and their *statistics*."""

    def __init__(
        self,
        library: NoteLibrary,
        statistics: NoteStatistics,
        *,
        wait_for_seed: Callable[[], Awaitable[None]],
        seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """Await *wait_for_seed* before each call. A remote model may take *seconds* on *clock*."""
        self._library = library
        self._statistics = statistics
        self._wait_for_seed = wait_for_seed
        self._seconds = seconds
        self._clock = clock

    async def ListNotes(self, request: notes_pb2.ListNotesRequest, context: Context) -> notes_pb2.ListNotesResponse:
        size = request.page_size or DEFAULT_PAGE
        note_filter = filter_from_proto(request.filter)
        await self._wait_for_seed()
        page = await self._library.list_page(note_filter, request.page_token, size + 1)
        token = page[size - 1].key if len(page) > size else ""
        return notes_pb2.ListNotesResponse(notes=[note_to_proto(one) for one in page[:size]], next_page_token=token)

    async def PutNote(self, request: notes_pb2.PutNoteRequest, context: Context) -> notes_pb2.PutNoteResponse:
        note = note_from_proto(request.note)
        await self._wait_for_seed()
        stored = await self._library.put(note, self._deadline(context))
        return notes_pb2.PutNoteResponse(note=note_to_proto(stored))

    async def ImportNotes(
        self, request: notes_pb2.ImportNotesRequest, context: Context
    ) -> notes_pb2.ImportNotesResponse:
        # In a thread: hundreds of notes take a tenth of a second.
        notes = await asyncio.to_thread(_parse_notes, request)
        await self._wait_for_seed()
        await self._library.import_many(notes, self._deadline(context))
        return notes_pb2.ImportNotesResponse(count=len(notes))

    async def RemoveNote(self, request: notes_pb2.RemoveNoteRequest, context: Context) -> notes_pb2.RemoveNoteResponse:
        await self._wait_for_seed()
        await self._library.remove(request.key)
        return notes_pb2.RemoveNoteResponse()

    async def SearchNotes(
        self, request: notes_pb2.SearchNotesRequest, context: Context
    ) -> notes_pb2.SearchNotesResponse:
        await self._wait_for_seed()
        limit = request.limit or DEFAULT_MATCHES
        return matches_to_proto(await self._statistics.search(request.query, limit, self._deadline(context)))

    async def AnalyzeTopTags(
        self, request: notes_pb2.AnalyzeTopTagsRequest, context: Context
    ) -> notes_pb2.AnalyzeTopTagsResponse:
        note_filter = filter_from_proto(request.filter)
        await self._wait_for_seed()
        limit, deadline = request.limit or DEFAULT_TAGS, self._deadline(context)
        return tags_to_proto(await self._statistics.count_tags(request.query, note_filter, limit, deadline))

    async def GetTopTitles(
        self, request: notes_pb2.GetTopTitlesRequest, context: Context
    ) -> notes_pb2.GetTopTitlesResponse:
        note_filter = filter_from_proto(request.filter)
        await self._wait_for_seed()
        limit, deadline = request.limit or DEFAULT_MATCHES, self._deadline(context)
        return titles_to_proto(await self._statistics.rank_titles(request.query, note_filter, limit, deadline))

    async def GetTrendReport(
        self, request: notes_pb2.GetTrendReportRequest, context: Context
    ) -> notes_pb2.GetTrendReportResponse:
        until = filter_from_proto(notes_pb2.NoteFilter(until=request.until)).until
        await self._wait_for_seed()
        report = await self._statistics.report_trends(
            period_from_proto(request.period),
            request.periods or DEFAULT_PERIODS,
            until,
            request.topic or None,
            tuple(dict.fromkeys(strip_tag(tag) for tag in request.tags)),
            request.limit or DEFAULT_MATCHES,
        )
        return trends_to_proto(report)

    def _deadline(self, context: Context) -> float:
        return step_deadline(context, self._seconds, self._clock, share=MODEL_SHARE)


def _parse_notes(request: notes_pb2.ImportNotesRequest) -> list[Note]:
    return [note_from_proto(message, line) for line, message in enumerate(request.notes, start=1)]
