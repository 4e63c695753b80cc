"""The fake DashScope as a process, and the clients connected to it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.common.blobs import open_blob_store
from services.common.llm.endpoint import Endpoint
from services.executor.adapters.dashscope import DashScopeProvider
from services.executor.adapters.task_store import BlobTaskStore
from tests.fixtures.services.dashscope_images import FAST, make_endpoint, make_provider
from tests.fixtures.services.providers import FakeProviders


@pytest.fixture
def fake(providers: FakeProviders) -> FakeProviders:
    providers.script("dashscope.submit", {**FAST, "always": True})
    return providers


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
