"""The note library in PostgreSQL with pgvector."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pgvector import HalfVector
from psycopg.types.json import Jsonb

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.rag.adapters import note_statements
from services.rag.adapters.shelf import DEPTH, Row, Shelf, Vector, candidates_of
from services.rag.adapters.tables import NOTES
from services.rag.domain.finding import called, choose_notes, is_worded
from services.rag.domain.note import Note, engagement, parse_note
from services.rag.domain.ranking import Candidate
from services.rag.domain.tags import TaggedNotes
from services.rag.domain.titles import Titled
from services.rag.domain.trends import TaggedDay
from services.rag.domain.words import any_of, segment, wanted_words

MOST_TITLES = 20_000
"""Titles looked at at once, the newest: enough for any median, and they come into memory."""


@dataclass(frozen=True, slots=True)
class StoredNote:
    """A note with its scope and revision; `shipped` while nobody has changed it since it came with reflow."""

    note: Note
    scope: str
    revision: int
    shipped: bool

    @property
    def key(self) -> str:
        return self.note.key

    @property
    def embedded_text(self) -> str:
        return self.note.embedded_text


@dataclass(frozen=True, slots=True)
class Selection:
    """Which notes count: of a topic, with a tag, of a time (both days included), of these keys; None lets all in."""

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


EVERY = Selection()


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note that fits a query: similarity 1 where the query calls it by title or tags, else the cosine."""

    stored: StoredNote
    similarity: float


class NoteStore(Shelf[Note, StoredNote]):
    """Notes by scope and key, and the figures of those a scope sees."""

    table = NOTES

    async def page(
        self, scope: str, selection: Selection = EVERY, *, after: str = "", limit: int
    ) -> tuple[StoredNote, ...]:
        """Return at most *limit* of the selected notes, by key, from the one behind the key *after* on."""
        values = selection.parameters(scope) | {"after": after, "limit": limit}
        return tuple(self._stored(row) for row in await self._rows(note_statements.PAGE, values))

    async def search(
        self, query: str, vector: Vector, model: str, *, scope: str, limit: int, least_similarity: float
    ) -> tuple[FoundNote, ...]:
        """Return at most *limit* notes that fit *query*, best first (domain/finding.py says which).

        `vector` is its embedding, float32 (dimensions,), made by *model*; a note whose vector another model made is
        found by its title or tags alone. *query* is only ever a parameter of a statement.
        """
        words = wanted_words(query)
        rows = await self._near(query, words, vector, model, scope, max(DEPTH, limit))
        stored = {row["key"]: self._stored(row) for row in rows}
        worded = {row["key"] for row in rows if row["place_by_words"] and is_worded(words, stored[row["key"]].note)}
        chosen = choose_notes(query, candidates_of(rows), worded, least_similarity=least_similarity, limit=limit)
        return tuple(FoundNote(stored[key], similarity) for key, similarity in chosen)

    async def candidates(
        self, query: str, vector: Vector, model: str, *, scope: str, depth: int = DEPTH
    ) -> tuple[Candidate, ...]:
        """Return what may count for *query*: notes it calls by name, and the *depth* best by meaning and by words."""
        return candidates_of(await self._near(query, wanted_words(query), vector, model, scope, depth))

    async def tags(self, scope: str, selection: Selection = EVERY) -> tuple[TaggedNotes, ...]:
        """Return which tags stand together on how many of the selected notes, with their engagement summed up."""
        rows = await self._rows(note_statements.TAGS, selection.parameters(scope))
        return tuple(TaggedNotes(tuple(row["tags"]), row["notes"], _engagement(row)) for row in rows)

    async def titles(self, scope: str, selection: Selection = EVERY) -> tuple[Titled, ...]:
        """Return the titles of the selected notes, at most `MOST_TITLES`, the newest."""
        values = selection.parameters(scope) | {"limit": MOST_TITLES}
        rows = await self._rows(note_statements.TITLES, values)
        return tuple(Titled(r["key"], r["title"], r["topic"], r["published_at"], _engagement(r)) for r in rows)

    async def newest_day(self, scope: str, topic: str | None) -> date | None:
        """Return the day of the newest note (of *topic*), None where there is none."""
        ((row),) = await self._rows(note_statements.NEWEST_DAY, {"scope": scope, "topic": topic})
        day: date | None = row["day"]
        return day

    async def by_day(self, scope: str, selection: Selection) -> tuple[Sequence[tuple[date, int]], Sequence[TaggedDay]]:
        """Return how many of the selected notes each day has, and how many of them bear each tag."""
        values = selection.parameters(scope)
        days = await self._rows(note_statements.NOTES_BY_DAY, values)
        tagged = await self._rows(note_statements.TAGS_BY_DAY, values)
        return (
            [(row["day"], row["notes"]) for row in days],
            [TaggedDay(row["tag"], row["day"], row["notes"], _engagement(row)) for row in tagged],
        )

    async def _near(
        self, query: str, words: tuple[str, ...], vector: Vector, model: str, scope: str, depth: int
    ) -> list[Row]:
        return await self._found(any_of(words), called(query), vector, model, scope, depth)

    def _columns(self, entry: Note, vector: Vector, model: str) -> Row:
        return {
            "key": entry.key,
            "record": Jsonb(entry.as_mapping()),
            "names": list(entry.names),
            "name_words": segment(" ".join((entry.title, *entry.tags))),
            "other_words": segment(entry.body),
            "embedding": HalfVector(vector),
            "model": model,
        }

    def _stored(self, row: Row) -> StoredNote:
        return StoredNote(parse_note(row["record"]), row["scope"], row["revision"], row["origin"] == "library")

    def _unknown(self, key: str) -> ReflowError:
        return ReflowError(
            Code.NOTE_UNKNOWN,
            Text(
                f"没有“{key}”这篇笔记，请用 reflow notes list 查看。",
                f'There is no note "{key}". See `reflow notes list`.',
            ),
            field="key",
        )


def _engagement(row: Row) -> int:
    return engagement(int(row["likes"]), int(row["collects"]), int(row["comments"]))
