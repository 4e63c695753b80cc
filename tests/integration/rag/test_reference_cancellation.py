"""A step over reference images that is cancelled while its first worker process starts."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.services.rag_client import ConfiguredRag, RunRag
from tests.fixtures.services.reference_client import request, store_image
from tests.fixtures.services.reference_images import spot
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.worker_processes import worker_processes


@pytest.mark.parametrize("after", [0.0, 0.01, 0.05, 0.1, 0.3])
async def test_cancellation_during_the_start_of_a_worker_leaves_no_process(
    configured: ConfiguredRag, running: RunRag, tmp_path: Path, after: float
) -> None:
    asset_ids = [store_image(tmp_path / "blobs", spot(place, place)) for place in (1 / 3, 2 / 3)]
    async with running(configured().model_copy(update={"image_workers": 2})) as rag:
        there = worker_processes()
        call: Any = rag.rag.AnalyzeReferences(request(*asset_ids), timeout=30)
        assert (await call.read()).activity.progress.phase
        await asyncio.sleep(after)  # any moment of a start will do
        call.cancel()
        await call.code()
        await eventually(lambda: worker_processes() <= there)
