"""Styles of a scope: list, add, replace, import and remove."""

from collections.abc import Callable, Sequence

from services.rag.adapters.embeddings import EmbeddedTexts, FallbackEmbeddings
from services.rag.adapters.style_store import StoredStyle, StyleStore
from services.rag.application.style_search import map_store_errors
from services.rag.domain.style import Style


class StyleLibrary:
    """The styles of *scope*; seed data is visible too. Raises VECTOR_DB_ERROR, VECTOR_DB_TIMEOUT."""

    def __init__(
        self, store: StyleStore, embeddings: FallbackEmbeddings, scope: str, on_change: Callable[[], None]
    ) -> None:
        """Call *on_change* after styles were stored."""
        self._store = store
        self._embeddings = embeddings
        self._scope = scope
        self._on_change = on_change

    async def list_after(self, key: str) -> list[StoredStyle]:
        """Return the styles, by key, after *key*."""
        async with map_store_errors():
            styles = await self._store.list_all(self._scope)
        return [stored for stored in styles if stored.style.key > key]

    async def put(self, style: Style, deadline: float) -> StoredStyle:
        """Add or replace *style*, and return it as stored. A remote model has until *deadline*."""
        embedded = await self._embed([style], deadline)
        async with map_store_errors():
            stored = await self._store.put(self._scope, style, embedded.vectors[0], embedded.model)
        self._on_change()
        return stored

    async def import_many(self, styles: Sequence[Style], deadline: float) -> None:
        """Add or replace *styles*, all or none. A remote model has until *deadline*."""
        embedded = await self._embed(styles, deadline)
        async with map_store_errors():
            await self._store.import_many(self._scope, styles, embedded.vectors, embedded.model)
        self._on_change()

    async def remove(self, key: str) -> None:
        """Remove a style. Raises STYLE_UNKNOWN."""
        async with map_store_errors():
            await self._store.remove(self._scope, key)

    async def _embed(self, styles: Sequence[Style], deadline: float) -> EmbeddedTexts:
        return await self._embeddings.embed([style.embedded_text for style in styles], deadline)
