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
from services.rag.adapters.embeddings import Embeddings
from services.rag.adapters.fingerprint import fingerprint
from services.rag.adapters.store import StyleStore
from services.rag.domain.ranking import Match

CACHED_ANSWERS = 1_000


@dataclass(frozen=True, slots=True)
class Asked:
    """Everything that shapes an answer."""

    query: str
    model: str
    scope: str
    limit: int
    library: tuple[int, int, str]


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

    async def styles(self, query: str, *, fresh: bool) -> tuple[Match, ...]:
        """Return the styles that fit *query*, best first. Raises VECTOR_DB_ERROR or VECTOR_DB_TIMEOUT."""
        async with store_errors():
            library = await fingerprint(self._pool, self._scope)
            asked = Asked(query, self._embeddings.name, self._scope, self._limit, library)
            known = None if fresh else self._answers.get(asked)
            if known is not None:
                return known
            found = await self._search(asked)
        self._answers.put(asked, found)
        return found

    async def _search(self, asked: Asked) -> tuple[Match, ...]:
        vectors = await self._embeddings.embed([asked.query])
        return await self._store.search(
            asked.query,
            vectors[0],
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
