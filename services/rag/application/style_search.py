"""Search of the style library: caches results and maps errors of the store to error codes."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from cachetools import TTLCache
from psycopg import Error as DatabaseError
from psycopg.errors import QueryCanceled

from services.common.contract.activity import Usage
from services.common.database.pool import Pool
from services.common.database.unavailable import DatabaseUnavailable
from services.common.errors import Code, ReflowError
from services.rag.adapters.embeddings import Embeddings
from services.rag.adapters.fingerprint import fetch_fingerprint
from services.rag.adapters.knowledge_table import Vector
from services.rag.adapters.style_store import StyleStore
from services.rag.domain.rank_fusion import Match

CACHED_RESULTS = 1_000


@dataclass(frozen=True, slots=True)
class StyleCacheKey:
    """Everything that a result depends on."""

    query: str
    model: str
    by_name: bool
    scope: str
    limit: int
    fingerprint: tuple[int, int, str, int]


@dataclass(frozen=True, slots=True)
class RetrievedStyles:
    """Matching styles, best first.

    Attributes:
        styles: the matches.
        by_name: only the names in the query were looked up.
        failure: the failure of the embedding model, where names were looked up because of it.

    """

    styles: tuple[Match, ...]
    by_name: bool = False
    failure: ReflowError | None = None


class StyleSearch:
    """Finds at most *limit* of the styles that are visible to *scope*."""

    def __init__(
        self,
        pool: Pool,
        embeddings: Embeddings,
        *,
        scope: str,
        limit: int,
        cache_seconds: float,
        clock: Callable[[], float],
    ) -> None:
        self._pool = pool
        self._store = StyleStore(pool)
        self._embeddings = embeddings
        self._scope = scope
        self._limit = limit
        self._cache: TTLCache[StyleCacheKey, tuple[Match, ...]] = TTLCache(CACHED_RESULTS, cache_seconds, clock)

    async def retrieve(
        self, query: str, *, deadline: float, fresh: bool = False, builtin_only: bool = False
    ) -> AsyncIterator[Usage | RetrievedStyles]:
        """Yield the usage of the embedding model, if it was called, then the styles that match *query*.

        With *builtin_only* no remote model is called: only names in the query match. So they do if the embedding model
        fails. Raises VECTOR_DB_ERROR, VECTOR_DB_TIMEOUT, or what the embedding model raises if no name matches.
        """
        by_name = not query or (builtin_only and self._embeddings.remote)
        model = self._embeddings.name
        async with map_store_errors():
            fingerprint = await fetch_fingerprint(self._pool, self._scope, model)
        key = StyleCacheKey(query, model, by_name, self._scope, self._limit, fingerprint)
        styles = None if fresh else self._cache.get(key)
        if styles is None:
            try:
                embedded = None if by_name else await self._embeddings.embed([query], deadline)
            except ReflowError as error:
                yield await self._search_names(key, error)
                return
            if embedded is not None and embedded.usage is not None:
                yield embedded.usage
            async with map_store_errors():
                styles = await self._search(key, None if embedded is None else embedded.vectors[0])
            self._cache[key] = styles
        yield RetrievedStyles(styles, by_name)

    async def _search_names(self, key: StyleCacheKey, failure: ReflowError) -> RetrievedStyles:
        """Return the styles that the query names: that needs no vector. Raises *failure* if it names none."""
        async with map_store_errors():
            styles = await self._search(replace(key, by_name=True), None)
        if not styles:
            raise failure
        return RetrievedStyles(styles, by_name=True, failure=failure)

    async def _search(self, key: StyleCacheKey, vector: Vector | None) -> tuple[Match, ...]:
        return await self._store.search(
            key.query,
            vector,
            key.model,
            scope=key.scope,
            limit=key.limit,
            min_similarity=self._embeddings.min_similarity,
        )


@asynccontextmanager
async def map_store_errors() -> AsyncIterator[None]:
    """Raise VECTOR_DB_ERROR or VECTOR_DB_TIMEOUT for errors of the store."""
    try:
        yield
    except (QueryCanceled, TimeoutError) as error:
        raise ReflowError(Code.VECTOR_DB_TIMEOUT, details=str(error), node="rag") from error
    except (DatabaseError, DatabaseUnavailable) as error:
        raise ReflowError(Code.VECTOR_DB_ERROR, details=f"{type(error).__name__}: {error}", node="rag") from error
