"""What can be asked of prompts and templates."""

from collections.abc import Awaitable, Callable

from services.common.language import Language
from services.rag.adapters.prompts import PromptStore
from services.rag.adapters.templates import TemplateStore
from services.rag.domain.fitting import fitting
from services.rag.domain.prompt import KNOWN, ActivePrompt, Prompt, parse_text, purpose_of
from services.rag.domain.template import NoteTemplate

MOST_RECOMMENDED = 5


class Prompts:
    """The prompts of *scope*."""

    def __init__(self, store: PromptStore, scope: str) -> None:
        self._store = store
        self._scope = scope

    async def active(self, name: str) -> ActivePrompt | None:
        """Return the version of *name* that is in use, None while the agent uses its own.

        Raises PROMPT_UNKNOWN, VECTOR_DB_ERROR, VECTOR_DB_TIMEOUT.
        """
        purpose_of(name)
        return await self._store.active(self._scope, name)

    async def all(self) -> tuple[Prompt, ...]:
        """Return every known prompt, by name, with the version in use alone. Raises as `active` does."""
        return tuple([await self._store.in_use(self._scope, name) for name in sorted(KNOWN)])

    async def get(self, name: str) -> Prompt:
        """Return *name* with all its versions. Raises as `active` does."""
        purpose_of(name)
        return await self._store.get(self._scope, name)

    async def save(self, name: str, text: str) -> Prompt:
        """Save *text* as the next version and put it to use; one that equals the text in use changes nothing.

        Return the prompt with the version in use. Raises as `active` does, and INVALID_INPUT_FORMAT.
        """
        purpose_of(name)
        await self._store.save(self._scope, name, parse_text(text))
        return await self._store.in_use(self._scope, name)

    async def activate(self, name: str, version: int) -> Prompt:
        """Put *version* to use, 0 for the agent's own, and return the prompt with it. Raises as `active` does."""
        purpose_of(name)
        await self._store.activate(self._scope, name, version)
        return await self._store.in_use(self._scope, name)


class Templates:
    """The templates that *scope* sees."""

    def __init__(self, store: TemplateStore, scope: str, shipped: Callable[[], Awaitable[None]]) -> None:
        """Await *shipped* before each answer."""
        self._store = store
        self._scope = scope
        self._shipped = shipped

    async def recommend(self, topic: str, content_type: str, locale: str, limit: int) -> list[NoteTemplate]:
        """Return at most *limit* (5 at most) templates in the language of *locale* that fit, best first.

        *content_type* is one of `CONTENT_TYPES` or "" for any. Raises VECTOR_DB_ERROR, VECTOR_DB_TIMEOUT.
        """
        language = Language.from_accept_language(locale)
        return fitting(topic, content_type, await self.all(language.value), limit=min(limit, MOST_RECOMMENDED))

    async def all(self, locale: str = "") -> list[NoteTemplate]:
        """Return every template in *locale*, of both languages for "", by key. Raises as `recommend` does."""
        await self._shipped()
        return await self._store.all(self._scope, locale)

    async def put(self, template: NoteTemplate) -> NoteTemplate:
        """Add *template*, or replace the one of its key and language; return it as stored."""
        await self._shipped()
        return await self._store.put(self._scope, template)

    async def remove(self, key: str, locale: str) -> None:
        """Remove a template. Raises TEMPLATE_UNKNOWN."""
        await self._shipped()
        await self._store.remove(self._scope, key, locale)
