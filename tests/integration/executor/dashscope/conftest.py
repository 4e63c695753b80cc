"""The fake DashScope as a process, and what is wired to it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from services.common.blobs import open_blob_store
from services.common.models.endpoint import Endpoint
from services.executor.adapters.dashscope import DashScopeImages
from services.executor.adapters.tasks import BlobTasks
from tests.fixtures.dashscope_images import FAST, endpoint_of, source_of
from tests.fixtures.providers import FakeProviders, fake_providers


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
def tasks(tmp_path: Path) -> BlobTasks:
    return BlobTasks(open_blob_store(f"file://{tmp_path}"), "fake-dashscope")


@pytest.fixture
async def endpoint(fake: FakeProviders) -> AsyncIterator[Endpoint]:
    opened = endpoint_of(fake)
    yield opened
    await opened.close()


@pytest.fixture
def source(endpoint: Endpoint, tasks: BlobTasks) -> DashScopeImages:
    return source_of(endpoint, tasks)
