"""Images with their records, and results by idempotency key, in the blob store."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from weakref import WeakValueDictionary

from services.common.blobs import BlobStore
from services.common.contract.assets import AssetKind
from services.common.errors import Code, ReflowError
from services.executor.adapters.blob_quota import BlobQuota
from services.executor.domain.assets import AssetRecord, content_id


@dataclass(frozen=True, slots=True)
class ImageOrigin:
    """Origin of an image; "" and 0 where nothing applies."""

    parent_asset_id: str = ""
    mask_asset_id: str = ""
    seed: int = 0
    model: str = ""
    prompt: str = ""
    parameters: tuple[tuple[str, float], ...] = ()


class AssetStore:
    """Stores content once. The record is written last, so an asset with a record is complete.

    Blobs of images are named .png; an uploaded one may be a JPEG or WebP (`formats.sniff` decides).
    """

    def __init__(self, blobs: BlobStore, now: Callable[[], datetime], quota: BlobQuota | None = None) -> None:
        self._blobs = blobs
        self._now = now
        self._quota = quota or BlobQuota(blobs, 0, now)
        # Locked while an asset is stored or withdrawn: content that two requests store is not deleted if one withdraws
        # it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def check_space(self) -> None:
        """Raise STORAGE_FULL if no further image can be stored: call this before an image is generated and paid."""
        await self._quota.check(1)

    async def put(
        self, content: bytes, kind: AssetKind, size: tuple[int, int], making: ImageOrigin, import_id: str = ""
    ) -> AssetRecord:
        """Store *content* of (width, height) *size* and return its record; known content keeps its record.

        It can be withdrawn by *import_id* until another request stores the same content. Raises STORAGE_FULL.
        """
        asset_id = content_id(content)
        async with self._lock(asset_id):
            return await self._put(asset_id, content, kind, size, making, import_id)

    async def withdraw(self, asset_id: str, import_id: str) -> bool:
        """Delete an asset that the import *import_id* created, unless another request stored it; return whether."""
        async with self._lock(asset_id):
            importer = await self._blobs.get(_import_key(asset_id)) if _is_id(asset_id) else None
            if importer is None or importer != import_id.encode():
                return False
            for key in (_record_key(asset_id), f"assets/{asset_id}.png", _import_key(asset_id)):
                await self._blobs.delete(key)
            return True

    def _lock(self, asset_id: str) -> asyncio.Lock:
        return self._locks.setdefault(asset_id, asyncio.Lock())

    async def _put(
        self, asset_id: str, content: bytes, kind: AssetKind, size: tuple[int, int], making: ImageOrigin, import_id: str
    ) -> AssetRecord:
        known = await self.find(asset_id)
        if known is not None:
            if await self._blobs.get(_import_key(asset_id)) != import_id.encode():
                await self._blobs.delete(_import_key(asset_id))  # two imports own it now: neither may withdraw it
            await self._blobs.put(_record_key(asset_id), known.to_json())  # new for the asset collection
            return known
        await self._quota.check(len(content))
        record = AssetRecord(
            asset_id=asset_id,
            kind=kind,
            width=size[0],
            height=size[1],
            size=len(content),
            created_at=self._now(),
            parent_asset_id=making.parent_asset_id,
            mask_asset_id=making.mask_asset_id,
            seed=making.seed,
            model=making.model,
            prompt=making.prompt,
            parameters=dict(making.parameters),
        )
        if import_id:
            await self._blobs.put(_import_key(asset_id), import_id.encode())
        await self._blobs.put(f"assets/{asset_id}.png", content)
        await self._blobs.put(_record_key(asset_id), record.to_json())
        return record

    async def find(self, asset_id: str) -> AssetRecord | None:
        """Return the record of an asset, or None."""
        if not _is_id(asset_id):
            return None
        data = await self._blobs.get(_record_key(asset_id))
        return AssetRecord.from_json(data) if data is not None else None

    async def get(self, asset_id: str, kind: AssetKind, error: Code, field: str) -> tuple[AssetRecord, bytes]:
        """Return record and content of an asset. Raises *error* when it does not exist or is not of *kind*."""
        record = await self.find(asset_id)
        content = await self._blobs.get(f"assets/{asset_id}.png") if record else None
        if record is None or content is None or record.kind is not kind:
            raise ReflowError(error, field=field, node="executor", details=f"no {kind} {asset_id[:80]!r}")
        return record, content

    async def find_result(self, idempotency_key: str) -> bytes | None:
        """Return the result that is stored under the key, or None."""
        return await self._blobs.get(_step_key(idempotency_key))

    async def store_result(self, idempotency_key: str, result: bytes) -> None:
        """Store the result of the key: the step is not executed again."""
        await self._blobs.put(_step_key(idempotency_key), result)


def _is_id(asset_id: str) -> bool:
    return len(asset_id) == 64 and all(character in "0123456789abcdef" for character in asset_id)


def _record_key(asset_id: str) -> str:
    return f"assets/{asset_id}.json"


def _import_key(asset_id: str) -> str:
    return f"imports/{asset_id}"


def _step_key(idempotency_key: str) -> str:
    return f"steps/{hashlib.sha256(idempotency_key.encode()).hexdigest()}"
