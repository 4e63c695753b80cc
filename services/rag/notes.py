"""What can be asked of the note library: notes found, tags and titles counted, trends told."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Generic, TypeVar

from services.common.models.values import Spent
from services.rag.adapters.embeddings import BuiltinEmbeddings, Embeddings
from services.rag.adapters.notes import FoundNote, NoteStore, Selection
from services.rag.domain.tags import TagFigures, top_tags
from services.rag.domain.titles import PatternFigures, Titled, best, pattern_figures
from services.rag.domain.trends import Period, TrendReport, report, spans_until

MOST_FOUND = 50
"""Notes that a query brings to tags and titles: those that are really about it, of any library."""
LEAST_SIMILARITY = {BuiltinEmbeddings.name: 0.26}
"""The cosine from which on a note counts, by model: notes are longer than styles and lie further from a query.

Calibrated on labelled queries (docs/notes.md); a model that is not here uses its own least similarity.
"""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Told(Generic[Answer]):
    """An answer, and what a remote model took for it, None where none was asked."""

    answer: Answer
    spent: Spent | None


@dataclass(frozen=True, slots=True)
class TopTags:
    """The tags of most notes, and how many notes were counted."""

    tags: tuple[TagFigures, ...]
    notes: int


@dataclass(frozen=True, slots=True)
class TopTitles:
    """The best titles, the patterns of all that were looked at, and how many these were."""

    titles: tuple[Titled, ...]
    patterns: tuple[PatternFigures, ...]
    notes: int


class Notes:
    """The notes that *scope* sees."""

    def __init__(self, store: NoteStore, embeddings: Embeddings, scope: str) -> None:
        self._store = store
        self._embeddings = embeddings
        self._scope = scope

    async def search(self, query: str, limit: int, deadline: float) -> Told[tuple[FoundNote, ...]]:
        """Return at most *limit* notes that fit *query*, best first.

        Raises VECTOR_DB_ERROR, VECTOR_DB_TIMEOUT, or what the embedding model raises.
        """
        embedded = await self._embeddings.embed([query], deadline)
        name = self._embeddings.name
        least = LEAST_SIMILARITY.get(name, self._embeddings.least_similarity)
        found = await self._store.search(
            query, embedded.vectors[0], name, scope=self._scope, limit=limit, least_similarity=least
        )
        return Told(found, embedded.spent)

    async def top_tags(self, query: str, selection: Selection, limit: int, deadline: float) -> Told[TopTags]:
        """Return the tags of the selected notes; with a *query*, of those that fit it. Raises as `search` does."""
        chosen = await self._narrowed(query, selection, deadline)
        figures, notes = top_tags(await self._store.tags(self._scope, chosen.answer), limit)
        return Told(TopTags(figures, notes), chosen.spent)

    async def top_titles(self, query: str, selection: Selection, limit: int, deadline: float) -> Told[TopTitles]:
        """Return the best titles of the selected notes; with a *query*, of those that fit it. Raises as `search`."""
        chosen = await self._narrowed(query, selection, deadline)
        titles = await self._store.titles(self._scope, chosen.answer)
        return Told(TopTitles(best(titles, limit), pattern_figures(titles), len(titles)), chosen.spent)

    async def trends(
        self, period: Period, periods: int, until: date | None, topic: str | None, tags: tuple[str, ...], limit: int
    ) -> TrendReport:
        """Return the trends over so many *periods*, the last with the day *until* (the newest note's where None)."""
        day = until or await self._store.newest_day(self._scope, topic)
        spans = spans_until(day, period, periods) if day else ()
        if not spans:
            return TrendReport((), (), (), (), ())
        selection = Selection(topic=topic, since=spans[0].first_day, until=spans[-1].last_day)
        notes_by_day, tagged = await self._store.by_day(self._scope, selection)
        return report(spans, notes_by_day, tagged, limit=limit, only=tags)

    async def _narrowed(self, query: str, selection: Selection, deadline: float) -> Told[Selection]:
        if not query:
            return Told(selection, None)
        found = await self.search(query, MOST_FOUND, deadline)
        keys = tuple(one.stored.key for one in found.answer)
        return Told(replace(selection, keys=keys), found.spent)
