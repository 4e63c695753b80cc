"""Notes of a scope: list, add, replace, import and remove."""

from collections.abc import Callable, Sequence

from services.rag.adapters.embeddings import EmbeddedTexts, FallbackEmbeddings
from services.rag.adapters.note_store import NoteFilter, NoteStore, StoredNote
from services.rag.domain.note import Note


class NoteLibrary:
    """The notes of *scope*; seed data is visible too."""

    def __init__(
        self,
        store: NoteStore,
        embeddings: FallbackEmbeddings,
        scope: str,
        on_change: Callable[[], None],
    ) -> None:
        """Call *on_change* after notes were stored."""
        self._store = store
        self._embeddings = embeddings
        self._scope = scope
        self._on_change = on_change

    async def list_page(self, note_filter: NoteFilter, after: str, limit: int) -> tuple[StoredNote, ...]:
        """Return at most *limit* notes that meet *note_filter*, by key, after the key *after*."""
        return await self._store.list_page(self._scope, note_filter, after=after, limit=limit)

    async def put(self, note: Note, deadline: float) -> StoredNote:
        """Add *note*, or replace the one with its key, and return it as stored. A remote model has until *deadline*."""
        embedded = await self._embed([note], deadline)
        stored = await self._store.put(self._scope, note, embedded.vectors[0], embedded.model)
        self._on_change()
        return stored

    async def import_many(self, notes: Sequence[Note], deadline: float) -> None:
        """Add or replace *notes*, all or none. A remote model has until *deadline*."""
        embedded = await self._embed(notes, deadline)
        await self._store.import_many(self._scope, notes, embedded.vectors, embedded.model)
        self._on_change()

    async def remove(self, key: str) -> None:
        """Remove a note. Raises NOTE_UNKNOWN."""
        await self._store.remove(self._scope, key)

    async def _embed(self, notes: Sequence[Note], deadline: float) -> EmbeddedTexts:
        return await self._embeddings.embed([note.embedded_text for note in notes], deadline)
