"""A task of a provider can be found by its key and engine."""

from pathlib import Path

from services.common.blobs import open_blob_store
from services.executor.adapters.task_store import BlobTaskStore


async def test_a_task_is_found_again_from_another_process_opening_the_same_store(tmp_path: Path) -> None:
    await BlobTaskStore(open_blob_store(tmp_path.as_uri()), "qwen").record("run/step", "task-1")
    assert await BlobTaskStore(open_blob_store(tmp_path.as_uri()), "qwen").find("run/step") == "task-1"


async def test_another_engine_does_not_take_up_the_task_of_this_one(tmp_path: Path) -> None:
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


async def test_forgetting_what_was_never_recorded_is_no_failure(tmp_path: Path) -> None:
    await BlobTaskStore(open_blob_store(tmp_path.as_uri()), "qwen").remove("run/step")
