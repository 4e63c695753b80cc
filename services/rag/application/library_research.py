"""Research in the note library: notes on a topic, and their tags, titles and trends."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engines.note_subject import list_restatements
from engines.note_writer.source_selection.selection import is_for_another_request
from services.common.contract.note import Closeness, TagGrowth
from services.common.contract.tools import ToolName
from services.common.errors import ReflowError
from services.common.text.language import Language
from services.rag.adapters.builtin.match_model import (
    collect_vectors,
    compare_notes,
    load_match_model,
    select_closest,
)
from services.rag.adapters.cached_embeddings import CachedEmbeddings
from services.rag.adapters.embeddings import BuiltinEmbeddings, Embeddings, Vectors
from services.rag.adapters.note_store import ALL_NOTES, NoteFilter, NoteMatch, NoteStore
from services.rag.application import evidence_texts as texts
from services.rag.application.note_statistics import MAX_MATCHES, NoteStatistics, TopTitles
from services.rag.application.tool_calls import STORE_FAILURES, CallResult, ToolCalls
from services.rag.domain.evidence import (
    CandidateNote,
    Relevance,
    RelevantNote,
    find_shared_tags,
    is_foreign,
    name_note,
    select_growth,
    select_relevant_notes,
    select_tags,
    sort_own_language_first,
)
from services.rag.domain.note import Note
from services.rag.domain.rank_fusion import EXACT
from services.rag.domain.tags import TagStatistics
from services.rag.domain.trends import Period, TrendReport

MIN_NEAR_SIMILARITY = {BuiltinEmbeddings.name: 0.34}
"""Cosine from which a note that does not name the topic is relevant, by model.

Calibrated on labeled topics (docs/notes/library.md); for other models the minimum similarity of the model applies.
"""
MAX_QUERY = 200
MAX_SOURCES = 6
MAX_SOURCES_WITH_FEEDBACK = 10
MAX_REPORTED = 6
"""Maximum number of entries of a list in the output of a tool call."""
MAX_COMPARED, MAX_WITH_QUESTIONS = 50, 12
"""Maximum numbers of candidates whose titles are compared with the request, and whose questions are, the closest.

A title takes half a millisecond, the questions of a note six.
"""
CACHED_TEXTS = 2_000
"""Vectors of titles and questions, 2 KB each: those of popular notes."""
MAX_TAGS = 10
MAX_COUNTED_TAGS = 30
MAX_TRACKED_TAGS = 20
MAX_TITLES = 5
MAX_TRENDS = 5
PERIODS = 6
MIN_TITLES = 8
"""Titles needed for meaningful patterns; with fewer, the patterns of the whole library are used."""


@dataclass(frozen=True, slots=True)
class LibraryFindings:
    """Findings on a topic; `sources` are the most relevant notes. `searched` is False if the search failed."""

    sources: tuple[RelevantNote, ...] = ()
    tags: tuple[str, ...] = ()
    example_titles: tuple[str, ...] = ()
    title_patterns: tuple[str, ...] = ()
    trends: tuple[TagGrowth, ...] = ()
    searched: bool = True


class LibraryResearch:
    """Researches the notes that are visible to *scope*.

    Uses *embeddings*; without that model, notes match by title and tags only.
    """

    def __init__(
        self,
        store: NoteStore,
        embeddings: Embeddings,
        builtin: BuiltinEmbeddings,
        scope: str,
        wait_for_seed: Callable[[], Awaitable[None]],
    ) -> None:
        """Await *wait_for_seed* before the first search."""
        self._store = store
        self._scope = scope
        self._wait_for_seed = wait_for_seed
        self._builtin = builtin
        self._cached = CachedEmbeddings(builtin, CACHED_TEXTS)
        self._notes = NoteStatistics(store, embeddings, scope)
        # Vectors of two models are not comparable: if another model embedded the notes, this matches names only.
        self._by_name = NoteStatistics(store, builtin, scope)
        self._remote = embeddings.remote
        self._min_near = MIN_NEAR_SIMILARITY.get(embeddings.name, embeddings.min_similarity)

    async def research(
        self,
        topic: str,
        text: str,
        requirements: str,
        calls: ToolCalls,
        language: Language,
        *,
        feedback: str,
        builtin_only: bool,
        is_story: bool = False,
    ) -> LibraryFindings:
        """Return findings on *topic* of the request *text*, those that match *requirements* first.

        *feedback* widens the search.
        """
        found = await self._search_all(topic, text, feedback, calls, language, builtin_only=builtin_only)
        if found is None:
            return LibraryFindings(searched=False)
        candidates = await self._compare(topic, text, found, language)
        relevant = select_relevant_notes(
            topic,
            candidates,
            min_near=self._min_near,
            requirements=requirements,
            language=language,
            is_story=is_story,
        )
        sources = relevant[: MAX_SOURCES_WITH_FEEDBACK if feedback else MAX_SOURCES]
        # A note that only mentions the topic, or its frame, is about something else, and so are its tags and title. One
        # whose title and tags name the topic is on it, whether or not its sentences answer this request.
        notes = tuple(
            one.note
            for one in relevant
            if one.relevance is Relevance.NAMES
            or (one.relevance is Relevance.NEAR and one.closeness is not Closeness.DISTANT)
        )
        tags, (examples, patterns), trends = await asyncio.gather(
            self._count_tags(notes, calls),
            self._analyze_titles(notes, calls, language),
            self._report_trends(notes, calls),
        )
        return LibraryFindings(
            sources,
            select_tags(tags, topic, [one.note for one in sources if one.note in notes], language, MAX_TAGS),
            examples,
            patterns,
            select_growth(trends, MAX_TRENDS),
        )

    async def _search_all(
        self, topic: str, text: str, feedback: str, calls: ToolCalls, language: Language, *, builtin_only: bool
    ) -> tuple[CandidateNote, ...] | None:
        """Return each note of all searches once, with its best similarity; None if all searches failed."""
        queries = [one[:MAX_QUERY] for one in (topic, *list_restatements(topic, text))]
        if feedback:
            queries.append(f"{topic} {feedback}"[:MAX_QUERY])
        results = await asyncio.gather(
            *(self._search(query, topic, calls, language, builtin_only=builtin_only) for query in queries)
        )
        if all(result is None for result in results):
            return None
        by_key: dict[str, CandidateNote] = {}
        for candidate in (candidate for result in results for candidate in result or ()):
            known = by_key.setdefault(candidate.note.key, candidate)
            if candidate.similarity > known.similarity:
                by_key[candidate.note.key] = candidate
        return tuple(by_key.values())

    async def _compare(
        self, topic: str, text: str, found: Sequence[CandidateNote], language: Language
    ) -> tuple[CandidateNote, ...]:
        """Return *found*, the first `MAX_COMPARED` compared with the request: its topic, text, and other words for it.

        The built-in model always compares, because the models of `match_model` are fitted to it.
        """
        queries = (topic, text, *list_restatements(topic, text))
        requests = list(dict.fromkeys(one[:MAX_QUERY] for one in queries if one.strip()))
        whole = requests.index(text[:MAX_QUERY]) if text.strip() else 0
        compared = [one.note for one in found[:MAX_COMPARED]]
        if not compared:
            return tuple(found)
        queried = (await self._builtin.embed(requests)).vectors
        vectors = await self._cached.embed(map(name_note, compared))
        closest = _select_closest(compared, vectors, queried, language)
        vectors |= await self._cached.embed(phrase for one in closest for phrase in (*one.questions, *one.unanswered))
        notes = [collect_vectors(one, vectors, with_questions=one in closest) for one in compared]
        model = await asyncio.to_thread(load_match_model)
        may_follow = [
            not is_foreign(one.title, language) and not is_for_another_request(requests[whole], one.title)
            for one in compared
        ]
        comparisons = await asyncio.to_thread(compare_notes, notes, queried, 0, whole, model, may_follow)
        return (
            *(replace(one, comparison=result) for one, result in zip(found, comparisons, strict=False)),
            *found[MAX_COMPARED:],
        )

    async def _search(
        self, query: str, topic: str, calls: ToolCalls, language: Language, *, builtin_only: bool
    ) -> tuple[CandidateNote, ...] | None:
        async def search() -> CallResult[tuple[CandidateNote, ...]]:
            await self._wait_for_seed()
            matches = None if builtin_only and self._remote else await self._search_by_vector(query, calls)
            by_name = matches is None
            if matches is None:
                matches = (await self._by_name.search(query, MAX_MATCHES, calls.deadline)).value
            same_topic = await self._store.list_page(self._scope, NoteFilter(topic=topic), limit=MAX_MATCHES)
            candidates = (
                *(CandidateNote(match.stored.note, match.similarity) for match in matches),
                *(CandidateNote(stored.note, EXACT) for stored in same_topic),
            )
            output: dict[str, object] = {
                "found": len({candidate.note.key for candidate in candidates}),
                "notes": _describe(candidates),
            }
            if by_name:
                output["message"] = texts.BY_NAME.pick(language)
            return CallResult(candidates, output)

        return await calls.call(ToolName.SEARCH_NOTES, {"query": query, "limit": MAX_MATCHES}, search)

    async def _search_by_vector(self, query: str, calls: ToolCalls) -> tuple[NoteMatch, ...] | None:
        """Return the matches of the configured model, None if it fails."""
        try:
            result = await self._notes.search(query, MAX_MATCHES, calls.deadline)
        except ReflowError as error:
            if error.code in STORE_FAILURES:
                raise
            calls.failures.append(error)
            return None
        if result.usage is not None:
            calls.emit(result.usage)
        return result.value

    async def _count_tags(self, notes: Sequence[Note], calls: ToolCalls) -> tuple[TagStatistics, ...]:
        async def count() -> CallResult[tuple[TagStatistics, ...]]:
            top = (await self._notes.count_tags("", _filter_by_keys(notes), MAX_COUNTED_TAGS, calls.deadline)).value
            tags = [{"tag": one.tag, "notes": one.notes} for one in top.tags[:MAX_TAGS]]
            return CallResult(top.tags, {"tags": tags, "counted": top.notes})

        if not notes:
            return ()
        return await calls.call(ToolName.ANALYZE_TOP_TAGS, {"notes": len(notes)}, count) or ()

    async def _analyze_titles(
        self, notes: Sequence[Note], calls: ToolCalls, language: Language
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the best titles on the topic, and the patterns of titles with high engagement."""
        own = await self._rank_titles(_filter_by_keys(notes), len(notes), calls, language) if notes else None
        examples = sort_own_language_first([one.title for one in own.titles], language) if own else ()
        if own and own.notes >= MIN_TITLES:
            return examples, texts.describe_patterns(own.patterns, own.notes, of_topic=True, language=language)
        library = await self._rank_titles(ALL_NOTES, None, calls, language)
        if library is None:
            return examples, ()
        return examples, texts.describe_patterns(library.patterns, library.notes, of_topic=False, language=language)

    async def _rank_titles(
        self, note_filter: NoteFilter, count: int | None, calls: ToolCalls, language: Language
    ) -> TopTitles | None:
        """Rank the titles of the *count* filtered notes; for None, only find the patterns of the whole library."""

        async def rank() -> CallResult[TopTitles]:
            limit = 0 if count is None else MAX_TITLES
            top = (await self._notes.rank_titles("", note_filter, limit, calls.deadline)).value
            patterns = texts.describe_patterns(top.patterns, top.notes, of_topic=count is not None, language=language)
            output: dict[str, object] = {"patterns": list(patterns), "counted": top.notes}
            if count is not None:
                output["titles"] = [one.title for one in top.titles]
            return CallResult(top, output)

        return await calls.call(ToolName.GET_TOP_TITLES, {"notes": "all" if count is None else count}, rank)

    async def _report_trends(self, notes: Sequence[Note], calls: ToolCalls) -> TrendReport:
        tags = find_shared_tags(notes, MAX_TRACKED_TAGS)

        async def report() -> CallResult[TrendReport]:
            trends = await self._notes.report_trends(Period.MONTH, PERIODS, None, None, tags, MAX_TRENDS)
            moving = {"rising": trends.rising, "falling": trends.falling}
            output: dict[str, object] = {
                name: [{"tag": one.tag, "notes": one.counts[-1], "growth": round(one.growth, 2)} for one in listed]
                for name, listed in moving.items()
            }
            output["until"] = trends.spans[-1].last_day.isoformat() if trends.spans else ""
            return CallResult(trends, output)

        empty = TrendReport((), (), (), (), ())
        if not tags:
            return empty
        inputs = {"period": Period.MONTH.value, "periods": PERIODS, "tags": list(tags)}
        return await calls.call(ToolName.GET_TREND_REPORT, inputs, report) or empty


def _select_closest(
    notes: Sequence[Note], vectors: Mapping[str, Vectors], requests: Vectors, language: Language
) -> list[Note]:
    """Return the notes in *language* whose questions are compared."""
    readable = [one for one in notes if not is_foreign(one.title, language)]
    if not readable:
        return []
    names = np.stack([vectors[name_note(one)] for one in readable])
    return [readable[number] for number in select_closest(names, requests, MAX_WITH_QUESTIONS)]


def _filter_by_keys(notes: Sequence[Note]) -> NoteFilter:
    return NoteFilter(keys=tuple(note.key for note in notes))


def _describe(candidates: Sequence[CandidateNote]) -> list[dict[str, str]]:
    return [{"key": one.note.key, "title": one.note.title} for one in candidates[:MAX_REPORTED]]
