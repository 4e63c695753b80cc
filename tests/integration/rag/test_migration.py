"""The table accepts vectors of any length, and entries of version 0.1 are still found."""

import shutil
from pathlib import Path

import pytest

from services.common.database.migrations import migrate
from services.common.database.pool import Pool, open_pool
from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.seed_data import ensure_styles, load_seed_styles
from services.rag.adapters.style_store import StyleStore
from services.rag.bootstrap import MIGRATIONS

NEAREST_OF_0_1 = """
    SELECT s.key FROM visible_styles('') s WHERE s.embedding_model = %s
    ORDER BY s.embedding <=> (SELECT embedding FROM styles WHERE key = 'steampunk') LIMIT 3
"""
FILE = "SELECT pg_relation_filenode('styles')"


@pytest.fixture
def first_migrations(tmp_path: Path) -> Path:
    """The migrations of version 0.1, under the same ids."""
    folder = tmp_path / "rag" / "migrations"
    folder.mkdir(parents=True)
    shutil.copy(MIGRATIONS / "0001.styles.sql", folder)
    return folder


async def value(pool: Pool, statement: str, *values: object) -> object:
    async with pool.connection() as connection:
        rows = await (await connection.execute(statement.encode(), values)).fetchall()
    return [first for first, *_ in rows]


async def test_a_library_of_version_0_1_is_complete_after_the_migration_without_rewriting_rows(
    empty_database_url: str, first_migrations: Path, embeddings: BuiltinEmbeddings
) -> None:
    migrate(empty_database_url, first_migrations)
    pool = await open_pool(empty_database_url, min_size=1, max_size=1, name="0.1")
    try:
        store = StyleStore(pool)
        await ensure_styles(store, embeddings)
        nearest, file = await value(pool, NEAREST_OF_0_1, embeddings.name), await value(pool, FILE)
        applied = [
            "rag/0002.vectors_of_any_length",
            "rag/0003.notes",
            "rag/0004.prompts_and_templates",
            "rag/0005.provider_rates",
            "rag/0006.node_types",
            "rag/0011.node_words",
            "rag/0012.vectors_in_their_rows",
            "rag/0013.rare_words",
            "rag/0018.node_meanings",
        ]
        assert migrate(empty_database_url, MIGRATIONS) == applied
        assert await value(pool, FILE) == file
        assert await value(pool, NEAREST_OF_0_1, embeddings.name) == nearest  # the old version still runs
        assert await ensure_styles(store, embeddings) == 0
        assert {stored.revision for stored in await store.list_all("")} == {1}
        assert len(await store.list_all("")) == len(load_seed_styles())
        assert await value(pool, "SELECT to_regclass('styles_by_embedding')") == [None]
        query = "brass gears and Victorian machines full of steam"
        (vector,) = (await embeddings.embed([query])).vectors
        found = await store.search(query, vector, embeddings.name, scope="", limit=3, min_similarity=0.5)
        assert found[0].style.key == "steampunk"
    finally:
        await pool.close()
