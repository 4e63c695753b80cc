"""The style store on a real database, the built-in embeddings, and remote ones at the fake providers."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio.to_thread
import pytest

from services.common.database.pool import Pool, open_pool
from services.common.llm.registry import open_registry
from services.common.rpc import open_channel
from services.common.telemetry import Telemetry, start_telemetry
from services.rag.adapters import seed_data
from services.rag.adapters.embeddings import BuiltinEmbeddings, Vectors
from services.rag.adapters.seed_data import ensure_styles
from services.rag.adapters.style_store import StyleStore
from services.rag.bootstrap import run_rag
from services.rag.settings import RagSettings
from tests.fixtures.notes.labels import LABELED_FILES
from tests.fixtures.services.providers import KEYS, FakeProviders
from tests.fixtures.services.rag_client import ConfiguredRag, OpenModels, RagClient, RunRag, write_models


@pytest.fixture(autouse=True)
def labeled_library(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Seed only the notes that the labels of these tests know."""
    monkeypatch.setattr(seed_data, "NOTE_FILES", LABELED_FILES)
    seed_data.load_seed_notes.cache_clear()
    yield
    seed_data.load_seed_notes.cache_clear()


async def _in_thread(function: Callable[[list[str]], Vectors], texts: list[str]) -> Vectors:
    """Replace the worker process, so that the model is loaded once for all tests of this process."""
    return await anyio.to_thread.run_sync(function, texts)


@pytest.fixture
def embeddings() -> BuiltinEmbeddings:
    return BuiltinEmbeddings(_in_thread)


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
    """The store with the seed library."""
    await ensure_styles(store, embeddings)
    return store


@pytest.fixture
def providers(providers: FakeProviders, monkeypatch: pytest.MonkeyPatch) -> FakeProviders:
    """The fake providers, with their keys in the environment."""
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)
    return providers


@pytest.fixture
def telemetry() -> Iterator[Telemetry]:
    telemetry = start_telemetry("rag-tests")
    yield telemetry
    telemetry.shutdown()


@pytest.fixture
def configured(database_url: str, tmp_path: Path) -> ConfiguredRag:
    def settings(providers: FakeProviders | None = None, dimensions: int = 64) -> RagSettings:
        models = "" if providers is None else write_models(tmp_path, providers.url, dimensions)
        return RagSettings(
            database_url=database_url,
            blobs_url=(tmp_path / "blobs").as_uri(),
            listen="127.0.0.1:0",
            models=models,
            model_calls="loopback",
        )

    return settings


@pytest.fixture
def open_models(telemetry: Telemetry) -> OpenModels:
    return lambda settings: open_registry(settings, telemetry)


@pytest.fixture
def running(telemetry: Telemetry) -> RunRag:
    @asynccontextmanager
    async def run(settings: RagSettings) -> AsyncIterator[RagClient]:
        async with run_rag(settings, telemetry) as server, open_channel(server.address) as channel:
            yield RagClient(channel)

    return run
