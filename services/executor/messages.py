"""Records of assets as messages of the contract."""

from reflow.v1 import assets_pb2

from services.executor.domain.assets import AssetKind, AssetRecord

_KINDS = {AssetKind.IMAGE: assets_pb2.ASSET_KIND_IMAGE, AssetKind.MASK: assets_pb2.ASSET_KIND_MASK}


def asset_message(record: AssetRecord) -> assets_pb2.Asset:
    """Return *record* as a message."""
    message = assets_pb2.Asset(
        asset_id=record.asset_id,
        kind=_KINDS[record.kind],
        width=record.width,
        height=record.height,
        size=record.size,
        parent_asset_id=record.parent_asset_id,
        mask_asset_id=record.mask_asset_id,
        seed=record.seed,
        model=record.model,
        prompt=record.prompt,
        parameters=dict(record.parameters),
    )
    message.created_at.FromDatetime(record.created_at)
    return message
