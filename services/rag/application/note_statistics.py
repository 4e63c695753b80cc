"""Queries of the note library: search, statistics of tags and titles, trends."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Generic, TypeVar

from services.common.contract.activity import Usage
from services.rag.adapters.embeddings import BuiltinEmbeddings, Embeddings
from services.rag.adapters.note_store import NoteFilter, NoteMatch, NoteStore
from services.rag.domain.tags import TagStatistics, compute_top_tags
from services.rag.domain.titles import TitledNote, TitlePatternStatistics, compute_pattern_statistics, select_best
from services.rag.domain.trends import Period, TrendReport, build_report, build_spans

MAX_MATCHES = 50
"""Maximum notes that a query selects for statistics of tags and titles; enough for the relevant ones of any library."""
MIN_SIMILARITY = {BuiltinEmbeddings.name: 0.26}
"""Cosine from which a note matches, by model; notes are longer than styles and less similar to a query.

Calibrated on labeled queries (docs/notes/library.md); for other models the minimum similarity of the model applies.
"""

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Result(Generic[Value]):
    """A result, and the usage of a remote model, None if none was called."""

    value: Value
    usage: Usage | None


@dataclass(frozen=True, slots=True)
class TopTags:
    """The most frequent tags, and the number of counted notes."""

    tags: tuple[TagStatistics, ...]
    notes: int


@dataclass(frozen=True, slots=True)
class TopTitles:
    """The best titles, the patterns of all analyzed titles, and the number of analyzed notes."""

    titles: tuple[TitledNote, ...]
    patterns: tuple[TitlePatternStatistics, ...]
    notes: int


class NoteStatistics:
    """Searches and counts the notes that are visible to *scope*."""

    def __init__(self, store: NoteStore, embeddings: Embeddings, scope: str) -> None:
        self._store = store
        self._embeddings = embeddings
        self._scope = scope

    async def search(self, query: str, limit: int, deadline: float) -> Result[tuple[NoteMatch, ...]]:
        """Return at most *limit* notes that match *query*, best first.

        Raises VECTOR_DB_ERROR, VECTOR_DB_TIMEOUT, or the error of the embedding model.
        """
        embedded = await self._embeddings.embed([query], deadline)
        model = self._embeddings.name
        min_similarity = MIN_SIMILARITY.get(model, self._embeddings.min_similarity)
        matches = await self._store.search(
            query, embedded.vectors[0], model, scope=self._scope, limit=limit, min_similarity=min_similarity
        )
        return Result(matches, embedded.usage)

    async def count_tags(self, query: str, note_filter: NoteFilter, limit: int, deadline: float) -> Result[TopTags]:
        """Return the tags of the filtered notes; with a *query*, of those that match it. Raises as `search` does."""
        narrowed = await self._narrow(query, note_filter, deadline)
        tags, notes = compute_top_tags(await self._store.count_tags(self._scope, narrowed.value), limit)
        return Result(TopTags(tags, notes), narrowed.usage)

    async def rank_titles(self, query: str, note_filter: NoteFilter, limit: int, deadline: float) -> Result[TopTitles]:
        """Return the best titles of the filtered notes; with a *query*, of those that match it. Raises as `search`."""
        narrowed = await self._narrow(query, note_filter, deadline)
        titles = await self._store.list_titles(self._scope, narrowed.value)
        return Result(
            TopTitles(select_best(titles, limit), compute_pattern_statistics(titles), len(titles)), narrowed.usage
        )

    async def report_trends(
        self, period: Period, periods: int, until: date | None, topic: str | None, tags: tuple[str, ...], limit: int
    ) -> TrendReport:
        """Return the trends of *periods*; the last contains the day *until*, or the day of the newest note."""
        day = until or await self._store.get_newest_day(self._scope, topic)
        spans = build_spans(day, period, periods) if day else ()
        if not spans:
            return TrendReport((), (), (), (), ())
        note_filter = NoteFilter(topic=topic, since=spans[0].first_day, until=spans[-1].last_day)
        notes_by_day, tagged = await self._store.count_by_day(self._scope, note_filter)
        return build_report(spans, notes_by_day, tagged, limit=limit, only=tags)

    async def _narrow(self, query: str, note_filter: NoteFilter, deadline: float) -> Result[NoteFilter]:
        if not query:
            return Result(note_filter, None)
        matches = await self.search(query, MAX_MATCHES, deadline)
        keys = tuple(match.stored.key for match in matches.value)
        return Result(replace(note_filter, keys=keys), matches.usage)
