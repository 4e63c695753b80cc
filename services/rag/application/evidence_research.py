"""Research for a note: runs the tools concurrently and combines their results into an evidence pack."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cachetools import TTLCache

from services.common.contract.note import EvidencePack, EvidenceSource, NoteTemplate, PromptVersion
from services.common.errors import ReflowError
from services.common.text.language import Language
from services.rag.application import evidence_texts as texts
from services.rag.application.library_research import LibraryFindings, LibraryResearch
from services.rag.application.tool_calls import CallResult, Tool, ToolCalls, ToolEvent
from services.rag.domain.evidence import extract_excerpt
from services.rag.domain.full_text import extract_query_words
from services.rag.domain.note import Note
from services.rag.domain.web_pages import WebPage, build_web_query

MAX_PAGES = 5
MAX_TEMPLATES = 3
MAX_WEB_QUERY = 200
CACHED_SEARCHES = 500
WRITER_PROMPT = "note-writer"
_LIBRARY_TOOLS = (Tool.SEARCH_NOTES, Tool.RECOMMEND_TEMPLATES, Tool.MANAGE_PROMPT)

OnFailure = Callable[[ReflowError], None]
"""Records a failure that the step survives."""


class WebSearch(Protocol):
    """Searches the web."""

    async def search(self, query: str, limit: int, deadline: float, language: Language) -> tuple[WebPage, ...]:
        """Return at most *limit* pages, best first, before *deadline*. Raises WebSearchFailed."""
        ...


class Templates(Protocol):
    """Recommends templates of notes."""

    async def recommend(self, topic: str, content_type: str, locale: str, limit: int) -> list[NoteTemplate]:
        """Return at most *limit* matching templates, best first."""
        ...


class Prompts(Protocol):
    """Prompts that operators saved."""

    async def get_active(self, name: str) -> PromptVersion | None:
        """Return the active version of *name*, None if the agent uses its built-in prompt."""
        ...


@dataclass(frozen=True, slots=True)
class ResearchRequest:
    """What to research.

    Attributes:
        topic: what the note is about; not empty.
        requirements: other texts of the request (prompt, audience, constraints); they order the notes on the topic.
        keywords: words by which the note is to be found.
        content_type: as in Brief, may be empty.
        feedback: a reviewer's feedback; widens the search.
        deadline: on the clock of `EvidenceResearch`, in seconds.
        call_id_prefix: prefix of the ids of tool calls.

    """

    topic: str
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
    templates: Sequence[NoteTemplate] = ()
    prompt: PromptVersion | None = None
    pages: Sequence[WebPage] = ()
    web_search: str = ""


class EvidenceResearch:
    """Researches with *library*, *templates*, *prompts* and *web*, None if no search service is configured."""

    def __init__(
        self,
        library: LibraryResearch,
        templates: Templates,
        prompts: Prompts,
        web: WebSearch | None,
        *,
        cache_seconds: float,
        clock: Callable[[], float],
    ) -> None:
        """Cache results of the web search for *cache_seconds* on *clock*. Results of the library are not cached."""
        self._library = library
        self._templates = templates
        self._prompts = prompts
        self._web = web
        self._clock = clock
        self._searches: TTLCache[tuple[str, Language], tuple[WebPage, ...]] = TTLCache(
            CACHED_SEARCHES, cache_seconds, clock
        )

    async def gather(
        self, request: ResearchRequest, on_failure: OnFailure
    ) -> AsyncGenerator[ToolEvent | ResearchResult, None]:
        """Yield the activities of each tool call, then the result.

        A tool that fails leaves its part of the evidence empty, and *on_failure* receives its error. Raises
        VECTOR_DB_ERROR or VECTOR_DB_TIMEOUT if all tools that use the store fail.
        """
        events: asyncio.Queue[ToolEvent | None] = asyncio.Queue()
        calls = ToolCalls(events.put_nowait, request.deadline, self._clock, request.language, request.call_id_prefix)
        task = asyncio.create_task(self._run_tools(request, calls, on_failure))
        task.add_done_callback(lambda _: events.put_nowait(None))
        try:
            while (event := await events.get()) is not None:
                yield event
            yield _build_result(request, task.result())
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run_tools(self, request: ResearchRequest, calls: ToolCalls, on_failure: OnFailure) -> _Findings:
        findings = _Findings()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._search_library(request, calls, findings))
            group.create_task(self._search_web(request, calls, findings))
            group.create_task(self._recommend_templates(request, calls, findings))
            group.create_task(self._get_prompt(request, calls, findings))
        fails = all(tool in calls.store_errors for tool in _LIBRARY_TOOLS)
        reported_by_step = list(calls.store_errors.values()) if fails else []
        for failure in calls.failures:
            if failure not in reported_by_step:
                on_failure(failure)
        if fails:
            raise calls.store_errors[Tool.SEARCH_NOTES]
        return findings

    async def _search_library(self, request: ResearchRequest, calls: ToolCalls, findings: _Findings) -> None:
        findings.library = await self._library.research(
            request.topic,
            f"{request.requirements}\n{request.feedback}",
            calls,
            request.language,
            feedback=request.feedback,
            builtin_only=request.builtin_only,
        )

    async def _recommend_templates(self, request: ResearchRequest, calls: ToolCalls, findings: _Findings) -> None:
        async def recommend() -> CallResult[Sequence[NoteTemplate]]:
            locale, content_type = request.language.value, request.content_type
            templates = await self._templates.recommend(request.topic, content_type, locale, MAX_TEMPLATES)
            return CallResult(templates, {"templates": [{"key": one.key, "name": one.name} for one in templates]})

        inputs = {"topic": request.topic, "contentType": request.content_type, "limit": MAX_TEMPLATES}
        findings.templates = await calls.call(Tool.RECOMMEND_TEMPLATES, inputs, recommend) or ()

    async def _get_prompt(self, request: ResearchRequest, calls: ToolCalls, findings: _Findings) -> None:
        async def get() -> CallResult[PromptVersion | None]:
            prompt = await self._prompts.get_active(WRITER_PROMPT)
            if prompt is None:
                return CallResult(None, {"version": 0, "message": texts.BUILTIN_PROMPT.pick(request.language)})
            return CallResult(prompt, {"version": prompt.version, "characters": len(prompt.text)})

        findings.prompt = await calls.call(Tool.MANAGE_PROMPT, {"action": "get", "name": WRITER_PROMPT}, get)

    async def _search_web(self, request: ResearchRequest, calls: ToolCalls, findings: _Findings) -> None:
        language = request.language
        query = build_web_query(request.topic, request.keywords, MAX_WEB_QUERY)
        inputs = {"query": query, "limit": MAX_PAGES}
        if self._web is None:
            findings.web_search = texts.WEB_NOT_CONFIGURED.pick(language)
            calls.skip(Tool.WEB_SEARCH, inputs, {"status": "not_configured", "message": findings.web_search})
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

        pages = await calls.call(Tool.WEB_SEARCH, inputs, search)
        findings.pages, findings.web_search = pages or (), _describe_web_search(query, pages, calls, language)


def _describe_web_search(query: str, pages: Sequence[WebPage] | None, calls: ToolCalls, language: Language) -> str:
    if pages is None:
        return texts.WEB_FAILED.pick(language).format(reason=calls.reasons[Tool.WEB_SEARCH])
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
        templates=tuple(findings.templates),
        writer_prompt=findings.prompt,
        web_search=findings.web_search,
    )
    return ResearchResult(pack, library.searched)


def _build_source(note: Note, words: tuple[str, ...]) -> EvidenceSource:
    return EvidenceSource(note.title, note_key=note.key, excerpt=extract_excerpt(note.body, words))
