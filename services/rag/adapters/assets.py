"""Stored pictures by their id, which names their content."""

import re
from collections.abc import Sequence

from services.common.blobs import BlobStore
from services.common.errors import Code, ReflowError
from services.rag.adapters.seeing import NODE

FIELD = "asset_ids[{index}]"
# SHA-256 of the content, in hexadecimal; whatever else is asked for names no asset, least of all a path.
_ID = re.compile(r"[0-9a-f]{64}")


class Assets:
    """The pictures in *blobs*."""

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs

    async def check(self, asset_ids: Sequence[str]) -> None:
        """Raise ASSET_UNKNOWN naming the first of *asset_ids* that is not stored."""
        for index, asset_id in enumerate(asset_ids):
            if not _ID.fullmatch(asset_id) or not await self._blobs.exists(_key(asset_id)):
                raise _unknown(asset_id, FIELD.format(index=index))

    async def content(self, asset_id: str, field: str) -> bytes:
        """Return the file of an asset. Raises ASSET_UNKNOWN with *field* when it is gone."""
        found = await self._blobs.get(_key(asset_id))
        if found is None:
            raise _unknown(asset_id, field)
        return found


def _key(asset_id: str) -> str:
    return f"assets/{asset_id}.png"


def _unknown(asset_id: str, field: str) -> ReflowError:
    return ReflowError(Code.ASSET_UNKNOWN, field=field, details=f"no asset {asset_id[:80]!r}", node=NODE)
