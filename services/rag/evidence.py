"""Research for a note: the tools that look into the library and the web, side by side, and what they bring together."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from services.common.cache import TimedCache
from services.common.language import Language
from services.rag import evidence_wording as wording
from services.rag.domain.evidence import Pack, Source, excerpt
from services.rag.domain.note import Note
from services.rag.domain.prompt import ActivePrompt
from services.rag.domain.template import NoteTemplate
from services.rag.domain.web_pages import Page, web_query
from services.rag.domain.words import wanted_words
from services.rag.evidence_calls import Calls, Done, Telling, Tool
from services.rag.evidence_library import LibraryResearch, Studied

MOST_PAGES = 5
MOST_TEMPLATES = 3
LONGEST_WEB_QUERY = 200
CACHED_SEARCHES = 500
WRITER_PROMPT = "note-writer"
_LIBRARY_TOOLS = (Tool.SEARCH_NOTES, Tool.RECOMMEND_TEMPLATES, Tool.MANAGE_PROMPT)


class WebSearch(Protocol):
    """Searches the web."""

    async def search(self, query: str, limit: int, deadline: float, language: Language) -> tuple[Page, ...]:
        """Return at most *limit* pages, best first, asked for by *deadline*. Raises WebSearchFailed."""
        ...


class Templates(Protocol):
    """Knows forms of notes."""

    async def recommend(self, topic: str, content_type: str, locale: str, limit: int) -> list[NoteTemplate]:
        """Return at most *limit* templates that fit, best first."""
        ...


class Prompts(Protocol):
    """Keeps the prompts that operators gave."""

    async def active(self, name: str) -> ActivePrompt | None:
        """Return the version of *name* in use, None while the agent uses its own."""
        ...


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What is to be researched.

    Attributes:
        topic: what the note is about; not empty.
        wishes: what else was said of it (text, audience, feedback): of what bears on the topic, what fits this first.
        keywords: words it should be found by.
        content_type: as in Brief, may be empty.
        feedback: what a reviewer wants otherwise; with it is looked further.
        deadline: on the clock of `Evidence`, in seconds.

    """

    topic: str
    wishes: str
    keywords: tuple[str, ...]
    content_type: str
    feedback: str
    language: Language
    deadline: float
    fresh: bool = False
    builtin_only: bool = False


@dataclass(slots=True)
class _Gathered:
    """What the tools brought so far."""

    studied: Studied = field(default_factory=Studied)
    templates: Sequence[NoteTemplate] = ()
    prompt: ActivePrompt | None = None
    pages: Sequence[Page] = ()
    web: str = ""


class Evidence:
    """Researches with the *library*, *templates*, *prompts* and *web*, None where no search service is configured."""

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
        """Keep what the web answered for *cache_seconds* on *clock*; the library is asked anew each time."""
        self._library = library
        self._templates = templates
        self._prompts = prompts
        self._web = web
        self._clock = clock
        self._searched: TimedCache[tuple[str, Language], tuple[Page, ...]] = TimedCache(
            CACHED_SEARCHES, cache_seconds, clock
        )

    async def gather(self, inquiry: Inquiry) -> AsyncGenerator[Telling | Pack, None]:
        """Research *inquiry*: tell of each call as it begins and ends, and of the pack last.

        A tool that fails leaves its part of the pack empty. Raises VECTOR_DB_ERROR or VECTOR_DB_TIMEOUT where all
        that the store was asked for failed.
        """
        told: asyncio.Queue[Telling | None] = asyncio.Queue()
        calls = Calls(told.put_nowait, inquiry.deadline, self._clock, inquiry.language)
        work = asyncio.create_task(self._gathered(inquiry, calls))
        work.add_done_callback(lambda _: told.put_nowait(None))
        try:
            while (one := await told.get()) is not None:
                yield one
            yield _pack(inquiry, work.result())
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _gathered(self, inquiry: Inquiry, calls: Calls) -> _Gathered:
        gathered = _Gathered()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._study(inquiry, calls, gathered))
            group.create_task(self._search_web(inquiry, calls, gathered))
            group.create_task(self._recommend(inquiry, calls, gathered))
            group.create_task(self._look_up_prompt(inquiry, calls, gathered))
        if all(tool in calls.broken for tool in _LIBRARY_TOOLS):
            raise calls.broken[Tool.SEARCH_NOTES]
        return gathered

    async def _study(self, inquiry: Inquiry, calls: Calls, gathered: _Gathered) -> None:
        gathered.studied = await self._library.study(
            inquiry.topic,
            f"{inquiry.wishes}\n{inquiry.feedback}",
            calls,
            inquiry.language,
            further=inquiry.feedback,
            builtin_only=inquiry.builtin_only,
        )

    async def _recommend(self, inquiry: Inquiry, calls: Calls, gathered: _Gathered) -> None:
        async def recommend() -> Done[Sequence[NoteTemplate]]:
            language, kind = inquiry.language, inquiry.content_type
            found = await self._templates.recommend(inquiry.topic, kind, language.value, MOST_TEMPLATES)
            return Done(found, {"templates": [{"key": one.key, "name": one.name} for one in found]})

        given = {"topic": inquiry.topic, "contentType": inquiry.content_type, "limit": MOST_TEMPLATES}
        gathered.templates = await calls.call(Tool.RECOMMEND_TEMPLATES, given, recommend) or ()

    async def _look_up_prompt(self, inquiry: Inquiry, calls: Calls, gathered: _Gathered) -> None:
        async def look_up() -> Done[ActivePrompt | None]:
            prompt = await self._prompts.active(WRITER_PROMPT)
            if prompt is None:
                return Done(None, {"version": 0, "message": wording.OWN_PROMPT.pick(inquiry.language)})
            return Done(prompt, {"version": prompt.version, "characters": len(prompt.text)})

        gathered.prompt = await calls.call(Tool.MANAGE_PROMPT, {"action": "get", "name": WRITER_PROMPT}, look_up)

    async def _search_web(self, inquiry: Inquiry, calls: Calls, gathered: _Gathered) -> None:
        language = inquiry.language
        query = web_query(inquiry.topic, inquiry.keywords, LONGEST_WEB_QUERY)
        given = {"query": query, "limit": MOST_PAGES}
        if self._web is None:
            gathered.web = wording.WEB_NOT_CONFIGURED.pick(language)
            calls.pass_over(Tool.WEB_SEARCH, given, {"status": "not_configured", "message": gathered.web})
            return
        if not query:
            gathered.web = wording.WEB_NO_WORDS.pick(language)
            return
        search = self._web.search

        async def look() -> Done[tuple[Page, ...]]:
            pages = None if inquiry.fresh else self._searched.get((query, language))
            cached = pages is not None
            if pages is None:
                pages = await search(query, MOST_PAGES, calls.deadline, language)
                self._searched.put((query, language), pages)
            told = [{"title": page.title, "url": page.url} for page in pages]
            return Done(pages, {"pages": told, "cached": cached})

        pages = await calls.call(Tool.WEB_SEARCH, given, look)
        gathered.pages, gathered.web = pages or (), _told_web(query, pages, calls, language)


def _told_web(query: str, pages: Sequence[Page] | None, calls: Calls, language: Language) -> str:
    if pages is None:
        return wording.WEB_FAILED.pick(language).format(reason=calls.reasons[Tool.WEB_SEARCH])
    said = wording.WEB_SEARCHED if pages else wording.WEB_EMPTY
    return said.pick(language).format(query=query, pages=len(pages))


def _pack(inquiry: Inquiry, gathered: _Gathered) -> Pack:
    studied = gathered.studied
    words = (*wanted_words(inquiry.topic), *wanted_words(f"{inquiry.feedback} {inquiry.wishes}"))
    notes = tuple(_source(note, tuple(dict.fromkeys(words))) for note in studied.sources)
    pages = tuple(Source(page.title, page.excerpt, url=page.url) for page in gathered.pages)
    return Pack(
        trends=studied.trends,
        title_patterns=studied.title_patterns,
        example_titles=studied.example_titles,
        tags=studied.tags,
        sources=notes + pages,
        templates=tuple(gathered.templates),
        writer_prompt=gathered.prompt,
        web_search=gathered.web,
        searched=studied.searched,
    )


def _source(note: Note, words: tuple[str, ...]) -> Source:
    return Source(note.title, excerpt(note.body, words), note_key=note.key)
