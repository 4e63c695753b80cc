"""Prompts and templates of a scope."""

from collections.abc import Awaitable, Callable

from services.common.contract.note import NoteTemplate
from services.common.text.language import Language
from services.rag.adapters.prompt_store import PromptStore
from services.rag.adapters.template_store import TemplateStore
from services.rag.domain.prompt import KNOWN, Prompt, find_purpose, parse_text
from services.rag.domain.template_selection import select_templates

MAX_RECOMMENDED = 5


class PromptLibrary:
    """The prompts of *scope*."""

    def __init__(self, store: PromptStore, scope: str) -> None:
        self._store = store
        self._scope = scope

    async def list_all(self) -> tuple[Prompt, ...]:
        """Return every known prompt, by name, with its active version only.

        Raises VECTOR_DB_ERROR, VECTOR_DB_TIMEOUT.
        """
        active = await self._store.list_active(self._scope)
        return tuple(active.get(name, Prompt(name, 0, ())) for name in sorted(KNOWN))

    async def get(self, name: str) -> Prompt:
        """Return *name* with all its versions. Raises PROMPT_UNKNOWN, VECTOR_DB_ERROR, VECTOR_DB_TIMEOUT."""
        find_purpose(name)
        return await self._store.get(self._scope, name)

    async def save(self, name: str, text: str) -> Prompt:
        """Save *text* as the next version and activate it, unless it equals the active text.

        Return the prompt with its active version. Raises as `get` does, and INVALID_INPUT_FORMAT.
        """
        find_purpose(name)
        await self._store.save(self._scope, name, parse_text(text))
        return await self._store.get_with_active_version(self._scope, name)

    async def activate(self, name: str, version: int) -> Prompt:
        """Activate *version*, 0 for the built-in prompt, and return the prompt with it. Raises as `get`."""
        find_purpose(name)
        await self._store.activate(self._scope, name, version)
        return await self._store.get_with_active_version(self._scope, name)


class TemplateLibrary:
    """The templates that are visible to *scope*."""

    def __init__(self, store: TemplateStore, scope: str, wait_for_seed: Callable[[], Awaitable[None]]) -> None:
        """Await *wait_for_seed* before each call."""
        self._store = store
        self._scope = scope
        self._wait_for_seed = wait_for_seed

    async def recommend(self, topic: str, content_type: str, locale: str, limit: int) -> list[NoteTemplate]:
        """Return at most *limit* (at most 5) matching templates in the language of *locale*, best first.

        *content_type* is one of `CONTENT_TYPES` or "" for any. Raises VECTOR_DB_ERROR, VECTOR_DB_TIMEOUT.
        """
        language = Language.from_accept_language(locale)
        templates = await self.list_all(language.value)
        return select_templates(topic, content_type, templates, limit=min(limit, MAX_RECOMMENDED))

    async def list_all(self, locale: str = "") -> list[NoteTemplate]:
        """Return every template in *locale*, of both languages for "", by key. Raises as `recommend` does."""
        await self._wait_for_seed()
        return await self._store.list_all(self._scope, locale)

    async def put(self, template: NoteTemplate) -> NoteTemplate:
        """Add *template*, or replace the one with its key and language; return it as stored."""
        await self._wait_for_seed()
        return await self._store.put(self._scope, template)

    async def remove(self, key: str, locale: str) -> None:
        """Remove a template. Raises TEMPLATE_UNKNOWN."""
        await self._wait_for_seed()
        await self._store.remove(self._scope, key, locale)
