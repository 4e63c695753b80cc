"""Tasks of remote providers, in the blob store. Implements services.executor.domain.image_engine.Tasks."""

import hashlib

from services.common.blobs import BlobStore


class BlobTaskStore:
    """The tasks of one *engine*: the same step with another engine does not find them."""

    def __init__(self, blobs: BlobStore, engine: str) -> None:
        self._blobs = blobs
        self._engine = engine

    async def find(self, key: str) -> str | None:
        stored = await self._blobs.get(self._path(key))
        return stored.decode() if stored is not None else None

    async def record(self, key: str, task_id: str) -> None:
        # As durable as images: written completely before this returns.
        await self._blobs.put(self._path(key), task_id.encode())

    async def remove(self, key: str) -> None:
        await self._blobs.delete(self._path(key))

    def _path(self, key: str) -> str:
        # No engine's name contains a line break, so no two pairs collide.
        effect = f"{self._engine}\n{key}"
        return f"tasks/{hashlib.sha256(effect.encode()).hexdigest()}"
