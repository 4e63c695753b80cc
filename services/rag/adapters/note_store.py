"""The note library in PostgreSQL with pgvector."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pgvector import HalfVector
from psycopg.types.json import Jsonb

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.rag.adapters import note_statements
from services.rag.adapters.knowledge_table import DEPTH, KnowledgeTable, Row, Vector, to_candidates
from services.rag.adapters.tables import NOTES
from services.rag.domain.full_text import extract_query_words, segment
from services.rag.domain.note import Note, compute_engagement, parse_note, select_known
from services.rag.domain.note_selection import find_named, has_words, select_notes
from services.rag.domain.rank_fusion import Candidate
from services.rag.domain.tags import TaggedNotes
from services.rag.domain.titles import TitledNote
from services.rag.domain.trends import TaggedDay

MAX_TITLES = 20_000
"""Maximum number of analyzed titles, the newest: enough for a median, and small enough for memory."""


@dataclass(frozen=True, slots=True)
class StoredNote:
    """A note with its scope and revision; `is_seed` for unchanged seed data."""

    note: Note
    scope: str
    revision: int
    is_seed: bool

    @property
    def key(self) -> str:
        return self.note.key

    @property
    def embedded_text(self) -> str:
        return self.note.embedded_text


@dataclass(frozen=True, slots=True)
class NoteFilter:
    """Selects notes by topic, tag, days (both included) and keys; None selects all."""

    topic: str | None = None
    tag: str | None = None
    since: date | None = None
    until: date | None = None
    keys: tuple[str, ...] | None = None

    def parameters(self, scope: str) -> Row:
        """Return the parameters of `note_statements`."""
        keys = None if self.keys is None else list(self.keys)
        days = {"since": self.since, "until": self.until}
        return {"scope": scope, "topic": self.topic, "tag": self.tag, "keys": keys, **days}


ALL_NOTES = NoteFilter()


@dataclass(frozen=True, slots=True)
class NoteMatch:
    """A matching note: similarity 1 if the query names it by title or tags, otherwise the cosine."""

    stored: StoredNote
    similarity: float


class NoteStore(KnowledgeTable[Note, StoredNote]):
    """Notes by scope and key, and statistics of the notes visible to a scope."""

    table = NOTES

    async def list_page(
        self, scope: str, note_filter: NoteFilter = ALL_NOTES, *, after: str = "", limit: int
    ) -> tuple[StoredNote, ...]:
        """Return at most *limit* of the filtered notes, by key, with keys greater than *after*."""
        values = note_filter.parameters(scope) | {"after": after, "limit": limit}
        return tuple(self._to_stored(row) for row in await self._rows(note_statements.PAGE, values))

    async def search(
        self, query: str, vector: Vector, model: str, *, scope: str, limit: int, min_similarity: float
    ) -> tuple[NoteMatch, ...]:
        """Return at most *limit* notes that match *query*, best first (`domain.note_selection`).

        *vector* is its embedding by *model*, float32 (dimensions,); notes with a vector of another model match by
        title or tags only. *query* is only used as a parameter of statements.
        """
        words = extract_query_words(query)
        rows = await self._find_rows(query, words, vector, model, scope, max(DEPTH, limit))
        stored = {row["key"]: self._to_stored(row) for row in rows}
        by_words = {row["key"] for row in rows if row["rank_by_words"] and has_words(words, stored[row["key"]].note)}
        selected = select_notes(query, to_candidates(rows), by_words, min_similarity=min_similarity, limit=limit)
        return tuple(NoteMatch(stored[key], similarity) for key, similarity in selected)

    async def fetch_candidates(
        self, query: str, vector: Vector, model: str, *, scope: str, depth: int = DEPTH
    ) -> tuple[Candidate, ...]:
        """Return candidates for *query*: notes that it names, and the *depth* best by vector and by words."""
        return to_candidates(await self._find_rows(query, extract_query_words(query), vector, model, scope, depth))

    async def count_tags(self, scope: str, note_filter: NoteFilter = ALL_NOTES) -> tuple[TaggedNotes, ...]:
        """Return number and total engagement of the filtered notes by their set of tags."""
        rows = await self._rows(note_statements.TAGS, note_filter.parameters(scope))
        return tuple(TaggedNotes(tuple(row["tags"]), row["notes"], _compute_engagement(row)) for row in rows)

    async def list_titles(self, scope: str, note_filter: NoteFilter = ALL_NOTES) -> tuple[TitledNote, ...]:
        """Return the titles of the filtered notes, at most `MAX_TITLES`, the newest."""
        values = note_filter.parameters(scope) | {"limit": MAX_TITLES}
        rows = await self._rows(note_statements.TITLES, values)
        return tuple(
            TitledNote(r["key"], r["title"], r["topic"], r["published_at"], _compute_engagement(r)) for r in rows
        )

    async def get_newest_day(self, scope: str, topic: str | None) -> date | None:
        """Return the day of the newest note (of *topic*), None without notes."""
        ((row),) = await self._rows(note_statements.NEWEST_DAY, {"scope": scope, "topic": topic})
        day: date | None = row["day"]
        return day

    async def count_by_day(
        self, scope: str, note_filter: NoteFilter
    ) -> tuple[Sequence[tuple[date, int]], Sequence[TaggedDay]]:
        """Return the number of filtered notes by day, and by day and tag."""
        values = note_filter.parameters(scope)
        days = await self._rows(note_statements.NOTES_BY_DAY, values)
        tagged = await self._rows(note_statements.TAGS_BY_DAY, values)
        return (
            [(row["day"], row["notes"]) for row in days],
            [TaggedDay(row["tag"], row["day"], row["notes"], _compute_engagement(row)) for row in tagged],
        )

    async def _find_rows(
        self, query: str, words: tuple[str, ...], vector: Vector, model: str, scope: str, depth: int
    ) -> list[Row]:
        return await self._find_candidates(
            words, await asyncio.to_thread(find_named, query), vector, model, scope, depth
        )

    def _to_parameters(self, entry: Note, vector: Vector, model: str) -> Row:
        return {
            "key": entry.key,
            "record": Jsonb(entry.to_record()),
            "names": list(entry.names),
            "name_words": segment(" ".join((entry.title, *entry.tags))),
            "other_words": segment(entry.body),
            "embedding": HalfVector(vector),
            "model": model,
        }

    def _to_stored(self, row: Row) -> StoredNote:
        return StoredNote(
            parse_note(select_known(row["record"])), row["scope"], row["revision"], row["origin"] == "library"
        )

    def _unknown_error(self, key: str) -> ReflowError:
        return ReflowError(
            Code.NOTE_UNKNOWN,
            Text(
                f"没有“{key}”这篇笔记，请用 reflow notes list 查看。",
                f'There is no note "{key}". See `reflow notes list`.',
            ),
            field="key",
        )


def _compute_engagement(row: Row) -> int:
    return compute_engagement(int(row["likes"]), int(row["collects"]), int(row["comments"]))
