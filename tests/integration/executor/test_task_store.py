"""A task of a provider can be found by its key and engine."""

from pathlib import Path

from services.common.blobs import open_blob_store
from services.executor.adapters.task_store import BlobTaskStore


async def test_a_task_is_found_by_another_process_that_opens_the_same_store(tmp_path: Path) -> None:
    await BlobTaskStore(open_blob_store(tmp_path.as_uri()), "qwen").record("run/step", "task-1")
    assert await BlobTaskStore(open_blob_store(tmp_path.as_uri()), "qwen").find("run/step") == "task-1"


async def test_an_engine_does_not_resume_the_task_of_another_engine(tmp_path: Path) -> None:
    blobs = open_blob_store(tmp_path.as_uri())
    await BlobTaskStore(blobs, "qwen").record("run/step", "task-1")
    assert await BlobTaskStore(blobs, "comfy").find("run/step") is None


async def test_a_removed_task_can_be_recorded_again(tmp_path: Path) -> None:
    tasks = BlobTaskStore(open_blob_store(tmp_path.as_uri()), "qwen")
    await tasks.record("run/step", "task-1")
    await tasks.remove("run/step")
    assert await tasks.find("run/step") is None
    await tasks.record("run/step", "task-2")
    assert await tasks.find("run/step") == "task-2"


async def test_removing_a_task_that_was_never_recorded_does_not_fail(tmp_path: Path) -> None:
    await BlobTaskStore(open_blob_store(tmp_path.as_uri()), "qwen").remove("run/step")
