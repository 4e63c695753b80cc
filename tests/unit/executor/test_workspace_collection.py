"""Snapshots of working folders are deleted with the runs that refer to them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from services.common.blobs import BlobStore, open_blob_store
from services.executor.adapters.workspace.snapshot import PREFIX, restore_snapshot, store_snapshot
from services.executor.application.collect_assets import AssetCollector

DEPLOYMENT = "d" * 36


async def store(tmp_path: Path, name: str, blobs: BlobStore, **files: str) -> str:
    """Store a folder of *files* and return its snapshot."""
    root = tmp_path / name
    root.mkdir()
    for path, content in files.items():
        (root / path).write_text(content)
    return (await store_snapshot(root, blobs)).digest


async def test_a_snapshot_without_a_run_is_deleted_and_contents_shared_with_others_are_not(tmp_path: Path) -> None:
    blobs = open_blob_store((tmp_path / "blobs").as_uri())
    referenced = await store(tmp_path, "a", blobs, shared="same", own="a")
    gone = await store(tmp_path, "b", blobs, shared="same", own="b")
    later = AssetCollector(blobs, timedelta(hours=1), lambda: datetime.now(UTC) + timedelta(days=1))
    collected = await later.collect(DEPLOYMENT, {referenced})
    assert collected.freed_bytes > 0
    keys = [blob.key async for blob in blobs.list(PREFIX)]
    assert len(keys) == 3  # a manifest, and two contents
    assert not any(gone in key for key in keys)
    await restore_snapshot(referenced, blobs, tmp_path / "restored")
    assert (tmp_path / "restored" / "shared").read_text() == "same"


async def test_a_snapshot_of_a_run_that_is_about_to_be_recorded_is_not_deleted(tmp_path: Path) -> None:
    blobs = open_blob_store((tmp_path / "blobs").as_uri())
    fresh = await store(tmp_path, "a", blobs, own="a")
    await AssetCollector(blobs, timedelta(hours=1), lambda: datetime.now(UTC)).collect(DEPLOYMENT, set())
    await restore_snapshot(fresh, blobs, tmp_path / "restored")
