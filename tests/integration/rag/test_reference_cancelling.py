"""A step over reference pictures that is cancelled while its first worker process starts."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.eventually import eventually
from tests.fixtures.reference_pictures import spot
from tests.fixtures.running_rag import ConfiguredRag, RunRag
from tests.fixtures.running_references import keep, request
from tests.fixtures.worker_processes import worker_processes


@pytest.mark.parametrize("after", [0.0, 0.01, 0.05, 0.1, 0.3])
async def test_a_cancel_while_the_first_worker_starts_leaves_no_process(
    configured: ConfiguredRag, running: RunRag, tmp_path: Path, after: float
) -> None:
    asset_ids = [keep(tmp_path / "blobs", spot(place, place)) for place in (1 / 3, 2 / 3)]
    async with running(configured().model_copy(update={"picture_workers": 2})) as rag:
        there = worker_processes()
        call: Any = rag.rag.AnalyzeReferences(request(*asset_ids), timeout=30)
        assert (await call.read()).activity.progress.phase
        await asyncio.sleep(after)  # any moment of a start will do
        call.cancel()
        await call.code()
        await eventually(lambda: worker_processes() <= there)
