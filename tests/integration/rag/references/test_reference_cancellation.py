"""Steps over reference images that are cancelled while their worker processes start."""

import asyncio
from pathlib import Path
from typing import Any

from tests.fixtures.services.rag_client import ConfiguredRag, RunRag
from tests.fixtures.services.reference_client import request, store_image
from tests.fixtures.services.reference_images import spot
from tests.fixtures.systems.eventually import eventually
from tests.fixtures.systems.worker_processes import worker_processes

WORKERS = 2


async def test_cancellations_during_the_start_of_workers_leave_no_process_but_the_idle_ones(
    configured: ConfiguredRag, running: RunRag, tmp_path: Path
) -> None:
    asset_ids = [store_image(tmp_path / "blobs", spot(place, place)) for place in (1 / 3, 2 / 3)]
    async with running(configured().model_copy(update={"image_workers": WORKERS})) as rag:
        there = worker_processes()
        for after in (0.0, 0.01, 0.05, 0.1, 0.3):  # at any moment of the start
            call: Any = rag.rag.AnalyzeReferences(request(*asset_ids), timeout=30)
            assert (await call.read()).activity.progress.phase
            await asyncio.sleep(after)
            call.cancel()
            await call.code()
        await eventually(lambda: len(worker_processes() - there) <= WORKERS)
