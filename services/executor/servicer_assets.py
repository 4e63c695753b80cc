"""AssetService: pictures and masks taken in whole, or not at all."""

from collections.abc import AsyncIterator

from reflow.v1 import assets_pb2, assets_pb2_grpc

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.common.pictures.limits import PictureLimits
from services.common.serving import Context
from services.common.workers import Workers
from services.executor.adapters.addresses import AllowList
from services.executor.adapters.asset_store import AssetStore, Making
from services.executor.adapters.computations import mask_drawn, mask_taken_in, taken_in
from services.executor.adapters.fetching import FetchLimits, fetch_image
from services.executor.domain.assets import AssetKind
from services.executor.messages import asset_message


class AssetServicer(assets_pb2_grpc.AssetServiceServicer):
    """Takes pictures and masks in, checked in *workers*, and tells about stored ones."""

    def __init__(
        self, assets: AssetStore, workers: Workers, limits: PictureLimits, fetching: FetchLimits, allow: AllowList
    ) -> None:
        self._assets = assets
        self._workers = workers
        self._limits = limits
        self._fetching = fetching
        self._allow = allow

    async def ImportImage(
        self, requests: AsyncIterator[assets_pb2.ImportImageRequest], context: Context
    ) -> assets_pb2.ImportImageResponse:
        data, url, for_mask = bytearray(), "", False
        async for request in requests:
            for_mask = for_mask or request.for_mask
            if request.WhichOneof("content") == "url":
                url = request.url
                break
            data += request.chunk
            if len(data) > self._limits.image_bytes:
                break  # one byte too many says enough; decoding tells it properly
        error = Code.MASK_DATA_INVALID if for_mask else Code.INVALID_INPUT_FORMAT
        if url:
            data = bytearray(await fetch_image(url, self._fetching, error=error, field="imageUrl", allow=self._allow))
        png, size = await self._workers.run(taken_in, bytes(data), self._limits, error, "image")
        record = await self._assets.put(png, AssetKind.IMAGE, size, Making())
        return assets_pb2.ImportImageResponse(asset=asset_message(record))

    async def ImportMask(
        self, requests: AsyncIterator[assets_pb2.ImportMaskRequest], context: Context
    ) -> assets_pb2.ImportMaskResponse:
        image_asset_id, data, paths = "", bytearray(), list[list[tuple[float, float]]]()
        async for request in requests:
            match request.WhichOneof("content"):
                case "image_asset_id":
                    image_asset_id = request.image_asset_id
                case "chunk":
                    data += request.chunk
                case "path":
                    paths.append([(point.x, point.y) for point in request.path.points])
            if len(data) > self._limits.mask_bytes or len(paths) > self._limits.mask_paths:
                break  # one too many says enough
        image = await self._assets.find(image_asset_id)
        if image is None or image.kind is not AssetKind.IMAGE:
            raise _no_image(image_asset_id)
        size = (image.width, image.height)
        if paths:
            png = await self._workers.run(mask_drawn, paths, self._limits, size)
        else:
            png = await self._workers.run(mask_taken_in, bytes(data), self._limits, size)
        record = await self._assets.put(png, AssetKind.MASK, size, Making(parent_asset_id=image_asset_id))
        return assets_pb2.ImportMaskResponse(asset=asset_message(record))

    async def GetAsset(self, request: assets_pb2.GetAssetRequest, context: Context) -> assets_pb2.GetAssetResponse:
        record = await self._assets.find(request.asset_id)
        if record is None:
            raise ReflowError(Code.ASSET_UNKNOWN, field="asset_id")
        return assets_pb2.GetAssetResponse(asset=asset_message(record))


def _no_image(asset_id: str) -> ReflowError:
    text = Text(
        "找不到遮罩所属的图片，请先上传图片，或使用本系统的图片地址。",
        "The picture that the mask belongs to was not found. Upload it first, or name a picture of this system.",
    )
    return ReflowError(Code.MASK_DATA_INVALID, text, field="image_asset_id", details=f"no image {asset_id[:80]!r}")
