"""Entries of knowledge in PostgreSQL with pgvector: base of the stores of styles and notes."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar, Generic, LiteralString, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
import psycopg
from pgvector import HalfVector
from psycopg.rows import DictRow

from services.common.database.pool import Pool
from services.common.errors import ReflowError
from services.rag.adapters import statements
from services.rag.adapters.cursors import open_cursor
from services.rag.adapters.tables import Table, format_statement
from services.rag.domain.rank_fusion import Candidate

Vector = npt.NDArray[np.float32]
Row = dict[str, Any]

SHARED_SCOPE = ""
"""Scope of the seed data, visible to every scope."""
EXACT_UP_TO = 8_000
"""Up to this number of visible rows the search compares every vector; 4,000 take about 2 ms (docs/retrieval.md)."""
EF_SEARCH = 80
"""Breadth of the HNSW search; recall@10 above 0.99 over 100,000 rows (docs/retrieval.md)."""
MAX_SCANNED = 40_000
"""Rows that the iterative scan visits before it stops, if a filter leaves too few."""
MAX_NAMED = 500
"""Maximum number of rows with a name of the query: beyond it names are not specific."""
MAX_MATCHED = 2_000
"""Maximum number of rows to find by words: words that more rows have only rank what was found otherwise."""
DEPTH = 20
"""Number of entries of each ranking that are fused."""


class KnowledgeEntry(Protocol):
    """An entry of a table."""

    @property
    def key(self) -> str: ...
    @property
    def embedded_text(self) -> str: ...
    def to_record(self) -> dict[str, object]: ...


class StoredEntry(Protocol):
    """An entry with its scope and revision."""

    @property
    def scope(self) -> str: ...
    @property
    def revision(self) -> int: ...
    @property
    def key(self) -> str: ...
    @property
    def embedded_text(self) -> str: ...


E = TypeVar("E", bound=KnowledgeEntry)
S = TypeVar("S", bound=StoredEntry)


class KnowledgeTable(ABC, Generic[E, S]):
    """Entries by scope and key. Visible to a scope: its own, and seed data that it has not replaced or removed."""

    table: ClassVar[Table]
    update_statement: ClassVar[LiteralString] = statements.UPDATE_VECTOR
    """Stores the vector of an entry, and the values that `_to_index` returns for it."""

    def __init__(self, pool: Pool, *, exact_up_to: int = EXACT_UP_TO) -> None:
        """Use *pool*; with more than *exact_up_to* visible rows, search by index."""
        self._pool = pool
        self._exact_up_to = exact_up_to

    @abstractmethod
    def _to_parameters(self, entry: E, vector: Vector, model: str) -> Row:
        """Return the parameters of *entry*: key, record, names, name_words, other_words, embedding, model."""

    @abstractmethod
    def _to_stored(self, row: Row) -> S:
        """Return the entry in *row*: record, scope, revision, origin."""

    def _to_index(self, stored: S) -> Row:
        """Return the values that are indexed again with the vector of *stored*."""
        return {}

    @abstractmethod
    def _unknown_error(self, key: str) -> ReflowError:
        """Return the error for an unknown *key*."""

    async def list_all(self, scope: str) -> tuple[S, ...]:
        """Return every entry visible to *scope*, by key."""
        return tuple(self._to_stored(row) for row in await self._rows(statements.LIST, {"scope": scope}))

    async def get(self, scope: str, key: str) -> S:
        """Return the entry with *key* that is visible to *scope*. Raises `_unknown_error`."""
        rows = await self._rows(statements.GET, {"scope": scope, "key": key})
        if not rows:
            raise self._unknown_error(key)
        return self._to_stored(rows[0])

    async def put(self, scope: str, entry: E, vector: Vector, model: str) -> S:
        """Add or replace *entry* in *scope*; return it with its new revision."""
        (row,) = await self._rows(statements.PUT, self._to_parameters(entry, vector, model) | {"scope": scope})
        return self._to_stored({"record": entry.to_record(), "scope": scope, "origin": "person", **row})

    async def import_many(self, scope: str, entries: Sequence[E], vectors: Vector, model: str) -> None:
        """Add or replace all *entries* in *scope*, or none of them; `vectors` is float32 (n, dimensions)."""
        rows = [self._to_parameters(entry, vector, model) for entry, vector in zip(entries, vectors, strict=True)]
        await self._write(statements.PUT, [row | {"scope": scope} for row in rows])

    async def remove(self, scope: str, key: str) -> None:
        """Remove the entry with *key* from *scope*; seed data stays removed for this scope.

        Raises `_unknown_error`.
        """
        if not await self._rows(statements.REMOVE, {"scope": scope, "key": key}):
            raise self._unknown_error(key)

    async def find_outdated(self, seed: Sequence[E]) -> tuple[E, ...]:
        """Return the *seed* entries that are missing or outdated, without those that a user changed or removed."""
        stored = {row["key"]: row for row in await self._rows(statements.SHARED, {})}
        return tuple(entry for entry in seed if not _is_current(entry, stored.get(entry.key)))

    async def seed(self, entries: Sequence[E], vectors: Vector, model: str) -> None:
        """Add or update seed *entries*, all or none; those that a user changed or removed are not changed."""
        rows = [self._to_parameters(entry, vector, model) for entry, vector in zip(entries, vectors, strict=True)]
        await self._write(statements.SEED, rows)

    async def use_model(self, model: str) -> None:
        """Set the model in use: every process and table then needs vectors of *model*."""
        async with self._cursor() as cursor:
            await cursor.execute(statements.USE_MODEL, {"model": model})

    async def is_model_in_use(self, model: str) -> bool:
        """Return whether *model* is the one in use."""
        return bool(await self._rows(statements.USES_MODEL, {"model": model}))

    async def list_stale(self, model: str, limit: int, *, after: tuple[str, str] = ("", "")) -> tuple[S, ...]:
        """Return at most *limit* entries with a vector of another model, the next *after* a scope and key.

        Empty if *model* is not the one in use.
        """
        scope, key = after
        values = {"model": model, "limit": limit, "scope": scope, "key": key}
        return tuple(self._to_stored(row) for row in await self._rows(statements.OTHER_MODELS, values))

    async def update_vectors(self, entries: Sequence[S], vectors: Sequence[Vector] | Vector, model: str) -> None:
        """Store vectors of *model* for *entries*; an entry that was changed meanwhile is not updated."""
        rows = [
            {
                "scope": stored.scope,
                "key": stored.key,
                "revision": stored.revision,
                "embedding": HalfVector(vector),
                "model": model,
                **self._to_index(stored),
            }
            for stored, vector in zip(entries, vectors, strict=True)
        ]
        await self._write(self.update_statement, rows)

    async def _find_candidates(
        self, words: Collection[str], names: Collection[str], vector: Vector | None, model: str, scope: str, depth: int
    ) -> list[Row]:
        """Return candidate rows: those with one of *names*, and the *depth* best by vector and by *words*.

        *words* have only letters and digits. Settings and statement are sent in one transaction and one round trip.
        """
        if vector is None:
            return await self._rows(statements.NAMED, {"scope": scope, "phrases": list(names)})
        values = {"scope": scope, "phrases": list(names), "words": list(words)}
        return await self._search(statements.format_search(model, len(vector), depth, self.table), vector, values)

    async def _search(self, statement: bytes, vector: Vector, values: Row) -> list[Row]:
        """Return the rows of the search *statement*, with the settings of its breadth."""
        settings = {"ef_search": str(EF_SEARCH), "max_scanned": str(MAX_SCANNED)}
        limits = {"exact_up_to": self._exact_up_to, "max_named": MAX_NAMED, "max_matched": MAX_MATCHED}
        async with self._cursor() as cursor, cursor.connection.pipeline(), cursor.connection.transaction():
            await cursor.execute(statements.SET_SEARCH_BREADTH, settings)
            await cursor.execute(statement, values | limits | {"vector": HalfVector(vector)})
            return await cursor.fetchall()

    async def _rows(self, statement: LiteralString, values: Row) -> list[Row]:
        async with self._cursor() as cursor:
            await cursor.execute(format_statement(self.table, statement), values)
            return await cursor.fetchall()

    async def _write(self, statement: LiteralString, rows: list[Row]) -> None:
        """Write *rows* in one transaction, by key: writers that lock rows in the same order cannot deadlock."""
        rows.sort(key=lambda row: str(row["key"]))
        async with self._cursor() as cursor, cursor.connection.transaction():
            await cursor.executemany(format_statement(self.table, statement), rows)

    def _cursor(self) -> AbstractAsyncContextManager[psycopg.AsyncCursor[DictRow]]:
        return open_cursor(self._pool)


def to_candidates(rows: Sequence[Row]) -> tuple[Candidate, ...]:
    """Return the *rows* of a search as candidates."""
    return tuple(
        Candidate(row["key"], row["names"], row["similarity"], row["rank_by_vector"], row["rank_by_words"])
        for row in rows
    )


def _is_current(entry: KnowledgeEntry, row: Row | None) -> bool:
    """Return whether *row* is up to date: changed or removed by a user, or equal to the seed *entry*."""
    return row is not None and (row["overridden"] or row["record"] == entry.to_record())
