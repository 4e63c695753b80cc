"""The style store on a real database, and the built-in embeddings."""

from collections.abc import AsyncIterator, Callable

import anyio.to_thread
import pytest

from services.common.database.pool import Pool, open_pool
from services.rag.adapters.embeddings import BuiltinEmbeddings, Vectors
from services.rag.adapters.library import ensure_library
from services.rag.adapters.store import StyleStore


async def _in_thread(function: Callable[[list[str]], Vectors], texts: list[str]) -> Vectors:
    """Stand in for the worker process: the model is loaded once for all tests of this process."""
    return await anyio.to_thread.run_sync(function, texts)


@pytest.fixture
def embeddings() -> BuiltinEmbeddings:
    return BuiltinEmbeddings(_in_thread)


class AnotherModel(BuiltinEmbeddings):
    """The same vectors under another model's name."""

    name = "builtin/another"


@pytest.fixture
def another() -> BuiltinEmbeddings:
    return AnotherModel(_in_thread)


@pytest.fixture
async def pool(database_url: str) -> AsyncIterator[Pool]:
    pool = await open_pool(database_url, min_size=1, max_size=4, name="rag tests")
    yield pool
    await pool.close()


@pytest.fixture
def store(pool: Pool) -> StyleStore:
    return StyleStore(pool)


@pytest.fixture
async def library(store: StyleStore, embeddings: BuiltinEmbeddings) -> StyleStore:
    """The store with the shipped library in it."""
    await ensure_library(store, embeddings)
    return store
