"""Retrieval of styles: the store asked once, its answers kept for a while, its failures given their codes."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from psycopg import Error as DatabaseError
from psycopg.errors import QueryCanceled

from services.common.cache import TimedCache
from services.common.database.pool import Pool
from services.common.database.unavailable import DatabaseUnavailable
from services.common.errors import Code, ReflowError
from services.common.models.values import Spent
from services.rag.adapters.embeddings import Embeddings
from services.rag.adapters.fingerprint import fingerprint
from services.rag.adapters.shelf import Vector
from services.rag.adapters.store import StyleStore
from services.rag.domain.ranking import Match

CACHED_ANSWERS = 1_000


@dataclass(frozen=True, slots=True)
class Asked:
    """Everything that shapes an answer."""

    query: str
    model: str
    by_name: bool
    scope: str
    limit: int
    library: tuple[int, int, str, int]


@dataclass(frozen=True, slots=True)
class Found:
    """The styles that fit, best first; `by_name` where only those were looked for that the query calls by name."""

    styles: tuple[Match, ...]
    by_name: bool = False


class Retrieval:
    """Finds styles for *scope*, at most *limit* at a time."""

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
        self._answers: TimedCache[Asked, tuple[Match, ...]] = TimedCache(CACHED_ANSWERS, cache_seconds, clock)

    async def styles(
        self, query: str, *, deadline: float, fresh: bool = False, builtin_only: bool = False
    ) -> AsyncIterator[Spent | Found]:
        """Find the styles that fit *query*: what a model took, as soon as it is known, and Found last.

        With *builtin_only* no remote model is asked; what remains then is what the query calls by name.
        Raises VECTOR_DB_ERROR, VECTOR_DB_TIMEOUT, or what the embedding model raises.
        """
        by_name = not query or (builtin_only and self._embeddings.remote)
        name = self._embeddings.name
        async with store_errors():
            library = await fingerprint(self._pool, self._scope, name)
        asked = Asked(query, name, by_name, self._scope, self._limit, library)
        found = None if fresh else self._answers.get(asked)
        if found is None:
            embedded = None if by_name else await self._embeddings.embed([query], deadline)
            if embedded is not None and embedded.spent is not None:
                yield embedded.spent
            async with store_errors():
                found = await self._search(asked, None if embedded is None else embedded.vectors[0])
            self._answers.put(asked, found)
        yield Found(found, by_name)

    async def _search(self, asked: Asked, vector: Vector | None) -> tuple[Match, ...]:
        return await self._store.search(
            asked.query,
            vector,
            asked.model,
            scope=asked.scope,
            limit=asked.limit,
            least_similarity=self._embeddings.least_similarity,
        )


@asynccontextmanager
async def store_errors() -> AsyncIterator[None]:
    """Turn failures of the store into VECTOR_DB_ERROR and VECTOR_DB_TIMEOUT."""
    try:
        yield
    except (QueryCanceled, TimeoutError) as error:
        raise ReflowError(Code.VECTOR_DB_TIMEOUT, details=str(error), node="rag") from error
    except (DatabaseError, DatabaseUnavailable) as error:
        raise ReflowError(Code.VECTOR_DB_ERROR, details=f"{type(error).__name__}: {error}", node="rag") from error
