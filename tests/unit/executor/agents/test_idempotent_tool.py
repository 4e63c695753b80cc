"""Calls with external effects: executed once per key, also after a crash."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from obstore.store import MemoryStore

from services.common.blobs import BlobStore
from services.common.text.language import Language
from services.executor.adapters.agent_tools import IdempotentTool
from services.executor.adapters.asset_store import AssetStore
from services.executor.adapters.blob_quota import BlobQuota
from services.executor.domain.agents.tools import ToolContext, ToolResult, ToolSpec


class Counter:
    """A tool that counts its calls; while *gate* is closed, a call does not return."""

    spec = ToolSpec("count", "", {"type": "object"})

    def __init__(self) -> None:
        self.calls = 0
        self.started, self.gate = asyncio.Event(), asyncio.Event()

    async def call(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        self.calls += 1
        self.started.set()
        await self.gate.wait()
        return ToolResult({"calls": self.calls})


@pytest.fixture
def assets() -> AssetStore:
    blobs = BlobStore(MemoryStore())
    return AssetStore(blobs, lambda: datetime.now(UTC), BlobQuota(blobs, 0, lambda: datetime.now(UTC)))


def context(key: str) -> ToolContext:
    return ToolContext(key, Language.ENGLISH, 10.0)


async def test_the_same_key_is_called_once_and_returns_the_same_result(assets: AssetStore) -> None:
    counter = Counter()
    counter.gate.set()
    results = [await IdempotentTool(counter, assets).call({}, context("a")) for _ in range(3)]
    assert [result.output for result in results] == [{"calls": 1}] * 3
    assert (await IdempotentTool(counter, assets).call({}, context("b"))).output == {"calls": 2}


async def test_a_call_interrupted_by_a_crash_is_not_repeated_and_its_result_reports_the_unknown_outcome(
    assets: AssetStore,
) -> None:
    counter = Counter()
    call = asyncio.create_task(IdempotentTool(counter, assets).call({}, context("a")))
    await counter.started.wait()
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    counter.gate.set()
    again = await IdempotentTool(counter, assets).call({}, context("a"))
    assert again.failed
    assert "unknown" in again.output["error"]
    assert counter.calls == 1
