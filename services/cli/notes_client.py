"""Calls to the note library of a running system, as plain async functions that raise ReflowError."""

from collections.abc import Sequence

from reflow.v1 import notes_pb2, notes_pb2_grpc

from services.cli.calling import IMPORT_SECONDS, LIBRARY_SECONDS, reflow_errors
from services.common.language import Language

PAGE = 500


class NotesClient:
    """What the command line asks of the note library, its texts in one language."""

    def __init__(self, notes: "notes_pb2_grpc.NoteServiceAsyncStub", language: Language) -> None:
        self._notes = notes
        self._metadata = (("accept-language", language.value),)

    async def list(self, chosen: notes_pb2.NoteFilter) -> list[notes_pb2.Note]:
        """Return every note that is *chosen*, by key."""
        notes, token = list[notes_pb2.Note](), ""
        with reflow_errors():
            while True:
                request = notes_pb2.ListNotesRequest(page_size=PAGE, page_token=token, filter=chosen)
                page = await self._notes.ListNotes(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)
                notes += page.notes
                token = page.next_page_token
                if not token:
                    return notes

    async def put(self, note: notes_pb2.Note) -> notes_pb2.Note:
        """Add a note, or change the one of its key; return it as stored."""
        request = notes_pb2.PutNoteRequest(note=note)
        with reflow_errors():
            return (await self._notes.PutNote(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)).note

    async def import_all(self, notes: Sequence[notes_pb2.Note]) -> int:
        """Add or change all *notes* or none; return how many."""
        request = notes_pb2.ImportNotesRequest(notes=notes)
        with reflow_errors():
            return (await self._notes.ImportNotes(request, metadata=self._metadata, timeout=IMPORT_SECONDS)).count

    async def remove(self, key: str) -> None:
        """Remove a note. Raises NOTE_UNKNOWN."""
        request = notes_pb2.RemoveNoteRequest(key=key)
        with reflow_errors():
            await self._notes.RemoveNote(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)

    async def search(self, request: notes_pb2.SearchNotesRequest) -> notes_pb2.SearchNotesResponse:
        """Return the notes that fit."""
        with reflow_errors():
            return await self._notes.SearchNotes(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)

    async def tags(self, request: notes_pb2.AnalyzeTopTagsRequest) -> notes_pb2.AnalyzeTopTagsResponse:
        """Return tags, counted."""
        with reflow_errors():
            return await self._notes.AnalyzeTopTags(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)

    async def titles(self, request: notes_pb2.GetTopTitlesRequest) -> notes_pb2.GetTopTitlesResponse:
        """Return the best titles and their patterns."""
        with reflow_errors():
            return await self._notes.GetTopTitles(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)

    async def trends(self, request: notes_pb2.GetTrendReportRequest) -> notes_pb2.GetTrendReportResponse:
        """Return what rises and what falls."""
        with reflow_errors():
            return await self._notes.GetTrendReport(request, metadata=self._metadata, timeout=LIBRARY_SECONDS)
