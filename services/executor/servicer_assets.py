"""AssetService: uploads of images and masks, and the records of stored ones."""

from collections.abc import AsyncIterator

from reflow.v1 import assets_pb2, assets_pb2_grpc

from services.common.contract.proto_mapper import to_proto
from services.common.errors import Code, ReflowError
from services.common.rpc import Context
from services.executor.adapters.asset_store import AssetStore
from services.executor.application.collect_assets import AssetCollector
from services.executor.application.import_asset import AssetImporter, Upload


class AssetServicer(assets_pb2_grpc.AssetServiceServicer):
    """Imports images and masks with *importer*, returns records of *assets*, deletes unused ones with *collector*."""

    def __init__(self, assets: AssetStore, importer: AssetImporter, collector: AssetCollector) -> None:
        self._assets = assets
        self._importer = importer
        self._collector = collector

    async def ImportImage(
        self, requests: AsyncIterator[assets_pb2.ImportImageRequest], context: Context
    ) -> assets_pb2.ImportImageResponse:
        upload, url, for_mask, import_id = Upload(self._importer.limits.image_bytes), "", False, ""
        async for request in requests:
            for_mask, import_id = for_mask or request.for_mask, import_id or request.import_id
            if request.WhichOneof("content") == "url":
                url = request.url
                break
            if not upload.add(request.chunk):
                break
        record = await self._importer.import_image(upload, url, for_mask=for_mask, import_id=import_id)
        return assets_pb2.ImportImageResponse(asset=to_proto(record, assets_pb2.Asset))

    async def ImportMask(
        self, requests: AsyncIterator[assets_pb2.ImportMaskRequest], context: Context
    ) -> assets_pb2.ImportMaskResponse:
        limits = self._importer.limits
        image_asset_id, upload, paths, import_id = "", Upload(limits.mask_bytes), list[bytes](), ""
        async for request in requests:
            import_id = import_id or request.import_id
            match request.WhichOneof("content"):
                case "image_asset_id":
                    image_asset_id = request.image_asset_id
                case "chunk":
                    if not upload.add(request.chunk):
                        break
                # One more than the limit: drawing then rejects too many paths, and a path with too many points.
                case "path" if len(paths) <= limits.mask_paths:
                    # Serialized: a worker process builds the points, because a million of them takes seconds.
                    paths.append(request.path.SerializeToString())
        record = await self._importer.import_mask(image_asset_id, upload, paths, import_id)
        return assets_pb2.ImportMaskResponse(asset=to_proto(record, assets_pb2.Asset))

    async def GetAsset(self, request: assets_pb2.GetAssetRequest, context: Context) -> assets_pb2.GetAssetResponse:
        record = await self._assets.find(request.asset_id)
        if record is None:
            raise ReflowError(Code.ASSET_UNKNOWN, field="asset_id")
        return assets_pb2.GetAssetResponse(asset=to_proto(record, assets_pb2.Asset))

    async def WithdrawAssets(
        self, request: assets_pb2.WithdrawAssetsRequest, context: Context
    ) -> assets_pb2.WithdrawAssetsResponse:
        deleted_count = await self._importer.withdraw(request.asset_ids, request.import_id)
        return assets_pb2.WithdrawAssetsResponse(deleted_count=deleted_count)

    async def CollectAssets(
        self, requests: AsyncIterator[assets_pb2.CollectAssetsRequest], context: Context
    ) -> assets_pb2.CollectAssetsResponse:
        deployment_id, referenced, register_only = "", set[str](), False
        async for request in requests:
            deployment_id = request.deployment_id
            register_only = register_only or request.register_only
            referenced.update(request.referenced_asset_ids)
        if not deployment_id:
            raise ReflowError(Code.INVALID_INPUT_FORMAT, field="deployment_id")
        if register_only:
            await self._collector.register(deployment_id)
            return assets_pb2.CollectAssetsResponse()
        collected = await self._collector.collect(deployment_id, referenced)
        return assets_pb2.CollectAssetsResponse(
            deleted_count=collected.deleted_count, freed_bytes=collected.freed_bytes, shared=collected.shared
        )
