"""The search by index finds the results of an exact search, also with selective scopes and after a mass delete.

By words, it finds what rare words find, and reads a limited number of entries.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest
from pgvector import HalfVector
from psycopg.types.json import Jsonb

from services.common.database.pool import Connection, Pool, open_pool
from services.rag.adapters.knowledge_table import DEPTH
from services.rag.adapters.seed_data import load_seed_styles
from services.rag.adapters.style_store import StyleStore
from services.rag.adapters.vector_indexes import build_index_name, ensure_index

MODEL = "synthetic"
SIZES = {"all": 4_000, "tenth": 440, "hundredth": 44, "thousandth": 4}
"""Rows by scope: about 90, 10, 1 and 0.1 % of the table."""
K = 10

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Corpus:
    """Unit vectors by scope, in 40 clusters, like the vectors of sentences of one domain."""

    vectors: dict[str, Vectors]
    queries: Vectors


def corpus(seed: int = 7) -> Corpus:
    draw = np.random.default_rng(seed)
    centers = draw.normal(size=(40, 512))

    def around(count: int) -> Vectors:
        points = centers[draw.integers(40, size=count)] + 0.7 * draw.normal(size=(count, 512))
        return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True), dtype=np.float32)

    return Corpus({scope: around(size) for scope, size in SIZES.items()}, around(20))


@pytest.fixture
async def indexed(database_url: str) -> AsyncIterator[tuple[Pool, Corpus]]:
    """A pool whose planner prefers the vector index, on a table with the corpus in it."""
    pool = await open_pool(database_url, min_size=1, max_size=1, name="recall")
    data = corpus()
    async with pool.connection() as connection:
        await connection.execute("SET enable_seqscan = off")
        await connection.execute("SET enable_sort = off")
        await load(connection, data)  # the index is created afterwards, which is faster
        await ensure_index(connection, MODEL, 512)
        await connection.execute("ANALYZE styles")
    yield pool, data
    await pool.close()


async def load(connection: Connection, data: Corpus) -> None:
    record = Jsonb(load_seed_styles()[0].to_record())
    columns = "COPY styles (scope, key, revision, origin, record, names, embedding, embedding_model) FROM STDIN"
    async with connection.cursor() as cursor, cursor.copy(columns) as copy:
        for scope, vectors in data.vectors.items():
            for number, vector in enumerate(vectors):
                row = (scope, f"k{number}", 1, "person", record, [f"name {number}"], HalfVector(vector), MODEL)
                await copy.write_row(row)


async def recall(store: StyleStore, scope: str, vectors: Vectors, queries: Vectors, keys: list[str]) -> float:
    """Return the share of the exact K nearest among the K that the store places first."""
    hits, expected = 0, 0
    for query in queries:
        exact = {keys[place] for place in np.argsort(-(vectors @ query))[:K]}
        found = await store.fetch_candidates("", query, MODEL, scope=scope, depth=K)
        hits += len(exact & {candidate.key for candidate in found})
        expected += len(exact)
    return hits / expected


async def test_the_index_equals_the_exact_search_at_every_selectivity(
    indexed: tuple[Pool, Corpus],
) -> None:
    pool, data = indexed
    store = StyleStore(pool, exact_up_to=0)
    for scope, vectors in data.vectors.items():
        keys = [f"k{number}" for number in range(len(vectors))]
        assert await recall(store, scope, vectors, data.queries, keys) >= 0.97, scope


async def test_a_small_scope_is_searched_exactly(indexed: tuple[Pool, Corpus]) -> None:
    pool, data = indexed
    vectors = data.vectors["hundredth"]
    keys = [f"k{number}" for number in range(len(vectors))]
    assert await recall(StyleStore(pool), "hundredth", vectors, data.queries, keys) == 1


async def test_the_index_finds_no_shared_entry_that_the_scope_has_replaced(indexed: tuple[Pool, Corpus]) -> None:
    pool, data = indexed
    async with pool.connection() as connection:
        await connection.execute("UPDATE styles SET scope = '' WHERE scope = 'all'")
    replaced = len(data.vectors["tenth"])
    visible = np.vstack([data.vectors["tenth"], data.vectors["all"][replaced:]])
    keys = [f"k{number}" for number in range(len(visible))]
    assert await recall(StyleStore(pool, exact_up_to=0), "tenth", visible, data.queries, keys) >= 0.97


async def test_recall_remains_after_a_mass_delete_and_vacuum(indexed: tuple[Pool, Corpus]) -> None:
    pool, data = indexed
    store = StyleStore(pool, exact_up_to=0)
    async with pool.connection() as connection:
        await connection.execute("DELETE FROM styles WHERE right(key, 1) NOT IN ('3', '7')")
        # On a busy machine it takes longer than any statement of a service may.
        await connection.execute("SELECT set_config('statement_timeout', '0', false)")
        await connection.execute("VACUUM styles")
        await connection.execute("RESET statement_timeout")
    remaining = {scope: [n for n in range(len(rows)) if n % 10 in (3, 7)] for scope, rows in data.vectors.items()}
    for scope, numbers in remaining.items():
        keys = [f"k{number}" for number in numbers]
        assert await recall(store, scope, data.vectors[scope][numbers], data.queries, keys) >= 0.97, scope


async def test_the_search_of_a_large_scope_uses_the_vector_index(indexed: tuple[Pool, Corpus]) -> None:
    pool, data = indexed
    store = StyleStore(pool, exact_up_to=0)
    async with pool.connection() as connection:
        before = await scans(connection)
        await connection.execute("SELECT pg_stat_force_next_flush()")
    await store.fetch_candidates("", data.queries[0], MODEL, scope="all", depth=K)
    async with pool.connection() as connection:
        await connection.execute("SELECT pg_stat_force_next_flush()")
        assert await scans(connection) == before + 1


async def scans(connection: Connection) -> int:
    cursor = await connection.execute(
        "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = %s", (build_index_name(MODEL),)
    )
    (count,) = await cursor.fetchone() or (0,)
    return int(count)


COMMON = 10_000
"""Entries with the words "cat" and "lamp": more than a search finds by words."""


@pytest.fixture
async def with_words(pool: Pool) -> Pool:
    """The pool, on a table where all entries have two common words, and the farthest also a rare word."""
    async with pool.connection() as connection:
        await connection.execute(
            """
            INSERT INTO styles (scope, key, revision, origin, record, names, words, embedding, embedding_model)
            SELECT '', 'k' || n, 1, 'person', '{}', ARRAY['name ' || n],
                   (CASE n WHEN %(count)s THEN 'cat lamp xylophone' ELSE 'cat lamp' END)::tsvector,
                   ('[1,' || n / %(count)s::float8 || ']')::halfvec, %(model)s
            FROM generate_series(1, %(count)s) n
            """,
            {"count": COMMON, "model": MODEL},
        )
        await connection.execute("VACUUM ANALYZE styles")
    return pool


async def rank_by_words(pool: Pool, query: str) -> list[str]:
    found = await StyleStore(pool).fetch_candidates(query, np.array([1, 0], dtype=np.float32), MODEL, scope="own")
    return [one.key for one in sorted(found, key=lambda one: one.rank_by_words or COMMON) if one.rank_by_words]


async def test_a_rare_word_is_found_with_words_that_most_entries_have(with_words: Pool) -> None:
    assert (await rank_by_words(with_words, "cat lamp xylophone"))[0] == f"k{COMMON}"


async def test_words_that_most_entries_have_rank_only_the_nearest(with_words: Pool) -> None:
    assert set(await rank_by_words(with_words, "cat lamp")) == {f"k{number + 1}" for number in range(DEPTH)}
