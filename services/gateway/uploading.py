"""Pictures and masks on their way to where they are kept, in pieces that fit into messages."""

from collections.abc import Iterator

from reflow.v1 import assets_pb2

from services.common.errors import ReflowError
from services.common.limits import MEGABYTE
from services.gateway.intake import MaskUpload, PictureUpload
from services.gateway.upstream import Upstream


async def import_image(
    upstream: Upstream, upload: PictureUpload, *, field: str, for_mask: bool = False
) -> assets_pb2.Asset:
    """Have a picture taken in, and return its asset. Raises ReflowError naming *field*."""
    try:
        response = await upstream.send(upstream.assets.ImportImage, _image_requests(upload, for_mask))
    except ReflowError as error:
        error.field = field if error.field else None
        raise
    return response.asset


async def import_mask(
    upstream: Upstream, mask: MaskUpload, image_asset_id: str, *, prefix: str = "maskData."
) -> assets_pb2.Asset:
    """Have the mask of a picture taken in, and return its asset.

    Raises ReflowError whose field begins with *prefix*.
    """
    try:
        response = await upstream.send(upstream.assets.ImportMask, _mask_requests(mask, image_asset_id))
    except ReflowError as error:
        error.field = f"{prefix}{error.field.removeprefix('maskData.')}" if error.field else None
        raise
    return response.asset


def _image_requests(upload: PictureUpload, for_mask: bool) -> Iterator[assets_pb2.ImportImageRequest]:
    if upload.url:
        yield assets_pb2.ImportImageRequest(url=upload.url, for_mask=for_mask)
    for chunk in _chunks(upload.picture):
        yield assets_pb2.ImportImageRequest(chunk=chunk, for_mask=for_mask)


def _mask_requests(mask: MaskUpload, image_asset_id: str) -> Iterator[assets_pb2.ImportMaskRequest]:
    yield assets_pb2.ImportMaskRequest(image_asset_id=image_asset_id)
    for chunk in _chunks(mask.picture):
        yield assets_pb2.ImportMaskRequest(chunk=chunk)
    for path in mask.paths:
        yield assets_pb2.ImportMaskRequest.FromString(path)


def _chunks(data: bytes) -> Iterator[bytes]:
    for begin in range(0, len(data), MEGABYTE):
        yield data[begin : begin + MEGABYTE]
