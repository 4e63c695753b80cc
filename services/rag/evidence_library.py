"""What the note library knows of a topic: the notes that bear on it, and their tags, titles and trends."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog

from services.common.errors import ReflowError
from services.common.language import Language
from services.rag import evidence_wording as wording
from services.rag.adapters.embeddings import BuiltinEmbeddings, Embeddings
from services.rag.adapters.notes import EVERY, FoundNote, NoteStore, Selection
from services.rag.domain.evidence import (
    Bearing,
    Considered,
    Movement,
    bearing_notes,
    fitting_tags,
    movements,
    own_language_first,
    shared_tags,
)
from services.rag.domain.note import Note
from services.rag.domain.ranking import EXACT
from services.rag.domain.tags import TagFigures
from services.rag.domain.trends import Period, TrendReport
from services.rag.evidence_calls import STORE_FAILURES, Calls, Done, Tool
from services.rag.notes import MOST_FOUND, Notes, TopTitles

log = structlog.get_logger("reflow.rag")

NEAR = {BuiltinEmbeddings.name: 0.34}
"""The cosine from which on a note that does not name a topic bears on it, by model.

Calibrated on labelled topics (docs/notes.md); a model that is not here uses its own least similarity.
"""
LONGEST_QUERY = 200
MOST_SOURCES = 6
MOST_SOURCES_FURTHER = 10
MOST_TOLD = 6
"""Entries of a list in what is told of a call."""
MOST_TAGS = 10
MOST_COUNTED = 30
MOST_TRACKED = 20
MOST_TITLES = 5
MOST_MOVEMENTS = 5
PERIODS = 6
TITLES_THAT_TELL = 8
"""Titles from which on their patterns say something; of fewer, those of the whole library are told."""


@dataclass(frozen=True, slots=True)
class Studied:
    """What the library says of a topic: its `sources` are the notes closest to it. Not `searched` where that failed."""

    sources: tuple[Note, ...] = ()
    tags: tuple[str, ...] = ()
    example_titles: tuple[str, ...] = ()
    title_patterns: tuple[str, ...] = ()
    trends: tuple[Movement, ...] = ()
    searched: bool = True


class LibraryResearch:
    """Studies the notes that *scope* sees, with *embeddings*, or by title and tags alone where that model is not."""

    def __init__(
        self,
        store: NoteStore,
        embeddings: Embeddings,
        builtin: BuiltinEmbeddings,
        scope: str,
        shipped: Callable[[], Awaitable[None]],
    ) -> None:
        """Await *shipped* before the first look."""
        self._store = store
        self._scope = scope
        self._shipped = shipped
        self._notes = Notes(store, embeddings, scope)
        # Vectors of two models never meet: where another one made those of the notes, this finds by name alone.
        self._by_name = Notes(store, builtin, scope)
        self._remote = embeddings.remote
        self._near = NEAR.get(embeddings.name, embeddings.least_similarity)

    async def study(
        self, topic: str, wishes: str, calls: Calls, language: Language, *, further: str, builtin_only: bool
    ) -> Studied:
        """Return what there is on *topic*, what fits *wishes* first; *further* says what to look for beside it."""
        found = await self._search_all(topic, further, calls, language, builtin_only=builtin_only)
        if found is None:
            return Studied(searched=False)
        bearing = bearing_notes(topic, found, near=self._near, wishes=wishes, language=language)
        sources = tuple(one.note for one in bearing[: MOST_SOURCES_FURTHER if further else MOST_SOURCES])
        # Tags and titles of a note that only mentions the topic are about something else.
        notes = tuple(one.note for one in bearing if one.bearing is not Bearing.MENTIONS)
        tags, (examples, patterns), trends = await asyncio.gather(
            self._tags(notes, calls), self._titles(notes, calls, language), self._trends(notes, calls)
        )
        return Studied(
            sources,
            fitting_tags(tags, topic, sources, language, MOST_TAGS),
            examples,
            patterns,
            movements(trends, MOST_MOVEMENTS),
        )

    async def _search_all(
        self, topic: str, further: str, calls: Calls, language: Language, *, builtin_only: bool
    ) -> tuple[Considered, ...] | None:
        """Return what the searches brought, a note once, with the best it was found with; None where all failed."""
        queries = [topic[:LONGEST_QUERY]]
        if further:
            queries.append(f"{topic} {further}"[:LONGEST_QUERY])
        brought = await asyncio.gather(
            *(self._search(query, topic, calls, language, builtin_only=builtin_only) for query in queries)
        )
        if all(found is None for found in brought):
            return None
        by_key: dict[str, Considered] = {}
        for one in (one for found in brought for one in found or ()):
            known = by_key.setdefault(one.note.key, one)
            if one.similarity > known.similarity:
                by_key[one.note.key] = one
        return tuple(by_key.values())

    async def _search(
        self, query: str, topic: str, calls: Calls, language: Language, *, builtin_only: bool
    ) -> tuple[Considered, ...] | None:
        async def search() -> Done[tuple[Considered, ...]]:
            await self._shipped()
            found = None if builtin_only and self._remote else await self._found(query, calls)
            by_name = found is None
            if found is None:
                found = (await self._by_name.search(query, MOST_FOUND, calls.deadline)).answer
            shelved = await self._store.page(self._scope, Selection(topic=topic), limit=MOST_FOUND)
            considered = (
                *(Considered(one.stored.note, one.similarity) for one in found),
                *(Considered(one.note, EXACT) for one in shelved),
            )
            answer: dict[str, object] = {"found": len({one.note.key for one in considered}), "notes": _told(considered)}
            if by_name:
                answer["message"] = wording.BY_NAME.pick(language)
            return Done(considered, answer)

        return await calls.call(Tool.SEARCH_NOTES, {"query": query, "limit": MOST_FOUND}, search)

    async def _found(self, query: str, calls: Calls) -> tuple[FoundNote, ...] | None:
        """Return what the model in use finds, None where it fails."""
        try:
            told = await self._notes.search(query, MOST_FOUND, calls.deadline)
        except ReflowError as error:
            if error.code in STORE_FAILURES:
                raise
            log.warning("embedding model failed, notes looked up by name", code=error.code, details=error.details)
            return None
        if told.spent is not None:
            calls.tell(told.spent)
        return told.answer

    async def _tags(self, notes: Sequence[Note], calls: Calls) -> tuple[TagFigures, ...]:
        async def count() -> Done[tuple[TagFigures, ...]]:
            top = (await self._notes.top_tags("", _only(notes), MOST_COUNTED, calls.deadline)).answer
            told = [{"tag": one.tag, "notes": one.notes} for one in top.tags[:MOST_TAGS]]
            return Done(top.tags, {"tags": told, "counted": top.notes})

        if not notes:
            return ()
        return await calls.call(Tool.ANALYZE_TOP_TAGS, {"notes": len(notes)}, count) or ()

    async def _titles(
        self, notes: Sequence[Note], calls: Calls, language: Language
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return titles on the topic that did well, and what titles that did well have in common."""
        own = await self._top_titles(_only(notes), len(notes), calls, language) if notes else None
        examples = own_language_first([one.title for one in own.titles], language) if own else ()
        if own and own.notes >= TITLES_THAT_TELL:
            return examples, wording.told_patterns(own.patterns, own.notes, of_topic=True, language=language)
        every = await self._top_titles(EVERY, None, calls, language)
        if every is None:
            return examples, ()
        return examples, wording.told_patterns(every.patterns, every.notes, of_topic=False, language=language)

    async def _top_titles(
        self, selection: Selection, notes: int | None, calls: Calls, language: Language
    ) -> TopTitles | None:
        """Rank the titles of so many selected *notes*; of the whole library, for None, only their patterns."""

        async def rank() -> Done[TopTitles]:
            most = 0 if notes is None else MOST_TITLES
            top = (await self._notes.top_titles("", selection, most, calls.deadline)).answer
            patterns = wording.told_patterns(top.patterns, top.notes, of_topic=notes is not None, language=language)
            answer: dict[str, object] = {"patterns": list(patterns), "counted": top.notes}
            if notes is not None:
                answer["titles"] = [one.title for one in top.titles]
            return Done(top, answer)

        return await calls.call(Tool.GET_TOP_TITLES, {"notes": "all" if notes is None else notes}, rank)

    async def _trends(self, notes: Sequence[Note], calls: Calls) -> TrendReport:
        tags = shared_tags(notes, MOST_TRACKED)

        async def report() -> Done[TrendReport]:
            told = await self._notes.trends(Period.MONTH, PERIODS, None, None, tags, MOST_MOVEMENTS)
            moving = {"rising": told.rising, "falling": told.falling}
            answer: dict[str, object] = {
                name: [{"tag": one.tag, "notes": one.counts[-1], "growth": round(one.growth, 2)} for one in trends]
                for name, trends in moving.items()
            }
            answer["until"] = told.spans[-1].last_day.isoformat() if told.spans else ""
            return Done(told, answer)

        nothing = TrendReport((), (), (), (), ())
        if not tags:
            return nothing
        given = {"period": Period.MONTH.value, "periods": PERIODS, "tags": list(tags)}
        return await calls.call(Tool.GET_TREND_REPORT, given, report) or nothing


def _only(notes: Sequence[Note]) -> Selection:
    return Selection(keys=tuple(note.key for note in notes))


def _told(considered: Sequence[Considered]) -> list[dict[str, str]]:
    return [{"key": one.note.key, "title": one.note.title} for one in considered[:MOST_TOLD]]
