"""Imports of images and masks: stored completely or not at all."""

from collections.abc import Sequence

from services.common.contract.assets import AssetKind
from services.common.errors import Code, ReflowError
from services.common.images.limits import ImageLimits
from services.common.images.rejection import MASK, Rejection
from services.common.network.address_policy import AllowList
from services.common.text.language import Text
from services.executor.adapters.asset_store import AssetStore, ImageOrigin
from services.executor.adapters.image_downloader import DownloadLimits, download_image
from services.executor.adapters.image_pipeline import ImagePipeline
from services.executor.adapters.jobs.images import draw_mask, import_image, import_mask
from services.executor.domain.assets import AssetRecord

# A client may send this multiple of the size limit: if a stream is not read to its end, gRPC reports an internal error
# instead of the reason.
DRAINED_MULTIPLE = 4


class Upload:
    """The bytes of an uploaded file, of which *max_bytes* are stored and all are counted."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.size = 0
        self._content = bytearray()

    def add(self, chunk: bytes) -> bool:
        """Add *chunk* and return whether to continue reading the upload."""
        self.size += len(chunk)
        if self.size <= self.max_bytes:
            self._content += chunk
        return self.size <= self.max_bytes * DRAINED_MULTIPLE

    def read(self, rejection: Rejection) -> bytes:
        """Return the content. Raises the error of *rejection* with the size of an upload that is too large."""
        if self.size > self.max_bytes:
            is_known = self.size <= self.max_bytes * DRAINED_MULTIPLE
            raise rejection.too_large(self.size, self.max_bytes, is_known=is_known)
        return bytes(self._content)


class AssetImporter:
    """Decodes images and masks in *pipeline* and stores them in *assets*."""

    def __init__(
        self,
        assets: AssetStore,
        pipeline: ImagePipeline,
        limits: ImageLimits,
        download_limits: DownloadLimits,
        allow: AllowList,
    ) -> None:
        self.limits = limits
        self._assets = assets
        self._pipeline = pipeline
        self._download_limits = download_limits
        self._allow = allow

    async def import_image(self, upload: Upload, url: str, *, for_mask: bool, import_id: str = "") -> AssetRecord:
        """Store the image of *upload*, or the one at *url*, which takes precedence; *import_id* may withdraw it.

        Raises MASK_DATA_INVALID for an image that is *for_mask*, else INVALID_INPUT_FORMAT.
        """
        error = Code.MASK_DATA_INVALID if for_mask else Code.INVALID_INPUT_FORMAT
        if url:
            data = await download_image(url, self._download_limits, error=error, field="imageUrl", allow=self._allow)
        else:
            data = upload.read(Rejection(error, "image"))
        content, size = await self._pipeline.run_in_slot(import_image, data, self.limits, error, "image")
        return await self._assets.put(content, AssetKind.IMAGE, size, ImageOrigin(), import_id)

    async def import_mask(
        self, image_asset_id: str, upload: Upload, paths: Sequence[bytes], import_id: str = ""
    ) -> AssetRecord:
        """Store the mask of an image: that of *upload*, or the one drawn from the serialized *paths*.

        Raises MASK_DATA_INVALID.
        """
        image = await self._assets.find(image_asset_id)
        if image is None or image.kind is not AssetKind.IMAGE:
            raise _image_not_found(image_asset_id)
        size = (image.width, image.height)
        if paths:
            png = await self._pipeline.run_in_slot(draw_mask, paths, self.limits, size)
        else:
            data = upload.read(Rejection(Code.MASK_DATA_INVALID, "maskData.base64", MASK))
            png = await self._pipeline.run_in_slot(import_mask, data, self.limits, size)
        origin = ImageOrigin(parent_asset_id=image_asset_id)
        return await self._assets.put(png, AssetKind.MASK, size, origin, import_id)

    async def withdraw(self, asset_ids: Sequence[str], import_id: str) -> int:
        """Delete those of *asset_ids* that the import created and no other request has stored; return their number."""
        return sum([await self._assets.withdraw(asset_id, import_id) for asset_id in asset_ids])


def _image_not_found(asset_id: str) -> ReflowError:
    text = Text(
        "找不到遮罩所属的图片，请先上传图片，或使用本系统的图片地址。",
        "The image that the mask belongs to was not found. Upload it first, or name an image of this system.",
    )
    return ReflowError(Code.MASK_DATA_INVALID, text, field="image_asset_id", details=f"no image {asset_id[:80]!r}")
