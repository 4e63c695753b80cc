"""Client of the note library."""

from collections.abc import Sequence

from reflow.v1 import notes_pb2, notes_pb2_grpc

from services.cli.session.calls import IMPORT_SECONDS, LIBRARY_SECONDS, Caller, collect_pages

PAGE_SIZE = 250


class NoteClient:
    """Notes of a running system. All calls raise ReflowError."""

    def __init__(self, notes: "notes_pb2_grpc.NoteServiceAsyncStub", caller: Caller) -> None:
        self._notes = notes
        self._caller = caller

    async def list_all(self, criteria: notes_pb2.NoteFilter | None = None) -> list[notes_pb2.Note]:
        """Return every note that meets *criteria*, by key."""

        async def fetch(token: str) -> tuple[Sequence[notes_pb2.Note], str]:
            request = notes_pb2.ListNotesRequest(page_size=PAGE_SIZE, page_token=token, filter=criteria)
            page = await self._caller.call(self._notes.ListNotes, request, LIBRARY_SECONDS)
            return page.notes, page.next_page_token

        return await collect_pages(fetch)

    async def put(self, record: notes_pb2.Note) -> notes_pb2.Note:
        """Add a note, or replace the one of its key; return it as stored."""
        request = notes_pb2.PutNoteRequest(note=record)
        return (await self._caller.call(self._notes.PutNote, request, LIBRARY_SECONDS)).note

    async def import_all(self, records: Sequence[notes_pb2.Note]) -> int:
        """Add or replace all notes or none; return how many."""
        request = notes_pb2.ImportNotesRequest(notes=records)
        return (await self._caller.call(self._notes.ImportNotes, request, IMPORT_SECONDS)).count

    async def remove(self, key: str) -> None:
        """Remove a note. Raises NOTE_UNKNOWN."""
        await self._caller.call(self._notes.RemoveNote, notes_pb2.RemoveNoteRequest(key=key), LIBRARY_SECONDS)

    async def search(self, request: notes_pb2.SearchNotesRequest) -> notes_pb2.SearchNotesResponse:
        """Return the notes that match, best first."""
        return await self._caller.call(self._notes.SearchNotes, request, LIBRARY_SECONDS)

    async def count_tags(self, request: notes_pb2.AnalyzeTopTagsRequest) -> notes_pb2.AnalyzeTopTagsResponse:
        """Return tags with the number of their notes."""
        return await self._caller.call(self._notes.AnalyzeTopTags, request, LIBRARY_SECONDS)

    async def rank_titles(self, request: notes_pb2.GetTopTitlesRequest) -> notes_pb2.GetTopTitlesResponse:
        """Return the best titles and their patterns."""
        return await self._caller.call(self._notes.GetTopTitles, request, LIBRARY_SECONDS)

    async def report_trends(self, request: notes_pb2.GetTrendReportRequest) -> notes_pb2.GetTrendReportResponse:
        """Return the tags that rise and those that fall."""
        return await self._caller.call(self._notes.GetTrendReport, request, LIBRARY_SECONDS)
