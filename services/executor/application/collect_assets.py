"""Use case: delete assets and snapshots that no run refers to."""

from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import PurePosixPath

import structlog

from services.common.blobs import BlobInfo, BlobStore
from services.executor.adapters.workspace.snapshot import PREFIX, list_digests

log = structlog.get_logger("reflow.assets")

ASSETS, STEPS, IMPORTS, DEPLOYMENTS = "assets", "steps", "imports", "deployments"


@dataclass(frozen=True, slots=True)
class Collected:
    """Deleted objects; *shared* if none may be deleted, because other deployments also store images here."""

    deleted_count: int = 0
    freed_bytes: int = 0
    shared: bool = False


class AssetCollector:
    """Deletes assets and working folders of *blobs* that are older than *min_age* and that no run refers to.

    A newer asset may belong to a run that is about to start, or to a step that is not finished.
    """

    def __init__(self, blobs: BlobStore, min_age: timedelta, now: Callable[[], datetime]) -> None:
        self._blobs = blobs
        self._min_age = min_age
        self._now = now

    async def register(self, deployment_id: str) -> None:
        """Record that a deployment stores its images here."""
        key = f"{DEPLOYMENTS}/{deployment_id}"
        if not await self._blobs.exists(key):
            await self._blobs.put(key, b"")

    async def collect(self, deployment_id: str, referenced: Set[str]) -> Collected:
        """Delete old assets except those *referenced* by runs of a deployment, and old results of steps."""
        await self.register(deployment_id)
        deployments = [blob.key async for blob in self._blobs.list(DEPLOYMENTS)]
        if len(deployments) > 1:
            log.warning("unused images are not deleted: several deployments store theirs here", count=len(deployments))
            return Collected(shared=True)
        before = self._now() - self._min_age
        # A result refers to an asset, so results are deleted first; so does the import that may withdraw one.
        for folder in (STEPS, IMPORTS):
            await self._delete([blob async for blob in self._blobs.list(folder) if blob.modified_at < before])
        freed_bytes = await self._collect_snapshots(before, referenced)
        collected = await self._collect_assets(before, referenced)
        return replace(collected, freed_bytes=collected.freed_bytes + freed_bytes)

    async def _collect_snapshots(self, before: datetime, referenced: Set[str]) -> int:
        """Delete old snapshots of working folders that no run refers to, and contents of none; return their bytes.

        A snapshot that is stored concurrently and shares such content loses it: its run fails with a clear error.
        """
        contents = [blob async for blob in self._blobs.list(f"{PREFIX}/contents") if blob.modified_at < before]
        manifests = [blob async for blob in self._blobs.list(f"{PREFIX}/manifests")]
        unused = [
            blob for blob in manifests if blob.modified_at < before and PurePosixPath(blob.key).stem not in referenced
        ]
        unused_keys, used = {blob.key for blob in unused}, set[str]()
        for blob in manifests:
            if blob.key not in unused_keys and (manifest := await self._blobs.get(blob.key)) is not None:
                used.update(list_digests(manifest))
        unused += [blob for blob in contents if PurePosixPath(blob.key).name not in used]
        await self._delete(unused)
        if unused:
            log.info("unused working folders deleted", count=len(unused), bytes=sum(blob.size for blob in unused))
        return sum(blob.size for blob in unused)

    async def _collect_assets(self, before: datetime, referenced: Set[str]) -> Collected:
        blobs: dict[str, list[BlobInfo]] = {}
        async for blob in self._blobs.list(ASSETS):
            blobs.setdefault(PurePosixPath(blob.key).stem, []).append(blob)
        unused = [
            parts
            for asset_id, parts in blobs.items()
            if asset_id not in referenced and max(part.modified_at for part in parts) < before
        ]
        for parts in unused:
            await self._delete(sorted(parts, key=lambda part: part.key))  # the record (.json) first
        freed = sum(part.size for parts in unused for part in parts)
        if unused:
            log.info("unused images deleted", count=len(unused), bytes=freed)
        return Collected(len(unused), freed)

    async def _delete(self, blobs: list[BlobInfo]) -> None:
        for blob in blobs:
            await self._blobs.delete(blob.key)
