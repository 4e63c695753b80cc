"""The style library in PostgreSQL with pgvector."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import psycopg
from pgvector import HalfVector
from psycopg.rows import DictRow, dict_row
from psycopg.types.json import Jsonb

from services.common.database.pool import Connection, Pool
from services.common.database.unavailable import DatabaseUnavailable
from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.rag.adapters import statements
from services.rag.domain.names import phrases, without_refused
from services.rag.domain.ranking import Candidate, Match, choose
from services.rag.domain.style import Style, parse_style
from services.rag.domain.words import search_words, segment

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
"""Rows sharing words with a query that are ranked: where more do, words tell little, and ranking all would be slow."""
DEPTH = 20
"""Styles each ranking brings to the fusion."""


@dataclass(frozen=True, slots=True)
class StoredStyle:
    """A style with its scope and revision; `shipped` while nobody has changed it since it came with reflow."""

    style: Style
    scope: str
    revision: int
    shipped: bool


class StyleStore:
    """Styles by scope and key. A scope sees its own and the shipped ones that it has not replaced or removed."""

    def __init__(self, pool: Pool, *, exact_up_to: int = EXACT_UP_TO) -> None:
        """Use the open *pool*; beyond *exact_up_to* rows in reach, search by index."""
        self._pool = pool
        self._exact_up_to = exact_up_to

    async def all(self, scope: str) -> tuple[StoredStyle, ...]:
        """Return every style *scope* sees, by key."""
        async with self._cursor() as cursor:
            await cursor.execute(statements.LIST, {"scope": scope})
            return tuple([_stored(row) async for row in cursor])

    async def get(self, scope: str, key: str) -> StoredStyle:
        """Return the style *scope* sees under *key*.

        Raises:
            ReflowError: STYLE_UNKNOWN.

        """
        async with self._cursor() as cursor:
            await cursor.execute(statements.GET, {"scope": scope, "key": key})
            row = await cursor.fetchone()
        if row is None:
            raise _unknown(key)
        return _stored(row)

    async def put(self, scope: str, style: Style, vector: Vector, model: str) -> StoredStyle:
        """Add *style* to *scope*, or change it, and return it with its new revision."""
        async with self._cursor() as cursor:
            await cursor.execute(statements.PUT, _columns(style, vector, model) | {"scope": scope})
            row = await cursor.fetchone()
        assert row is not None  # an upsert returns its row
        return StoredStyle(style, scope, row["revision"], shipped=False)

    async def import_many(self, scope: str, styles: Sequence[Style], vectors: Vector, model: str) -> None:
        """Add or change all *styles* in *scope*, or none of them; `vectors` is float32 (n, dimensions)."""
        rows = [
            _columns(style, vector, model) | {"scope": scope} for style, vector in zip(styles, vectors, strict=True)
        ]
        rows.sort(key=_in_order)
        async with self._cursor() as cursor, cursor.connection.transaction():
            await cursor.executemany(statements.PUT, rows)

    async def remove(self, scope: str, key: str) -> None:
        """Remove the style *scope* sees under *key*; a shipped one stays removed, for this scope.

        Raises:
            ReflowError: STYLE_UNKNOWN.

        """
        async with self._cursor() as cursor:
            await cursor.execute(statements.REMOVE, {"scope": scope, "key": key})
            if await cursor.fetchone() is None:
                raise _unknown(key)

    async def search(
        self, query: str, vector: Vector | None, model: str, *, scope: str, limit: int, least_similarity: float
    ) -> tuple[Match, ...]:
        """Return at most *limit* styles for *query*: those it names first, then by meaning and words together.

        Args:
            query: what is looked for; what it says it does not want is passed over.
            vector: its embedding, float32 (dimensions,), made by *model*; a style whose vector another model made
                is found by its name alone. None where there is none: then every style is.
            model: `Embeddings.name`.
            scope: whose styles, beside the shipped ones.
            limit: matches at most.
            least_similarity: the cosine from which on a style counts that is not called by name.

        """
        wanted = without_refused(query)
        rows = await self._found(wanted, vector, model, scope, max(DEPTH, limit))
        chosen = choose(wanted, _candidates(rows), least_similarity=least_similarity, limit=limit)
        records = {row["key"]: row["record"] for row in rows}
        return tuple(Match(parse_style(records[key]), similarity) for key, similarity in chosen)

    async def candidates(
        self, query: str, vector: Vector | None, model: str, *, scope: str, depth: int = DEPTH
    ) -> tuple[Candidate, ...]:
        """Return what may count for *query*: styles it names, and the *depth* best by meaning and by words each."""
        return _candidates(await self._found(query, vector, model, scope, depth))

    async def missing(self, shipped: Sequence[Style]) -> tuple[Style, ...]:
        """Return those of the *shipped* styles that are not there as they ship and that nobody changed or removed."""
        async with self._cursor() as cursor:
            await cursor.execute(statements.SHARED)
            there = {row["key"]: row async for row in cursor}
        return tuple(style for style in shipped if not _is_settled(style, there.get(style.key)))

    async def ship(self, styles: Sequence[Style], vectors: Vector, model: str) -> None:
        """Add shipped *styles* to the shared scope, all or none; what a person changed or removed stays as it is."""
        rows = [_columns(style, vector, model) for style, vector in zip(styles, vectors, strict=True)]
        rows.sort(key=_in_order)
        async with self._cursor() as cursor, cursor.connection.transaction():
            await cursor.executemany(statements.SHIP, rows)

    async def use_model(self, model: str) -> None:
        """Make *model* the one in use: from here on, for every process, styles are to have its vectors."""
        async with self._cursor() as cursor:
            await cursor.execute(statements.USE_MODEL, {"model": model})

    async def uses_model(self, model: str) -> bool:
        """Return whether *model* is the one in use."""
        async with self._cursor() as cursor:
            await cursor.execute(statements.USES_MODEL, {"model": model})
            return await cursor.fetchone() is not None

    async def of_other_models(
        self, model: str, limit: int, *, after: tuple[str, str] = ("", "")
    ) -> tuple[StoredStyle, ...]:
        """Return at most *limit* styles whose vector another model made: those that come *after* a scope and key.

        There are none where *model* is not the one in use.
        """
        scope, key = after
        values = {"model": model, "limit": limit, "scope": scope, "key": key}
        async with self._cursor() as cursor:
            await cursor.execute(statements.OF_OTHER_MODELS, values)
            return tuple([_stored(row) async for row in cursor])

    async def embed_again(self, styles: Sequence[StoredStyle], vectors: Sequence[Vector] | Vector, model: str) -> None:
        """Give *styles* vectors of *model*; one that was changed in between keeps what it has."""
        rows = [
            {
                "scope": stored.scope,
                "key": stored.style.key,
                "revision": stored.revision,
                "embedding": HalfVector(vector),
                "model": model,
            }
            for stored, vector in zip(styles, vectors, strict=True)
        ]
        async with self._cursor() as cursor, cursor.connection.transaction():
            await cursor.executemany(statements.EMBED_AGAIN, rows)

    async def _found(self, query: str, vector: Vector | None, model: str, scope: str, depth: int) -> list[Row]:
        """Return the rows of the search: settings and statement in one transaction and one round trip."""
        called = list({phrase.text for phrase in phrases(query)})
        if vector is None:
            async with self._cursor() as cursor:
                await cursor.execute(statements.NAMED, {"scope": scope, "phrases": called})
                return await cursor.fetchall()
        widths = {"ef_search": str(EF_SEARCH), "most_scanned": str(MOST_SCANNED)}
        values = {
            "scope": scope,
            "vector": HalfVector(vector),
            "phrases": called,
            "words": search_words(query),
            "depth": depth,
            "exact_up_to": self._exact_up_to,
            "most_ranked": MOST_RANKED,
        }
        async with self._cursor() as cursor, cursor.connection.pipeline(), cursor.connection.transaction():
            await cursor.execute(statements.WIDEN, widths)
            await cursor.execute(statements.search(model, len(vector)), values)
            return await cursor.fetchall()

    @asynccontextmanager
    async def _cursor(self) -> AsyncIterator[psycopg.AsyncCursor[DictRow]]:
        """Give a cursor with rows by name; the store's failures become the catalogue's."""
        try:
            async with self._pool.connection() as connection, _by_name(connection) as cursor:
                yield cursor
        except psycopg.errors.QueryCanceled as error:
            raise ReflowError(Code.VECTOR_DB_TIMEOUT, details=str(error)) from error
        except (psycopg.Error, DatabaseUnavailable) as error:
            raise ReflowError(Code.VECTOR_DB_ERROR, details=str(error)) from error


def _by_name(connection: Connection) -> psycopg.AsyncCursor[DictRow]:
    return connection.cursor(row_factory=dict_row)


def _columns(style: Style, vector: Vector, model: str) -> Row:
    return {
        "key": style.key,
        "record": Jsonb(style.as_mapping()),
        "names": list(style.names),
        "name_words": segment(" ".join((style.name_zh, style.name_en, *style.aliases))),
        "tag_words": segment(" ".join(style.tags)),
        "embedding": HalfVector(vector),
        "model": model,
    }


def _in_order(row: Row) -> str:
    """Return what rows written together are sorted by: two writers that take rows in one order never deadlock."""
    return str(row["key"])


def _stored(row: Row) -> StoredStyle:
    return StoredStyle(parse_style(row["record"]), row["scope"], row["revision"], row["origin"] == "library")


def _candidates(rows: Sequence[Row]) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(row["key"], row["names"], row["similarity"], row["place_by_vector"], row["place_by_words"])
        for row in rows
    )


def _is_settled(style: Style, row: Row | None) -> bool:
    """Return whether the shared scope's *row* needs nothing: a person's will, or the style as it ships."""
    return row is not None and (row["kept"] or row["record"] == style.as_mapping())


def _unknown(key: str) -> ReflowError:
    return ReflowError(
        Code.STYLE_UNKNOWN,
        Text(
            f"没有“{key}”这个风格，请用 reflow styles list 查看。",
            f'There is no style "{key}". See `reflow styles list`.',
        ),
        field="key",
    )
