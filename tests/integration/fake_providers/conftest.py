"""The fake providers, started once for all tests of this folder, and the real client of OpenAI's API."""

from collections.abc import AsyncIterator

import pytest
from openai import AsyncOpenAI

from tests.fixtures.services.providers import KEYS, FakeProviders


@pytest.fixture
async def client(providers: FakeProviders) -> AsyncIterator[AsyncOpenAI]:
    async with openai_client(f"{providers.url}/openai/v1") as opened:
        yield opened


@pytest.fixture
async def compatible(providers: FakeProviders) -> AsyncIterator[AsyncOpenAI]:
    async with openai_client(f"{providers.url}/dashscope/compatible-mode/v1") as opened:
        yield opened


def openai_client(base_url: str) -> AsyncOpenAI:
    return AsyncOpenAI(api_key=KEYS["FAKE_OPENAI_KEY"], base_url=base_url, max_retries=0, timeout=60)
