"""The fake DashScope as a process, and what is wired to it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from services.common.blobs import open_blob_store
from services.common.llm.endpoint import Endpoint
from services.executor.adapters.dashscope import DashScopeProvider
from services.executor.adapters.task_store import BlobTaskStore
from tests.fixtures.services.dashscope_images import FAST, make_endpoint, make_provider
from tests.fixtures.services.providers import FakeProviders, fake_providers


@pytest.fixture(scope="package")
def server() -> Iterator[FakeProviders]:
    with fake_providers() as running:
        yield running


@pytest.fixture
def fake(server: FakeProviders) -> FakeProviders:
    server.reset()
    server.script("dashscope.submit", {**FAST, "always": True})
    return server


@pytest.fixture
def tasks(tmp_path: Path) -> BlobTaskStore:
    return BlobTaskStore(open_blob_store(f"file://{tmp_path}"), "fake-dashscope")


@pytest.fixture
async def endpoint(fake: FakeProviders) -> AsyncIterator[Endpoint]:
    opened = make_endpoint(fake)
    yield opened
    await opened.close()


@pytest.fixture
def provider(endpoint: Endpoint, tasks: BlobTaskStore) -> DashScopeProvider:
    return make_provider(endpoint, tasks)
