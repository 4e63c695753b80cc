"""What remote providers have taken on, in the blob store. Implements services.executor.engines.Tasks."""

import hashlib

from services.common.blobs import BlobStore


class BlobTasks:
    """The tasks of one *engine*: the same step may ask another engine without finding this one's."""

    def __init__(self, blobs: BlobStore, engine: str) -> None:
        self._blobs = blobs
        self._engine = engine

    async def find(self, key: str) -> str | None:
        stored = await self._blobs.get(self._path(key))
        return stored.decode() if stored is not None else None

    async def record(self, key: str, task_id: str) -> None:
        # As durable as pictures are: whole under its name, or written by the remote store, before this returns.
        await self._blobs.put(self._path(key), task_id.encode())

    async def forget(self, key: str) -> None:
        await self._blobs.delete(self._path(key))

    def _path(self, key: str) -> str:
        # A line break occurs in no engine's name, so that no two pairs are spelt alike.
        effect = f"{self._engine}\n{key}"
        return f"tasks/{hashlib.sha256(effect.encode()).hexdigest()}"
