"""Quota of the blob store: the maximum size of all images together, in bytes."""

from collections.abc import Callable
from datetime import datetime, timedelta

from services.common.blobs import BlobStore
from services.common.errors import Code, ReflowError
from services.common.limits import MEGABYTE
from services.common.text.language import Text

# Other replicas store and delete too: the size is measured again after this time.
MEASURE_INTERVAL = timedelta(seconds=60)


class BlobQuota:
    """Rejects images that would exceed *max_bytes* in total; 0 for no limit. Exact within a minute."""

    def __init__(self, blobs: BlobStore, max_bytes: int, now: Callable[[], datetime]) -> None:
        self._blobs = blobs
        self._max_bytes = max_bytes
        self._now = now
        self._used_bytes = 0
        self._measured_at: datetime | None = None

    async def check(self, size: int) -> None:
        """Add an image of *size* bytes that is about to be stored to the total. Raises STORAGE_FULL."""
        if not self._max_bytes:
            return
        if self._measured_at is None or self._now() - self._measured_at > MEASURE_INTERVAL:
            self._measured_at = self._now()
            self._used_bytes = sum([blob.size async for blob in self._blobs.list("assets")])
        if self._used_bytes + size > self._max_bytes:
            raise _storage_full(self._used_bytes, self._max_bytes)
        self._used_bytes += size


def _storage_full(used_bytes: int, max_bytes: int) -> ReflowError:
    used, most = f"{used_bytes / MEGABYTE:,.1f} MB", f"{max_bytes / MEGABYTE:,.1f} MB"
    text = Text(
        f"图片的存储空间已满（已用 {used}，上限 {most}）。请联系管理员删除旧的运行，或提高 REFLOW_BLOBS_BYTES。",
        f"The storage for images is full ({used} of {most}). Ask the operator to delete old runs, or to raise "
        "REFLOW_BLOBS_BYTES.",
    )
    return ReflowError(Code.STORAGE_FULL, text, node="executor", details=f"{used_bytes} of {max_bytes} bytes used")
