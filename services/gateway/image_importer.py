"""Imports images and masks of requests into the asset service, in chunks that fit into messages."""

import asyncio
from collections.abc import Iterator, Sequence

from reflow.v1 import assets_pb2, orchestrator_pb2
from starlette.requests import Request

from services.common.errors import Code, ReflowError
from services.common.limits import MEGABYTE
from services.gateway.clients import ServiceClients
from services.gateway.dependencies import Dependencies
from services.gateway.uploads import ImageUpload, MaskUpload, parse_asset_url


class ImageImporter:
    """Turns the images and masks of one HTTP request, which starts the run of *request_id*, into assets."""

    def __init__(self, request: Request, deps: Dependencies, request_id: str) -> None:
        self._clients = deps.clients
        self._request_id = request_id
        self._own_hosts = {request.headers.get("host", "").lower(), *deps.settings.hosts}

    def is_own_host(self, netloc: str) -> bool:
        """Whether *netloc* names this system."""
        return netloc.lower() in self._own_hosts

    async def resolve(
        self,
        upload: ImageUpload,
        field: str,
        *,
        for_mask: bool = False,
        url_error: Code = Code.INVALID_INPUT_FORMAT,
        check_exists: bool = True,
    ) -> str:
        """Return the asset id of *upload*, which is imported unless its URL names an asset of this system.

        Args:
            upload: the image.
            field: the field that errors name.
            for_mask: whether a mask will be drawn on the image.
            url_error: the code for an invalid URL.
            check_exists: whether to check that an asset of this system exists.

        Raises:
            ReflowError: the image is invalid, unknown or cannot be fetched.

        """
        asset_id = parse_asset_url(upload.url, self.is_own_host, field, url_error) if not upload.data else None
        if asset_id is None:
            await self._check_admission()
            return (await import_image(self._clients, upload, field=field, for_mask=for_mask)).asset_id
        if check_exists:
            await self._check_exists(asset_id, field)
        return asset_id

    async def resolve_all(self, uploads: Sequence[tuple[ImageUpload, str]]) -> list[str]:
        """Return the asset ids of *uploads*, each with its field, imported concurrently.

        Raises ReflowError that names the first field at fault.
        """
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self.resolve(upload, field)) for upload, field in uploads]
        except* ReflowError as errors:
            failure = errors.exceptions[0]
        else:
            return [task.result() for task in tasks]
        raise failure

    async def import_mask(self, mask: MaskUpload, image_asset_id: str) -> str:
        """Import the mask of an image and return its asset id. Raises ReflowError."""
        await self._check_admission()
        return (await import_mask(self._clients, mask, image_asset_id)).asset_id

    async def _check_admission(self) -> None:
        """Raise QUEUE_FULL, before anything is stored, where the run would not be admitted."""
        request = orchestrator_pb2.CheckAdmissionRequest(request_id=self._request_id)
        await self._clients.call(self._clients.orchestrator.CheckAdmission, request)

    async def _check_exists(self, asset_id: str, field: str) -> None:
        try:
            await self._clients.call(self._clients.assets.GetAsset, assets_pb2.GetAssetRequest(asset_id=asset_id))
        except ReflowError as error:
            error.field = field
            raise


async def import_image(
    clients: ServiceClients, upload: ImageUpload, *, field: str, for_mask: bool = False
) -> assets_pb2.Asset:
    """Import an image and return its asset. Raises ReflowError naming *field*."""
    try:
        response = await clients.upload(clients.assets.ImportImage, _image_requests(upload, for_mask))
    except ReflowError as error:
        error.field = field if error.field else None
        raise
    return response.asset


async def import_mask(
    clients: ServiceClients, mask: MaskUpload, image_asset_id: str, *, prefix: str = "maskData."
) -> assets_pb2.Asset:
    """Import the mask of an image and return its asset. Raises ReflowError whose field begins with *prefix*."""
    try:
        response = await clients.upload(clients.assets.ImportMask, _mask_requests(mask, image_asset_id))
    except ReflowError as error:
        error.field = f"{prefix}{error.field.removeprefix('maskData.')}" if error.field else None
        raise
    return response.asset


def _image_requests(upload: ImageUpload, for_mask: bool) -> Iterator[assets_pb2.ImportImageRequest]:
    if upload.url:
        yield assets_pb2.ImportImageRequest(url=upload.url, for_mask=for_mask)
    for chunk in _chunks(upload.data):
        yield assets_pb2.ImportImageRequest(chunk=chunk, for_mask=for_mask)


def _mask_requests(mask: MaskUpload, image_asset_id: str) -> Iterator[assets_pb2.ImportMaskRequest]:
    yield assets_pb2.ImportMaskRequest(image_asset_id=image_asset_id)
    for chunk in _chunks(mask.data):
        yield assets_pb2.ImportMaskRequest(chunk=chunk)
    for path in mask.paths:
        yield assets_pb2.ImportMaskRequest.FromString(path)


def _chunks(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), MEGABYTE):
        yield data[start : start + MEGABYTE]
