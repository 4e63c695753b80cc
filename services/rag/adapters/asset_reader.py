"""Stored images by id, which is the hash of their content."""

import re
from collections.abc import Sequence

from services.common.blobs import BlobStore
from services.common.errors import Code, ReflowError
from services.rag.adapters.vision_prompt import NODE

FIELD = "asset_ids[{index}]"
# SHA-256 of the content, in hexadecimal. Any other text, such as a path, is not an id.
_ID = re.compile(r"[0-9a-f]{64}")


class AssetReader:
    """Reads the images in *blobs*."""

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs

    async def check(self, asset_ids: Sequence[str]) -> None:
        """Raise ASSET_UNKNOWN for the first of *asset_ids* that is not stored."""
        for index, asset_id in enumerate(asset_ids):
            if not _ID.fullmatch(asset_id) or not await self._blobs.exists(_to_key(asset_id)):
                raise _unknown_error(asset_id, FIELD.format(index=index))

    async def read(self, asset_id: str, field: str) -> bytes:
        """Return the content of an asset. Raises ASSET_UNKNOWN with *field* if it was deleted."""
        content = await self._blobs.get(_to_key(asset_id))
        if content is None:
            raise _unknown_error(asset_id, field)
        return content


def _to_key(asset_id: str) -> str:
    return f"assets/{asset_id}.png"


def _unknown_error(asset_id: str, field: str) -> ReflowError:
    return ReflowError(Code.ASSET_UNKNOWN, field=field, details=f"no asset {asset_id[:80]!r}", node=NODE)
