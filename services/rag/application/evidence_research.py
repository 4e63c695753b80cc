"""Research for a note: runs the tools concurrently and combines their results into an evidence pack."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Protocol

from cachetools import TTLCache

from services.common.contract.note import ContentType, EvidencePack, EvidenceSource
from services.common.contract.tools import ToolName
from services.common.errors import Code, ReflowError
from services.common.text.language import Language
from services.rag.application import evidence_texts as texts
from services.rag.application.library_research import LibraryFindings, LibraryResearch
from services.rag.application.tool_calls import CallResult, Outcome, ToolCalls, ToolEvent, stream_calls
from services.rag.domain.evidence import RelevantNote, extract_excerpt
from services.rag.domain.full_text import extract_query_words
from services.rag.domain.web_pages import WebPage, build_web_query

MAX_PAGES = 5
MAX_WEB_QUERY = 200
CACHED_SEARCHES = 500

OnFailure = Callable[[ReflowError], None]
"""Records a failure that does not fail the step."""


class WebSearch(Protocol):
    """Searches the web."""

    async def search(self, query: str, limit: int, deadline: float, language: Language) -> tuple[WebPage, ...]:
        """Return at most *limit* pages, best first, before *deadline*. Raises WebSearchFailed."""
        ...


@dataclass(frozen=True, slots=True)
class ResearchRequest:
    """Input of the research.

    Attributes:
        topic: the topic of the note; not empty.
        text: the request in the user's words.
        requirements: other texts of the request (prompt, audience, constraints); they order the notes on the topic.
        keywords: words for which readers should find the note.
        content_type: as in Brief, may be empty.
        feedback: a reviewer's feedback; widens the search.
        deadline: on the clock of `EvidenceResearch`, in seconds.
        call_id_prefix: prefix of the ids of tool calls.

    """

    topic: str
    text: str
    requirements: str
    keywords: tuple[str, ...]
    content_type: str
    feedback: str
    language: Language
    deadline: float
    call_id_prefix: str
    fresh: bool = False
    builtin_only: bool = False


@dataclass(frozen=True, slots=True)
class ResearchResult:
    """The evidence; `searched` is False if the note library could not be searched."""

    pack: EvidencePack
    searched: bool


@dataclass(slots=True)
class _Findings:
    """Results of the tools so far."""

    library: LibraryFindings = field(default_factory=LibraryFindings)
    pages: Sequence[WebPage] = ()
    web_search: str = ""


class EvidenceResearch:
    """Researches with *library* and *web*, None if no search service is configured."""

    def __init__(
        self,
        library: LibraryResearch,
        web: WebSearch | None,
        *,
        cache_seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """Cache results of the web search for *cache_seconds* on *clock*. Results of the library are not cached."""
        self._library = library
        self._web = web
        self._clock = clock
        self._searches: TTLCache[tuple[str, Language], tuple[WebPage, ...]] = TTLCache(
            CACHED_SEARCHES, cache_seconds, clock
        )

    async def gather(
        self, request: ResearchRequest, on_failure: OnFailure
    ) -> AsyncGenerator[ToolEvent | ResearchResult, None]:
        """Yield the activities of each tool call, then the result.

        A tool that fails or is late leaves its part of the evidence empty, and *on_failure* receives its error. Raises
        VECTOR_DB_ERROR if the search of the library failed and the web returned nothing either.
        """

        async def run_tools(calls: ToolCalls) -> _Findings:
            return await self._run_tools(request, calls, on_failure)

        calls = stream_calls(run_tools, request.deadline, self._clock, request.language, request.call_id_prefix)
        async with aclosing(calls) as events:
            async for event in events:
                yield _build_result(request, event.value) if isinstance(event, Outcome) else event

    async def _run_tools(self, request: ResearchRequest, calls: ToolCalls, on_failure: OnFailure) -> _Findings:
        findings = _Findings()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._search_library(request, calls, findings))
            group.create_task(self._search_web(request, calls, findings))
        error = calls.store_errors.get(ToolName.SEARCH_NOTES)
        is_empty = not (findings.library.searched or findings.pages)
        reported = error if error is not None and error.code is Code.VECTOR_DB_ERROR and is_empty else None
        for failure in calls.failures:
            if failure is not reported:
                on_failure(failure)
        if reported is not None:
            raise reported
        return findings

    async def _search_library(self, request: ResearchRequest, calls: ToolCalls, findings: _Findings) -> None:
        findings.library = await self._library.research(
            request.topic,
            request.text,
            f"{request.requirements}\n{request.feedback}",
            calls,
            request.language,
            feedback=request.feedback,
            builtin_only=request.builtin_only,
            is_story=request.content_type == ContentType.STORY,
        )

    async def _search_web(self, request: ResearchRequest, calls: ToolCalls, findings: _Findings) -> None:
        language = request.language
        query = build_web_query(request.topic, request.keywords, MAX_WEB_QUERY)
        inputs = {"query": query, "limit": MAX_PAGES}
        if self._web is None:
            findings.web_search = texts.WEB_NOT_CONFIGURED.pick(language)
            calls.skip(ToolName.WEB_SEARCH, inputs, {"status": "not_configured", "message": findings.web_search})
            return
        if not query:
            findings.web_search = texts.WEB_NO_WORDS.pick(language)
            return
        web = self._web

        async def search() -> CallResult[tuple[WebPage, ...]]:
            pages = None if request.fresh else self._searches.get((query, language))
            cached = pages is not None
            if pages is None:
                pages = await web.search(query, MAX_PAGES, calls.deadline, language)
                self._searches[query, language] = pages
            listed = [{"title": page.title, "url": page.url} for page in pages]
            return CallResult(pages, {"pages": listed, "cached": cached})

        pages = await calls.call(ToolName.WEB_SEARCH, inputs, search)
        findings.pages, findings.web_search = pages or (), _describe_web_search(query, pages, calls, language)


def _describe_web_search(query: str, pages: Sequence[WebPage] | None, calls: ToolCalls, language: Language) -> str:
    if pages is None:
        return texts.WEB_FAILED.pick(language).format(reason=calls.reasons[ToolName.WEB_SEARCH])
    text = texts.WEB_SEARCHED if pages else texts.WEB_EMPTY
    return text.pick(language).format(query=query, pages=len(pages))


def _build_result(request: ResearchRequest, findings: _Findings) -> ResearchResult:
    library = findings.library
    words = (*extract_query_words(request.topic), *extract_query_words(f"{request.feedback} {request.requirements}"))
    notes = tuple(_build_source(note, tuple(dict.fromkeys(words))) for note in library.sources)
    pages = tuple(EvidenceSource(page.title, url=page.url, excerpt=page.excerpt) for page in findings.pages)
    pack = EvidencePack(
        trends=library.trends,
        title_patterns=library.title_patterns,
        example_titles=library.example_titles,
        tags=library.tags,
        sources=notes + pages,
        web_search=findings.web_search,
    )
    return ResearchResult(pack, library.searched)


def _build_source(found: RelevantNote, words: tuple[str, ...]) -> EvidenceSource:
    note = found.note
    excerpt = extract_excerpt(note.body, words)
    return EvidenceSource(note.title, note_key=note.key, excerpt=excerpt, closeness=found.closeness)
