"""Entries of knowledge in PostgreSQL with pgvector: what the stores of styles and notes have in common."""

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
from services.rag.adapters.tables import Table, on
from services.rag.domain.ranking import Candidate

Vector = npt.NDArray[np.float32]
Row = dict[str, Any]

SHARED_SCOPE = ""
"""The scope of the shipped library, which every scope sees."""
EXACT_UP_TO = 2_000
"""Rows in reach up to which the search compares each vector: exact and about a millisecond (docs/retrieval.md)."""
EF_SEARCH = 80
"""Breadth of the HNSW search; recall@10 above 0.99 over 100,000 rows (docs/retrieval.md)."""
MOST_SCANNED = 40_000
"""Rows the iterative scan looks at before it gives up on a filter that leaves too few."""
MOST_RANKED = 500
"""Rows sharing words or a name with a query that are ranked: where more do, these tell little, and all are slow."""
DEPTH = 20
"""Entries each ranking brings to the fusion."""


class Entry(Protocol):
    """What a table keeps."""

    @property
    def key(self) -> str: ...
    @property
    def embedded_text(self) -> str: ...
    def as_mapping(self) -> dict[str, object]: ...


class Stored(Protocol):
    """An entry with its scope and revision."""

    @property
    def scope(self) -> str: ...
    @property
    def revision(self) -> int: ...
    @property
    def key(self) -> str: ...
    @property
    def embedded_text(self) -> str: ...


E = TypeVar("E", bound=Entry)
S = TypeVar("S", bound=Stored)


class Shelf(ABC, Generic[E, S]):
    """Entries by scope and key. A scope sees its own and the shipped ones that it has not replaced or removed."""

    table: ClassVar[Table]

    def __init__(self, pool: Pool, *, exact_up_to: int = EXACT_UP_TO) -> None:
        """Use the open *pool*; beyond *exact_up_to* rows in reach, search by index."""
        self._pool = pool
        self._exact_up_to = exact_up_to

    @abstractmethod
    def _columns(self, entry: E, vector: Vector, model: str) -> Row:
        """Return the parameters that write *entry*: key, record, names, name_words, other_words, embedding, model."""

    @abstractmethod
    def _stored(self, row: Row) -> S:
        """Return what *row* holds: record, scope, revision, origin."""

    @abstractmethod
    def _unknown(self, key: str) -> ReflowError:
        """Return the error that there is nothing of this *key*."""

    async def all(self, scope: str) -> tuple[S, ...]:
        """Return every entry *scope* sees, by key."""
        return tuple(self._stored(row) for row in await self._rows(statements.LIST, {"scope": scope}))

    async def get(self, scope: str, key: str) -> S:
        """Return the entry *scope* sees under *key*. Raises what `_unknown` says."""
        rows = await self._rows(statements.GET, {"scope": scope, "key": key})
        if not rows:
            raise self._unknown(key)
        return self._stored(rows[0])

    async def put(self, scope: str, entry: E, vector: Vector, model: str) -> S:
        """Add *entry* to *scope*, or change it, and return it with its new revision."""
        (row,) = await self._rows(statements.PUT, self._columns(entry, vector, model) | {"scope": scope})
        return self._stored({"record": entry.as_mapping(), "scope": scope, "origin": "person", **row})

    async def import_many(self, scope: str, entries: Sequence[E], vectors: Vector, model: str) -> None:
        """Add or change all *entries* in *scope*, or none of them; `vectors` is float32 (n, dimensions)."""
        written = [self._columns(entry, vector, model) for entry, vector in zip(entries, vectors, strict=True)]
        await self._write(statements.PUT, [row | {"scope": scope} for row in written])

    async def remove(self, scope: str, key: str) -> None:
        """Remove the entry *scope* sees under *key*; a shipped one stays removed, for this scope.

        Raises what `_unknown` says.
        """
        if not await self._rows(statements.REMOVE, {"scope": scope, "key": key}):
            raise self._unknown(key)

    async def missing(self, shipped: Sequence[E]) -> tuple[E, ...]:
        """Return those of the *shipped* entries that are not there as they ship and that nobody changed or removed."""
        there = {row["key"]: row for row in await self._rows(statements.SHARED, {})}
        return tuple(entry for entry in shipped if not _is_settled(entry, there.get(entry.key)))

    async def ship(self, entries: Sequence[E], vectors: Vector, model: str) -> None:
        """Add shipped *entries* to the shared scope, all or none; what a person changed or removed stays as it is."""
        written = [self._columns(entry, vector, model) for entry, vector in zip(entries, vectors, strict=True)]
        await self._write(statements.SHIP, written)

    async def use_model(self, model: str) -> None:
        """Make *model* the one in use: from here on, for every process and table, entries are to have its vectors."""
        async with self._cursor() as cursor:
            await cursor.execute(statements.USE_MODEL, {"model": model})

    async def uses_model(self, model: str) -> bool:
        """Return whether *model* is the one in use."""
        return bool(await self._rows(statements.USES_MODEL, {"model": model}))

    async def of_other_models(self, model: str, limit: int, *, after: tuple[str, str] = ("", "")) -> tuple[S, ...]:
        """Return at most *limit* entries whose vector another model made: those that come *after* a scope and key.

        There are none where *model* is not the one in use.
        """
        scope, key = after
        values = {"model": model, "limit": limit, "scope": scope, "key": key}
        return tuple(self._stored(row) for row in await self._rows(statements.OF_OTHER_MODELS, values))

    async def embed_again(self, entries: Sequence[S], vectors: Sequence[Vector] | Vector, model: str) -> None:
        """Give *entries* vectors of *model*; one that was changed in between keeps what it has."""
        rows = [
            {
                "scope": stored.scope,
                "key": stored.key,
                "revision": stored.revision,
                "embedding": HalfVector(vector),
                "model": model,
            }
            for stored, vector in zip(entries, vectors, strict=True)
        ]
        await self._write(statements.EMBED_AGAIN, rows)

    async def _found(
        self, words: str, called: Collection[str], vector: Vector | None, model: str, scope: str, depth: int
    ) -> list[Row]:
        """Return the rows that may count: those with a name in *called*, the *depth* best by meaning and by *words*.

        *words* is a tsquery. Settings and statement go in one transaction and one round trip.
        """
        if vector is None:
            return await self._rows(statements.NAMED, {"scope": scope, "phrases": list(called)})
        widths = {"ef_search": str(EF_SEARCH), "most_scanned": str(MOST_SCANNED)}
        values = {
            "scope": scope,
            "vector": HalfVector(vector),
            "phrases": list(called),
            "words": words,
            "depth": depth,
            "exact_up_to": self._exact_up_to,
            "most_ranked": MOST_RANKED,
        }
        async with self._cursor() as cursor, cursor.connection.pipeline(), cursor.connection.transaction():
            await cursor.execute(statements.WIDEN, widths)
            await cursor.execute(statements.search(model, len(vector), self.table), values)
            return await cursor.fetchall()

    async def _rows(self, statement: LiteralString, values: Row) -> list[Row]:
        async with self._cursor() as cursor:
            await cursor.execute(on(self.table, statement), values)
            return await cursor.fetchall()

    async def _write(self, statement: LiteralString, rows: list[Row]) -> None:
        """Write *rows* in one transaction, by key: two writers that take rows in one order never deadlock."""
        rows.sort(key=lambda row: str(row["key"]))
        async with self._cursor() as cursor, cursor.connection.transaction():
            await cursor.executemany(on(self.table, statement), rows)

    def _cursor(self) -> AbstractAsyncContextManager[psycopg.AsyncCursor[DictRow]]:
        return open_cursor(self._pool)


def candidates_of(rows: Sequence[Row]) -> tuple[Candidate, ...]:
    """Return the *rows* of a search as candidates."""
    return tuple(
        Candidate(row["key"], row["names"], row["similarity"], row["place_by_vector"], row["place_by_words"])
        for row in rows
    )


def _is_settled(entry: Entry, row: Row | None) -> bool:
    """Return whether the shared scope's *row* needs nothing: a person's will, or the entry as it ships."""
    return row is not None and (row["kept"] or row["record"] == entry.as_mapping())
