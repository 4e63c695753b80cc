"""Blob store: images by key, in a local folder or at a URL, through obstore."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

import obstore
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import LocalStore, ObjectStore, from_url

from services.common.settings import SettingsInvalid
from services.common.text.file_errors import describe_file_error
from services.common.text.language import Text

SETTING = "REFLOW_BLOBS_URL"

# An atomic rename makes a local object appear completely or not at all; writes to S3 are atomic anyway.


@dataclass(frozen=True, slots=True)
class BlobInfo:
    """Key of a blob, its size in bytes, and when it was last written."""

    key: str
    size: int
    modified_at: datetime


class BlobStore:
    """Bytes by key. A key of content is written once and never changes its meaning."""

    def __init__(self, store: ObjectStore) -> None:
        self._store = store

    async def put(self, key: str, data: bytes) -> None:
        """Store *data* whole under *key*."""
        await obstore.put_async(self._store, key, data)

    async def get(self, key: str) -> bytes | None:
        """Return what is stored under *key*, or None."""
        try:
            found = await obstore.get_async(self._store, key)
        except (NotFoundError, FileNotFoundError):
            return None
        return bytes(await found.bytes_async())

    async def exists(self, key: str) -> bool:
        """Return whether a blob is stored under *key*."""
        try:
            await obstore.head_async(self._store, key)
        except (NotFoundError, FileNotFoundError):
            return False
        return True

    async def list(self, prefix: str) -> AsyncIterator[BlobInfo]:
        """Yield the blobs in the folder *prefix*, in no order."""
        async for page in obstore.list(self._store, prefix):
            for blob in page:
                yield BlobInfo(blob["path"], blob["size"], blob["last_modified"])

    async def delete(self, key: str) -> None:
        """Remove what is stored under *key*, if anything."""
        try:
            await obstore.delete_async(self._store, key)
        except (NotFoundError, FileNotFoundError):
            return


def open_blob_store(url: str) -> BlobStore:
    """Return the store at *url*: file:///folder, s3://bucket/prefix, gs://, az://, memory://.

    A missing folder is created, private to its user; an existing one keeps its permissions. Raises SettingsInvalid for
    a folder that cannot be created, and for a URL of none of these kinds.
    """
    try:
        if urlsplit(url).scheme == "file":
            folder = Path(unquote(urlsplit(url).path))
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            return BlobStore(LocalStore(folder))
        return BlobStore(from_url(url))
    except OSError as error:
        why = describe_file_error(error)
        text = Text(f"{SETTING}: 无法创建 {folder}（{why.zh}）", f"{SETTING}: cannot create {folder} ({why.en})")
        raise SettingsInvalid(text) from None
    except (BaseError, ValueError):  # obstore shows its parser's whole state
        text = Text(
            f"{SETTING}: {url} 无法使用，应为 file:///文件夹、s3://桶/前缀、gs://桶 或 az://容器",
            f"{SETTING}: {url} cannot be used: write file:///folder, s3://bucket/prefix, gs://bucket or az://container",
        )
        raise SettingsInvalid(text) from None
